/** How far one has come: kept until the page is closed, so that a reload or another language goes on there. */

import { send } from "../api.js";

/** @typedef {{room: string, at: number, starts: number[]}} Kept the step, and after how many actions each step began */

const KEY = "trapoula-steps";

/** @returns {Kept | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** What is kept of a room. @param {string} room @returns {Kept} */
export function recall(room) {
  const found = kept();
  return found?.room === room ? found : { room, at: 0, starts: [0] };
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
  if (old) await send("DELETE", `/api/rooms/${old.room}`).catch(() => {});
}
