/** Starting a tutorial: whether a game has one, its button, and its table. */

import { getJson, send, still } from "../api.js";
import { oneGame } from "../catalogue.js";
import { h } from "../dom.js";
import { go } from "../main.js";
import { icon } from "../parts/icons.js";
import { commit } from "../store.js";
import { t } from "../texts.js";
import { forget, keep, recall } from "./keep.js";

/** @type {Promise<string[]> | null} */
let known = null;

/** @param {string} game */
async function has(game) {
  known ??= /** @type {Promise<string[]>} */ (getJson(still("js/tour/index.json")));
  known.catch(() => (known = null));
  const games = await known.catch(() => /** @type {string[]} */ ([]));
  return games.includes(game);
}

/**
 * The button to a game's tutorial, or null.
 * @param {{game: string}} game
 * @returns {Promise<HTMLElement | null>}
 */
export async function offer({ game }) {
  return (await has(game)) || (await oneGame(game)).first_round
    ? h("a", { class: "button steps", href: `/game/${game}?steps` }, icon("hint"), t("Tutorial"))
    : null;
}

/** Make the table of the tutorial and open it: a round with bots, or a deal in which each step is possible. @param {import("../types.js").Game} game */
export async function begin({ game, first_round: round }) {
  if (!round && !(await has(game))) return go(`/game/${game}`, { replace: true });
  const { steps: _, ...wishes } = round ?? (await import(`./games/${game}.js`)).tour;
  await forget();
  const { type: __, ...room } = await send("POST", "/api/rooms", {
    game,
    watch: "nobody",
    start: true,
    ...wishes,
  });
  keep(recall(room.room, true));
  commit({ room, received: performance.now() });
  return go(`/table/${room.room}?steps`, { replace: true });
}
