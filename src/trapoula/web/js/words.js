/** Names of cards and piles: every card has full forms, so that each language can inflect them. */

import { plainNumber, t, tn } from "./texts.js";

/** @type {Record<string, string>} */
const RANKS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
/** @type {Record<string, string>} */
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
/** @type {Record<string, string>} */
const JOKERS = { BJ: "black joker", RJ: "red joker" };

/** The full name of a card. @param {string} card */
function called(card) {
  return JOKERS[card] ?? `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** The name of a card, as a label. @param {string} card */
export function cardName(card) {
  return card === "--" ? t("a card face down") : t(called(card));
}

/** The name of a card as the object of a sentence. @param {string} card */
export function cardObject(card) {
  return card === "--" ? t("a hidden card") : t(`the ${called(card)}`);
}

/** @type {Record<string, string>} */
const KINDS = {
  stock: "Stock",
  waste: "Waste",
  foundation: "Foundation",
  column: "Column",
  reserve: "Reserve",
  cell: "Cell",
};
/** @type {Record<string, string>} */
const NUMBERED = {
  stock: "Stock {n}",
  waste: "Waste {n}",
  foundation: "Foundation {n}",
  column: "Column {n}",
  reserve: "Reserve {n}",
  cell: "Cell {n}",
};

/**
 * The names of all piles of a layout: the kind, numbered if there are several; in a grid, row and place.
 * @param {import("./types.js").Place[]} layout
 * @returns {Record<string, string>}
 */
export function pileNames(layout) {
  /** @type {Record<string, string>} */
  const names = {};
  /** @type {Record<string, number>} */
  const count = {};
  for (const { pile, zone, kind, y, sign } of layout) {
    const several = layout.filter((other) => other.kind === kind).length > 1;
    count[kind] = (count[kind] ?? 0) + 1;
    const grid = layout.filter(
      (other) => other.zone === zone && other.kind === "column" && other.fan === "none",
    );
    const rows = [...new Set(grid.map((other) => other.y))].sort((one, other) => one - other);
    const row =
      rows.length > 1 && kind === "column"
        ? grid.filter((other) => other.y === y).sort((one, other) => one.x - other.x)
        : [];
    const name = row.length
      ? t("Row {row}, place {place}", {
          row: plainNumber(rows.indexOf(y) + 1),
          place: plainNumber(row.findIndex((other) => other.pile === pile) + 1),
        })
      : several
        ? t(NUMBERED[kind] ?? "{n}", { n: plainNumber(count[kind]) })
        : t(KINDS[kind] ?? kind);
    names[pile] = sign ? `${name} (${sign})` : name;
  }
  return names;
}

/**
 * The content of a pile, for screen readers.
 * @param {string} name
 * @param {string[]} cards
 */
export function pileLabel(name, cards) {
  if (!cards.length) return t("{pile}: empty", { pile: name });
  const hidden = cards.filter((card) => card === "--").length;
  const counted = tn("{n} card", "{n} cards", cards.length);
  const top = cardName(cards[cards.length - 1]);
  if (hidden && hidden < cards.length)
    return t("{pile}: {card}; {cards}, {hidden} face down", {
      pile: name,
      card: top,
      cards: counted,
      hidden,
    });
  return t("{pile}: {card}; {cards}", { pile: name, card: top, cards: counted });
}

/** @type {Record<string, string>} */
const VERBS = {
  turn: "Turn",
  deal: "Deal",
  drop: "Discard",
  redeal: "Deal again",
  gather: "Gather",
  match: "Match",
  stay: "Stay",
  offer: "Other base",
  attack: "Attack",
  discard: "Discard",
};

/** @param {string} verb */
export function verbName(verb) {
  return t(VERBS[verb] ?? verb);
}

/** @type {Record<string, string>} */
const FAMILIES = {
  packers: "Packing columns",
  spiders: "Spiders",
  open: "Open cards",
  foundations: "Building suits",
  pairs: "Pairs",
  chains: "Chains",
  grids: "Grids and curiosities",
  table: "At the table",
};

/** @param {string} family */
export function familyName(family) {
  return t(FAMILIES[family] ?? family);
}

/** @param {string} word */
export function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1); // without a locale: Greek would drop accents
}

const VOWELS = "aeiouyαεηιουωάέήίόύώϊϋΐΰ";
const SYLLABLE = new RegExp(`([${VOWELS}])(?=[^${VOWELS}\\s-][${VOWELS}])`, "gi"); // its end, before one consonant and a vowel

/** A name with soft hyphens at the syllables of long words. @param {string} name */
export function breakable(name) {
  return name.replace(/\S{7,}/g, (long) => long.replace(SYLLABLE, "$1\u00ad"));
}
