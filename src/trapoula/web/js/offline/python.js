/** Python in this browser, with the same rules as on a server. */

import { begin } from "./begin.js";

export const THERE = new URL("../../python/", import.meta.url).href;

/** A module of ours. @param {string} name @returns {Promise<any>} */
export const python = (name) => begin(name, import(`${THERE}engine.js`), packed);

/** A pack as a stream. @param {string} name */
async function packed(name) {
  const { ok, body } = await fetch(`${THERE}${name}.pack`);
  if (!ok || !body) throw new Error(`there is no ${name}`);
  return body;
}
