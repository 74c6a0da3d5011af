/** The connection to the local host: a worker that keeps the tables and runs the same rules as a server. */

import { BASE } from "../address.js";
import { Refusal } from "../refusal.js";
import { commit } from "../store.js";

const LATER = 1000; // ms until a failed attempt is retried

/** @type {Worker | null} */
let worker = null;
/** The error that stopped the worker. @type {Refusal | null} */
let broken = null;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (fault: Refusal) => void}>} */
const asked = new Map();
let asking = 0;
/** The name of the worker, which tells it whether there is a server. */
let name = "house";
/** Called with whether moves are unsent. @type {(owes: boolean) => void} */
let owes = () => {};
/** @type {import("../types.js").Listener} */
let listener = { message: () => {}, open: () => {}, lost: () => {} };

/** The worker, started when first needed. */
function house() {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", () => heard({ broken: true }));
  return worker;
}

/** @param {any} data an answer, a message of the table, or a fatal error */
function heard(data) {
  if (data.told) listener.message(JSON.parse(data.told));
  else if (data.broken) {
    broken = new Refusal({
      type: "error",
      code: "failed",
      template: "This browser can't save tables by itself.",
    });
    for (const { reject } of asked.values()) reject(broken);
    asked.clear();
  } else if (data.forgetful) commit({ forgetful: true });
  else if ("owes" in data) owes(data.owes);
  else {
    asked.get(data.id)?.resolve(data);
    asked.delete(data.id);
  }
}

/** Connect to a local host beside a server. @param {(owes: boolean) => void} note called with whether moves are unsent */
export function beside(note) {
  name = "beside";
  owes = note;
}

/** Ask the worker for something. @param {object} what @returns {Promise<any>} */
export function request(what) {
  if (broken) return Promise.reject(broken);
  const id = (asking += 1);
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    house().postMessage({ ...what, id });
  });
}

/** Start early: the rules take a moment to load. */
export function wake() {
  house();
}

/**
 * A request: answered by a file of this folder if there is one, else by the local host.
 * @param {string} path @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export async function ask(path, init) {
  const [, api] = /^.*?\/(api\/.*)$/.exec(path) ?? [];
  if (!api) return fetch(BASE + path, init);
  const written =
    init.method || name === "beside"
      ? null
      : /^api\/(games|texts\/\w+)(?:\/([\w-]+)|\?part=(\w+)|\?lang=\w+)?$/.exec(api);
  if (written) {
    const [, file, game, part] = written,
      answer = await fetch(
        new URL(`../../api/${file}${part ? `-${part}` : ""}.json`, import.meta.url),
      );
    if (!game) return answer;
    const found = (await answer.json()).games.find(
      (/** @type {{game: string}} */ one) => one.game === game,
    );
    if (found) return Response.json(found); // with default options: no need to wait for the rules
  }
  const { body, status, kind } = await request({
    method: init.method ?? "GET",
    path: `/${api}`,
    body: init.body ?? "",
  });
  return new Response(body, { status, headers: { "Content-Type": kind } });
}

/** Check that the local host answers. */
export function alive() {
  return Promise.resolve(true);
}

/** @param {import("../types.js").Listener} hear */
export function connect(hear) {
  listener = hear;
}

/** The player left the table on the screen. */
export function disconnect() {
  if (worker) transmit({ type: "leave", id: "leave" });
  listener = { message: () => {}, open: () => {}, lost: () => {} };
}

/** Accepted: always true here. */
export function admitted() {}

/** Reconnect after a while. */
export function again() {
  setTimeout(() => listener.open(), LATER);
}

/** @param {object} message @param {boolean} [free] whether nothing else waits for it */
export function transmit(message, free = false) {
  if (broken) return false;
  house().postMessage({ said: JSON.stringify(message), free });
  return true;
}
