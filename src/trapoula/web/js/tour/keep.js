/** How far one has come: kept until the page is closed, so that a reload or another language goes on there. */

import { send } from "../api.js";

/**
 * The step, and after how many actions each step began; or the rules that were told; and whether the table was made for that.
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

/** What is kept of a room. @param {string} room @param {boolean} [made] whether it was made for the steps @returns {Kept} */
export function recall(room, made = false) {
  const found = kept();
  return found?.room === room ? found : { room, at: 0, starts: [0], told: [], made };
}

/** @param {Kept | null} state null: the table is an ordinary one from now on */
export function keep(state) {
  try {
    if (state) sessionStorage.setItem(KEY, JSON.stringify(state));
    else sessionStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing begins anew
  }
}

/** Clear away the table of steps that were taken before. */
export async function forget() {
  const old = kept();
  keep(null);
  if (old?.made) await send("DELETE", `/api/rooms/${old.room}`).catch(() => {});
}
