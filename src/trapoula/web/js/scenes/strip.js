/** The scene of one growing row, from which cards are taken in pairs or all at once. */

import { h } from "../dom.js";
import { number, t } from "../texts.js";
import { drawCard, heap, smallCard } from "./card.js";
import { cardCount } from "./rows.js";

/** @typedef {import("./play.js").Play} Play */

const END = "end",
  ALL = "row"; // the places of the row: after its last card, and the whole row

/** @type {import("./play.js").Picture} */
export const picture = {
  kind: "strip-table",
  several: () => false,
  useless: END,
  draw: (play) => [sides(play), strip(play)],
  slots: (play) => {
    const able = play.picked.length ? play.deeds.with(play.picked) : [];
    return [
      able.find(({ to }) => to === END),
      able.find(({ to }) => to !== END),
      play.deeds.bare(ALL),
    ];
  },
};

/** What lies beside each player: pairs face up, taken cards face down. @param {Play} play */
function sides(play) {
  const { view, names } = play;
  return h(
    "div",
    { class: "sides" },
    names.map((name, seat) => {
      const pairs = view.twisted[seat],
        taken = play.place(ALL, seat).state.includes("last");
      return h(
        "div",
        { class: `side ${view.turn === seat ? "on" : ""}`, "data-key": `side-${seat}` },
        h("strong", {}, name),
        h("span", {}, play.word("twisted", { n: pairs.length })),
        h(
          "span",
          { class: "pairs" },
          Array.from({ length: pairs.length / 2 }, (_, at) =>
            h(
              "span",
              {
                class: `pair ${pairs.slice(2 * at, 2 * at + 2).some(play.ringed, play) ? "last" : ""}`,
              },
              smallCard(pairs[2 * at]),
              smallCard(pairs[2 * at + 1]),
            ),
          ),
        ),
        h(
          "span",
          { class: taken ? "last" : "" },
          play.word("taken", { n: view.taken[seat] }),
          " ",
          view.taken[seat] ? h("span", { class: "small-back", "aria-hidden": "true" }) : null,
        ),
        h(
          "span",
          { class: "standing" },
          play.word(view.phase === "over" ? "standing over" : "standing", {
            n: number(view.standing[seat]),
          }),
        ),
      );
    }),
    h(
      "div",
      { class: "side", "data-key": "round" },
      h("strong", {}, t("Round {n} of {all}", { n: view.round, all: view.of })),
      h("span", {}, t("Pile: {cards}", { cards: cardCount(view.pile) })),
    ),
  );
}

/** @param {Play} play */
function strip(play) {
  const { view } = play,
    { state, ...end } = play.place(END);
  return h(
    "div",
    { class: "strip", role: "group", "aria-label": t("The row") },
    view.row.map((/** @type {number} */ card) => {
      const { state: lit, ...place } = play.place(String(card)),
        action = play.lit(String(card)),
        word = play.carried(card);
      return drawCard(card, {
        key: `n${card}`,
        tag: "button",
        label: action && play.name(action),
        kind: `${lit} ${play.ringed(card)} ${word ? `with-${word}` : ""}`,
        badge: play.badge(word),
        more: { ...place, "data-word": word ?? null, "aria-description": play.about(word) },
      });
    }),
    play.shown.table.turn === null
      ? null
      : h(
          "button",
          { class: `num gap ${state} ${view.row.length ? "" : "open"}`, "data-key": "gap", ...end },
          view.row.length ? "" : play.word("open"),
          h("span", { class: "unseen" }, endName(play)),
        ),
    h(
      "div",
      { class: "strip-pile", "data-key": "pile" },
      heap(view.pile, t("Pile: {cards}", { cards: cardCount(view.pile) })),
    ),
  );
}

/** @param {Play} play */
function endName(play) {
  const action = play.lit(END);
  return action ? play.name(action) : t("The end of the row");
}
