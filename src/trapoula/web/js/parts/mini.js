/** A small picture of a table, from its layout and how it is dealt. */

import { s } from "../dom.js";
import { short } from "../scenes/card.js";

const W = 10,
  H = 14,
  GAP = 1.4;

/**
 * @param {import("../types.js").Place[]} layout
 * @returns {SVGElement}
 */
export function mini(layout) {
  const shapes = layout.map((place) => pile(place, layout));
  const right = Math.max(...shapes.map(({ right }) => right)),
    bottom = Math.max(...shapes.map(({ bottom }) => bottom));
  return s(
    "svg",
    {
      viewBox: `${-GAP} ${-GAP} ${right + 2 * GAP} ${bottom + 2 * GAP}`,
      class: "mini",
      "aria-hidden": "true",
      preserveAspectRatio: "xMidYMid meet",
    },
    shapes.flatMap(({ nodes }) => nodes),
  );
}

/** @param {import("../types.js").Place} place @param {import("../types.js").Place[]} layout */
function pile(place, layout) {
  const x = place.x * (W + GAP),
    y = place.y * (H + GAP);
  const card = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {string} */ kind) =>
    s("rect", { x: x + dx, y: y + dy, width: W, height: H, rx: 1.2, class: kind });
  const [down, cards] = place.dealt,
    empty = place.kind === "foundation" ? "home" : "open";
  const face = (/** @type {number} */ index) => (index < down ? "down" : "up");
  if (!cards || place.fan === "none")
    return { nodes: [card(0, 0, cards ? face(cards - 1) : empty)], right: x + W, bottom: y + H };
  const room = Math.min(
    ...layout.map((other) =>
      place.fan === "down"
        ? ahead(place, other, "y", "x") * (H + GAP) - H
        : ahead(place, other, "x", "y") * (W + GAP) - W,
    ),
  );
  const shown = place.shown ? Math.min(place.shown, cards) : cards,
    step = Math.min(place.fan === "down" ? 3 : 2.2, room / Math.max(1, shown - 1));
  const nodes = Array.from({ length: shown }, (_, index) =>
    card(
      place.fan === "down" ? 0 : index * step,
      place.fan === "down" ? index * step : 0,
      face(cards - shown + index),
    ),
  );
  const far = (shown - 1) * step;
  return {
    nodes,
    right: x + W + (place.fan === "right" ? far : 0),
    bottom: y + H + (place.fan === "down" ? far : 0),
  };
}

/**
 * How far another pile is ahead in the same line, or Infinity.
 * @param {import("../types.js").Place} place @param {import("../types.js").Place} other @param {"x" | "y"} along @param {"x" | "y"} across
 */
function ahead(place, other, along, across) {
  return Math.abs(other[across] - place[across]) < 1 && other[along] - place[along] >= 1
    ? other[along] - place[along]
    : Infinity;
}

/**
 * A picture for table games: some of the cards, and a hand.
 * @param {readonly string[]} [cards]
 */
export function miniTable(cards = []) {
  const nodes = cards.flatMap((card, at) => [
    s("rect", { x: 14 + at * 13, y: 8, width: W, height: H, rx: 1.2, class: "up" }),
    s("text", { x: 19 + at * 13, y: 17.5, class: "count" }, short(card)),
  ]);
  for (let at = 0; at < 6; at += 1)
    nodes.push(
      s("rect", {
        x: -5,
        y: -7,
        width: W,
        height: H,
        rx: 1.2,
        class: "hand",
        transform: `translate(${17 + at * 8.6} ${38 + Math.abs(at - 2.5) * 1.1}) rotate(${(at - 2.5) * 6})`,
      }),
    );
  return s("svg", { viewBox: "0 0 78 52", class: "mini", "aria-hidden": "true" }, nodes);
}
