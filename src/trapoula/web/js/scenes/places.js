/** A table made of places, for any game without its own scene. */

import { h } from "../dom.js";
import { number } from "../texts.js";
import { drawCard, faceOf, heap, nameOf, smallCard } from "./card.js";

/**
 * @typedef {import("./play.js").Play} Play
 *
 * A place of a view; other numbers are for its words.
 * @typedef {{kind: string, count: number, cards?: number[], seats?: number[], seat?: number} & Record<string, unknown>} Place
 */

const OPEN = new Set(["hand", "meld", "row"]); // kinds that are not described if they are empty
const CROWD = 3; // more players than this are in one line

/** @type {import("./play.js").Picture} */
export const picture = {
  kind: "places-table",
  quick: true,
  several: (play) => play.deeds.done.some(({ size }) => (size ?? 0) > 1),
  draw: (play) => {
    const { hands, seat: own } = play.view,
      seats = hands.map((/** @type {number} */ _, /** @type {number} */ at) => at),
      crowded = seats.length > CROWD || own === null, // then all stand in one line
      around = [...seats.slice(own ?? 0), ...seats.slice(0, own ?? 0)].slice(crowded ? 0 : 1);
    return [
      h(
        "div",
        { class: `sides ${crowded ? "crowded" : ""}` },
        around.map((/** @type {number} */ seat) => side(play, seat)),
      ),
      h(
        "div",
        { class: "places" },
        placesOf(play, undefined).map(([name, place]) => placed(play, name, place)),
      ),
      crowded ? null : h("div", { class: "sides own" }, side(play, own)),
    ];
  },
  slots: (play) => pickedSlots(play, 1),
};

/** Buttons for the picked cards, with fixed positions; without cards, for the places. @param {Play} play @param {number} least */
export function pickedSlots(play, least) {
  const able = play.picked.length ? play.deeds.with(play.picked) : play.deeds.bares;
  return Array.from({ length: Math.max(least, able.length) }, (_, at) => able[at]);
}

/** The places of a seat, or shared ones. @param {Play} play @param {number | undefined} seat */
function placesOf(play, seat) {
  return /** @type {[string, Place][]} */ (Object.entries(play.view.places)).filter(
    ([, place]) => place.seat === seat,
  );
}

/** The label of a place: by its name, its name without a number, or its kind. @param {Play} play @param {string} name @param {Place} place */
function called(play, name, place) {
  const words = play.page.game.words ?? {},
    known = [name, name.replace(/-[^-]*$/, "")].find((one) => one in words);
  return play.word(known ?? place.kind, facts(play, place));
}

/** The numbers of a place, as facts of its words. @param {Play} play @param {Record<string, unknown>} place */
function facts(play, place) {
  return Object.fromEntries(
    Object.entries(place)
      .filter(([fact, value]) => fact !== "kind" && !Array.isArray(value))
      .map(([fact, value]) => [
        fact,
        typeof value === "number" ? number(value) : play.word(String(value)),
      ]),
  );
}

/** A pile that can be pressed: its open card, or its back. @param {Play} play @param {string} name @param {{top: number | null, count: number}} pile @param {string} caption @param {string} [label] its label, if the caption does not say it */
export function pilePlace(play, name, { top, count }, caption, label) {
  const { state, ...place } = play.place(name);
  return h(
    "button",
    { class: `draw ${state}`, "data-key": name, "data-focus": `draw-${name}`, ...place },
    label ? h("span", { class: "unseen" }, label) : null,
    top === null ? heap(count) : drawCard(top, { key: `n${top}`, kind: play.ringed(top) }),
    h("span", { class: "caption" }, caption),
  );
}

/** One place. @param {Play} play @param {string} name @param {Place} place */
function placed(play, name, place) {
  const caption = called(play, name, place);
  if (place.kind === "trick") return trick(play, name, place, caption);
  if (place.kind === "stock" || place.kind === "discard")
    return pilePlace(play, name, { top: place.cards?.at(-1) ?? null, count: place.count }, caption);
  return spread(play, name, place, caption);
}

/** Cards side by side; each that can be acted on is a place. @param {Play} play @param {string} name @param {Place} place @param {string} caption */
function spread(play, name, { kind, cards = [] }, caption) {
  const { state, ...own } = play.place(name);
  return h(
    "div",
    {
      class: `spread-place of-${kind} ${state}`,
      role: "group",
      "aria-label": caption,
      "data-key": name,
      ...own,
    },
    h(
      "div",
      { class: "spread-cards" },
      cards.map((card) => {
        const face = faceOf(card),
          able = play.deeds.done.some(({ to }) => to === face),
          { state: lit, ...target } = play.place(face);
        return drawCard(card, {
          key: `n${card}`,
          kind: `${play.ringed(card)} ${able ? lit : ""}`,
          ...(able ? { tag: "button", more: target } : {}),
        });
      }),
    ),
    h("span", { class: "caption" }, caption),
  );
}

/** A card before each seat, yours nearest. @param {Play} play @param {string} name @param {Place} place @param {string} caption */
function trick(play, name, { cards = [], seats = [] }, caption) {
  const { view, names } = play,
    { state, ...own } = play.place(name),
    all = names.length;
  return h(
    "button",
    {
      class: `trick-place ${state}`,
      "data-key": name,
      "data-focus": `draw-${name}`,
      "data-seats": all,
      ...own,
    },
    h("span", { class: "unseen" }, caption),
    names.map((who, seat) => {
      const at = seats.indexOf(seat),
        turn = (seat - (view.seat ?? 0) + all) % all;
      return h(
        "div",
        {
          class: "trick-card",
          "data-key": `seat-${seat}`,
          "data-at": turn,
        },
        at < 0
          ? h("div", { class: "num gap" })
          : drawCard(cards[at], {
              key: `n${cards[at]}`,
              kind: play.ringed(cards[at]),
              label: `${who}: ${nameOf(cards[at])}`,
            }),
      );
    }),
  );
}

/** What is beside a player: points, bids, won cards, melds. @param {Play} play @param {number} seat */
function side(play, seat) {
  const { view, names } = play,
    own = placesOf(play, seat).filter(([, place]) => place.cards?.length || !OPEN.has(place.kind));
  if (!view.scores && !own.length) return null;
  return h(
    "div",
    { class: `side ${view.turn === seat ? "on" : ""}`, "data-key": `side-${seat}` },
    h("strong", {}, names[seat]),
    view.scores
      ? h("span", { class: "score" }, play.word("score", { n: number(view.scores[seat]) }))
      : null,
    own.map(([name, place]) =>
      place.kind !== "captured" && place.cards?.length
        ? spread(play, name, place, called(play, name, place))
        : h(
            "span",
            { "data-key": name },
            called(play, name, place),
            place.cards?.map((card) => smallCard(card)),
          ),
    ),
  );
}
