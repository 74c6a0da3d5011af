/** The transport of the workshop: the tables of the program on the page, in sandboxed workers. One keeps the tables, another runs searches. */

import { askUsual } from "../transport.js";
import { broken, Confined } from "./confined.js";

const THOUGHT = 90_000; // ms until a search times out
const GAME = /^[\w-]+-v\d+$/;
const OWN = /\/(api\/(?:rooms|replays|rules|games\/[\w-]+-v\d+)(?:[/?].*)?)$/; // requests that are answered here

/** @typedef {import("../refusal.js").Refusal} Refusal */
/** @typedef {{game: string, file: string, rules: string}} Read */
/** @type {Confined | null} */
let house = null;
/** @type {Confined | null} */
let thinker = null;
/** The program that is played. @type {{source: string, number: number, lang: string} | null} */
let program = null;
/** Its game, file name and rules. @type {Read | null} */
let played = null;
/** The number of the program that the search worker has loaded. */
let known = 0;
let written = 0;
/** @type {import("../types.js").Listener} */
let listener = { message: () => {}, open: () => {}, lost: () => {} };
/** Called when the worker with the tables has ended. @type {(fault: Refusal) => void} */
let ended = () => {};

function keeper() {
  house ??= new Confined(
    (said) => {
      if (said.told) listener.message(JSON.parse(said.told));
      else if (said.think) void ponder(said);
    },
    (fault) => {
      house = null;
      played = null;
      ended(fault);
    },
  );
  return house;
}

/** The search worker, with the program loaded. */
async function thinking() {
  if (!thinker) known = 0;
  thinker ??= new Confined(
    () => {},
    () => (thinker = null),
  );
  const own = thinker;
  if (program && known !== program.number) {
    known = program.number;
    await own.ask({ what: "write", ...program });
  }
  return own;
}

/** Run a search for the host. @param {{think: number, packed: string}} asked */
async function ponder({ think, packed }) {
  const from = keeper();
  const thought = await thinking()
    .then((own) => own.ask({ what: "ponder", packed }, THOUGHT))
    .catch(() => ""); // which the host treats as a lost search
  if (house === from) void from.say({ thought: think, packed: thought });
}

/** Start early. @param {(fault: Refusal) => void} told when the program has ended by itself */
export function wake(told) {
  ended = told;
  keeper();
}

/** End everything. */
export function close() {
  ended = () => {};
  house?.end();
  thinker?.end();
  program = null;
  played = null;
}

/**
 * Load a program. Returns its game, or the line and message of an error. If the rules are unchanged, so is the game.
 * @param {string} source @param {string} lang
 * @returns {Promise<Read | {line: number, told: string}>}
 */
export async function write(source, lang) {
  const own = { source, number: (written += 1), lang };
  const found = JSON.parse(await keeper().ask({ what: "write", ...own }));
  if (!("game" in found)) return found;
  if (!GAME.test(found.game)) throw broken(); // no other program uses its name
  if (!played || played.rules !== found.rules) {
    program = own;
    played = found;
  }
  return /** @type {Read} */ (played);
}

/** The vocabulary. @returns {Promise<{name: string, takes: string, told: string}[]>} */
export const words = async () => JSON.parse(await keeper().ask({ what: "words" }));

/** The program of a game, as a start. @param {string} game @returns {Promise<string>} */
export const begun = (game) => keeper().ask({ what: "begun", game });

/**
 * Whether a deal can be won.
 * @param {string} game @param {import("../types.js").Options} options @param {number} deal @param {number} seconds
 * @returns {Promise<import("../wire.js").Verdict["verdict"]>}
 */
export async function judge(game, options, deal, seconds) {
  return (await thinking()).ask({ what: "judge", game, options, deal, seconds }, THOUGHT);
}

// --- for the table's page -----------------------------------------------------------------------

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export async function ask(path, init) {
  const [, own] = OWN.exec(path) ?? [];
  if (!own) return askUsual(path, init);
  const { method = "GET", body = "" } = init;
  const told = await keeper().ask({ what: "ask", method, path: `/${own}`, body });
  const [status, kind, text] = JSON.parse(told);
  return new Response(text, { status, headers: { "Content-Type": kind } });
}

/** Check that the local host answers. */
export const alive = () => Promise.resolve(true);

/** @param {import("../types.js").Listener} hear */
export function connect(hear) {
  listener = hear;
}

/** The player left the table. */
export function disconnect() {
  listener = { message: () => {}, open: () => {}, lost: () => {} };
}

/** Accepted: always true here. */
export function admitted() {}

/** Nothing to reconnect: the page makes a new table. */
export function again() {}

/** @param {object} message */
export function transmit(message) {
  const said = /** @type {{type: string}} */ (message);
  const slow = ["hint", "verdict", "fatal", "pick", "review"].includes(said.type);
  void keeper()
    .say({ said: JSON.stringify(message) }, !slow && said.type !== "leave")
    .catch(() => {});
  return true;
}
