/** Games by what people call them, as texts/search.py finds them: the names come with the catalogue. */

import { bare } from "./texts.js";

const SAME = 0,
  BEGINS = 1,
  INSIDE = 2,
  NEAR = 3,
  ONE_SLIP = 4,
  TWO_SLIPS = 8;

/** @param {string} text only its words, without accents and signs */
const fold = (text) =>
  bare(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The games that a query finds, those that fit best first; all of them for an empty one.
 * @param {import("./types.js").Game[]} games @param {string} query
 */
export function findGames(games, query) {
  const asked = fold(query);
  if (!asked) return games;
  const fits = games.map((game) => {
    const [best] = [[game.game], ...Object.values(game.names)]
      .flat()
      .map((name) => fit(asked, fold(name)))
      .sort(better);
    return { game, best };
  });
  for (const worst of [INSIDE, NEAR]) {
    const found = fits.filter(({ best }) => best[0] <= worst);
    if (found.length)
      return found.sort((one, other) => better(one.best, other.best)).map(({ game }) => game);
  }
  return [];
}

/** @param {[number, number]} one @param {[number, number]} other */
const better = (one, other) => one[0] - other[0] || one[1] - other[1];

/**
 * How well a query fits a name, and how many letters they differ by in length.
 * @param {string} asked @param {string} name
 * @returns {[number, number]}
 */
function fit(asked, name) {
  const whole = name.replaceAll(" ", ""),
    joined = asked.replaceAll(" ", ""),
    words = name.split(" ");
  const rest = Math.abs(whole.length - joined.length);
  if (joined === whole) return [SAME, rest];
  const apart = Math.max(
    ...asked.split(" ").map((part) => Math.min(...words.map((word) => fitsWord(part, word)))),
  );
  return [Math.min(apart, fitsWord(joined, whole)), rest];
}

/** @param {string} asked @param {string} word */
function fitsWord(asked, word) {
  if (word.startsWith(asked)) return BEGINS;
  if (word.includes(asked)) return INSIDE;
  const slips = Number(asked.length >= ONE_SLIP) + Number(asked.length >= TWO_SLIPS);
  for (
    let end = Math.max(1, asked.length - slips);
    slips && end <= Math.min(word.length, asked.length + slips);
    end += 1
  )
    if (slipsBetween(asked, word.slice(0, end)) <= slips) return NEAR;
  return NEAR + 1;
}

/** Letters to be changed, added, left out or swapped to get from one to the other. @param {string} one @param {string} other */
function slipsBetween(one, other) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const above = row,
      older = before;
    row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      let cost = Math.min(
        above[j] + 1,
        row[j - 1] + 1,
        above[j - 1] + Number(one[i - 1] !== other[j - 1]),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, older[j - 2] + 1);
      row.push(cost);
    }
    before = above;
  }
  return row[other.length];
}
