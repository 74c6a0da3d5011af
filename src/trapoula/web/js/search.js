/** Games by what people call them, or by their kind: "easy", "two packs", "short spiders". */

import { bare } from "./texts.js";
import { familyName } from "./words.js";

/** @typedef {import("./types.js").Game} Game */

const SAME = 0,
  BEGINS = 1,
  INSIDE = 2,
  NEAR = 3,
  ONE_SLIP = 4,
  TWO_SLIPS = 8;
const BEGUN = 4; // letters that identify a word of a kind

/**
 * Levels of how often a game can be won, highest first, each with its least share.
 * @type {[string, number][]}
 */
const CHANCES = [
  ["often", 2 / 3],
  ["half", 1 / 3],
  ["hard", 0],
];
/**
 * Levels of how long a game is, longest first, each with its least number of moves.
 * @type {[string, number][]}
 */
const LENGTHS = [
  ["long", 100],
  ["medium", 50],
  ["short", 0],
];

/**
 * The share of deals that can be won, or the middle of its interval.
 * @param {Game} game
 */
export function shareOf({ odds }) {
  return odds ? (odds.share ?? (odds.low + odds.high) / 2) : null;
}

/**
 * How often a game can be won: often, half or hard; undefined if unknown.
 * @param {Game} game
 */
export function chanceOf(game) {
  return level(shareOf(game), CHANCES);
}

/** @param {number | null | undefined} figure @param {[string, number][]} levels */
function level(figure, levels) {
  return typeof figure === "number" ? levels.find(([, least]) => figure >= least)?.[0] : undefined;
}

/**
 * Whether a game is of a kind.
 * @param {Game} game
 * @param {string} kind
 */
function isOf(game, kind) {
  const [what, count] = kind.split("-"),
    number = Number(count);
  if (what === "decks") return game.decks === number;
  if (what === "players") return game.seats[0] <= number && number <= game.seats[1];
  if (kind === "alone") return game.layout !== null;
  if (kind === "together") return game.seats[1] > 1;
  if (kind === "open" || kind === "hidden") return game.hidden === (kind === "hidden");
  if (kind === "famous") return Boolean(game.famous);
  return [game.family, chanceOf(game), level(game.length, LENGTHS)].includes(kind);
}

/** @param {string} text only its words, without accents and signs */
const fold = (text) =>
  bare(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * The games that match a query, best first; all for an empty query. Names come before kinds. Summaries are searched
 * only if nothing else matches.
 * @param {Game[]} games @param {string} query @param {Record<string, string[]>} [kinds] the words for kinds
 */
export function findGames(games, query, kinds = {}) {
  const asked = fold(query);
  if (!asked) return games;
  const called = named(games, asked, INSIDE),
    [wanted, rest] = understood(asked, kinds);
  const fitting = games.filter((game) => wanted.every((kind) => isOf(game, kind)));
  const sorted = [...fitting].sort((one, other) => (one.famous ?? 999) - (other.famous ?? 999));
  const meant = wanted.length ? (rest ? named(fitting, rest, INSIDE) : sorted) : [];
  const found = [...new Set([...called, ...meant])];
  if (found.length) return found;
  const near = named(games, asked, NEAR);
  return near.length ? near : games.filter((game) => tells(game, asked));
}

/**
 * The kinds in a query, and the rest of it.
 * @param {string} asked @param {Record<string, string[]>} kinds
 * @returns {[string[], string]}
 */
function understood(asked, kinds) {
  const phrases = Object.entries(kinds)
    .flatMap(([kind, words]) =>
      [...words, kind && familyName(kind)].map(
        (word) => /** @type {[string, string]} */ ([fold(word), kind]),
      ),
    )
    .sort(([one], [other]) => other.length - one.length);
  const last = asked.split(" ").at(-1) ?? "";
  const begun = last.length >= BEGUN && phrases.find(([phrase]) => phrase.startsWith(asked));
  if (begun && begun[1]) return [[begun[1]], ""];
  let left = ` ${asked} `;
  const found = new Set();
  for (const [phrase, kind] of phrases)
    if (phrase && left.includes(` ${phrase} `)) {
      left = left.replaceAll(` ${phrase} `, " ");
      if (kind) found.add(kind);
    }
  return [[...found], left.trim()];
}

/**
 * Whether a game's summary, or one of its variants, has every word of a query.
 * @param {Game} game
 * @param {string} asked
 */
function tells(game, asked) {
  const variants = game.options.flatMap(({ variants: own }) => Object.values(own ?? {}).flat());
  const told = ` ${[...Object.values(game.summaries), ...variants].map(fold).join(" ")} `;
  const words = asked.split(" ");
  return words.some(({ length }) => length > 2) && words.every((word) => told.includes(` ${word}`));
}

/**
 * The games whose name matches, up to a worst score.
 * @param {Game[]} games
 * @param {string} asked
 * @param {number} worst
 */
function named(games, asked, worst) {
  return games
    .map((game) => {
      const [best] = [[game.game], ...Object.values(game.names)]
        .flat()
        .map((name) => fit(asked, fold(name)))
        .sort(better);
      return { game, best };
    })
    .filter(({ best }) => best[0] <= worst)
    .sort((one, other) => better(one.best, other.best))
    .map(({ game }) => game);
}

/** @param {[number, number]} one @param {[number, number]} other */
const better = (one, other) => one[0] - other[0] || one[1] - other[1];

/**
 * How well a query matches a name, and the difference in length.
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

/**
 * The edit distance: letters changed, added, removed or swapped.
 * @param {string} one
 * @param {string} other
 */
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
