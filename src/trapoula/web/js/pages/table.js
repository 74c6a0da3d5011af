/** A table: a patience or a game for several, whichever the room is for. */

import { chosen, oneGame } from "../catalogue.js";
import { dressed } from "../dom.js";
import { visited } from "../prefs.js";
import { enter, leave } from "../room.js";
import { now } from "../store.js";

/** @param {HTMLElement} place @param {string} id */
export async function table(place, id) {
  const known = now().room;
  const room = known?.room === id ? (enter(id, known).catch(() => {}), known) : await enter(id);
  const bare = await oneGame(room.game);
  const options = chosen(bare, room.options);
  const game = Object.keys(options).length ? await oneGame(room.game, options) : bare;
  visited(room.game);
  const stop = game.layout
    ? (await import("../table/patience.js")).patience(place, game)
    : (await Promise.all([import("../seats/page.js"), dressed("seats")]))[0].seats(place, game);
  const guide = new URLSearchParams(location.search).has("steps") ? await (await import("../tour/guide.js")).guide(place, game) : null;
  return () => {
    guide?.();
    stop();
    leave();
  };
}
