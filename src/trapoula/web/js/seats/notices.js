/** Notices about changes at the table, found by comparing the room with its previous state. */

import { notify } from "../parts/notify.js";
import { toast } from "../parts/toast.js";
import { now } from "../store.js";
import { t } from "../texts.js";
import { namesOf } from "./people.js";
import { showTalk } from "./talk.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("../types.js").Said} Said
 */

const NOBODY = -1; // the seat of a spectator

/** @returns {import("./page.js").Part} */
export function notices() {
  /** @type {Room | null} */
  let before = null;
  let unread = 0;
  return {
    draw: (room) => {
      const old = before;
      before = room;
      if (old && old !== room && old.room === room.room) {
        for (const [tone, sentence] of news(old, room)) notify(tone, sentence);
        const heard = words(old, room);
        if (heard.length && !document.querySelector(".talk-list")) {
          const { name, text } = heard[heard.length - 1];
          toast(`${name}: ${text}`, { label: t("Answer"), act: () => showTalk() });
        }
        unread += heard.length;
        refused(old, room);
        stoodIn(room);
        removed(old, room);
      }
      if (document.querySelector(".talk-list")) unread = 0;
      document.querySelector("[data-tool=chat]")?.classList.toggle("unread", unread > 0);
    },
  };
}

/** New chat of others. @param {Room} before @param {Room} room @returns {Said[]} */
function words(before, room) {
  const last = before.chat.at(-1)?.number ?? 0;
  return room.chat.filter(
    ({ number, seat, name }) =>
      number > last &&
      (seat === null ? name !== now().name || room.held.length > 0 : !room.held.includes(seat)),
  );
}

/**
 * Events that deserve attention.
 * @param {Room} before @param {Room} room
 * @returns {Generator<["turn" | "word" | "ask", string]>}
 */
function* news(before, room) {
  const { sitting, table, held } = room,
    was = before.sitting,
    names = namesOf(room);
  const own = (/** @type {number} */ seat) => held.includes(seat);
  for (const { name, text } of words(before, room)) yield ["word", `${name}: ${text}`];
  if (!held.length) return;
  const turn = table?.turn ?? null,
    turned =
      before.table?.turn !== turn || was.round !== sitting.round || was.phase !== sitting.phase;
  if (
    turned &&
    turn !== null &&
    held.length === 1 &&
    own(turn) &&
    !sitting.seats[turn].away &&
    sitting.phase === "playing"
  )
    yield ["turn", t("It is your turn.")];
  for (const seat of sitting.votes)
    if (!was.votes.includes(seat) && !own(seat))
      yield ["ask", t("{name} wants to end the round.", { name: names[seat] })];
  for (const wish of sitting.wishes)
    if (
      !own(wish.seat) &&
      !was.wishes.some((other) => other.seat === wish.seat && other.matter === wish.matter)
    )
      yield ["ask", wishText(wish, names)];
  if (sitting.phase !== was.phase && sitting.phase === "over")
    yield ["ask", t("The round is over.")];
}

/** A wish in words. @param {Room["sitting"]["wishes"][number]} wish @param {string[]} names */
export function wishText({ seat, matter, deal, about }, names) {
  const name = names[seat];
  if (matter === "undo") return t("{name} wants to take the last move back.", { name });
  if (matter === "bot")
    return t("{name} wants a bot to play for {other}.", { name, other: names[about ?? 0] });
  return deal === null
    ? t("{name} wants another round.", { name })
    : t("{name} wants deal {number} next.", { name, number: String(deal) });
}

/** Tell a player whom the host removed. @param {Room} before @param {Room} room */
function removed(before, room) {
  const event = now().event;
  if (
    event?.what === "remove" &&
    event.number === room.number &&
    before.held.includes(event.seat ?? NOBODY)
  )
    toast(t("The host has asked you to leave this table."), null, true);
}

/** Say for whom a bot plays now, and why or how long. For your own seat this stays above the table, unless it is for one turn. @param {Room} room */
function stoodIn(room) {
  const event = now().event;
  if (event?.what !== "flag" || event.number !== room.number) return;
  const own = room.held.includes(event.seat ?? NOBODY),
    name = namesOf(room)[event.seat ?? NOBODY];
  if (!event.turn)
    return void (own || toast(t("A bot plays until they are back: {name}", { name })));
  toast(
    own
      ? t("Your time is up: a bot plays this turn.")
      : t("Time is up, a bot plays this turn: {name}", { name }),
  );
}

/** Say who refused your wish. @param {Room} before @param {Room} room */
function refused(before, room) {
  const event = now().event;
  if (
    event?.what !== "wish" ||
    event.yes !== false ||
    event.number !== room.number ||
    room.held.includes(event.seat ?? NOBODY)
  )
    return;
  if (
    before.sitting.wishes.some(
      ({ seat, matter }) => matter === event.matter && room.held.includes(seat),
    )
  )
    toast(t("{name} would rather not.", { name: namesOf(room)[event.seat ?? NOBODY] }));
}
