/** Games by what people call them, by their kind, and by a slip of the finger. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.mjs";

const { findGames } = await script("search.js");

/** @param {string} game @param {object} facts */
const entry = (game, facts) => ({
  game,
  family: "packers",
  names: { en: [game] },
  summaries: {},
  options: [],
  seats: [1, 1],
  layout: [],
  decks: 1,
  hidden: true,
  famous: null,
  ...facts,
});
const GAMES = [
  entry("klondike", { names: { en: ["Klondike", "Solitaire"], el: ["Κλόνταϊκ"] }, famous: 1 }),
  entry("spider", { family: "spiders", decks: 2, famous: 2 }),
  entry("freecell", { hidden: false, odds: { share: 0.99, low: 0.99, high: 1 }, famous: 3 }),
];
/** @param {string} query @param {Record<string, string[]>} [kinds] */
const found = (query, kinds) => findGames(GAMES, query, kinds).map(({ game }) => game);

test("an empty query finds everything", () => assert.equal(found("").length, 3));
test("a name is found by its beginning, its other names and in another script", () => {
  assert.equal(found("klon")[0], "klondike");
  assert.equal(found("solitaire")[0], "klondike");
  assert.equal(found("κλονταικ")[0], "klondike");
});
test("a slip is forgiven", () => {
  assert.equal(found("spidre")[0], "spider");
  assert.equal(found("frecell")[0], "freecell");
});
test("kinds are understood, the famous first", () => {
  const kinds = { "decks-2": ["two packs"], often: ["easy"] };
  assert.deepEqual(found("two packs", kinds), ["spider"]);
  assert.deepEqual(found("easy", kinds), ["freecell"]);
});
test("what nothing is like finds nothing", () => assert.deepEqual(found("qqqqqqq"), []));
