/** The page kept for when there is no network; a new version waits until the player wants it. */

import { h } from "../dom.js";
import { commit, now } from "../store.js";
import { t } from "../texts.js";

/** @type {ServiceWorker | null} */
let waiting = null;
let asked = false;

/** Have the page kept, and look out for a new version of it. */
export async function keepPage() {
  if (!("serviceWorker" in navigator)) return;
  const own = await navigator.serviceWorker.register(new URL("worker.js", document.baseURI)).catch(() => null);
  if (!own) return; // a browser that keeps nothing still plays
  announce(own.waiting);
  own.addEventListener("updatefound", () => {
    const coming = own.installing;
    coming?.addEventListener("statechange", () => coming.state === "installed" && announce(coming));
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => asked && location.reload());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && own.update().catch(() => {}));
}

/** Say that there is a new version, where an older one is shown. @param {ServiceWorker | null} coming */
function announce(coming) {
  if (!coming || !navigator.serviceWorker.controller) return;
  waiting = coming;
  commit({ newer: true });
}

/** The line that offers the new version: every move is kept, so nothing is lost by taking it. */
export function showNewer() {
  const old = document.querySelector(".newer");
  if (!now().newer || old) return;
  document.body.append(h("div", { class: "newer", role: "status" }, t("There is a newer Trapoula."), " ", h("button", { class: "button small", onclick: () => {
    asked = true;
    waiting?.postMessage("take over");
  } }, t("Take it")), h("button", { class: "button small", onclick: () => document.querySelector(".newer")?.remove() }, t("Later"))));
}
