/** The marks on empty places, by kind of pile. */

import { drawn, s } from "../dom.js";
import { pip } from "../cards/suits.js";

/** @type {Record<string, string>} */
const MARKS = {
  foundation: `<g opacity=".9">${pip("S", 36, 56, 22)}${pip("H", 64, 56, 22)}${pip("D", 36, 86, 22)}${pip("C", 64, 86, 22)}</g>`,
  stock: `<path d="M68 52A26 26 0 1 0 76 70" fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"/><path d="M60 52H72V39" fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>`,
  cell: `<circle cx="50" cy="70" r="9" opacity=".8"/>`,
};

/** @param {string} kind */
export function mark(kind) {
  return MARKS[kind]
    ? s(
        "svg",
        { viewBox: "0 0 100 140", class: "mark", "aria-hidden": "true", fill: "currentColor" },
        ...drawn(MARKS[kind]),
      )
    : null;
}
