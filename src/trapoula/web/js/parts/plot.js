/** Plots drawn by us: a line over time, bars, and intervals. */

import { dressed, h, s } from "../dom.js";

void dressed("plot"); // importing this loads its style

const W = 320,
  H = 120,
  LEFT = 42,
  BOTTOM = 18,
  TOP = 8;

/**
 * @param {string} label
 * @param {Node[]} marks
 * @param {[number, string][]} ticks heights from 0 to 1 with their names
 */
function frame(label, marks, ticks) {
  return s(
    "svg",
    { viewBox: `0 0 ${W} ${H}`, class: "plot", role: "img", "aria-label": label },
    ticks
      .map(([height, name]) => [
        s("line", { class: "axis", x1: LEFT, x2: W, y1: y(height), y2: y(height) }),
        s("text", { x: LEFT - 5, y: y(height) + 4, "text-anchor": "end" }, name),
      ])
      .flat(),
    marks,
  );
}

/** @param {number} height */
const y = (height) => TOP + (1 - height) * (H - TOP - BOTTOM);

/**
 * A line through shares from 0 to 1, some of them marked.
 * @param {string} label
 * @param {number[]} shares
 * @param {(share: number) => string} name
 * @param {number[]} [marked]
 */
export function line(label, shares, name, marked = []) {
  const x = (/** @type {number} */ at) =>
    LEFT + (shares.length < 2 ? (W - LEFT) / 2 : (at / (shares.length - 1)) * (W - LEFT - 6)) + 2;
  const points = shares.map((share, at) => `${x(at).toFixed(1)},${y(share).toFixed(1)}`).join(" ");
  return figure(
    label,
    frame(
      label,
      [
        s("polygon", {
          class: "area",
          points: `${x(0)},${y(0)} ${points} ${x(shares.length - 1)},${y(0)}`,
        }),
        shares.length > 1
          ? s("polyline", { class: "line", points })
          : s("circle", { class: "bar", cx: x(0), cy: y(shares[0]), r: 4 }),
        ...marked.map((at) => s("circle", { class: "mark", cx: x(at), cy: y(shares[at]), r: 5 })),
      ],
      [
        [0, name(0)],
        [0.5, name(0.5)],
        [1, name(1)],
      ],
    ),
  );
}

/**
 * A bar for each value, up or down from zero; losses are paler, records gold.
 * @param {string} label
 * @param {{value: number, won: boolean, record?: boolean}[]} values
 * @param {(value: number) => string} name
 */
export function bars(label, values, name) {
  const least = Math.min(0, ...values.map(({ value }) => value)),
    most = Math.max(least < 0 ? 0 : 1, ...values.map(({ value }) => value));
  const wide = Math.min(24, (W - LEFT) / values.length),
    high = (/** @type {number} */ value) => y((value - least) / (most - least));
  return figure(
    label,
    frame(
      label,
      values.map(({ value, won, record }, at) =>
        s("rect", {
          class: record ? "bar record" : won ? "bar" : "bar lost",
          x: LEFT + at * wide + wide * 0.12,
          width: wide * 0.76,
          y: high(Math.max(0, value)),
          height: Math.max(1, Math.abs(high(0) - high(value))),
          rx: Math.min(2, wide * 0.2),
        }),
      ),
      [...new Set([least, 0, most])].map((value) => [
        (value - least) / (most - least),
        name(value),
      ]),
    ),
  );
}

/**
 * Shares from 0 to 1 on a line: one interval with its middle, and another as a whisker.
 * @param {string} label
 * @param {[number, number]} sure
 * @param {number | null} middle
 * @param {[number, number] | null} other
 */
export function interval(label, sure, middle, other) {
  const x = (/** @type {number} */ share) => 2 + share * 156;
  const band = (
    /** @type {[number, number]} */ [low, high],
    /** @type {string} */ kind,
    /** @type {number} */ tall,
  ) =>
    s("rect", {
      class: kind,
      x: x(low),
      width: Math.max(1.5, x(high) - x(low)),
      y: 9 - tall / 2,
      height: tall,
      rx: Math.min(2, tall / 2),
    });
  return s(
    "svg",
    { viewBox: "0 0 160 18", class: "plot interval", role: "img", "aria-label": label },
    [0, 0.25, 0.5, 0.75, 1].map((share) =>
      s("line", { class: "axis", x1: x(share), x2: x(share), y1: 1, y2: 17 }),
    ),
    band(sure, "area", 12),
    other
      ? [
          band(other, "whisker", 2),
          other.map((end) =>
            s("line", { class: "whisker", x1: x(end), x2: x(end), y1: 5.5, y2: 12.5 }),
          ),
        ]
      : [],
    middle === null ? [] : s("circle", { class: "bar", cx: x(middle), cy: 9, r: 3.4 }),
  );
}

/** @param {string} label @param {Node} plot */
function figure(label, plot) {
  return h("figure", { class: "figure" }, h("figcaption", { class: "muted" }, label), plot);
}
