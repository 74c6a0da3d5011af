/** Short sentences at the foot of the screen, and the voice for those who listen. */

import { Refusal } from "../api.js";
import { h } from "../dom.js";
import { learn, t } from "../texts.js";

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
 * Say something for a moment, in place of what was said before; the answer takes it away before its time.
 * @param {string} sentence
 * @param {{label: string, act: () => void} | null} [offer] what can be done about it; it stays longer then
 * @param {boolean} [stays] until it is closed or something else is said
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

/** Take away what was said. */
export function hush() {
  place("toasts", { class: "toasts", role: "status" }).replaceChildren();
}

/** Say something to those who listen to the page. @param {string} sentence */
export function announce(sentence) {
  place("voice", { class: "unseen", "aria-live": "polite", role: "log" }).replaceChildren(sentence);
}

/** What went wrong, in the language. @param {unknown} fault */
export function reason(fault) {
  if (fault instanceof Refusal) return t(fault.template, fault.facts);
  console.error(fault);
  return t("Something went wrong.");
}

/** Tell what went wrong, unless it is past. @param {unknown} fault */
export async function complain(fault) {
  if (fault instanceof Refusal && ["left", "stale"].includes(fault.code)) return;
  await learn(); // the first page knows few messages
  toast(reason(fault));
}
