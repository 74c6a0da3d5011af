/** The room on the screen. Commands are sent one after another, each for the last committed position. */

import { Refusal } from "./api.js";
import { newId } from "./ids.js";
import { commit, now } from "./store.js";
import { admitted, again, connect, disconnect, transmit } from "./transport.js";

/**
 * @typedef {import("./types.js").Message} Message
 * @typedef {import("./types.js").Room} Room
 */

/**
 * @typedef {{message: import("./types.js").Spoken, resolve: (answer: Message | Room) => void, reject: (fault: Refusal) => void, progress: (far: {done: number, of: number}) => void, numbered: boolean, sent: boolean, said: boolean, seen: Record<string, unknown> | undefined}} Command
 *   `sent`: over this line; `said`: over any; `seen`: the view that somebody had before the eyes when saying it
 */

/** @type {string | null} */
let room = null;
/** @type {Command[]} */
let queue = [];
/** The caller that waits for the first `room` message. @type {{resolve: (room: import("./types.js").Room) => void, reject: (fault: Refusal) => void} | null} */
let entering = null;
let greeting = ""; // the id of the last `enter`
let met = false; // whether the room has answered; earlier messages belong to the previous room
const NUMBERED = new Set(["act", "undo", "redo", "restart", "finish", "again"]);
const SEATED = new Set([
  ...NUMBERED,
  "stand",
  "pause",
  "say",
  "vote",
  "wish",
  "back",
  "holiday",
  "hint",
  "tips",
  "review",
]);
/** The messages for final `bye` codes. @type {Record<string, {template: string}>} */
const FAREWELLS = {
  removed: { template: "This table was deleted, or you can no longer see it." },
  "too-many": {
    template:
      "Too many tables are open in this browser or on your network: close some, then try again.",
  },
};
const QUESTIONS = new Set(["hint", "why", "verdict", "fatal", "pick", "review"]);
const PASSING = new Set(["rate", "busy", "failed"]); // temporary errors: retry later

/**
 * Enter a room and stay in it, also after lost connections, until `leave`.
 * @param {string} id
 * @param {import("./types.js").Room} [known] its `room` message, if it is already known
 * @returns {Promise<import("./types.js").Room>}
 */
export function enter(id, known) {
  if (room !== id) {
    drop(left());
    met = false;
  }
  room = id;
  if (known) commit({ room: known, received: performance.now() });
  return new Promise((resolve, reject) => {
    entering = known ? null : { resolve, reject };
    connect({ open: greet, message: hear, lost });
    if (known) resolve(known);
    greet();
  });
}

/** Leave the room, if it is still the current one; the seat is kept. @param {string} [id] */
export function leave(id = room ?? "") {
  if (room !== id) return;
  drop(left());
  room = null;
  disconnect();
  commit({ room: null, online: true });
}

function left() {
  return new Refusal({ type: "error", code: "left", template: "You have left the table." });
}

/** Reject pending commands. @param {Refusal} fault @param {(command: Command) => boolean} [which] */
function drop(fault, which = () => true) {
  const gone = queue.filter(which);
  queue = queue.filter((command) => !which(command));
  for (const command of gone) command.reject(fault);
}

/** The connection is lost. Sent commands may be done, so they are sent again; unsent ones are rejected. */
function lost() {
  commit({ online: false });
  drop(offline(), ({ said }) => !said);
  for (const command of queue) command.sent = false;
}

function offline() {
  return new Refusal({
    type: "error",
    code: "offline",
    template: "No connection: your move was not played.",
  });
}

function greet() {
  const state = now().room;
  const number = state && state.room === room ? { number: state.number } : {};
  const id = newId();
  if (
    transmit({
      type: "enter",
      id,
      room,
      pace: now().prefs.bots,
      ...number,
      ...(state?.room === room ? seatOf(state) : {}),
    })
  )
    greeting = id;
}

/** The seat that commands are for, if one screen has several. @param {import("./types.js").Room | null} state */
function seatOf(state) {
  return state && state.held.length > 1 && state.seat !== null ? { seat: state.seat } : {};
}

/**
 * Send a command; resolves when it is committed.
 * @template {string} Kind
 * @param {Kind} type
 * @param {object} [fields]
 * @param {Command["progress"]} [progress] called with the progress
 * @returns {Promise<import("./types.js").Answer<Kind>>}
 */
export function command(type, fields = {}, progress = () => {}) {
  if (!now().online) return Promise.reject(offline());
  const state = now().room,
    numbered = NUMBERED.has(type),
    first = numbered && !queue.some((other) => other.numbered);
  const message = {
    type,
    id: newId(),
    ...(SEATED.has(type) ? seatOf(state) : {}),
    ...(first && state ? { number: state.number } : {}),
    ...fields,
  };
  return new Promise((resolve, reject) => {
    queue.push({
      message,
      resolve: (answer) => resolve(/** @type {import("./types.js").Answer<Kind>} */ (answer)),
      reject,
      progress,
      numbered,
      sent: false,
      said: false,
      seen: state?.table?.view,
    });
    forward();
  });
}

/** Cancel the pending question: the server handles one at a time. */
export function cancelQuestion() {
  const asked = queue.filter(({ message }) => QUESTIONS.has(message.type));
  if (!asked.length) return;
  drop(left(), (one) => asked.includes(one));
  command("drop").catch(() => {});
}

