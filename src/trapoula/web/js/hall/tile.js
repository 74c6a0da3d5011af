/** The tile of a game: a small picture, how often it can be won, and its variants. */

import { summary, title } from "../catalogue.js";
import { h } from "../dom.js";
import { go } from "../main.js";
import { icon } from "../parts/icons.js";
import { mini, miniTable } from "../parts/mini.js";
import { toggleFavourite } from "../prefs.js";
import { chanceOf, shareOf } from "../search.js";
import { now } from "../store.js";
import { t, tn } from "../texts.js";
import { chooser, lastOptions } from "../choices.js";
import { capital } from "../words.js";

/** @typedef {import("../types.js").Game} Game */

/** The small picture of a game's table. @param {Game} game */
export function picture(game) {
  return game.layout ? mini(game.layout) : miniTable(game.sample);
}

/** The number of players of a game. @param {Game} game */
export function players({ seats: [least, most] }) {
  return least === most
    ? tn("{n} player", "{n} players", most)
    : t("{least}–{most} players", { least, most });
}

/** @type {Record<string, string>} */
const CHANCES = { often: "Usually won", half: "About half", hard: "Hard" };

/** How often a game can be won, in words and as a small bar. @param {Game} game */
export function chance(game) {
  const kind = chanceOf(game);
  if (!kind) return null;
  return h(
    "span",
    { class: "chance" },
    h("span", {
      class: "chance-bar",
      "aria-hidden": "true",
      vars: { "--share": `${Math.round(100 * Number(shareOf(game)))}%` },
    }),
    t(CHANCES[kind]),
  );
}

/** @param {Game} game @param {{redraw: () => void, variants?: boolean}} how */
export function tile(game, { redraw, variants = false }) {
  const choose = variants
    ? chooser(game, lastOptions(game), () => void go(`/game/${game.game}`))
    : null;
  return h(
    "li",
    { class: "tile", "data-game": game.game },
    h(
      "a",
      { href: `/game/${game.game}`, class: "tile-link" },
      h("span", { class: "tile-picture" }, picture(game)),
      h(
        "span",
        { class: "tile-text" },
        h("strong", {}, title(game)),
        game.seats[1] > 1 ? h("span", { class: "muted" }, players(game)) : chance(game),
        h("span", { class: "muted summary" }, capital(summary(game))),
      ),
    ),
    choose,
    star(game, redraw),
  );
}

/** @param {Game} game @param {() => void} redraw */
function star(game, redraw) {
  const favourite = now().prefs.favourites.includes(game.game);
  return h(
    "button",
    {
      class: `plain-icon star ${favourite ? "on" : ""}`,
      "aria-pressed": String(favourite),
      "aria-label": t("Favourite: {game}", { game: title(game) }),
      onclick: () => {
        toggleFavourite(game.game);
        redraw();
      },
    },
    icon("star"),
  );
}
