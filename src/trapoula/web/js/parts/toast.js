/** Toasts at the foot of the screen, and messages for screen readers. */

import { Refusal } from "../api.js";
import { h } from "../dom.js";
import { loadMessages, t } from "../texts.js";

/** @param {string} id @param {object} attributes */
function place(id, attributes) {
  let found = document.getElementById(id);
  if (!found) {
    found = /** @type {HTMLElement} */ (h("div", { id, ...attributes }));
    document.body.append(found);
  }
  return found;
}

/**
 * Show a toast in place of the last one; returns a function that closes it.
 * @param {string} sentence
 * @param {{label: string, act: () => void} | null} [offer] a button; the toast then stays longer
 * @param {boolean} [stays] until it is closed or replaced
 */
export function toast(sentence, offer = null, stays = false) {
  const close = () => node.remove();
  const node = h(
    "div",
    { class: "toast" },
    h("span", {}, sentence),
    offer
      ? h(
          "button",
          {
            onclick: () => {
              close();
              offer.act();
            },
          },
          offer.label,
        )
      : null,
    stays ? h("button", { class: "close", "aria-label": t("Close"), onclick: close }, "×") : null,
  );
  place("toasts", { class: "toasts", role: "status" }).replaceChildren(node);
  if (!stays) setTimeout(close, offer ? 9000 : 3600);
  return close;
}

/** Close the toast. */
export function closeToast() {
  place("toasts", { class: "toasts", role: "status" }).replaceChildren();
}

/** Announce something to screen readers. @param {string} sentence */
export function announce(sentence) {
  place("voice", { class: "unseen", "aria-live": "polite", role: "log" }).replaceChildren(sentence);
}

/** The error message in the current language. @param {unknown} fault */
export function reason(fault) {
  if (fault instanceof Refusal) return t(fault.template, fault.facts);
  console.error(fault);
  return t("Something went wrong.");
}

/** Show an error, unless it is outdated. @param {unknown} fault */
export async function complain(fault) {
  if (fault instanceof Refusal && ["left", "stale"].includes(fault.code)) return;
  await loadMessages(); // the first page has loaded few messages
  toast(reason(fault));
}
