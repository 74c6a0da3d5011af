/** One socket to the server that comes back by itself, and says whether it is there. */

import { commit } from "./store.js";

const FIRST_WAIT = 400, LONGEST_WAIT = 8000, PING = 25000;

/** @type {WebSocket | null} */
let socket = null;
let wait = FIRST_WAIT;
let wanted = false;
/** @type {number | undefined} */
let retry;
/** @type {number | undefined} */
let ping;
let counter = 0;
const origin = Math.random().toString(36).slice(2, 10);

/** @type {{message: (message: import("./types.js").Message) => void, open: () => void}} */
let listener = { message: () => {}, open: () => {} };

/** A new id for a command: the same intention keeps it when it is sent again. */
export function newId() {
  counter += 1;
  return `${origin}-${counter}`;
}

/** @param {typeof listener} hear */
export function connect(hear) {
  listener = hear;
  wanted = true;
  if (!socket) open();
}

/** Close the socket when it is needed no longer. */
export function disconnect() {
  wanted = false;
  clearTimeout(retry);
  clearInterval(ping);
  const old = socket;
  socket = null;
  old?.close();
  commit({ online: true });
}

function open() {
  clearTimeout(retry);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const own = new WebSocket(`${scheme}://${location.host}/ws`);
  socket = own;
  own.addEventListener("open", () => {
    if (socket !== own) return;
    wait = FIRST_WAIT;
    clearInterval(ping);
    ping = setInterval(() => transmit({ type: "ping", id: newId() }), PING);
    listener.open();
  });
  own.addEventListener("message", (event) => socket === own && listener.message(JSON.parse(event.data)));
  own.addEventListener("close", () => {
    if (socket !== own) return;
    socket = null;
    clearInterval(ping);
    if (!wanted) return;
    commit({ online: false });
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  });
}

/** @param {object} message */
export function transmit(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

function hurry() {
  if (wanted && !socket) open();
}

addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());
