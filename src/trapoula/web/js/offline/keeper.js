/** The page kept for when there is no network; a new version waits until the player wants it. */

import { BASE } from "../address.js";
import { h } from "../dom.js";
import { pending } from "../room.js";
import { commit, now } from "../store.js";
import { t } from "../texts.js";

const SOON = 100; // ms until it is looked again whether a move is still under way

const VERSION = new URL("../..", import.meta.url).pathname.split("/").at(-2); // of the page that is shown

/** @type {ServiceWorker | null} */
let waiting = null;

/** Have the page kept, and look out for a new version of it. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  const own = await navigator.serviceWorker.register(`${BASE}/worker.js`).catch(() => null);
  if (!own) return; // a browser that keeps nothing still plays
  introduce(own.waiting);
  own.addEventListener("updatefound", () => {
    const coming = own.installing;
    coming?.addEventListener(
      "statechange",
      () => coming.state === "installed" && introduce(coming),
    );
  });
  navigator.serviceWorker.addEventListener(
    "message",
    ({ data, source }) => data === "newer" && announce(/** @type {ServiceWorker} */ (source)),
  );
  navigator.serviceWorker.addEventListener("controllerchange", () => waiting && begin()); // the files of this version are gone
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && own.update().catch(() => {}),
  );
}

/** Begin anew with the new version, when no move is under way. */
function begin() {
  if (pending()) setTimeout(begin, SOON);
  else location.reload();
}

/** Tell one that waits which version is shown: its own needs no announcement. @param {ServiceWorker | null} coming */
function introduce(coming) {
  if (navigator.serviceWorker.controller) coming?.postMessage({ shown: VERSION });
}

/** Say that there is a new version, where an older one is shown. @param {ServiceWorker} coming */
function announce(coming) {
  waiting = coming;
  commit({ newer: true });
}

/** Offer the new version: every move is kept, so nothing is lost by taking it. */
export function showNewer() {
  if (now().newer)
    stay(
      t("A new version of Trapoula is ready."),
      h(
        "button",
        { class: "button small", onclick: () => waiting?.postMessage("take over") },
        t("Update"),
      ),
    );
}

/** Say that nothing is kept. */
export function showForgetful() {
  if (now().forgetful)
    stay(t("This browser can't save anything: your games are lost when you close the page."));
}

/** A line at the edge of the page that stays until it is sent away. @param {string} text @param {HTMLElement} [button] */
function stay(text, button) {
  document.querySelector(".newer")?.remove();
  const line = h(
    "div",
    { class: "newer", role: "status" },
    h("span", {}, text),
    button,
    h(
      "button",
      { class: "button small", onclick: () => line.remove() },
      button ? t("Later") : t("Close"),
    ),
  );
  document.body.append(line);
}
