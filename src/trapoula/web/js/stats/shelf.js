/**
 * The achievements of a player: first wins and others.
 */

import { title } from "../catalogue.js";
import { told } from "../days.js";
import { h } from "../dom.js";
import { picture } from "../hall/tile.js";
import { icon } from "../parts/icons.js";
import { number, t } from "../texts.js";
import { deedOf, nameOf, signOf } from "./feats.js";

/**
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../wire.js").Shelf} Shelf
 * @typedef {import("../wire.js").Achievement} Achievement
 */

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
    h("span", { class: "feat-sign" }, icon(signOf(name))),
    h(
      "span",
      {},
      h("strong", {}, nameOf(name)),
      h("span", { class: "muted" }, deedOf(name)),
      at === null
        ? need > 1 && have
          ? h("span", { class: "muted" }, bar(have, need), t("{have} of {need}", { have, need }))
          : null
        : h("span", { class: "muted" }, since(at)),
    ),
  );
}

/**
 * A game with the day of its first win, or one not won yet.
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

/** The progress to an achievement. @param {number} have @param {number} need */
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

/** The next achievement of a game. @param {number} won */
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
