/** Where the places are that a step speaks of: piles of a board, or parts of a table for several. */

import { Actions } from "../actions.js";
import { fulfils } from "./wish.js";

/**
 * @typedef {import("./rings.js").Box} Box
 * @typedef {import("../table/board.js").CardBoard} CardBoard
 */

/**
 * The cards that an action takes up, and where they go.
 * @param {string} action
 * @param {Record<string, string[]>} taps
 */
export function ends(action, taps) {
  const { moves: [move], taps: [tap] } = new Actions([action], taps);
  return move ? [`${move.source}:${move.size}`, move.target] : tap ? [tap.pile] : [];
}

/**
 * Piles of a board: T3, T3:2 for its two topmost cards, F* for all whose name begins so.
 * @param {CardBoard} board
 * @param {string[]} wanted
 * @returns {Box[]}
 */
export function onBoard(board, wanted) {
  const made = board.plan, base = board.getBoundingClientRect();
  if (!made) return [];
  return wanted.flatMap((text) => {
    const [name, size = "1"] = text.split(":");
    return board.layout.filter(({ pile }) => fulfils(name, pile)).flatMap(({ pile }) => {
      const points = made.points.get(pile) ?? [], slot = made.slots.get(pile);
      const from = points[points.length - Number(size)] ?? slot, to = points.at(-1) ?? slot;
      return from && to ? [{ x: base.x + from.x, y: base.y + from.y, width: to.x - from.x + made.width, height: to.y - from.y + made.height }] : [];
    });
  });
}

/** @type {Record<string, (what: string) => string>} */
const PARTS = {
  hand: (card) => `.hand [data-card="${card}"]`,
  row: (row) => `[data-drop="${row}"] .row-place`,
  strip: (card) => (card ? `.strip [data-card="${card}"]` : ".strip .gap"),
  pile: (pile) => `[data-focus="draw-${pile}"]`,
  boxes: (value) => `.paper.mine [data-focus$="-${value}"]`,
  button: (action) => `.task [data-focus="${action}"]`,
};

/** Parts of a table for several: "hand 36", "row up1", "button end". @param {HTMLElement} table @param {string[]} wanted @returns {HTMLElement[]} */
export function parts(table, wanted) {
  return wanted.flatMap((text) => {
    const [, part, what] = /^(\w+) ?(.*)$/.exec(text) ?? [];
    const found = table.querySelector(PARTS[part](what));
    return found instanceof HTMLElement ? [found] : [];
  });
}

/** What is seen of some parts. @param {HTMLElement} table @param {string[]} wanted @returns {Box[]} */
export function onTable(table, wanted) {
  const view = table.getBoundingClientRect();
  return parts(table, wanted).map((node) => node.getBoundingClientRect()).filter((box) => box.bottom > view.top + 8 && box.top < view.bottom - 8);
}
