/** Who keeps the tables: a server, this browser itself, or both. All are spoken to alike, by the messages of docs/wire.md. */

import { ALONE, BESIDE } from "./address.js";
import * as server from "./socket.js";

/** @typedef {import("./types.js").Transport} Transport */

/** Who keeps the tables of this page. @type {Transport} */
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
/** Who keeps them for a while. @type {Transport | null} */
let other = null;

export let { ask, alive, connect, disconnect, admitted, again, transmit } = usual;

function speak() {
  ({ ask, alive, connect, disconnect, admitted, again, transmit } = other ?? usual);
}

/** Let this browser play the server's patiences too. */
export async function beside() {
  const both = await import("./offline/beside.js");
  usual = both;
  speak();
  return both;
}

/** Let somebody else keep the tables, until the answer is called. @param {Transport} line */
export function through(line) {
  other = line;
  speak();
  return () => {
    other = null;
    speak();
  };
}

/** Ask who usually keeps the tables. @param {string} path @param {RequestInit} init */
export function askUsual(path, init) {
  return usual.ask(path, init);
}
