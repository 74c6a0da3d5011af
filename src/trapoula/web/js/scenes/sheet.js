/** A sheet of boxes for each player, to be crossed off with cards of the hand. */

import { h, s } from "../dom.js";
import { number, plainNumber, t, tn } from "../texts.js";
import { drawCard } from "./card.js";
import { pickedSlots, pilePlace } from "./places.js";
import { cardCount } from "./rows.js";

/** @typedef {import("./play.js").Play} Play */

const ASIDE = "aside"; // the place where discards go
const SLOTS = 3; // buttons for the picked cards; if several actions need no cards, places are tapped

/** @type {import("./play.js").Picture} */
export const picture = {
  kind: "sheet-table",
  several: () => true,
  draw: (play) => [piles(play), sheets(play)],
  slots: (play) =>
    !play.picked.length && play.deeds.bares.length > SLOTS
      ? Array(SLOTS).fill(undefined)
      : pickedSlots(play, SLOTS),
};

/** @param {Play} play */
function piles(play) {
  const { view } = play,
    discards = view.discards,
    { state: lit, ...aside } = play.place(ASIDE),
    last = discards.at(-1);
  return h(
    "div",
    { class: "draws" },
    Object.entries(view.piles).map(([name, pile]) =>
      pilePlace(play, name, pile, cardCount(pile.count), play.word(name)),
    ),
    h(
      "button",
      { class: `draw ${lit}`, "data-key": ASIDE, ...aside },
      last === undefined ? h("div", { class: "num gap" }) : drawCard(last, { kind: "idle" }),
      h("span", { class: "caption" }, t("Discards: {n}", { n: discards.length })),
    ),
  );
}

/** @param {Play} play */
function sheets(play) {
  const { view, names } = play,
    own = view.seat ?? 0;
  return h(
    "div",
    { class: "sheets" },
    names
      .map((_, seat) => (own + seat) % names.length)
      .map((seat, at) => sheet(play, seat, at === 0 && view.seat !== null)),
  );
}

/** @param {Play} play @param {number} seat @param {boolean} mine */
function sheet(play, seat, mine) {
  const { view, names } = play,
    crossed = view.crossed[seat];
  const left = view.sheet.reduce(
    (/** @type {number} */ sum, /** @type {number} */ boxes, /** @type {number} */ at) =>
      sum + boxes - crossed[at],
    0,
  );
  return h(
    "section",
    {
      class: `paper ${mine ? "mine" : ""} ${view.turn === seat ? "on" : ""}`,
      "data-key": `sheet-${seat}`,
      "aria-label": t("Sheet: {name}", { name: names[seat] }),
    },
    h(
      "h2",
      {},
      names[seat],
      h("span", { class: "caption" }, tn("{n} box open", "{n} boxes open", left)),
      mine ? null : h("span", { class: "caption" }, cardCount(view.hands[seat])),
    ),
    h(
      "div",
      { class: "boxes" },
      view.sheet.map((/** @type {number} */ boxes, /** @type {number} */ at) =>
        boxRow(play, seat, mine, at + 1, boxes, crossed[at]),
      ),
    ),
  );
}

/** @param {Play} play @param {number} seat @param {boolean} mine @param {number} value @param {number} boxes @param {number} crossed */
function boxRow(play, seat, mine, value, boxes, crossed) {
  const { state, ...place } = play.place(String(value), seat),
    action = mine ? play.lit(String(value)) : undefined,
    able = mine && (action || play.deeds.offers(String(value)).length);
  const label = t("Row {row}: {crossed} of {boxes} crossed", {
    row: plainNumber(value),
    crossed: number(crossed),
    boxes: number(boxes),
  });
  const kind = `box-row ${crossed === boxes ? "done" : ""} ${mine ? state : state.includes("last") ? "last" : ""} ${able ? "able" : ""}`;
  return h(
    mine ? "button" : "div",
    {
      class: kind,
      role: mine ? null : "img",
      "aria-label": action ? `${play.name(action)}. ${label}` : label,
      "data-key": `row-${value}`,
      "data-focus": `row-${seat}-${value}`,
      ...(mine ? { ...place, "data-offers": "" } : {}),
    },
    h("span", { class: "box-value", "aria-hidden": "true" }, plainNumber(value)),
    Array.from({ length: boxes }, (_, box) =>
      s(
        "svg",
        {
          viewBox: "0 0 20 20",
          class: `box ${box < crossed ? "crossed" : ""}`,
          "aria-hidden": "true",
        },
        s("rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 3 }),
        box < crossed ? s("path", { d: "M5 5L15 15M15 5L5 15" }) : null,
      ),
    ),
  );
}
