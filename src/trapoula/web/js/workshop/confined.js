/** Requests to a sandboxed worker, which is stopped if it does not answer in time. */

import { Refusal } from "../refusal.js";
import { confine } from "./confine.js";

const PATIENCE = 12_000; // ms until a request times out, once Python has started

/** @typedef {{resolve: (answer: any) => void, reject: (fault: Refusal) => void, patience: number}} Asked */

export class Confined {
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline;
  /** @type {Promise<{say: (what: object) => void, end: () => void}>} */
  #begun;
  /** Rejects the promise that waits for the start. @type {(fault: Refusal) => void} */
  #fail = () => {};
  #over = false;

  /** @param {(said: any) => void} hear @param {(fault: Refusal) => void} gone called with the reason when it has ended */
  constructor(hear, gone) {
    this.gone = gone;
    /** @type {(nothing?: undefined) => void} */
    let begin = () => {};
    this.ready = new Promise((resolve, reject) => {
      begin = resolve;
      this.#fail = reject;
    });
    this.ready.catch(() => {}); // callers get the error
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
    const longest = Math.max(0, ...[...this.#asked.values()].map(({ patience }) => patience));
    if (longest) this.#expect(longest);
    if (!own) hear(said);
    else if ("fault" in said) {
      console.warn(said.fault);
      own.reject(new Refusal({ type: "error", template: "Something went wrong." }));
    } else own.resolve(said.answer);
  }

  #expect(patience = PATIENCE) {
    this.#deadline ??= setTimeout(() => this.end(stuck()), patience);
  }

  /** Send a request. @param {{what: string, [field: string]: any}} what @param {number} [patience] ms @returns {Promise<any>} */
  async ask(what, patience = PATIENCE) {
    await this.ready;
    const id = (this.#count += 1),
      { say } = await this.#begun;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject, patience });
      say({ ...what, id });
      this.#expect(patience);
    });
  }

  /** Send a message without a direct answer. @param {object} what @param {boolean} [answered] */
  async say(what, answered = false) {
    await this.ready;
    (await this.#begun).say(what);
    if (answered) this.#expect();
  }

  /** Stop the worker. @param {Refusal} [fault] why */
  end(fault = broken()) {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#deadline);
    this.#fail(fault);
    this.#begun.then(
      ({ end }) => end(),
      () => {},
    );
    for (const { reject } of this.#asked.values()) reject(fault);
    this.#asked.clear();
    this.gone(fault);
  }
}

export function broken() {
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
