/** A table: a solitaire or a table game, by the room. */

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
  const [draw] = await Promise.all(
    game.layout
      ? [import("../table/patience.js").then((page) => page.patience)]
      : [import("../seats/page.js").then((page) => page.seats), dressed("seats")],
  );
  if (!place.isConnected) return leave(id);
  visited(room.game);
  const stop = draw(place, game);
  const guide = new URLSearchParams(location.search).has("steps")
    ? await (game.layout
        ? (await import("../tour/guide.js")).guide(place, game)
        : (await import("../tour/tutor.js")).teach(place, game))
    : null;
  return () => {
    guide?.();
    stop();
    leave();
  };
}
