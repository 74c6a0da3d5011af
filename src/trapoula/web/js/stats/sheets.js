/** Statistics, one sheet a game: numbers, records over time, and partners. */

import { title } from "../catalogue.js";
import { h, put } from "../dom.js";
import { bars, line } from "../parts/plot.js";
import { levelName } from "../seats/words.js";
import { now } from "../store.js";
import { duration, number, percent, plainNumber, t } from "../texts.js";
import { goal } from "./shelf.js";

/**
 * @typedef {import("../wire.js").Counted} Counted
 * @typedef {import("../wire.js").Ladder} Ladder
 * @typedef {import("../wire.js").Mate} Mate
 * @typedef {import("../wire.js").Played} Played
 */

const PLOTTED = 40, // games in a plot
  MET = 8;

/** @param {[string, string][]} pairs */
export function numbers(pairs) {
  return h(
    "dl",
    { class: "numbers" },
    pairs.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}

/** @param {number} won @param {number} played */
export const share = (won, played) => (played ? percent(won / played) : "–");

/** Another player at a table. @param {Mate} mate */
export const mateName = ({ name, level }) =>
  level ? t("bot: {level}", { level: levelName(level) }) : name;

/**
 * The sheet of a game by some options.
 * @param {Counted} counted
 * @param {string} name
 * @param {readonly Played[]} history
 */
export function gameSheet(counted, name, history) {
  const alone = counted.seats === 1;
  /** @type {[string, string | null][]} */
  const told = [
    [t("Played"), number(counted.played)],
    [t("Won"), number(counted.won)],
    [t("Win rate"), share(counted.won, counted.played)],
    [t("Streak"), number(Math.max(0, counted.streak))],
    [t("Best streak"), number(counted.best_streak)],
    [t("Best score"), number(counted.best_score ?? 0)],
    [t("Best time"), counted.best_seconds === null ? null : duration(counted.best_seconds)],
    [t("Hints"), alone ? number(counted.hints) : null],
    [t("Undos"), alone ? number(counted.undos) : null],
    [t("Won without help"), alone ? number(counted.unaided) : null],
    [t("Stuck from the start"), counted.dead ? number(counted.dead) : null],
  ];
  return h(
    "section",
    { class: "sheet" },
    h("h2", {}, name),
    now().prefs.goals && alone ? goal(counted.won) : null,
    numbers(/** @type {[string, string][]} */ (told.filter(([, value]) => value !== null))),
    counted.met.length ? metList(counted) : null,
    plots(counted, history),
  );
}

/**
 * The rate, the scores and the times of the last games; every new record is marked.
 * @param {Counted} counted
 * @param {readonly Played[]} history
 */
function plots({ game, options, seats, rivals }, history) {
  const same = JSON.stringify(options);
  const past = history
    .filter(
      (own) =>
        own.game === game &&
        own.seats === seats &&
        own.cards !== "day" &&
        JSON.stringify(own.options) === same,
    )
    .slice(0, PLOTTED)
    .reverse();
  if (past.length < 2) return null;
  let wins = 0;
  const rate = past.map((own, at) => (wins += own.won ? 1 : 0) / (at + 1));
  const box = h("div", { class: "plots" });
  put(
    box,
    line(t("Win rate over time"), rate, percent),
    bars(
      t("Scores, records in gold"),
      records(
        past.map(({ score, won }) => ({ value: score ?? 0, won, counts: true })),
        (one, best) => (rivals === false ? one < best : one > best),
      ),
      number,
    ),
    bars(
      t("Times, records in gold"),
      records(
        past.map(({ seconds, won }) => ({ value: seconds, won, counts: won })),
        (one, best) => one < best,
      ),
      duration,
    ),
  );
  return box;
}

/**
 * Values, with each new record marked.
 * @param {{value: number, won: boolean, counts: boolean}[]} values @param {(one: number, best: number) => boolean} better
 */
function records(values, better) {
  /** @type {number | null} */
  let best = null;
  return values.map(({ value, won, counts }) => {
    const record = counts && best !== null && better(value, best);
    if (counts && (best === null || record)) best = value;
    return { value, won, record };
  });
}

/** A table with headings. @param {string} kind @param {string[]} headings @param {Node[]} rows */
export function list(kind, headings, rows) {
  return h(
    "table",
    { class: `list ${kind}` },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        headings.map((text) => (text ? h("th", { scope: "col" }, text) : h("td", {}))),
      ),
    ),
    h("tbody", {}, rows),
  );
}

/** Results with the same partners, or against the same rivals. @param {Counted} counted */
function metList({ met, rivals }) {
  return list(
    "met",
    [
      rivals ? t("Against") : t("Team with"),
      t("Played"),
      t("Won"),
      rivals ? t("Best score") : t("Fewest left"),
    ],
    met.slice(0, MET).map((one) =>
      h(
        "tr",
        {},
        [
          one.mates.map(mateName).join(", "),
          number(one.played),
          number(one.won),
          number(one.best_score),
        ].map((text) => h("td", {}, text)),
      ),
    ),
  );
}

/**
 * The ratings at a game.
 * @param {Ladder} ladder
 * @param {import("../types.js").Game | undefined} game
 */
export function ladderSheet({ game: id, rated }, game) {
  return h(
    "section",
    { class: "sheet scroll ladder" },
    h("h2", {}, t("Ratings: {game}", { game: game ? title(game) : id })),
    h(
      "p",
      { class: "muted" },
      t("Beating stronger players gains more. The fewer games played, the wider the range."),
    ),
    list(
      "",
      [t("Player"), t("Rating"), t("Played")],
      rated.map((one) =>
        h(
          "tr",
          { class: one.you ? "won" : "" },
          [
            one.you ? t("You") : mateName(one.mate),
            `${plainNumber(one.rating)} ± ${plainNumber(2 * one.deviation)}`,
            number(one.played),
          ].map((text) => h("td", {}, text)),
        ),
      ),
    ),
  );
}
