/** The guide of a solitaire's tutorial: moves to the next step when the server commits its action. It knows no rules. */

import { address, pageAt } from "../address.js";
import { go } from "../main.js";
import { complain } from "../parts/toast.js";
import { dressed } from "../dom.js";
import { command } from "../room.js";
import { now, watch } from "../store.js";
import { loadMessages, t } from "../texts.js";
import { forget, keep, recall } from "./keep.js";
import { Panel } from "./panel.js";
import { ends, onBoard } from "./places.js";
import { Rings } from "./rings.js";
import { fulfils, wish } from "./wish.js";

/**
 * A step: its text, its action (a star is any word), and what to point at, if not at the cards of the action.
 * @typedef {{template: string, action?: string, point?: string[]}} Step
 * @typedef {{deal: number, options?: import("../types.js").Options, steps: Step[]}} Tour
 */

/**
 * Start the guide at a table; returns a function that ends it.
 * @param {HTMLElement} place
 * @param {import("../types.js").Game} game
 */
export async function guide(place, game) {
  const [{ tour }] = await Promise.all([
    import(`./games/${game.game}.js`),
    loadMessages("tour"),
    dressed("tour"),
  ]);
  const own = place.isConnected && now().room ? new Guide(place, game, tour) : null;
  return () => own?.stop();
}

class Guide {
  /** @param {HTMLElement} place @param {import("../types.js").Game} game @param {Tour} tour */
  constructor(place, game, tour) {
    const { room, table, sitting } = this.#now();
    this.place = place;
    this.game = game;
    this.steps = tour.steps;
    this.kept = recall(room);
    this.round = sitting.round;
    this.done = table.steps;
    this.panel = new Panel(() => this.#end());
    place.classList.add("touring");
    place.insertBefore(this.panel.node, place.querySelector(".tools"));
    this.rings = new Rings(place);
    this.stops = [watch(["room"], () => this.#look()), watch(["prefs"], () => this.#point())];
    this.panel.node.focus({ preventScroll: true });
    setTimeout(() => this.#look(), 60); // screen readers announce only later changes
  }

  #now() {
    const room = /** @type {import("../types.js").Room} */ (now().room);
    return { ...room, table: /** @type {import("../types.js").Table} */ (room.table) };
  }

  get #step() {
    return this.steps[this.kept.at];
  }

  /** Check what was done, and show the next step. */
  #look() {
    if (!now().room?.table) return;
    const { room, table, seat, sitting } = this.#now();
    if (
      room !== this.kept.room ||
      sitting.round !== this.round ||
      (table.outcome && this.#step.action)
    )
      return this.#end();
    const last = table.last.find((own) => own.seat === seat && !own.undone);
    const fresh = table.steps > this.done;
    this.done = table.steps;
    while (this.kept.at > 0 && table.steps < this.kept.starts[this.kept.at]) this.kept.at -= 1; // it was undone
    if (fresh && last && this.#step.action && fulfils(this.#step.action, last.action))
      this.#advance();
    this.#draw();
  }

  #advance() {
    this.kept.at += 1;
    this.kept.starts[this.kept.at] = this.done;
    keep(this.kept);
  }

  #next() {
    this.#advance();
    this.#draw();
  }

  #draw() {
    const { table } = this.#now(),
      { action, template } = this.#step;
    const { at } = this.kept,
      all = this.steps.length,
      place = { at, all };
    const wanted = action ? wish(action, table.actions)?.text : undefined;
    if (at + 1 === all)
      this.panel.show({
        ...place,
        sentence: t(template),
        main: { label: t("Play on"), act: () => this.#end() },
        second: { label: t("A new game"), act: () => void this.#leave(`/game/${this.game.game}`) },
        quiet: false,
      });
    else if (!action)
      this.panel.show({
        ...place,
        sentence: t(template),
        main: { label: t("Next"), act: () => this.#next() },
        second: null,
        quiet: false,
      });
    else if (wanted)
      this.panel.show({
        ...place,
        sentence: t(template),
        main: { label: t("Show me"), act: () => this.#ask("act", { action: wanted }) },
        second: null,
        quiet: true,
      });
    else this.panel.show({ ...place, ...this.#astray(table) });
    this.#point();
  }

  /** The message if the step does not match the table. @param {import("../types.js").Table} table */
  #astray(table) {
    const second = {
      label: t("Start again"),
      act: () => void this.#leave(`/game/${this.game.game}?steps`),
    };
    if (table.undo && table.steps > this.kept.starts[this.kept.at])
      return {
        sentence: t(
          "You chose another move. To continue the tutorial, take it back or start again.",
        ),
        main: { label: t("Take it back"), act: () => void this.#back() },
        second,
        quiet: false,
      };
    return {
      sentence: t("This step no longer fits the table. Go to the next one, or start again."),
      main: { label: t("Next"), act: () => this.#next() },
      second,
      quiet: false,
    };
  }

  /** Mark the places of the step. */
  #point() {
    const { table } = this.#now(),
      { action, point } = this.#step;
    const board = this.#board(),
      wanted = action ? wish(action, table.actions) : undefined;
    const shown = action && !wanted ? [] : (point ?? (wanted ? ends(wanted) : []));
    board.wish = wanted?.text ?? null;
    this.rings.around(() => onBoard(board, shown));
  }

  #board() {
    return /** @type {import("../table/board.js").CardBoard} */ (
      this.place.querySelector("card-board")
    );
  }

  /** @param {string} type @param {object} [fields] */
  async #ask(type, fields) {
    await command(type, fields).catch(complain);
  }

  /** Undo the actions that left the steps. */
  async #back() {
    const start = this.kept.starts[this.kept.at];
    while (this.#now().table.steps > start && this.#now().table.undo) await this.#ask("undo");
  }

  /** @param {string} path */
  async #leave(path) {
    keep(this.kept);
    await forget();
    await go(path, { replace: true });
  }

  /** End the steps; the table stays. */
  #end() {
    keep(null);
    this.stop();
    history.replaceState(null, "", address(pageAt()));
    /** @type {HTMLElement | null} */ (
      this.place.querySelector("card-board [tabindex='0']")
    )?.focus({ preventScroll: true });
  }

  stop() {
    this.stops.forEach((stop) => stop());
    this.stops = [];
    this.rings.stop();
    this.#board().wish = null;
    this.panel.node.remove();
    this.place.classList.remove("touring");
  }
}
