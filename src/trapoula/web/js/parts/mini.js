/** A small picture of a table, from its layout. */

import { s } from "../dom.js";

const W = 10, H = 14, GAP = 1.4;

/**
 * @param {import("../types.js").Place[]} layout
 * @returns {SVGElement}
 */
export function mini(layout) {
  const shapes = layout.map((place, at) => pile(place, at, layout));
  const right = Math.max(...shapes.map(({ right }) => right)), bottom = Math.max(...shapes.map(({ bottom }) => bottom));
  return s("svg", { viewBox: `${-GAP} ${-GAP} ${right + 2 * GAP} ${bottom + 2 * GAP}`, class: "mini", "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" }, shapes.flatMap(({ nodes }) => nodes));
}

/** @param {import("../types.js").Place} place @param {number} at @param {import("../types.js").Place[]} layout */
function pile(place, at, layout) {
  const x = place.x * (W + GAP), y = place.y * (H + GAP);
  const card = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {string} */ kind) => s("rect", { x: x + dx, y: y + dy, width: W, height: H, rx: 1.2, class: kind });
  const kind = place.kind === "stock" ? "down" : place.kind === "foundation" ? "home" : place.kind === "cell" || place.kind === "waste" ? "open" : "up";
  if (place.fan === "none" || kind === "home") return { nodes: [card(0, 0, kind)], right: x + W, bottom: y + H };
  const below = layout.some((other) => other !== place && Math.abs(other.x - place.x) < 1 && other.y > place.y && other.y < place.y + 2.2);
  const beside = layout.some((other) => other !== place && Math.abs(other.y - place.y) < 1 && other.x > place.x && other.x < place.x + 1.8);
  const length = place.fan === "down" ? (below ? 1 : 3 + ((at * 5) % 3)) : beside ? 1 : 4, step = place.fan === "down" ? 3 : 2.2;
  const nodes = Array.from({ length }, (_, index) => (place.fan === "down" ? card(0, index * step, "up") : card(index * step, 0, "up")));
  return { nodes, right: x + W + (place.fan === "right" ? (length - 1) * step : 0), bottom: y + H + (place.fan === "down" ? (length - 1) * step : 0) };
}

/** A picture for games at the table: hands around rows. @param {string} game */
export function miniTable(game) {
  const seed = [...game].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const nodes = [];
  for (let at = 0; at < 4; at += 1) nodes.push(s("rect", { x: 14 + at * 13, y: 8, width: W, height: H, rx: 1.2, class: "up" }), s("text", { x: 19 + at * 13, y: 17.5, class: "count" }, ((seed * (at * 7 + 3) + at * 31) % 89) + 10));
  for (let at = 0; at < 6; at += 1) nodes.push(s("rect", { x: -5, y: -7, width: W, height: H, rx: 1.2, class: "hand", transform: `translate(${17 + at * 8.6} ${38 + Math.abs(at - 2.5) * 1.1}) rotate(${(at - 2.5) * 6})` }));
  return s("svg", { viewBox: "0 0 78 52", class: "mini", "aria-hidden": "true" }, nodes);
}
