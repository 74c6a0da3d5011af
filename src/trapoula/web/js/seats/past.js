/** The positions since your last turn, to show them again. */

import { toast } from "../parts/toast.js";
import { now } from "../store.js";
import { t } from "../texts.js";

/** @typedef {{table: import("../types.js").Table, story: import("../wire.js").Done[]}} Seen */

const KEPT = 60;
const STEP = { slow: 2200, normal: 1200, quick: 700 }; // milliseconds for each

export class Past {
  /** @type {Seen[]} */ #seen = [];
  #at = -1;
  #timer = 0;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
  }

  /** The position that is shown again. @returns {Seen | null} */
  get shown() {
    return this.#seen[this.#at] ?? null;
  }

  /** Remember a position; your own action clears the list. @param {import("../types.js").Room} room @param {import("../types.js").Table} table */
  see(room, table) {
    const last = this.#seen.at(-1);
    if (last?.table === table || last?.table.steps === table.steps) return;
    const own =
      table.steps === 0 ||
      table.last.some(({ seat, talk, undone }) => undone || (!talk && room.held.includes(seat)));
    if (own) this.#stop();
    this.#seen = [...(own ? [] : this.#seen), { table, story: room.story }].slice(-KEPT);
  }

  /** Show them one after another. */
  show() {
    if (this.#seen.length < 2) return void toast(t("Nothing has happened since your last turn."));
    this.#stop();
    this.#at = 0;
    this.redraw();
    this.#timer = setInterval(() => {
      this.#at += 1;
      if (this.#at >= this.#seen.length - 1) this.#stop();
      this.redraw();
    }, STEP[now().prefs.bots]);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#at = -1;
  }

  /** Return to the current position. */
  stop() {
    this.#stop();
    this.redraw();
  }

  forget() {
    this.#stop();
    this.#seen = [];
  }
}
