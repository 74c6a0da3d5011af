/** A server's table that this browser plays too: a move is drawn at once and then sent to the server. */

import { owes, pageAt } from "../address.js";
import { newId } from "../ids.js";
import { toast } from "../parts/toast.js";
import { pending } from "../room.js";
import * as server from "../socket.js";
import { commit, now, watch } from "../store.js";
import { t } from "../texts.js";
import { keepPage, showNewer } from "./keeper.js";
import * as local from "./line.js";
import { OWES } from "./owed.js";

const HERE = new Set(["act", "undo", "redo", "restart", "finish", "pause"]); // in which the server makes no random choice
const QUESTIONS = new Set(["hint", "verdict", "fatal", "pick", "review", "drop"]);
const STILL =
  /^(?:\/assets\/[^/]+)?\/api\/(?:games|rules|odds|languages|texts|me$|rooms(?:\/[\w-]+)?$)/; // what this browser can answer too
local.beside((owing) => note(owing || doing.size > 0)); // a command may still be on its way to the worker
const SOON = 50; // ms until the next check for a move in flight

/** @type {import("../types.js").Listener} */
let page = { message: () => {}, open: () => {}, lost: () => {} };
let held = ""; // the room that is played here
let joining = ""; // the room that is being loaded, or cannot be
let wanted = ""; // the last room that the page entered
let moving = ""; // the id of an `enter` that only this browser can answer
let up = false; // whether the server accepted us
/** Requests that the server has not answered. @type {Set<string>} */
const asked = new Set();
/** @typedef {import("../types.js").Spoken} Spoken */

/** Local events that are not drawn yet. @type {Map<string, Spoken>} */
const doing = new Map();

/** Remember whether moves are unsent, for the next page too. Only a page can store this. @param {boolean} owing */
function note(owing) {
  try {
    if (owing) localStorage.setItem(OWES, "yes");
    else localStorage.removeItem(OWES);
  } catch {
    // without storage there is nothing to send after the page is closed
  }
}

/** Keep the page offline, and load the rules when there is a table for them. */
export function startLocal() {
  watch(["newer"], showNewer);
  watch(["room"], consider);
  consider();
  keepPage();
  if (owes()) void local.request({ deliver: true });
}

/** Whether the table on the screen is played here. */
export function playsHere() {
  return held !== "";
}

/** Whether the table on the screen is for one player. */
function own() {
  const { room } = now();
  if (!room || room.sitting.seats.length !== 1 || room.seat !== 0) return "";
  return wanted && wanted !== room.room ? "" : room.room;
}

/** Play the table here too, if possible. */
async function consider() {
  const room = own();
  if (
    !room ||
    held ||
    joining === room ||
    !up ||
    /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData
  )
    return;
  joining = room;
  for (;;) {
    const { number } = await local.request({ join: room }).catch(() => ({ number: 0 }));
    if (!number) return; // do not try again and again
    while (pending()) await new Promise((resolve) => setTimeout(resolve, SOON));
    if (own() !== room || !up) break;
    if (now().room?.number !== number) continue; // more has happened meanwhile
    held = room;
    local.transmit({ type: "enter", id: newId(), room });
    break;
  }
  if (joining === room) joining = "";
}

/** Stop playing the table here: another one was opened. */
function release() {
  held = "";
  doing.clear();
  asked.clear();
  local.transmit({ type: "leave", id: newId() });
}

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export async function ask(path, init) {
  const moving = /^\/api\/(?:rooms|stats|daily)/.test(path);
  if (held && moving && !now().apart) await local.request({ deliver: true }).catch(() => {});
  try {
    return await server.ask(path, init);
  } catch (fault) {
    if (init.method || !STILL.test(path.split("?")[0])) throw fault;
    return local.ask(path, init);
  }
}

export const { alive, admitted, again } = server;

/** @param {import("../types.js").Listener} hear */
export function connect(hear) {
  page = hear;
  up = server.there();
  local.connect({ message: fromHouse, open: () => {}, lost: () => {} });
  server.connect({ message: fromServer, open, lost });
}

/** The player left the table on the screen. */
export function disconnect() {
  server.disconnect();
  if (held) local.disconnect();
  held = "";
  wanted = "";
  up = false;
  page = { message: () => {}, open: () => {}, lost: () => {} };
  commit({ apart: false });
}

function open() {
  if (!held) return page.open();
  server.transmit({
    type: "enter",
    id: newId(),
    room: held,
    number: now().room?.number,
    pace: now().prefs.bots,
  });
}

/** The connection is lost: the local table goes on. */
function lost() {
  up = false;
  for (const id of asked)
    page.message({
      type: "error",
      id,
      code: "offline",
      template: "No connection: your move was not played.",
    });
  asked.clear();
  if (held) return commit({ apart: true });
  page.lost();
  const here = /^\/table\/([\w-]+)$/.exec(pageAt())?.[1];
  if (here) local.transmit({ type: "enter", id: newId(), room: here });
}

/** Which command a message answers. @param {import("../types.js").Message} message */
const idOf = (message) => ("id" in message && message.id) || "";

/** @param {import("../types.js").Message} message */
async function fromServer(message) {
  if (message.type === "room") up = true;
  if (!held) return page.message(message);
  const id = idOf(message);
  asked.delete(id);
  if (message.type !== "room" && message.type !== "event") return page.message(message);
  if (message.type === "room") {
    server.admitted();
    commit({ apart: false });
  }
  await local.request({ join: held, happened: message.number, whole: message.type === "room" });
  if (message.type === "room") void local.request({ deliver: true });
  else if (id) page.message({ type: "done", id, number: message.number });
}

/** @param {import("../types.js").Message} message */
function fromHouse(message) {
  const said = doing.get(idOf(message));
  doing.delete(idOf(message));
  if (message.type === "room" && !held && !up) {
    held = message.room; // used while the connection is lost
    commit({ apart: true });
  }
  if (!held) {
    if (message.type === "error" && message.id === moving)
      page.message({
        ...message,
        code: "offline",
        template: "No connection: your move was not played.",
      });
    return;
  }
  if (message.type === "error" && !message.id)
    return void toast(t(message.template ?? "", message.facts), null, true);
  if (message.type === "error" && message.code === "not-kept" && up && said) {
    joining = held;
    held = ""; // the server keeps it, as always
    server.transmit(said);
    return;
  }
  page.message(message);
}

/** @param {Spoken} message */
export function transmit(message) {
  const { type, id, room } = message;
  if (type === "enter") {
    wanted = room ?? "";
    if (held && held !== room) {
      release();
      if (up) return server.transmit(message);
      moving = id;
      return local.transmit(message);
    }
  }
  if (!held) return server.transmit(message);
  if (HERE.has(type) || type === "enter" || (!up && type === "again")) {
    if (type !== "enter") {
      doing.set(id, message);
      note(true);
    }
    return local.transmit(message);
  }
  if (!up) return QUESTIONS.has(type) && local.transmit(message, true);
  asked.add(id);
  local.request({ deliver: true }).then(() => asked.has(id) && server.transmit(message));
  return true;
}

const talking = server.listening();
if (talking) connect(talking); // a table that the server's socket has entered
