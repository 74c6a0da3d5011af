/** Slow tables: the time left in days, and holidays, which stop a player's clock. */

import { h } from "../dom.js";
import { open } from "../parts/dialog.js";
import { now } from "../store.js";
import { dayOf, duration, t, tn } from "../texts.js";

/** @typedef {import("../types.js").Room} Room */

export const LONG = 12 * 3600; // seconds a turn, from which a table is a slow one
const DAY = 24 * 3600;
const LENGTHS = [1, 2, 3, 5, 7, 10, 14]; // days

/** The current time by the room's clock. */
function clock() {
  const { room, received } = now();
  return (room?.at ?? 0) + (performance.now() - received) / 1000;
}

/** The end of a holiday; 0: none. @param {import("../types.js").Chair | undefined} chair */
export function holidayEnd(chair) {
  return (chair?.until ?? 0) > clock() ? (chair?.until ?? 0) : 0;
}

/** "away until 3 Dec". @param {number} until */
export function awayUntil(until) {
  return t("away until {day}", { day: dayOf(until) });
}

/** The time left in the turn: days, hours, or a ticking clock. @param {number} deadline */
export function timeLeft(deadline) {
  const left = Math.max(0, deadline - clock());
  if (left >= 2 * DAY) return tn("{n} day", "{n} days", Math.floor(left / DAY));
  return left >= LONG / 6 ? tn("{n} hour", "{n} hours", Math.floor(left / 3600)) : duration(left);
}

/** Whether turns are so long that nobody waits for absent players. @param {Room} room */
export function hasSlowTurns({ settings, table }) {
  return (settings.clock ?? 0) >= LONG && (table?.deadline ?? 0) > clock();
}

/** Choose the length of a holiday. @param {import("./page.js").Desk["ask"]} ask */
export function showHoliday(ask) {
  const take = (/** @type {number} */ days) => {
    dialog.close();
    void ask("holiday", { days });
  };
  const { dialog } = open(t("How long will you be away?"), [
    h(
      "p",
      {},
      t("Your clock stops from now on, and everyone at the table sees until when. A move ends it."),
    ),
    h(
      "div",
      { class: "row" },
      LENGTHS.map((days) =>
        h(
          "button",
          { class: "button", onclick: () => take(days) },
          tn("{n} day", "{n} days", days),
        ),
      ),
    ),
    h("p", { class: "muted" }, t("Up to 14 days in a round.")),
  ]);
}
