/** What a tap on a notification opens: the service worker with windows that only tell what is done to them. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SOURCE = readFileSync(new URL("../../src/trapoula/web/offline.js", import.meta.url), "utf-8");
const HERE = "https://cards.example",
  TABLE = "/table/abc";

/** What is done where these pages are open. @param {string[]} urls @param {{foreign?: boolean}} [how] */
async function tap(urls, { foreign = false } = {}) {
  /** @type {string[]} */
  const done = [];
  const open = urls.map((url) => ({
    url: HERE + url,
    focus: async () => void done.push(`focus ${url}`),
    navigate: async (/** @type {string} */ to) => {
      if (foreign) throw new TypeError("not controlled");
      done.push(`navigate ${to}`);
    },
  }));
  /** @type {Record<string, (event: object) => void>} */
  const heard = {};
  runInNewContext(SOURCE, {
    URL,
    Request,
    location: new URL(`${HERE}/worker.js`),
    clients: {
      matchAll: async () => open,
      openWindow: async (/** @type {string} */ to) => void done.push(`open ${to}`),
    },
    addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) => {
      heard[type] = listener;
    },
  });
  let shown = true;
  await new Promise((ready) =>
    heard.notificationclick({
      notification: { data: { path: TABLE }, close: () => (shown = false) },
      waitUntil: ready,
    }),
  );
  assert.equal(shown, false);
  return done;
}

test("with no page open a new one shows the table", async () => {
  assert.deepEqual(await tap([]), [`open ${TABLE}`]);
});

test("the page that shows the table comes to the front", async () => {
  assert.deepEqual(await tap(["/", TABLE]), [`focus ${TABLE}`]);
});

test("another page of ours goes to the table", async () => {
  assert.deepEqual(await tap(["/stats"]), ["focus /stats", `navigate ${TABLE}`]);
});

test("a page that cannot be led there leaves a new one to do it", async () => {
  assert.deepEqual(await tap(["/stats"], { foreign: true }), ["focus /stats", `open ${TABLE}`]);
});
