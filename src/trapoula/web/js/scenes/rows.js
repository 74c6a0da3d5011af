/** The scene of rising and falling rows, each with the talk about it. */

import { h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { plainNumber, t, tn } from "../texts.js";
import { heap, drawCard } from "./card.js";

/** @typedef {import("./play.js").Play} Play */

/** @type {import("./play.js").Picture} */
export const picture = {
  kind: "rows-table",
  several: () => false,
  draw: (play) => [
    h(
      "div",
      { class: "rows" },
      Object.keys(play.view.rows).map((row) => drawRow(play, row)),
      h(
        "div",
        { class: "row-slot pile-slot", "data-key": "pile" },
        heap(play.view.pile, t("Pile: {cards}", { cards: cardCount(play.view.pile) })),
        h("span", { class: "caption" }, t("Pile")),
        h(
          "span",
          { class: "caption left" },
          tn("{n} card left in all", "{n} cards left in all", play.view.left),
        ),
      ),
    ),
    asideOf(play),
  ],
  slots: (play) => [play.deeds.bare("end")],
};

/** @param {number} n */
export function cardCount(n) {
  return tn("{n} card", "{n} cards", n);
}

/** @param {Play} play @param {string} row */
function drawRow(play, row) {
  const { view } = play,
    { top, count, cards, rising } = view.rows[row],
    { state, ...place } = play.place(row);
  const lay = play.lit(row),
    [card] = play.picked,
    back = lay && (rising ? card < top : card > top);
  const word = view.commands[row],
    fire = view.fires[row],
    shut = !view.open.includes(row);
  const label = t("{row}: {top}", { row: play.word(row), top: plainNumber(top) });
  return h(
    "div",
    {
      class: `row-slot ${rising ? "rising" : "falling"} ${state} ${shut ? "shut" : ""}`,
      "data-key": row,
      "data-drop": row,
    },
    h(
      "div",
      { class: "row-head" },
      h("span", { class: "arrow", "aria-hidden": "true" }, rising ? "▲" : "▼"),
      h("span", { class: "caption" }, play.word(rising ? "rising" : "falling")),
      talkAbout(play, row),
    ),
    h(
      "button",
      {
        class: "row-place",
        "data-focus": `row-${row}`,
        "data-word": word ?? null,
        "aria-description": play.about(word),
        ...place,
      },
      h("span", { class: "unseen" }, lay ? `${play.name(lay)}. ${label}` : label),
      cards?.length > 1
        ? h(
            "span",
            { class: "spread", "aria-hidden": "true" },
            cards.slice(-9, -1).map((/** @type {number} */ own) => h("span", {}, plainNumber(own))),
          )
        : null,
      drawCard(top, {
        key: count ? `n${top}` : `base-${row}`,
        kind: `${count ? "" : "base"} ${fire ? "fire" : ""} ${count ? play.ringed(top) : ""}`,
        badge: play.badge(word),
      }),
      back
        ? h("span", { class: "trick" }, play.word("back"))
        : lay
          ? h(
              "span",
              { class: "step" },
              `${rising ? "+" : "−"}${plainNumber(Math.abs(card - top))}`,
            )
          : null,
      fire ? h("span", { class: "burns" }, play.word(`burns ${fire}`)) : null,
    ),
    h(
      "div",
      { class: "said" },
      saidOf(play, (about) => about === row),
    ),
  );
}

/** @param {Play} play @param {string} row */
function talkAbout(play, row) {
  if (!play.deeds.talk(row).length) return null;
  return h(
    "button",
    {
      class: "plain-icon talk",
      "data-focus": `talk-${row}`,
      "aria-label": t("Say something about it: {row}", { row: play.word(row) }),
      onclick: (/** @type {Event} */ event) => play.sayOf(event.currentTarget, [row]),
    },
    icon("chat"),
  );
}

/** The talk, each remark once with all who said it. @param {Play} play @param {(about: string) => boolean} wanted */
function saidOf(play, wanted) {
  /** @type {Map<string, string[]>} */
  const said = new Map();
  for (const own of play.view.signals)
    if (wanted(own.about))
      said.set(play.saying(own), [...(said.get(play.saying(own)) ?? []), play.names[own.seat]]);
  return [...said].map(([saying, names]) =>
    h("span", { class: "bubble" }, h("b", {}, names.join(", ")), " ", saying),
  );
}

/** Talk that is not about rows, and about who begins. @param {Play} play */
function asideOf(play) {
  const { view, names } = play,
    others = Object.keys(view.carriers).filter((word) => play.deeds.talk(word).length);
  return h(
    "div",
    { class: "aside" },
    others.length
      ? h(
          "button",
          {
            class: "button small ghost",
            onclick: (/** @type {Event} */ event) => play.sayOf(event.currentTarget, others),
          },
          play.word("carriers"),
        )
      : null,
    saidOf(play, (about) => !(about in view.rows)),
    view.phase === "begin" && view.said.length
      ? h(
          "span",
          { class: "muted-felt" },
          view.said
            .map(
              (/** @type {string} */ word, /** @type {number} */ seat) =>
                `${names[seat]}: ${play.word(word)}`,
            )
            .join(" · "),
        )
      : null,
  );
}
