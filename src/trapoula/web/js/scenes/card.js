/** Cards of table games, drawn by the faces of their game, and their animation. */

import { FULL, LARGE, picture, PLAYING } from "../cards/sprite.js";
import { index } from "../cards/suits.js";
import { h } from "../dom.js";
import { pace } from "../prefs.js";
import { now } from "../store.js";
import { plainNumber } from "../texts.js";
import { cardName } from "../words.js";

/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** The faces of cards that are not plain numbers, as the game declares them. @type {{faces: Record<string, string>, looks: Record<string, import("../wire.js").Face>}} */
let known = { faces: {}, looks: {} };

/** Set the game whose cards are drawn. @param {import("../types.js").Game} game */
export function drawAs({ faces = {}, looks = {} }) {
  known = { faces, looks };
}

/** The text of a card, as the game writes it. @param {number | string} card */
export function faceOf(card) {
  return known.faces[card] ?? String(card);
}

/** What a card is called. @param {number | string} card */
export function nameOf(card) {
  const face = faceOf(card),
    look = known.looks[face];
  if (PLAYING.test(face)) return cardName(face);
  return look ? `${look.text} ${look.sign}`.trim() : plain(face);
}

/** A number formatted for the language, or the text itself. @param {string} face */
function plain(face) {
  return /^\d+$/.test(face) ? plainNumber(Number(face)) : face;
}

/** The colour of a face: a band for numbers, ink for suits, or what the game declares. @param {string} face */
function hue(face) {
  if (PLAYING.test(face)) return /[DH]$|^RJ/.test(face) ? "ink-red" : "ink-black";
  const look = known.looks[face];
  if (look) return `look look-${look.colour || "black"}`;
  return `tens-${Math.floor(Number(face) / 10) % 10 || 0}`;
}

/** A playing card in as few letters as possible. @param {string} face */
export function short(face) {
  if (!PLAYING.test(face)) return face;
  return face.endsWith("J") && /[BR]/.test(face[0]) ? "★" : `${index(face[0])}${SIGNS[face[1]]}`;
}

/** A card so small that it fits in a line. @param {number | string} card */
export function smallCard(card) {
  const face = faceOf(card),
    look = known.looks[face];
  return h(
    "span",
    { class: `small-card ${hue(face)}`, title: PLAYING.test(face) ? nameOf(card) : null },
    look ? `${look.text}${look.sign}` : PLAYING.test(face) ? short(face) : plain(face),
  );
}

/** Whether cards are small here, or print is large. */
function large() {
  return now().prefs.print === "large" || matchMedia("(width <= 700px), (height <= 560px)").matches;
}

/**
 * A card. If it can be pressed, its label has its name and an optional addition.
 * @param {number} card
 * @param {{key?: string, badge?: Node | null, kind?: string, label?: string, tag?: string, more?: Record<string, unknown>}} [how]
 */
export function drawCard(
  card,
  { key, badge = null, kind = "", label, tag = "div", more = {} } = {},
) {
  const face = faceOf(card),
    button = tag === "button",
    playing = PLAYING.test(face),
    look = known.looks[face];
  const called = label ?? (playing || look ? nameOf(card) : undefined),
    text = look ? look.text : plain(face);
  return h(
    tag,
    {
      class: `num ${hue(face)} ${playing ? "playing" : text.length > 2 ? "three" : ""} ${kind}`,
      "data-key": key ?? null,
      "data-card": card,
      "aria-label": button ? null : (called ?? null),
      role: button || !called ? null : "img",
      ...more,
    },
    playing
      ? picture(face, large() ? LARGE : FULL)
      : h(
          "span",
          { class: "num-value", "data-corner": text, "aria-hidden": called ? "true" : null },
          text,
          look?.sign ? h("span", { class: "num-sign" }, look.sign) : null,
        ),
    badge,
    button && called ? h("span", { class: "unseen" }, called) : null,
  );
}

/** The back of a card, with a count. @param {number} count @param {string} [label] */
export function heap(count, label = "") {
  const playing = PLAYING.test(Object.values(known.faces)[0] ?? "");
  if (playing && !count) return h("div", { class: "num gap" });
  return h(
    "div",
    {
      class: `num back ${count ? "" : "none"} ${playing ? "playing" : ""}`,
      role: label ? "img" : null,
      "aria-label": label || null,
    },
    playing ? picture("--") : null,
    h("span", { class: "num-count", "data-count": plainNumber(count) }),
  );
}

/**
 * Draw, and animate each card with a key from its last place. Dragged cards stay under the pointer.
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
