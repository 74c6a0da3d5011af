/** The line to the workshop's house: the tables of the program on the page, in confined workers. One keeps the tables, another thinks. */

import { Refusal } from "../refusal.js";
import { askUsual } from "../transport.js";
import { confine } from "./confine.js";

const PATIENCE = 12_000; // ms for an answer, once Python has begun; a program that needs more does not end
const OWN = /\/(api\/(?:rooms|replays|rules|games\/[\w-]+-v\d+)(?:[/?].*)?)$/; // what is asked of the tables here

/** @typedef {{game: string, file: string, rules: string}} Read */
/** @typedef {{what: string, resolve: (answer: any) => void, reject: (fault: Refusal) => void}} Asked */

/** A worker that is asked for things, and ends when it does not answer in time. */
class Confined {
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline;
  /** @type {Promise<{say: (what: object) => void, end: () => void}>} */
  #begun;
  /** Told why nobody will be ready. @type {(fault: Refusal) => void} */
  #fail = () => {};

  /** @param {(said: any) => void} hear */
  constructor(hear) {
    /** @type {(nothing?: undefined) => void} */
    let begin = () => {};
    this.ready = new Promise((resolve, reject) => {
      begin = resolve;
      this.#fail = reject;
    });
    this.ready.catch(() => {}); // whoever asks is told
    this.#begun = confine((said) => {
      if (said.ready) begin();
      else if (said.broken) this.end();
      else this.#heard(said, hear);
    });
    this.#begun.catch(() => this.end());
  }

  /** @param {any} said @param {(said: any) => void} hear */
  #heard(said, hear) {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    const own = this.#asked.get(said.id);
    this.#asked.delete(said.id);
    if (this.#asked.size) this.#expect();
    if (!own) hear(said);
    else if ("fault" in said) {
      console.warn(said.fault);
      own.reject(new Refusal({ type: "error", template: "Something went wrong." }));
    } else own.resolve(said.answer);
  }

  #expect() {
    this.#deadline ??= setTimeout(() => this.end(stuck()), PATIENCE);
  }

  /** Ask for something. @param {{what: string, [field: string]: any}} what @returns {Promise<any>} */
  async ask(what) {
    await this.ready;
    const id = (this.#count += 1),
      { say } = await this.#begun;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { what: what.what, resolve, reject });
      say({ ...what, id });
      this.#expect();
    });
  }

  /** Say something, which is answered by what is told, or not at all. @param {object} what @param {boolean} [answered] */
  async say(what, answered = false) {
    await this.ready;
    (await this.#begun).say(what);
    if (answered) this.#expect();
  }

  /** End it, whatever it is doing. @param {Refusal} [fault] why */
  end(fault = broken()) {
    clearTimeout(this.#deadline);
    this.#fail(fault);
    this.#begun.then(
      ({ end }) => end(),
      () => {},
    );
    for (const { reject } of this.#asked.values()) reject(fault);
    this.#asked.clear();
    if (house === this) {
      house = null;
      played = null;
    }
    if (thinker === this) thinker = null;
    ended(fault);
  }
}

function broken() {
  return new Refusal({
    type: "error",
    code: "failed",
    template: "Python could not begin in this browser.",
  });
}

function stuck() {
  return new Refusal({
    type: "error",
    code: "stuck",
    template: "This takes too long, and was stopped. Is there a loop that does not end?",
  });
}

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
/** Told when a worker has ended. @type {(fault: Refusal) => void} */
let ended = () => {};

function keeper() {
  house ??= new Confined((said) => {
    if (said.told) listener.message(JSON.parse(said.told));
    else if (said.think) void ponder(said);
  });
  return house;
}

/** A worker that thinks has read the program too. */
async function thinking() {
  if (!thinker) known = 0;
  thinker ??= new Confined(() => {});
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
    .then((own) => own.ask({ what: "ponder", packed }))
    .catch(() => "");
  if (house === from && thought) void from.say({ thought: think, packed: thought });
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
  return (await thinking()).ask({ what: "judge", game, options, deal, seconds });
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
