/** Open a table: resume the last game or deal a new one; table games are set up first. */

import { getJson, Refusal, send } from "../api.js";
import { chosen, fromQuery, LAST_DEAL, oneGame, title } from "../catalogue.js";
import { dressed, h } from "../dom.js";
import { go } from "../main.js";
import { commit } from "../store.js";
import { t } from "../texts.js";
import { toast } from "../parts/toast.js";
import { lastOptions } from "../choices.js";

/** @param {HTMLElement} place @param {string} id */
export async function game(place, id) {
  place.className = "page-table";
  place.append(h("h1", { class: "unseen" }, t("Trapoula")));
  const asked = new URLSearchParams(location.search),
    deal = dealNumber(asked.get("deal"));
  const day = asked.get("day"),
    rooms = deal ? null : getJson("/api/rooms").catch(() => ({ mine: [] })); // requested while the rest loads
  const found = await oneGame(id);
  if (!place.isConnected) return;
  document.title = `${title(found)} · Trapoula`;
  if (asked.has("steps")) return (await import("../tour/offer.js")).begin(found);
  if (!found.layout)
    return (await Promise.all([import("../seats/create.js"), dressed("seats")]))[0].create(
      place,
      found,
    );
  const wanted = fromQuery(found, asked);
  const named = found.options.some(({ name }) => asked.has(name));
  const options = chosen(found, named || deal ? wanted : day ? {} : lastOptions(found));
  if (rooms) {
    const { mine } = await rooms,
      left = day
        ? await (await import("../days.js")).roomOf(found, day, mine)
        : unfinished(found, options, mine);
    if (!place.isConnected) return;
    if (left) {
      if (left.steps > 1) toast(t("You are back at the game you left."));
      return go(`/table/${left.room}`, { replace: true });
    }
  }
  await sitDown({ game: id, options, ...(deal ? { deal } : day ? { day } : {}) }, place);
}

/** The deal number in the address, if any. @param {string | null} text */
function dealNumber(text) {
  if (text === null) return null;
  const deal = Number(text);
  if (!Number.isInteger(deal) || deal < 1 || deal > LAST_DEAL)
    throw new Refusal({
      type: "error",
      code: "bad-deal",
      template: "There is no deal {number}: deals are numbered from 1 to {last:,}.",
      facts: { number: text, last: LAST_DEAL },
    });
  return deal;
}

/**
 * Your unfinished table of the same game.
 * @param {import("../types.js").Game} game @param {import("../types.js").Options} options @param {import("../types.js").RoomLine[]} mine
 */
function unfinished(game, options, mine) {
  const same = JSON.stringify(options);
  return mine.find(
    (own) =>
      !own.closed &&
      own.game === game.game &&
      own.cards !== "day" &&
      own.phase === "playing" &&
      own.seats.length <= 1 &&
      JSON.stringify(chosen(game, own.options)) === same,
  );
}

/** Make a room and open it, unless the player has left the page. @param {object} wishes @param {HTMLElement} [place] */
export async function sitDown(wishes, place) {
  const { type: _, made_way: gone, ...room } = await send("POST", "/api/rooms", wishes);
  if (gone) toast(t("You had too many tables, so the oldest one was deleted."));
  if (place && !place.isConnected) return;
  commit({ room, received: performance.now() });
  return go(`/table/${room.room}`, { replace: true });
}
