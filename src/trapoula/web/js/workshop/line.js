/** The line to the workshop's house: the tables of the program on the page, in confined workers. One keeps the tables, another thinks. */

import { askUsual } from "../transport.js";
import { broken, Confined } from "./confined.js";

const THOUGHT = 90_000; // ms for an answer of the one that thinks
const GAME = /^[\w-]+-v\d+$/;
const OWN = /\/(api\/(?:rooms|replays|rules|games\/[\w-]+-v\d+)(?:[/?].*)?)$/; // what is asked of the tables here

/** @typedef {import("../refusal.js").Refusal} Refusal */
/** @typedef {{game: string, file: string, rules: string}} Read */
/** @type {Confined | null} */
let house = null;
/** @type {Confined | null} */
let thinker = null;
/** The program that is played. @type {{source: string, number: number, lang: string} | null} */
let program = null;
/** Its game, the name of its file, and what its rules are. @type {Read | null} */
let played = null;
/** The number of the program that the thinker has read. */
let known = 0;
let written = 0;
/** @type {import("../types.js").Listener} */
let listener = { message: () => {}, open: () => {}, lost: () => {} };
/** Told when the one that keeps the tables has ended. @type {(fault: Refusal) => void} */
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

/** A worker that thinks has read the program too. */
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

/** Have something thought about, for the house. @param {{think: number, packed: string}} asked */
async function ponder({ think, packed }) {
  const from = keeper();
  const thought = await thinking()
    .then((own) => own.ask({ what: "ponder", packed }, THOUGHT))
    .catch(() => ""); // which the house takes for a thought that was lost
  if (house === from) void from.say({ thought: think, packed: thought });
}

/** Begin before anybody asks. @param {(fault: Refusal) => void} told when what runs has ended by itself */
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
 * Read a program: the game that is to be played now, or the line and the sentence of what is wrong. Where the rules are the same as before,
 * so is the game.
 * @param {string} source @param {string} lang
 * @returns {Promise<Read | {line: number, told: string}>}
 */
export async function write(source, lang) {
  const own = { source, number: (written += 1), lang };
  const found = JSON.parse(await keeper().ask({ what: "write", ...own }));
  if (!("game" in found)) return found;
  if (!GAME.test(found.game)) throw broken(); // nothing else is asked for under its name
  if (!played || played.rules !== found.rules) {
    program = own;
    played = found;
  }
  return /** @type {Read} */ (played);
}

/** The vocabulary. @returns {Promise<{name: string, takes: string, told: string}[]>} */
export const words = async () => JSON.parse(await keeper().ask({ what: "words" }));

/** The program of a game to begin with. @param {string} game @returns {Promise<string>} */
export const begun = (game) => keeper().ask({ what: "begun", game });

/**
 * Whether a deal can be won.
 * @param {string} game @param {import("../types.js").Options} options @param {number} deal @param {number} seconds
 * @returns {Promise<import("../wire.js").Verdict["verdict"]>}
 */
export async function judge(game, options, deal, seconds) {
  return (await thinking()).ask({ what: "judge", game, options, deal, seconds }, THOUGHT);
}

// --- what a table's page needs -----------------------------------------------------------------------

/** @param {string} path @param {RequestInit} init @returns {Promise<Response>} */
export async function ask(path, init) {
  const [, own] = OWN.exec(path) ?? [];
  if (!own) return askUsual(path, init);
  const { method = "GET", body = "" } = init;
  const told = await keeper().ask({ what: "ask", method, path: `/${own}`, body });
  const [status, kind, text] = JSON.parse(told);
  return new Response(text, { status, headers: { "Content-Type": kind } });
}

/** Whether the house can answer at all. */
export const alive = () => Promise.resolve(true);

/** @param {import("../types.js").Listener} hear */
export function connect(hear) {
  listener = hear;
}

/** Nobody sits at the table any more. */
export function disconnect() {
  listener = { message: () => {}, open: () => {}, lost: () => {} };
}

/** We were let in: there is no other way here. */
export function admitted() {}

/** Come back when there is a table again: the page makes one. */
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
