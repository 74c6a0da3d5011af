/**
 * What somebody has achieved: the games won for the first time, and what else is worth having
 * done.
 */

import { title } from "../catalogue.js";
import { told } from "../days.js";
import { h } from "../dom.js";
import { picture } from "../hall/tile.js";
import { icon } from "../parts/icons.js";
import { number, t } from "../texts.js";

/**
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../wire.js").Shelf} Shelf
 * @typedef {import("../wire.js").Achievement} Achievement
 */

/** How each achievement is drawn. @type {Record<Achievement["name"], string>} */
const SIGNS = {
  "first-win": "play",
  "no-undo": "undo",
  "no-help": "hint",
  "hard-game": "verdict",
  "every-family": "deal",
  "hundred-wins": "winnable",
  together: "people",
  "whole-day": "finish",
  "week-in-a-row": "flame",
  "month-of-days": "calendar",
};

/** @type {Record<string, string>} */
const NAMES = {
  "first-win": "First win",
  "no-undo": "No way back",
  "no-help": "On your own",
  "hard-game": "Against the odds",
  "every-family": "Grand tour",
  "hundred-wins": "A hundred wins",
  together: "In good company",
  "whole-day": "A full day",
  "week-in-a-row": "A week in a row",
  "month-of-days": "A month of days",
};

/** @type {Record<string, string>} */
const DEEDS = {
  "first-win": "Win any game.",
  "no-undo": "Win a patience without undo.",
  "no-help": "Win a patience without undo or hints.",
  "hard-game": "Win a hard game.",
  "every-family": "Win a game of every family.",
  "hundred-wins": "Win a hundred games.",
  together: "Win with friends or bots.",
  "whole-day": "Win all of a day's deals.",
  "week-in-a-row": "Win a deal of the day seven days in a row.",
  "month-of-days": "Win a deal of the day on 30 days.",
};

/** @param {number} at seconds since 1970 */
const since = (at) => told(new Date(at * 1000), { dateStyle: "medium" });

/** The shelf, as parts of a page. @param {Shelf} shelf @param {Game[]} games */
export function shelfOf({ firsts, achievements }, games) {
  const won = games.filter(({ game }) => game in firsts).length;
  const open = achievements.filter(({ at }) => at === null),
    had = achievements.filter(({ at }) => at !== null);
  return h(
    "section",
    { class: "sheet shelf", id: "achievements" },
    h("h2", {}, t("Achievements")),
    h("ul", { class: "feats" }, [...had, ...open].map(feat)),
    h("h3", {}, t("Games won: {won} of {all}", { won, all: games.length })),
    bar(won, games.length),
    h(
      "ul",
      { class: "firsts" },
      [...games]
        .sort((one, other) => Number(other.game in firsts) - Number(one.game in firsts))
        .map((game) => first(game, firsts[game.game])),
    ),
  );
}

/** @param {Achievement} achievement */
function feat({ name, have, need, at }) {
  return h(
    "li",
    { class: at === null ? "" : "had" },
    h("span", { class: "medal" }, icon(SIGNS[name])),
    h(
      "span",
      {},
      h("strong", {}, t(NAMES[name])),
      h("span", { class: "muted" }, t(DEEDS[name])),
      at === null
        ? need > 1 && have
          ? h("span", { class: "muted" }, bar(have, need), t("{have} of {need}", { have, need }))
          : null
        : h("span", { class: "muted" }, since(at)),
    ),
  );
}

/**
 * A game that was won, with the day of its first win, or one that waits.
 * @param {Game} game
 * @param {number} [at]
 */
function first(game, at) {
  const named = at
    ? t("{game}, first won {date}", { game: title(game), date: since(at) })
    : title(game);
  return h(
    "li",
    {},
    h(
      "a",
      {
        href: `/game/${game.game}`,
        class: at ? "had" : null,
        title: named,
      },
      picture(game),
      h("span", { class: "unseen" }, named),
    ),
  );
}

/** How far somebody is on the way to something. @param {number} have @param {number} need */
export function bar(have, need) {
  return h("span", {
    class: "way",
    "aria-hidden": "true",
    vars: { "--done": `${Math.round((100 * Math.min(have, need)) / need)}%` },
  });
}

/** The next round number of wins. @param {number} won */
export function nextGoal(won) {
  return [1, 5, 10, 25, 50, 100, 250, 500, 1000].find((goal) => goal > won);
}

/** What comes next at a game. @param {number} won */
export function goal(won) {
  const next = nextGoal(won);
  return next
    ? h(
        "p",
        { class: "goal muted" },
        bar(won, next),
        t("Next goal: {wins} wins", { wins: number(next) }),
      )
    : null;
}
