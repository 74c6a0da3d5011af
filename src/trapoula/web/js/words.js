/** Names of cards and piles: whole forms for every card, so that each language can bend them. */

import { plainNumber, t, tn } from "./texts.js";

/**
 * Each card as a name, and as the thing that is moved.
 * @type {Record<string, [string, string]>}
 */
const CARDS = {
  AC: ["ace of clubs", "the ace of clubs"],
  AD: ["ace of diamonds", "the ace of diamonds"],
  AH: ["ace of hearts", "the ace of hearts"],
  AS: ["ace of spades", "the ace of spades"],
  "2C": ["two of clubs", "the two of clubs"],
  "2D": ["two of diamonds", "the two of diamonds"],
  "2H": ["two of hearts", "the two of hearts"],
  "2S": ["two of spades", "the two of spades"],
  "3C": ["three of clubs", "the three of clubs"],
  "3D": ["three of diamonds", "the three of diamonds"],
  "3H": ["three of hearts", "the three of hearts"],
  "3S": ["three of spades", "the three of spades"],
  "4C": ["four of clubs", "the four of clubs"],
  "4D": ["four of diamonds", "the four of diamonds"],
  "4H": ["four of hearts", "the four of hearts"],
  "4S": ["four of spades", "the four of spades"],
  "5C": ["five of clubs", "the five of clubs"],
  "5D": ["five of diamonds", "the five of diamonds"],
  "5H": ["five of hearts", "the five of hearts"],
  "5S": ["five of spades", "the five of spades"],
  "6C": ["six of clubs", "the six of clubs"],
  "6D": ["six of diamonds", "the six of diamonds"],
  "6H": ["six of hearts", "the six of hearts"],
  "6S": ["six of spades", "the six of spades"],
  "7C": ["seven of clubs", "the seven of clubs"],
  "7D": ["seven of diamonds", "the seven of diamonds"],
  "7H": ["seven of hearts", "the seven of hearts"],
  "7S": ["seven of spades", "the seven of spades"],
  "8C": ["eight of clubs", "the eight of clubs"],
  "8D": ["eight of diamonds", "the eight of diamonds"],
  "8H": ["eight of hearts", "the eight of hearts"],
  "8S": ["eight of spades", "the eight of spades"],
  "9C": ["nine of clubs", "the nine of clubs"],
  "9D": ["nine of diamonds", "the nine of diamonds"],
  "9H": ["nine of hearts", "the nine of hearts"],
  "9S": ["nine of spades", "the nine of spades"],
  TC: ["ten of clubs", "the ten of clubs"],
  TD: ["ten of diamonds", "the ten of diamonds"],
  TH: ["ten of hearts", "the ten of hearts"],
  TS: ["ten of spades", "the ten of spades"],
  JC: ["jack of clubs", "the jack of clubs"],
  JD: ["jack of diamonds", "the jack of diamonds"],
  JH: ["jack of hearts", "the jack of hearts"],
  JS: ["jack of spades", "the jack of spades"],
  QC: ["queen of clubs", "the queen of clubs"],
  QD: ["queen of diamonds", "the queen of diamonds"],
  QH: ["queen of hearts", "the queen of hearts"],
  QS: ["queen of spades", "the queen of spades"],
  KC: ["king of clubs", "the king of clubs"],
  KD: ["king of diamonds", "the king of diamonds"],
  KH: ["king of hearts", "the king of hearts"],
  KS: ["king of spades", "the king of spades"],
  BJ: ["black joker", "the black joker"],
  RJ: ["red joker", "the red joker"],
};

/** The name of a card, as a label. @param {string} card */
export function cardName(card) {
  return card === "--" ? t("a card face down") : t(CARDS[card]?.[0] ?? card);
}

/** The name of a card as the object of a sentence. @param {string} card */
export function cardObject(card) {
  return card === "--" ? t("a hidden card") : t(CARDS[card]?.[1] ?? card);
}

/** @type {Record<string, string>} */
const KINDS = { stock: "Stock", waste: "Waste", foundation: "Foundation", column: "Column", reserve: "Reserve", cell: "Cell" };
/** @type {Record<string, string>} */
const NUMBERED = {
  stock: "Stock {n}", waste: "Waste {n}", foundation: "Foundation {n}", column: "Column {n}", reserve: "Reserve {n}", cell: "Cell {n}",
};

/**
 * The names of all piles of a layout: the sort of pile, numbered where there are several of a sort; in a grid, row and place.
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
    const grid = layout.filter((other) => other.zone === zone && other.kind === "column" && other.fan === "none");
    const rows = [...new Set(grid.map((other) => other.y))].sort((one, other) => one - other);
    const row = rows.length > 1 && kind === "column" ? grid.filter((other) => other.y === y).sort((one, other) => one.x - other.x) : [];
    const name = row.length ? t("Row {row}, place {place}", { row: plainNumber(rows.indexOf(y) + 1), place: plainNumber(row.findIndex((other) => other.pile === pile) + 1) })
      : several ? t(NUMBERED[kind] ?? "{n}", { n: plainNumber(count[kind]) }) : t(KINDS[kind] ?? kind);
    names[pile] = sign ? `${name} (${sign})` : name;
  }
  return names;
}

/**
 * What a pile holds, for those who hear it.
 * @param {string} name
 * @param {string[]} cards
 */
export function pileLabel(name, cards) {
  if (!cards.length) return t("{pile}: empty", { pile: name });
  const hidden = cards.filter((card) => card === "--").length;
  const counted = tn("{n} card", "{n} cards", cards.length);
  const top = cardName(cards[cards.length - 1]);
  if (hidden && hidden < cards.length) return t("{pile}: {card}; {cards}, {hidden} face down", { pile: name, card: top, cards: counted, hidden });
  return t("{pile}: {card}; {cards}", { pile: name, card: top, cards: counted });
}

/** @type {Record<string, string>} */
const VERBS = {
  turn: "Turn", deal: "Deal", drop: "Discard", redeal: "Deal again", gather: "Gather", match: "Match", stay: "Stay", offer: "Other base",
  attack: "Attack", discard: "Discard",
};

/** @param {string} verb */
export function verbName(verb) {
  return t(VERBS[verb] ?? verb);
}

/** @type {Record<string, string>} */
const FAMILIES = {
  packers: "Packing columns", spiders: "Spiders", open: "Open cards", foundations: "Building suits", pairs: "Pairs", chains: "Chains", grids: "Grids and curiosities", table: "At the table",
};

/** @param {string} family */
export function familyName(family) {
  return t(FAMILIES[family] ?? family);
}

/** @param {string} word */
export function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1); // by no language: Greek would drop accents
}
