/** The host of the tables: a server, this browser, or both. All use the messages of docs/wire.md. */

import { ALONE, BESIDE } from "./address.js";
import * as server from "./socket.js";

/** @typedef {import("./types.js").Transport} Transport */

/** The transport of this page. @type {Transport} */
let usual = ALONE
  ? await import("./offline/line.js")
  : {
      ...server,
      ask: (path, init) =>
        server.ask(path, init).catch(async (fault) => {
          if (!BESIDE) throw fault;
          return (await beside()).ask(path, init);
        }),
    };
/** The temporary transport. @type {Transport | null} */
let other = null;

export let { ask, alive, connect, disconnect, admitted, again, transmit } = usual;

function speak() {
  ({ ask, alive, connect, disconnect, admitted, again, transmit } = other ?? usual);
}

/** Let this browser play the server's solitaires too. */
export async function beside() {
  const both = await import("./offline/beside.js");
  usual = both;
  speak();
  return both;
}

/** Use another transport until the returned function is called. @param {Transport} line */
export function through(line) {
  other = line;
  speak();
  return () => {
    other = null;
    speak();
  };
}

/** Send a request to the usual transport. @param {string} path @param {RequestInit} init */
export function askUsual(path, init) {
  return usual.ask(path, init);
}
