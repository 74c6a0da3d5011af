/** One socket to the server that notices when its line is dead, comes back by itself, and says whether it is there. */

import { BASE } from "./address.js";
import { newId } from "./ids.js";

const FIRST_WAIT = 300,
  LONGEST_WAIT = 8000; // before the next attempt
const PING = 1800,
  PING_UNSEEN = 25000; // how often, while somebody looks at the page and while nobody does
const DEAF = 2500; // without any answer: the line is dead
const OPENING = 4000; // that a line may take to be there

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

/** Ask for what stands still, over HTTP. @param {string} path @param {RequestInit} init */
export function ask(path, init) {
  return fetch(BASE + path, { credentials: "same-origin", ...init });
}

/** Whether the server is there; the answer is read to its end, so that the connection is free again. */
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

/** Close the socket when it is needed no longer. */
export function disconnect() {
  wanted = false;
  wait = FIRST_WAIT;
  clearTimeout(retry);
  drop();
}

/** The server has let us in: whatever comes next is a new trouble. */
export function admitted() {
  wait = FIRST_WAIT;
}

/** Who hears of the table, if anybody does. */
export function listening() {
  return wanted ? listener : null;
}

/** Whether the line is there. */
export function there() {
  return socket?.readyState === WebSocket.OPEN;
}

/** Let the line go, and come back a while later. */
export function again() {
  if (!wanted) return;
  drop();
  listener.lost();
  clearTimeout(retry);
  retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 1.7, LONGEST_WAIT);
}

/** Forget the socket, of which nothing is heard any more. */
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

/** Something came: the line lives, and is asked again after a while. */
function heard() {
  clearTimeout(deadline);
  deadline = undefined;
  clearTimeout(ping);
  ping = setTimeout(
    () => transmit(heartbeat()),
    document.visibilityState === "visible" ? PING : PING_UNSEEN,
  );
}

/** Something should come before long, or the line is dead. @param {number} within */
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

/** That somebody is there, and whether they look. */
function heartbeat() {
  return { type: "ping", id: newId(), seen: document.visibilityState === "visible" };
}

function hurry() {
  if (!wanted) return;
  if (document.visibilityState !== "visible") return void (there() && transmit(heartbeat()));
  if (!socket) open();
  else transmit(heartbeat()); // a sleeping machine does not hear its lines break
}

addEventListener("online", hurry);
document.addEventListener("visibilitychange", hurry);
