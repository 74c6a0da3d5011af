/** Cards with numbers on them, and rows of them that can be picked, dragged and seen to move. */

import { h } from "../dom.js";
import { pace } from "../prefs.js";
import { plainNumber } from "../texts.js";

/**
 * A card with a number; one that can be pressed is named by what is written on it.
 * @param {number | string} value
 * @param {{key?: string, badge?: Node | null, kind?: string, label?: string, act?: (() => void) | null, pressed?: boolean | null}} [how]
 */
export function numberCard(value, { key, badge = null, kind = "", label, act = null, pressed = null } = {}) {
  const text = typeof value === "number" ? plainNumber(value) : value;
  const hue = typeof value === "number" ? `tens-${Math.floor(value / 10) % 10}` : "";
  return h(act ? "button" : "div", {
    class: `num ${hue} ${text.length > 2 ? "three" : ""} ${kind}`, "data-key": key ?? null, "data-card": typeof value === "number" ? value : null, "aria-label": act ? null : label ?? null,
    "aria-pressed": pressed === null ? null : String(pressed), role: act || !label ? null : "img", onclick: act,
  }, h("span", { class: "num-value", "data-corner": text, "aria-hidden": label && !act ? "true" : null }, text), badge);
}

/** The back of a card, with how many lie there. @param {number} count @param {string} [label] */
export function heap(count, label = "") {
  return h("div", { class: `num back ${count ? "" : "none"}`, role: label ? "img" : null, "aria-label": label || null }, h("span", { class: "num-count", "data-count": plainNumber(count) }));
}

/**
 * Draw anew, and show each card with a key on its way from where it was.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
export function moving(place, draw) {
  const duration = pace();
  /** @type {Map<string, DOMRect>} */
  const before = new Map();
  if (duration) for (const node of place.querySelectorAll("[data-key]")) before.set(/** @type {HTMLElement} */ (node).dataset.key ?? "", node.getBoundingClientRect());
  const focused = document.activeElement instanceof HTMLElement && place.contains(document.activeElement) ? document.activeElement.dataset.focus ?? document.activeElement.dataset.key : undefined;
  draw();
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-focus="${focused}"], [data-key="${focused}"]`))?.focus({ preventScroll: true });
  if (!duration || !before.size) return;
  for (const node of place.querySelectorAll("[data-key]")) {
    const own = /** @type {HTMLElement} */ (node), from = before.get(own.dataset.key ?? ""), to = own.getBoundingClientRect();
    if (!from) own.animate([{ opacity: 0, transform: "translateY(-14px)" }, { opacity: 1, transform: "none" }], { duration: duration * 1.2, easing: "ease-out" });
    else if (Math.hypot(from.x - to.x, from.y - to.y) > 2)
      own.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: duration * 1.4, easing: "cubic-bezier(.2,.7,.25,1)" });
  }
}

/**
 * Let a card be dragged to one of the places marked with data-drop; a tap stays a tap.
 * @param {HTMLElement} node
 * @param {() => string[]} targets which drops are allowed
 * @param {{lift: () => void, drop: (target: string) => void, back: () => void}} then
 */
export function draggable(node, targets, then) {
  /** @type {{x: number, y: number, moved: boolean} | null} */
  let grip = null, dragged = false;
  node.addEventListener("click", (event) => dragged && event.stopImmediatePropagation(), { capture: true });
  node.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    grip = { x: event.clientX, y: event.clientY, moved: false };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (!grip) return;
    const dx = event.clientX - grip.x, dy = event.clientY - grip.y;
    if (!grip.moved && Math.hypot(dx, dy) < 8) return;
    if (!grip.moved) {
      grip.moved = true;
      then.lift();
      node.classList.add("dragged");
    }
    node.style.translate = `${dx}px ${dy}px`;
  });
  const end = (/** @type {PointerEvent} */ event, /** @type {boolean} */ cancelled) => {
    if (!grip) return;
    const { moved } = grip;
    grip = null;
    if (!moved) return;
    dragged = true; // the click that follows a drag is not a tap
    setTimeout(() => (dragged = false), 50);
    node.classList.remove("dragged");
    node.hidden = true;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]");
    node.hidden = false;
    const target = under instanceof HTMLElement ? under.dataset.drop ?? "" : "";
    if (!cancelled && targets().includes(target)) then.drop(target);
    else {
      node.style.translate = "";
      then.back();
    }
  };
  node.addEventListener("pointerup", (event) => end(event, false));
  node.addEventListener("pointercancel", (event) => end(event, true));
}

/** What to show where nothing lies. @param {string} [text] */
export function gap(text = "") {
  return h("div", { class: "num gap", "aria-hidden": "true" }, text);
}
