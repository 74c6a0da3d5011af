/** The places that a step or a rule is about: piles of a board, or parts of a table game. */

import { fulfils } from "./wish.js";

/**
 * @typedef {import("./rings.js").Box} Box
 * @typedef {import("../table/board.js").CardBoard} CardBoard
 */

/** The cards of an action, and where they go. @param {import("../wire.js").Action} action */
export function ends({ from, to, size = 1 }) {
  return [from && `${from}:${size}`, to].flatMap((place) => place ?? []);
}

/**
 * Piles of a board: T3, T3:2 for its two topmost cards, F* for all with this prefix.
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

/**
 * The cards and place of an action in a table game, or its button if it has no place.
 * @param {HTMLElement} table
 * @param {import("../wire.js").Action} action
 * @returns {{node: Element, order: number}[]}
 */
export function parts(table, { from, to, verb }) {
  const cards = (from?.split(" ") ?? []).map((card) => `.hand [data-card="${card}"]`),
    place = to ? `.scene [data-to="${to}"]` : "",
    button = `.deeds [data-focus="${verb}"]`;
  /** @type {Set<Element>} */
  const taken = new Set();
  const found = cards.flatMap((one) => {
    const node = [...table.querySelectorAll(one)].find((other) => !taken.has(other)); // equal cards are different nodes
    return node ? (taken.add(node), node) : [];
  });
  const goal = (place && table.querySelector(place)) || table.querySelector(button);
  return [
    ...found.map((node) => ({ node, order: 0 })),
    ...(goal ? [{ node: goal, order: found.length ? 1 : 0 }] : []),
  ];
}

/** The visible parts of an action. @param {HTMLElement} table @param {import("../wire.js").Action} action @returns {Box[]} */
export function onTable(table, action) {
  const view = table.getBoundingClientRect();
  const boxes = parts(table, action).map(({ node, order }) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { order, x, y, width, height };
  });
  return boxes.filter(({ y, height }) => y + height > view.top + 8 && y < view.bottom - 8);
}
