/** The line of a table in a list. */

import { title } from "../catalogue.js";
import { told } from "../choices.js";
import { h } from "../dom.js";
import { date, dayOf, duration, plainNumber, t, tn } from "../texts.js";
import { mini, miniTable } from "./mini.js";

const HOUR = 3600,
  DAY = 24 * HOUR;

/** The time limit of a turn, with or without a label. @param {number} seconds @param {boolean} [bare] */
export function turnTime(seconds, bare = false) {
  const time =
    seconds % DAY === 0
      ? tn("{n} day", "{n} days", seconds / DAY)
      : seconds % HOUR === 0
        ? tn("{n} hour", "{n} hours", seconds / HOUR)
        : seconds < 120
          ? tn("{n} second", "{n} seconds", seconds)
          : duration(seconds);
  return bare ? time : t("{time} for a turn", { time });
}

/** Whose turn it is at your table. @param {import("../types.js").RoomLine} room */
function awaited({ phase, turn, seats }) {
  if (phase === "over") return t("The round is over.");
  const name = turn === null || turn === undefined ? "" : seats[turn]?.name;
  const until = seats[turn ?? -1]?.until ?? 0;
  if (until * 1000 > Date.now())
    return t("{name} is away until {day}", { name, day: dayOf(until) });
  return name ? t("Waiting for {name}", { name }) : "";
}

/** A table as a list shows it: a small picture, the game, who plays and when. @param {import("../types.js").RoomLine} room @param {import("../types.js").Game[]} games */
export function roomLine(room, games) {
  const game = games.find((own) => own.game === room.game);
  if (!game) return null;
  const people = room.seats
    .filter(({ kind }) => kind === "person")
    .map(({ name }) => name)
    .join(", ");
  const free = room.seats.filter(({ kind }) => kind === "empty").length,
    several = room.seats.length > 1;
  const state =
    room.phase === "waiting"
      ? free
        ? tn("{n} free seat", "{n} free seats", free)
        : t("about to begin")
      : !room.mine
        ? t("being played: watch")
        : awaited(room);
  const how = [
    room.deal ? t("Deal {number}", { number: plainNumber(room.deal) }) : "",
    ...told(game, room.options),
    several && room.clock ? turnTime(room.clock) : "",
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "a",
    { class: "table-line", href: `/table/${room.room}` },
    game.layout ? mini(game.layout) : miniTable(game.sample),
    h(
      "span",
      {},
      h("strong", {}, room.label || title(game)),
      room.label ? h("span", { class: "muted" }, title(game)) : null,
      room.invited
        ? h("span", { class: "badge" }, t("Invited by {name}", { name: room.invited }))
        : null,
      several ? h("span", { class: "muted" }, people) : null,
      how ? h("span", { class: "muted" }, how) : null,
      room.yours && several
        ? h("span", { class: "badge" }, t("Your turn"))
        : several && state
          ? h("span", { class: "badge quiet" }, state)
          : null,
      room.deadline
        ? h("span", { class: "muted" }, t("Turn until {date}", { date: date(room.deadline) }))
        : h("span", { class: "muted" }, room.active ? date(room.active) : ""),
    ),
  );
}
