/** Who keeps the tables: a server, this browser itself, or both. All are spoken to alike, by the messages of docs/wire.md. */

import { ALONE, BESIDE } from "./address.js";
import * as server from "./socket.js";

/** @type {import("./types.js").Transport} */
export let { ask, alive, connect, disconnect, admitted, again, transmit } = ALONE
  ? await import("./offline/line.js")
  : server;
if (BESIDE)
  ask = (path, init) => server.ask(path, init).catch(async () => (await beside()).ask(path, init));

/** Let this browser play the server's patiences too. */
export async function beside() {
  const both = await import("./offline/beside.js");
  ({ ask, alive, connect, disconnect, admitted, again, transmit } = both);
  return both;
}
