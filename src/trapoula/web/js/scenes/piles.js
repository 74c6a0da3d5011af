/** Piles of cards, and what stands beside each player: enough for any table that has no picture of its own. */

import { h } from "../dom.js";
import { number } from "../texts.js";
import { heap, numberCard } from "./number.js";

/** @typedef {import("./play.js").Play} Play */

/** @type {import("./play.js").Picture} */
export const picture = {
  kind: "piles-table",
  several: (play) => play.deeds.done.some(({ size }) => (size ?? 0) > 1),
  draw: (play) => [
    beside(play),
    h(
      "div",
      { class: "draws" },
      Object.entries(play.view.piles).map(([name, pile]) =>
        pilePlace(play, name, pile, play.word(name, told(pile))),
      ),
    ),
  ],
  slots: (play) =>
    pickedSlots(
      play,
      Math.max(
        1,
        ...play.deeds.done.map(({ from }) =>
          from === undefined ? 0 : play.deeds.with(from.split(" ").map(Number)).length,
        ),
      ),
    ),
};

/** What the cards that are picked can do, on buttons whose places stay. @param {Play} play @param {number} least */
export function pickedSlots(play, least) {
  const able = play.picked.length ? play.deeds.with(play.picked) : [];
  return Array.from({ length: Math.max(least, able.length) }, (_, at) => able[at]);
}

/** A pile that can be pressed: its open card, or its back. @param {Play} play @param {string} name @param {{top: number | null, count: number}} pile @param {string} caption @param {string} [label] what it is called, where the caption does not say it */
export function pilePlace(play, name, { top, count }, caption, label) {
  const { state, ...place } = play.place(name);
  return h(
    "button",
    { class: `draw ${state}`, "data-key": name, "data-focus": `draw-${name}`, ...place },
    label ? h("span", { class: "unseen" }, label) : null,
    top === null ? heap(count) : numberCard(top),
    h("span", { class: "caption" }, caption),
  );
}

/** The numbers of a pile, as its caption tells them. @param {Record<string, any>} pile */
function told(pile) {
  return Object.fromEntries(
    Object.entries(pile).map(([fact, value]) => [
      fact,
      typeof value === "number" ? number(value) : value,
    ]),
  );
}

/** Everybody's score, where there is one. @param {Play} play */
function beside(play) {
  const { view, names } = play;
  if (!view.scores) return null;
  return h(
    "div",
    { class: "sides" },
    names.map((name, seat) =>
      h(
        "div",
        { class: `side ${view.turn === seat ? "on" : ""}`, "data-key": `side-${seat}` },
        h("strong", {}, name),
        h("span", {}, play.word("score", { n: number(view.scores[seat]) })),
      ),
    ),
  );
}
