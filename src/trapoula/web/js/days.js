/** Local days of the browser. */

import { getJson } from "./api.js";
import { locale } from "./texts.js";

/** @param {Date} date @returns {string} as 2026-11-16 */
export function written(date) {
  return [
    String(date.getFullYear()).padStart(4, "0"),
    ...[date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")),
  ].join("-");
}

/** Noon of a day, so that a change to summer time does not move it. @param {string} day */
export function noon(day) {
  return new Date(`${day}T12:00:00`);
}

/** A day in words. @param {Date} date @param {Intl.DateTimeFormatOptions} how */
export function told(date, how) {
  return new Intl.DateTimeFormat(locale(), how).format(date);
}

/**
 * The deals of the days from a day until today, and the streak.
 * @param {string} [from]
 * @returns {Promise<import("./wire.js").Calendar>}
 */
export function calendar(from) {
  const today = written(new Date());
  return getJson(`/api/daily?today=${today}&from=${from ?? today}`);
}

/**
 * Your table with the deal of a day, if there is one.
 * @param {import("./types.js").Game} game
 * @param {string} day
 * @param {import("./types.js").RoomLine[]} mine
 */
export async function roomOf(game, day, mine) {
  const { days } = await calendar(day),
    deal = days[0]?.deals.find((own) => own.game === game.game)?.deal;
  return mine.find(
    (own) =>
      own.cards === "day" && own.game === game.game && own.phase === "playing" && own.deal === deal,
  );
}
