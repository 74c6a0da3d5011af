/** What a page does without a server: start the local host, keep the page offline, and write files. */

import { h } from "../dom.js";
import { complain } from "../parts/toast.js";
import { watch } from "../store.js";
import { keepPage, showNotStored, showNewer } from "./keeper.js";
import { ask, wake } from "./line.js";

/** Start everything, and say what cannot be stored. */
export function startLocal() {
  wake();
  watch(["newer"], showNewer);
  watch(["forgetful"], showNotStored);
  showNotStored(); // it may be known already
  ask("/api/me", {}).finally(keepPage).catch(complain); // the table loads first
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const path = link?.hasAttribute("download") ? (link.getAttribute("href") ?? "") : "";
    if (!link || !path.startsWith("/api/")) return;
    event.preventDefault();
    save(path, link.download).catch(complain);
  });
}

/** Save to a file what only this page can answer. @param {string} path @param {string} name */
async function save(path, name) {
  const href = URL.createObjectURL(await (await ask(path, {})).blob());
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // after the browser has started to write it
}
