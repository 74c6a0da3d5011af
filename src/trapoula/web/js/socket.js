/** One socket to the server, which detects a dead connection, reconnects and reports its state. */

import { BASE } from "./address.js";
import { newId } from "./ids.js";

const FIRST_WAIT = 300,
  LONGEST_WAIT = 8000; // before the next attempt
const PING = 1800,
  PING_UNSEEN = 25000; // between pings, while the page is visible and while it is hidden
const DEAF = 2500; // without an answer: the connection is dead
const OPENING = 4000; // until a connection attempt times out

/** @type {WebSocket | null} */
let socket = null;
let wait = FIRST_WAIT;
let wanted = false;
/** @type {number | undefined} */
let retry;
/** @type {number | undefined} */
let ping;
/** @type {number | undefined} */
let deadline;

/** @type {import("./types.js").Listener} */
let listener = { message: () => {}, open: () => {}, lost: () => {} };

/** Send an HTTP request. @param {string} path @param {RequestInit} init */
export function ask(path, init) {
  return fetch(BASE + path, { credentials: "same-origin", ...init });
}

/** Whether the server answers. Reads the body to its end, so that the connection is free again. */
export function alive() {
  return fetch(`${BASE}/health`)
    .then(async (answer) => (await answer.text(), answer.ok))
    .catch(() => false);
}

/** @param {import("./types.js").Listener} hear */
export function connect(hear) {
  listener = hear;
  wanted = true;
  if (!socket) open();
}

/** Close the socket for good. */
export function disconnect() {
  wanted = false;
  wait = FIRST_WAIT;
  clearTimeout(retry);
  drop();
}

/** The server accepted us: reset the retry delay. */
export function admitted() {
  wait = FIRST_WAIT;
}

/** The listener, if any. */
export function listening() {
  return wanted ? listener : null;
}

/** Whether the socket is open. */
export function there() {
  return socket?.readyState === WebSocket.OPEN;
}

/** Drop the connection, and reconnect after a while. */
export function again() {
  if (!wanted) return;
  drop();
  listener.lost();
  clearTimeout(retry);
  retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 1.7, LONGEST_WAIT);
}

/** Detach the dead socket. */
function drop() {
  clearTimeout(ping);
  clearTimeout(deadline);
  deadline = undefined;
  const old = socket;
  socket = null;
  old?.close();
}

function open() {
  clearTimeout(retry);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const own = new WebSocket(`${scheme}://${location.host}${BASE}/ws`);
  socket = own;
  expect(OPENING);
  own.addEventListener("open", () => {
    if (socket !== own) return;
    heard();
    listener.open();
  });
  own.addEventListener("message", (event) => {
    if (socket !== own) return;
    heard();
    listener.message(JSON.parse(event.data));
  });
  own.addEventListener("close", () => socket === own && again());
}

/** A message arrived: the connection is alive; ping again later. */
function heard() {
  clearTimeout(deadline);
  deadline = undefined;
  clearTimeout(ping);
  ping = setTimeout(
    () => transmit(heartbeat()),
    document.visibilityState === "visible" ? PING : PING_UNSEEN,
  );
}

/** Expect a message soon, or the connection is dead. @param {number} within */
function expect(within) {
  deadline ??= setTimeout(again, within);
}

/** @param {object} message */
export function transmit(message) {
  if (!socket || !there()) return false;
  socket.send(JSON.stringify(message));
  expect(DEAF);
  return true;
}

/** Send a ping, with whether the page is visible. */
function heartbeat() {
  return { type: "ping", id: newId(), seen: document.visibilityState === "visible" };
}

function hurry() {
  if (!wanted) return;
  if (document.visibilityState !== "visible") return void (there() && transmit(heartbeat()));
  if (!socket) open();
  else transmit(heartbeat()); // a sleeping machine does not notice broken connections
}

addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);
