/** The progress of a tutorial, stored until the page is closed, so that it survives a reload or a change of language. */

import { send } from "../api.js";

/**
 * The step, and the number of actions at which each step began; or the rules that were shown; and whether the table was
 * made for the tutorial.
 * @typedef {{room: string, at: number, starts: number[], told: string[], made: boolean}} Kept
 */

const KEY = "trapoula-steps";

/** @returns {Kept | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** The stored progress of a room. @param {string} room @param {boolean} [made] whether it was made for the tutorial @returns {Kept} */
export function recall(room, made = false) {
  const found = kept();
  return found?.room === room ? found : { room, at: 0, starts: [0], told: [], made };
}

/** @param {Kept | null} state null: the table is an ordinary one */
export function keep(state) {
  try {
    if (state) sessionStorage.setItem(KEY, JSON.stringify(state));
    else sessionStorage.removeItem(KEY);
  } catch {
    // a browser without storage starts again
  }
}

/** Delete the table of an earlier tutorial. */
export async function forget() {
  const old = kept();
  keep(null);
  if (old?.made) await send("DELETE", `/api/rooms/${old.room}`).catch(() => {});
}
