/** The room one is in: commands go out one after another, each on the table as it was last committed. */

import { Refusal } from "./api.js";
import { connect, disconnect, newId, transmit } from "./socket.js";
import { commit, now } from "./store.js";

/**
 * @typedef {{message: any, resolve: (answer: any) => void, reject: (fault: Refusal) => void, numbered: boolean, sent: boolean}} Command
 */

/** @type {string | null} */
let room = null;
/** @type {Command[]} */
let queue = [];
/** @type {Command | null} */
let entering = null;
const NUMBERED = new Set(["act", "undo", "redo", "restart", "finish", "again"]);
const SEATED = new Set([...NUMBERED, "stand", "pause", "say", "vote", "back", "hint"]);

/**
 * Go into a room and stay in it, over lost connections too, until `leave`.
 * @param {string} id
 * @param {import("./types.js").Room} [known] what the server has already told of it
 * @returns {Promise<import("./types.js").Room>}
 */
export function enter(id, known) {
  if (room !== id) drop();
  room = id;
  if (known) commit({ room: known, received: performance.now() });
  return new Promise((resolve, reject) => {
    entering = { message: null, resolve, reject, numbered: false, sent: false };
    connect({ open: greet, message: hear });
    if (known) resolve(known);
    greet();
  });
}

/** Leave the table; the seat is kept. */
export function leave() {
  drop();
  room = null;
  disconnect();
  commit({ room: null });
}

function drop() {
  for (const command of queue) command.reject(new Refusal({ type: "error", code: "left", template: "You have left the table." }));
  queue = [];
}

function greet() {
  const state = now().room;
  const number = state && state.room === room ? { number: state.number } : {};
  if (transmit({ type: "enter", id: newId(), room, ...number, ...(state?.room === room ? seatOf(state) : {}) })) for (const command of queue) command.sent = false;
}

/** The seat one speaks for, where one screen has several. @param {import("./types.js").Room | null} state */
function seatOf(state) {
  return state && state.held.length > 1 && state.seat !== null ? { seat: state.seat } : {};
}

/**
 * Say something at the table; the answer comes when it is committed.
 * @param {string} type
 * @param {object} [fields]
 * @returns {Promise<any>}
 */
export function command(type, fields = {}) {
  return new Promise((resolve, reject) => {
    queue.push({ message: { type, id: newId(), ...(SEATED.has(type) ? seatOf(now().room) : {}), ...fields }, resolve, reject, numbered: NUMBERED.has(type), sent: false });
    forward();
  });
}

/** Whether something said is not yet answered. */
export function pending() {
  return queue.length > 0;
}

/** Send what may be sent: numbered commands wait for the answer to the one before. */
function forward() {
  const state = now().room;
  if (!state || state.room !== room) return;
  let waiting = false;
  for (const command of [...queue]) {
    if (command.numbered && waiting) continue;
    waiting ||= command.numbered;
    if (command.sent) continue;
    const { message } = command;
    if (message.type === "act" && message.number === undefined && state.table && !state.table.legal.includes(message.action)) {
      finish(command);
      command.reject(new Refusal({ type: "error", code: "stale", template: "The table has changed: look again." }));
      continue;
    }
    if (command.numbered) message.number ??= state.number;
    command.sent = transmit(message);
  }
}

/** @param {Command} command */
function finish(command) {
  queue = queue.filter((other) => other !== command);
}

/** @param {import("./types.js").Message} message */
function hear(message) {
  if (message.type === "room") return arrive(message);
  if (message.type === "bye" && message.code === "removed") return fail(new Refusal({ type: "error", code: "no-room", template: "This table is gone." }));
  const state = now().room;
  if (message.type === "presence" && state) commit({ room: { ...state, here: message.here, watching: message.watching } });
  if (message.type === "event" && state) happen(message, state);
  const own = message.id ? queue.find((command) => command.message.id === message.id) : undefined;
  if (own) {
    finish(own);
    if (message.type === "error") {
      own.reject(new Refusal(message));
      if (message.code === "stale") greet();
    } else own.resolve(message);
  } else if (message.type === "error" && entering && ["no-room", "too-many"].includes(message.code ?? "")) return fail(new Refusal(message));
  forward();
}

/** @param {Refusal} fault */
function fail(fault) {
  const asked = entering;
  entering = null;
  disconnect();
  asked?.reject(fault);
}

/** @param {any} message the whole picture */
function arrive(message) {
  const { type: _, id, ...state } = message;
  const asked = queue.find((command) => command.message.id === id);
  commit({ online: true, room: state, received: performance.now() });
  entering?.resolve(state);
  entering = null;
  if (asked) {
    finish(asked);
    asked.resolve(state);
  }
  forward();
}

/** @param {import("./types.js").Message} event @param {import("./types.js").Room} state */
function happen(event, state) {
  const number = event.number ?? 0;
  if (number <= state.number) return;
  if (number > state.number + 1) return greet(); // something was missed: ask for the whole picture
  /** @type {Partial<import("./types.js").Room>} */
  const changes = { number };
  for (const key of ["table", "sitting"]) if (key in event) /** @type {any} */ (changes)[key] = event[key];
  Object.assign(changes, event.you ?? {});
  if (event.what === "again") changes.deal = event.deal ?? null;
  if (event.what === "say") changes.chat = [...state.chat, { number, seat: event.seat, name: event.name, text: event.text, at: event.at }];
  if (event.what === "show") changes.show = event.shown ?? null;
  commit({ room: { ...state, ...changes }, ...(event.table ? { received: performance.now() } : {}) });
}
