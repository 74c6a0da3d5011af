/** The service worker's client: keeps the page offline. A new version waits until the player accepts it. */

import { BASE } from "../address.js";
import { h } from "../dom.js";
import { pending } from "../room.js";
import { commit, now } from "../store.js";
import { t } from "../texts.js";

const SOON = 100; // ms until the next check for a move in flight

const VERSION = new URL("../..", import.meta.url).pathname.split("/").at(-2); // of the page that is shown

/** @type {ServiceWorker | null} */
let waiting = null;

/** Register the service worker, and watch for a new version. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  const own = await navigator.serviceWorker.register(`${BASE}/worker.js`).catch(() => null);
  if (!own) return; // a browser without storage still works
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

/** Reload with the new version, when no move is in flight. */
function begin() {
  if (pending()) setTimeout(begin, SOON);
  else location.reload();
}

/** Tell a waiting worker which version is shown: its own needs no announcement. @param {ServiceWorker | null} coming */
function introduce(coming) {
  if (navigator.serviceWorker.controller) coming?.postMessage({ shown: VERSION });
}

/** Announce a new version if an older one is shown. @param {ServiceWorker} coming */
function announce(coming) {
  waiting = coming;
  commit({ newer: true });
}

/** Offer the new version. Every move is stored, so nothing is lost. */
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

/** Say that nothing can be stored. */
export function showNotStored() {
  if (now().forgetful)
    stay(t("This browser can't save anything: your games are lost when you close the page."));
}

/** A banner at the edge of the page, until it is dismissed. @param {string} text @param {HTMLElement} [button] */
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
