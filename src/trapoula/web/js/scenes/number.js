/** Cards with numbers on them, and tables of them that are seen to move. */

import { h } from "../dom.js";
import { pace } from "../prefs.js";
import { plainNumber } from "../texts.js";

/** The band of colour of a number. @param {number} value */
export function hue(value) {
  return `tens-${Math.floor(value / 10) % 10}`;
}

/**
 * A card with a number; one that can be pressed is named by what is written on it, and by what a label adds to that.
 * @param {number} value
 * @param {{key?: string, badge?: Node | null, kind?: string, label?: string, tag?: string, more?: Record<string, any>}} [how]
 */
export function numberCard(
  value,
  { key, badge = null, kind = "", label, tag = "div", more = {} } = {},
) {
  const text = plainNumber(value),
    button = tag === "button";
  return h(
    tag,
    {
      class: `num ${hue(value)} ${text.length > 2 ? "three" : ""} ${kind}`,
      "data-key": key ?? null,
      "data-card": value,
      "aria-label": button ? null : (label ?? null),
      role: button || !label ? null : "img",
      ...more,
    },
    h(
      "span",
      { class: "num-value", "data-corner": text, "aria-hidden": label && !button ? "true" : null },
      text,
    ),
    badge,
    button && label ? h("span", { class: "unseen" }, label) : null,
  );
}

/** The back of a card, with how many lie there. @param {number} count @param {string} [label] */
export function heap(count, label = "") {
  return h(
    "div",
    {
      class: `num back ${count ? "" : "none"}`,
      role: label ? "img" : null,
      "aria-label": label || null,
    },
    h("span", { class: "num-count", "data-count": plainNumber(count) }),
  );
}

/**
 * Draw, and show each card with a key on its way from where it was seen; cards in a hand's grip stay there.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function moving(place, draw) {
  const duration = pace();
  const cards = (which = "") =>
    /** @type {HTMLElement[]} */ ([...place.querySelectorAll(`.num[data-key]${which}`)]);
  /** @type {Map<string, DOMRect>} */
  const before = new Map(
    duration ? cards().map((node) => [node.dataset.key ?? "", node.getBoundingClientRect()]) : [],
  );
  draw();
  if (!duration || !before.size) return;
  for (const node of cards(":not([data-lifted])")) {
    const from = before.get(node.dataset.key ?? ""),
      to = node.getBoundingClientRect();
    if (!from)
      node.animate(
        [
          { opacity: 0, transform: "translateY(-14px)" },
          { opacity: 1, transform: "none" },
        ],
        { duration: duration * 1.2, easing: "ease-out" },
      );
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 2)
      node.animate(
        [
          { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, zIndex: 5 },
          { transform: "none", zIndex: 5 },
        ],
        { duration: duration * 1.4, easing: "cubic-bezier(.2,.7,.25,1)" },
      );
  }
}
