/** The tutor of a table game: explains each rule when it first matters. The server says which rules do. */

import { address, pageAt } from "../address.js";
import { dressed } from "../dom.js";
import { go } from "../main.js";
import { command } from "../room.js";
import { told } from "../scenes/telling.js";
import { namesOf } from "../seats/people.js";
import { now, watch } from "../store.js";
import { loadMessages, number, t } from "../texts.js";
import { keep, recall } from "./keep.js";
import { Panel } from "./panel.js";
import { onTable, parts } from "./places.js";
import { Rings } from "./rings.js";

/** @typedef {import("../wire.js").Tip} Tip */

/**
 * Start the tutor for a round; returns a function that ends it.
 * @param {HTMLElement} place
 * @param {import("../types.js").Game} game
 */
export async function teach(place, game) {
  await Promise.all([loadMessages("tour"), dressed("tour")]);
  const own = place.isConnected && now().room ? new Tutor(place, game) : null;
  return () => own?.stop();
}

class Tutor {
  /** Rules that matter now and were not shown yet. @type {Tip[]} */ #tips = [];
  #steps = -1;

  /** @param {HTMLElement} place @param {import("../types.js").Game} game */
  constructor(place, game) {
    const { room, sitting } = this.#now();
    this.place = place;
    this.game = game;
    this.table = /** @type {HTMLElement} */ (place.querySelector(".seat-table"));
    this.kept = recall(room);
    this.round = sitting.round;
    this.panel = new Panel(() => this.#end());
    place.classList.add("touring", "taught");
    place.insertBefore(this.panel.node, place.querySelector(".tools"));
    this.rings = new Rings(place);
    this.stopWatching = watch(["room"], () => this.#look());
    this.panel.node.focus({ preventScroll: true });
    setTimeout(() => this.#look(), 60); // screen readers announce only later changes
  }

  #now() {
    return /** @type {import("../types.js").Room} */ (now().room);
  }

  /** Check what was done; on your turn, ask for the tips. */
  #look() {
    const room = now().room;
    if (!room) return;
    const { table, sitting, seat } = room;
    if (room.room !== this.kept.room || sitting.round > Math.max(1, this.round)) return this.#end();
    if (!table) return this.#draw();
    const mine = table.turn === seat && sitting.phase === "playing",
      acted = table.last.some((one) => one.seat === seat && !one.talk && !one.undone);
    if (table.steps !== this.#steps && (acted || !mine)) this.#tell(); // the shown rule is outdated
    if (!mine) this.#tips = [];
    else if (table.steps !== this.#steps) void this.#ask(table.steps);
    this.#steps = table.steps;
    this.#draw();
  }

  /** @param {number} steps */
  async #ask(steps) {
    const { tips } = await command("tips").catch(() => ({ tips: /** @type {Tip[]} */ ([]) }));
    if (this.#steps !== steps) return;
    this.#tips = tips.filter((/** @type {Tip} */ { rule }) => !this.kept.told.includes(rule));
    this.#draw();
  }

  /** Mark the current rule as shown. */
  #tell() {
    const tip = this.#tips.shift();
    if (!tip) return;
    this.kept.told.push(tip.rule);
    keep(this.kept);
  }

  #draw() {
    const { table, sitting, seat } = this.#now(),
      [tip, ...more] = this.#tips,
      count = this.kept.told.length;
    const names = namesOf(this.#now()),
      page = { at: count, main: null, second: null, quiet: true };
    this.#point(tip);
    if (sitting.phase === "over" || table?.outcome)
      return this.panel.show({
        ...page,
        sentence: t(
          "That was a whole round, and you know {n} rules by now. Others come up when they matter.",
          { n: number(count) },
        ),
        main: { label: t("Play on"), act: () => this.#end() },
        second: { label: t("A new table"), act: () => void go(`/game/${this.game.game}`) },
        quiet: false,
        last: true,
      });
    if (tip)
      return this.panel.show({
        ...page,
        at: count + 1,
        sentence: told(tip.words, names),
        main: more.length
          ? {
              label: t("Next"),
              act: () => {
                this.#tell();
                this.#draw();
              },
            }
          : null,
      });
    const turn = table?.turn ?? null;
    this.panel.show({
      ...page,
      sentence:
        turn === null || turn < 0 || sitting.phase !== "playing"
          ? t("You are told each rule when it matters.")
          : turn === seat
            ? t("Your turn: play as you like. A hint shows a good move.")
            : t("{name} is playing.", { name: names[turn] }),
    });
  }

  /** Mark what demonstrates a rule, and scroll it into view. @param {Tip | undefined} tip */
  #point(tip) {
    const action = this.#now().table?.actions.find(({ text }) => text === tip?.action);
    if (action)
      requestAnimationFrame(() => {
        const shown = parts(this.table, action).reverse();
        shown.forEach(({ node }) => node.scrollIntoView({ block: "nearest" }));
      });
    this.rings.around(() => (action ? onTable(this.table, action) : []));
  }

  /** End the tutor; the table goes on. */
  #end() {
    keep(null);
    this.stop();
    history.replaceState(null, "", address(pageAt()));
    /** @type {HTMLElement | null} */ (this.table.querySelector("button"))?.focus({
      preventScroll: true,
    });
  }

  stop() {
    this.stopWatching();
    this.rings.stop();
    this.panel.node.remove();
    this.place.classList.remove("touring", "taught");
  }
}
