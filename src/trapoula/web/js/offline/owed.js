/** Unsent commands, each with its id and number so that none is done twice. */

import { BASE } from "../address.js";
import { openStorage } from "./storage.js";

/** The key under which a page remembers unsent commands. */
export const OWES = `trapoula.owes${BASE}`;
/** The storage of a server's tables that are played here too. */
export const SERVERS = `trapoula-server${BASE}`;
const AT_ONCE = 100; // commands sent together
const PATIENCE = 20_000; // ms until a request times out
const PASSING = new Set(["rate", "busy", "failed", "unsure"]); // temporary errors

/**
 * `told`: the server has everything; `away`: it is unreachable; `moved`: its table differs from ours; `refused`: it
 * rejects the commands.
 * @typedef {"told" | "away" | "moved" | "refused"} Telling
 * @typedef {Awaited<ReturnType<typeof openStorage>>} Storage
 */

/** The rooms with unsent commands. @param {Storage} storage @returns {Promise<string[]>} */
export async function unsentRooms(storage) {
  const owed = JSON.parse(await storage.read("owed/"));
  return [...new Set(owed.map((/** @type {[string, string]} */ [key]) => key.split("/")[1]))];
}

/** Send unsent commands from a page. What the server rejects is settled when the rules are loaded. */
export async function tellAll() {
  const storage = await openStorage(SERVERS);
  const all = await Promise.all((await unsentRooms(storage)).map((room) => tell(storage, room)));
  if (all.every((how) => how === "told")) localStorage.removeItem(OWES);
}

/**
 * Send the commands of a table in order.
 * @param {Storage} storage @param {string} room
 * @returns {Promise<Telling>}
 */
export async function tell(storage, room) {
  for (;;) {
    /** @type {[string, string][]} */
    const owed = JSON.parse(await storage.read(`owed/${room}/`)).slice(0, AT_ONCE);
    if (!owed.length) return "told";
    const answer = await hand(
      room,
      owed.map(([, text]) => text),
    );
    if (typeof answer === "string") return answer;
    const done = new Map(answer.done.map(({ id, number }) => [id, number]));
    const told = owed.filter(
      ([key, text]) => done.get(JSON.parse(text).id) === Number(key.split("/")[2]),
    );
    if (told.length) await storage.change(JSON.stringify(told.map(([key]) => ["gone", key, ""])));
    if (told.length === owed.length) continue;
    const { code = "stale" } = answer.refused ?? {};
    return code === "stale" ? "moved" : PASSING.has(code) ? "away" : "refused";
  }
}

/** Hand commands in. @param {string} room @param {string[]} said @returns {Promise<import("../wire.js").Delivered | Telling>} what became of them, or in a word why that is not known */
async function hand(room, said) {
  try {
    const answer = await fetch(`${BASE}/api/rooms/${room}/log`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE),
      body: `{"said":[${said}]}`,
    });
    if (answer.ok) return await answer.json();
    return answer.status >= 500 || answer.status === 429 ? "away" : "refused";
  } catch {
    return "away";
  }
}
