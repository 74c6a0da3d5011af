/**
 * Pictures for a rules page, drawn like the table itself: the deal, and a move with its arrow.
 */

import { getJson } from "../api.js";
import { FULL, LARGE, PLAYING, reference } from "../cards/sprite.js";
import { chosen, query } from "../catalogue.js";
import { s } from "../dom.js";
import { plan, style } from "../geometry.js";

/**
 * @typedef {{piles: Record<string, string[]>, lifted: [string, number][], to: string[]}} Still
 * @typedef {import("../types.js").Place} Place
 * @typedef {{x: number, y: number}} Point
 */

const WIDE = 720,
  HIGH = 520,
  PAD = 10,
  STRIP = 58,
  HAND = "hand";

/**
 * Draw the pictures of a page.
 * @param {HTMLElement} page @param {import("../types.js").Game} game @param {import("../types.js").Options} options
 */
export async function fill(page, game, options) {
  const places = [
    .../** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("figure[data-picture]")),
  ];
  if (!places.length) return;
  const asked = query(chosen(game, options));
  const stills = /** @type {Record<string, Still>} */ (
    await getJson(`/api/rules/${game.game}/pictures${asked ? `?${asked}` : ""}`).catch(() => ({}))
  );
  for (const place of places) {
    const still = stills[place.dataset.picture ?? ""];
    if (still) place.prepend(game.layout ? table(game.layout, still) : strips(still));
    else place.remove();
  }
}

/**
 * A table as a picture.
 * @param {Place[]} layout
 * @param {Still} still
 * @param {boolean} [largePrint] for small screens
 */
export function table(layout, { piles, lifted, to }, largePrint = true) {
  const made = plan(layout, piles, WIDE, HIGH, {}, { largePrint });
  const at = (/** @type {string} */ pile, /** @type {number} */ index) =>
    made.points.get(pile)?.[index] ?? /** @type {Point} */ (made.slots.get(pile));
  const cards = layout.flatMap(({ pile, fan }) =>
    (piles[pile] ?? []).map((card, index, all) => ({
      card,
      drawn: index < all.length - 1 || largePrint ? style(made, pile, fan === "right") : FULL,
      ...at(pile, index),
      up: lifted.some(([own, from]) => own === pile && index >= from),
    })),
  );
  const slots = layout
    .filter(({ pile }) => !piles[pile]?.length)
    .map(({ pile }) => ({ ...at(pile, 0) }));
  const nodes = [
    ...slots.map(({ x, y }) =>
      s("rect", {
        x,
        y,
        width: made.width,
        height: made.height,
        rx: made.width * 0.07,
        class: "place",
      }),
    ),
    ...cards.map(({ card, drawn, x, y }) =>
      s("use", { href: reference(card, drawn), x, y, width: made.width, height: made.height }),
    ),
    ...cards
      .filter(({ up }) => up)
      .map(({ x, y }) =>
        s("rect", {
          x,
          y,
          width: made.width,
          height: made.height,
          rx: made.width * 0.07,
          class: "lifted",
        }),
      ),
    ...layout
      .filter(({ sign }) => sign)
      .map(({ pile, sign }) =>
        s(
          "text",
          {
            x: at(pile, 0).x + made.width * 0.2,
            y: at(pile, 0).y + made.height * 0.9,
            class: "sign",
          },
          sign,
        ),
      ),
    ...to.flatMap((pile) =>
      arrows(
        lifted.map(([own, from]) => at(own, from)),
        at(pile, Math.max(0, (piles[pile]?.length ?? 0) - 1)),
        made,
      ),
    ),
  ];
  return drawing(nodes, [...slots, ...cards], made);
}

/**
 * An arrow from the lifted cards to their target.
 * @param {Point[]} from
 * @param {Point} to
 * @param {{width: number, height: number}} card
 */
function arrows(from, to, { width, height }) {
  const middle = (/** @type {Point} */ { x, y }) => ({ x: x + width / 2, y: y + height * 0.55 });
  return from.map((one) => {
    const a = middle(one),
      b = middle(to),
      long = Math.hypot(b.x - a.x, b.y - a.y) || 1,
      [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
    const tip = { x: b.x - dx * 4, y: b.y - dy * 4 },
      bend = {
        x: (a.x + b.x) / 2 - dy * long * 0.18,
        y: (a.y + b.y) / 2 - Math.abs(dx) * long * 0.18,
      };
    const turn = Math.atan2(tip.y - bend.y, tip.x - bend.x),
      side = (/** @type {number} */ by) =>
        `${tip.x - 15 * Math.cos(turn + by)} ${tip.y - 15 * Math.sin(turn + by)}`;
    return s("path", {
      class: "arrow",
      d: `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${tip.x} ${tip.y}M${side(0.5)}L${tip.x} ${tip.y}L${side(-0.5)}`,
    });
  });
}

/** The open cards with a hand below, for table games. @param {Still} still */
function strips({ piles, lifted, to }) {
  const card = { width: STRIP, height: STRIP * 1.4 },
    hand = piles[HAND] ?? [];
  const open = Object.entries(piles)
    .filter(([pile]) => pile !== HAND)
    .flatMap(([pile, own]) => own.map((text, index) => ({ pile, text, index })));
  const laid = (
    /** @type {{pile: string, text: string, index: number}[]} */ row,
    /** @type {number} */ line,
  ) => row.map((own, at) => ({ ...own, x: at * STRIP * 1.12, y: line * STRIP * 1.75 }));
  const cards = [
    ...laid(open, 0),
    ...laid(
      hand.map((text, index) => ({ pile: HAND, text, index })),
      1,
    ),
  ];
  const beside = (/** @type {Point} */ { x, y }, /** @type {number} */ part) => ({
    x,
    y: y + part * card.height,
  }); // arrows leave the numbers in sight
  const up = cards.filter(({ pile, index }) =>
    lifted.some(([own, at]) => own === pile && at === index),
  );
  const nodes = [
    ...cards.flatMap(({ text, x, y }) =>
      text === "--" || PLAYING.test(text)
        ? [s("use", { href: reference(text, LARGE), x, y, ...card })]
        : [
            s("rect", { x, y, ...card, rx: 5, class: "number" }),
            s("text", { x: x + STRIP / 2, y: y + STRIP * 0.88 }, text),
          ],
    ),
    ...up.map(({ x, y }) => s("rect", { x, y, ...card, rx: 5, class: "lifted" })),
    ...to.flatMap((pile) =>
      cards
        .filter((own) => own.pile === pile)
        .slice(-1)
        .flatMap((target) =>
          arrows(
            up.map((own) => beside(own, -0.5)),
            beside(target, 0.42),
            card,
          ),
        ),
    ),
  ];
  return drawing(nodes, cards, card);
}

/**
 * @param {SVGElement[]} nodes
 * @param {Point[]} points
 * @param {{width: number, height: number}} card
 */
function drawing(nodes, points, { width, height }) {
  const xs = points.map(({ x }) => x),
    ys = points.map(({ y }) => y),
    left = Math.min(...xs) - PAD,
    top = Math.min(...ys) - PAD;
  const box = [
    left,
    top,
    Math.max(...xs) + width + PAD - left,
    Math.max(...ys) + height + PAD - top,
  ];
  return s("svg", { viewBox: box.join(" "), class: "still-table", "aria-hidden": "true" }, nodes);
}
