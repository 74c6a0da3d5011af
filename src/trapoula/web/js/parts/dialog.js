/** Dialogs: one at a time, closed by Escape, the cross or a tap outside. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { icon } from "./icons.js";

let made = 0;

/**
 * Open a dialog; resolves with its return value when it is closed.
 * @param {string} title
 * @param {(Node | null)[]} body
 * @param {{foot?: (Node | null)[], wide?: boolean, name?: string}} [how]
 * @returns {{dialog: HTMLDialogElement, closed: Promise<string>}}
 */
export function open(title, body, { foot, wide = false, name = "" } = {}) {
  document
    .querySelectorAll("dialog[open]")
    .forEach((other) => /** @type {HTMLDialogElement} */ (other).close());
  const id = `dialog-${(made += 1)}`;
  const dialog = h(
    "dialog",
    { class: `${wide ? "wide" : ""} ${name}`, "aria-labelledby": id },
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id }, title),
      h(
        "button",
        { class: "plain-icon", "aria-label": t("Close"), onclick: () => dialog.close() },
        icon("close"),
      ),
    ),
    h("div", { class: "dialog-body", tabindex: -1 }, body),
    foot ? h("div", { class: "dialog-foot" }, foot) : null,
  );
  dialog.addEventListener(
    "click",
    (/** @type {MouseEvent} */ event) =>
      event.target === dialog && outside(dialog, event) && dialog.close(),
  );
  document.body.append(dialog);
  const closed = new Promise((resolve) =>
    dialog.addEventListener(
      "close",
      () => {
        dialog.remove();
        resolve(dialog.returnValue);
      },
      { once: true },
    ),
  );
  dialog.showModal();
  const inside = /** @type {HTMLElement} */ (dialog.querySelector(".dialog-body"));
  if (inside.scrollHeight > inside.clientHeight) inside.tabIndex = 0; // so that keys can scroll it
  /** @type {HTMLElement} */ (dialog.querySelector(".dialog-foot .main") ?? inside).focus();
  return { dialog, closed: /** @type {Promise<string>} */ (closed) };
}

/** @param {HTMLElement} dialog @param {MouseEvent} event */
function outside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/**
 * Confirm something that cannot be undone.
 * @param {string} title
 * @param {string} sentence
 * @param {string} yes
 * @param {{danger?: boolean}} [how]
 * @returns {Promise<boolean>}
 */
export async function confirm(title, sentence, yes, { danger = false } = {}) {
  const { dialog, closed } = open(title, [h("p", {}, sentence)], {
    foot: [
      h("button", { class: "button", onclick: () => dialog.close("") }, t("Cancel")),
      h(
        "button",
        { class: `button main ${danger ? "danger-main" : ""}`, onclick: () => dialog.close("yes") },
        yes,
      ),
    ],
  });
  return (await closed) === "yes";
}

/**
 * A group of radio buttons.
 * @param {string} legend
 * @param {string} name
 * @param {[string, string | Node][]} choices each its value and its name
 * @param {string} chosen
 * @param {(value: string) => void} [change]
 */
export function choices(legend, name, choices, chosen, change = () => {}) {
  return h(
    "fieldset",
    {},
    h("legend", {}, legend),
    h(
      "div",
      { class: "choices" },
      choices.map(([value, label]) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: "radio",
            name,
            value,
            checked: value === chosen,
            onchange: () => change(value),
          }),
          h("span", {}, label),
        ),
      ),
    ),
  );
}
