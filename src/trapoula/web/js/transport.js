/** Who keeps the tables: a server, or this browser itself. Both are spoken to alike, by the messages of docs/wire.md. */

import { ALONE } from "./address.js";
import * as server from "./socket.js";

/** @type {import("./types.js").Transport} */
export const { ask, alive, connect, disconnect, admitted, again, transmit } = ALONE ? await import("./offline/line.js") : server;
