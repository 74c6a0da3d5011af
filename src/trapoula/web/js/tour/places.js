/** Where the places are that a step speaks of: piles of a board, or parts of a table for several. */

import { fulfils } from "./wish.js";

/**
 * @typedef {import("./rings.js").Box} Box
 * @typedef {import("../table/board.js").CardBoard} CardBoard
 */

/** The cards that an action takes up, and where they go. @param {import("../wire.js").Action} action */
export function ends({ from, to, size = 1 }) {
  return [from && `${from}:${size}`, to].flatMap((place) => place ?? []);
}

/**
 * Piles of a board: T3, T3:2 for its two topmost cards, F* for all whose name begins so.
 * @param {CardBoard} board
 * @param {string[]} wanted
 * @returns {Box[]}
 */
export function onBoard(board, wanted) {
  const made = board.plan,
    base = board.getBoundingClientRect();
  if (!made) return [];
  return wanted.flatMap((text, order) => {
    const [name, size = "1"] = text.split(":");
    return board.layout
      .filter(({ pile }) => fulfils(name, pile))
      .flatMap(({ pile }) => {
        const points = made.points.get(pile) ?? [],
          slot = made.slots.get(pile);
        const from = points[points.length - Number(size)] ?? slot,
          to = points.at(-1) ?? slot;
        return from && to
          ? [
              {
                order,
                x: base.x + from.x,
                y: base.y + from.y,
                width: to.x - from.x + made.width,
                height: to.y - from.y + made.height,
              },
            ]
          : [];
      });
  });
}

/** @type {Record<string, (what: string) => string>} */
const PARTS = {
  hand: (card) => `.hand [data-card="${card}"]`,
  row: (row) => `.scene [data-to="${row}"]`,
  strip: (card) => (card ? `.strip [data-card="${card}"]` : ".strip .gap"),
  pile: (pile) => (pile === "*" ? `[data-focus^="draw-"]` : `[data-focus="draw-${pile}"]`),
  boxes: (value) => `.paper.mine [data-focus$="-${value}"]`,
  button: (action) => `.deeds [data-focus="${action.split(" ")[0]}"]`,
};

/**
 * Parts of a table for several: "hand 36" (one of them, if there are equal cards), "row up1", "button end", "pile *" for all.
 * @param {HTMLElement} table
 * @param {string[]} wanted
 * @returns {{node: Element, order: number}[]}
 */
export function parts(table, wanted) {
  return wanted.flatMap((text, order) => {
    const [, part, what] = /^(\w+) ?(.*)$/.exec(text) ?? [];
    const found = [...table.querySelectorAll(PARTS[part](what))];
    return (what === "*" ? found : found.slice(0, 1)).map((node) => ({ node, order }));
  });
}

/** What is seen of some parts. @param {HTMLElement} table @param {string[]} wanted @returns {Box[]} */
export function onTable(table, wanted) {
  const view = table.getBoundingClientRect();
  const boxes = parts(table, wanted).map(({ node, order }) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { order, x, y, width, height };
  });
  return boxes.filter(({ y, height }) => y + height > view.top + 8 && y < view.bottom - 8);
}