/** Whether a command is pending. */
export function pending() {
  return queue.length > 0;
}

/** Send what can be sent: a numbered command waits for the answer to the previous one. */
function forward() {
  const state = now().room;
  if (!state || state.room !== room) return;
  let waiting = false;
  for (const command of [...queue]) {
    if (command.numbered && waiting) continue;
    waiting ||= command.numbered;
    if (command.sent) continue;
    const { message } = command;
    if (command.numbered && message.number === undefined) {
      if (!holds(command, state)) {
        drop(
          new Refusal({
            type: "error",
            code: "stale",
            template: "The table has changed: look again.",
          }),
          (other) => other === command,
        );
        waiting = false;
        continue;
      }
      message.number = state.number;
    }
    command.sent = transmit(message);
    command.said ||= command.sent;
  }
}

/**
 * Whether a command that was queued behind others still means the same after them: it is legal, and its piles look as
 * they did when the player chose it.
 * @param {Command} command @param {import("./types.js").Room} state
 */
function holds({ message, seen }, state) {
  if (message.type !== "act") return true;
  const own = state.table?.actions.find(({ text }) => text === message.action);
  const lies = (/** @type {Record<string, unknown> | undefined} */ view, pile = "") =>
    String(/** @type {import("./types.js").PatienceView | undefined} */ (view)?.piles?.[pile]);
  const same = (pile = "") => lies(state.table?.view, pile) === lies(seen, pile);
  return own !== undefined && (own.text === own.verb || (same(own.from) && same(own.to)));
}

/** @param {Command} command */
function finish(command) {
  queue = queue.filter((other) => other !== command);
}

/** @param {import("./types.js").Message} message */
function hear(message) {
  if (message.type === "room") return arrive(message);
  if (message.type === "bye" && message.code && message.code in FAREWELLS)
    return fail(new Refusal({ type: "error", code: message.code, ...FAREWELLS[message.code] }));
  const state = now().room;
  if (message.type === "presence" && state)
    commit({ room: { ...state, here: message.here, watching: message.watching } });
  if (message.type === "event" && state && met) happen(message, state);
  const own = queue.find(({ message: said }) => "id" in message && said.id === message.id);
  if (own && message.type === "progress") return own.progress(message);
  if (own) {
    finish(own);
    if (message.type === "error") {
      own.reject(new Refusal(message));
      if (message.code === "stale") greet();
    } else own.resolve(message);
  } else if (message.type === "error" && message.id === greeting)
    return PASSING.has(message.code ?? "") ? again() : fail(new Refusal(message));
  forward();
}

/** The room is closed to us: say why, and do not retry. @param {Refusal} fault */
function fail(fault) {
  const asked = entering;
  entering = null;
  room = null;
  drop(fault);
  disconnect();
  commit({ online: true });
  if (asked) asked.reject(fault);
  else commit({ ended: fault });
}

/** @param {import("./wire.js").Room} message the full state */
function arrive(message) {
  const { type: _, id, ...state } = message;
  const asked = queue.find((command) => command.message.id === id);
  if (state.room !== room) return;
  met = true;
  admitted();
  commit({ online: true, room: state, received: performance.now() });
  entering?.resolve(state);
  entering = null;
  if (asked) {
    finish(asked);
    asked.resolve(state);
  }
  forward();
}

/** @param {import("./wire.js").Event} event @param {import("./types.js").Room} state */
function happen(event, state) {
  const { number, table, sitting } = event;
  if (number <= state.number) return;
  if (number > state.number + 1) return greet(); // an event was missed: request the full state
  /** @type {Partial<import("./types.js").Room>} */
  const changes = { number, ...(table ? { table } : {}), ...(sitting ? { sitting } : {}) };
  if (event.you) Object.assign(changes, { free: undefined }, event.you); // seated players get no `free`
  if (table) changes.at = event.at;
  if (table && state.story) changes.story = goOn(state.story, table);
  if (event.what === "again")
    Object.assign(changes, { deal: event.deal ?? null, cards: event.cards });
  if (event.what === "say")
    changes.chat = [
      ...state.chat,
      {
        number,
        seat: event.seat ?? null,
        name: event.name ?? "",
        text: event.text ?? "",
        at: event.at,
      },
    ];
  if (event.what === "show") changes.show = event.shown ?? null;
  else if ((changes.sitting ?? state.sitting).phase !== "over") changes.show = null; // a player is not watching a replay
  commit({
    room: { ...state, ...changes },
    event,
    ...(event.table ? { received: performance.now() } : {}),
  });
}

/** The story so far; undone actions are marked, and talk since then moves up. @param {import("./wire.js").Done[]} story @param {import("./types.js").Table} table */
function goOn(story, { last, steps }) {
  const more = last.filter(({ step }) => step),
    undone = more.some((one) => one.undone),
    first = Math.min(...more.map(({ step = 0 }) => step), steps + 1),
    count = undone ? more.length : Infinity;
  const before = story.flatMap((one) => {
    const { step = 0 } = one;
    if (one.undone || step < first) return one;
    return step < first + count ? [] : { ...one, step: step - count };
  });
  return [...before, ...(undone ? [...more].reverse() : more)]; // an undo lists the last action first
}

/** Send the room the preferences again. */
export function sendPreferences() {
  if (now().room) greet();
}
