/** A player for recorded games: the table at each step, the action, a slider, buttons and keys. */

import { getJson } from "../api.js";
import { chosen, oneGame } from "../catalogue.js";
import { dressed, h, refill } from "../dom.js";
import { pace } from "../prefs.js";
import { number, t } from "../texts.js";
import { icon } from "./icons.js";
import { complain } from "./toast.js";
import "../table/board.js";

/**
 * Settings: who leads (if not this page), a callback for each step shown, the names of the seats, whether face-down
 * cards are open, and extra buttons.
 * @typedef {{lead: ((at: number) => void) | null, seen?: (at: number) => void, names?: string[], open?: boolean, tools?: Node[]}} How
 *
 * @typedef {import("../wire.js").Step} Step
 * @typedef {import("../types.js").Game} Game
 */

const CHUNK = 100; // steps a request
const SLOWEST = 450; // least milliseconds for a step during playback

/** A record by its name, with its game. @param {string} id */
export async function loadRecord(id) {
  const told = await getJson(`/api/replays/${id}`),
    bare = await oneGame(told.game),
    options = chosen(bare, told.options);
  return {
    told: /** @type {import("../wire.js").Replay} */ (told),
    game: Object.keys(options).length ? await oneGame(told.game, options) : bare,
  };
}

/** A button of the line below. @param {string} name @param {string} label @param {() => void} act */
export function tool(name, label, act) {
  return h(
    "button",
    { class: "tool", "data-tool": name, onclick: act },
    icon(name),
    h("span", {}, label),
  );
}

export class Reel {
  /** @type {Map<number, Promise<Step[]>>} */ #chunks = new Map();
  /** @type {import("../scenes/play.js").Play | null} */ #play = null;
  #at = 0;
  #seat = "all";
  /** @type {number | undefined} */ #playing;

  /** @param {import("../wire.js").Replay} told @param {Game} game @param {How} how */
  constructor(told, game, { lead, seen = () => {}, names = [], open = false, tools = [] }) {
    this.told = told;
    this.game = game;
    this.lead = lead;
    this.seen = seen;
    this.open = open;
    this.names = Array.from(
      { length: told.seats },
      (_, seat) => names[seat] || t("Seat {n}", { n: seat + 1 }),
    );
    if (game.layout && !open) this.#seat = "0";
    this.stage = game.layout ? h("card-board") : h("div", { class: "seat-table" });
    this.where = h("span", { class: "where", role: "status" });
    this.deed = game.layout ? null : h("div", { class: "deed", role: "status" });
    this.slider =
      lead &&
      h("input", {
        type: "range",
        min: 0,
        max: told.steps,
        value: 0,
        "aria-label": t("Move"),
        oninput: () => this.#want(Number(this.slider.value)),
      });
    this.run = lead && tool("play", t("Play"), () => (this.#playing ? this.stop() : this.#start()));
    this.bar = h(
      "div",
      { class: "replay-bar" },
      this.deed,
      this.slider,
      h(
        "div",
        { class: "row" },
        game.layout ? null : this.#viewpoints(),
        lead
          ? [
              tool("previous", t("Back"), () => this.#want(this.#at - 1)),
              this.run,
              tool("next", t("Forward"), () => this.#want(this.#at + 1)),
            ]
          : null,
        tools,
      ),
    );
    if (lead) document.addEventListener("keydown", this.#keys);
  }

  /** The step that is shown. */
  get at() {
    return this.#at;
  }

  /** Whose cards are visible. */
  #viewpoints() {
    const field = h(
      "select",
      {
        class: "input",
        "aria-label": t("Whose cards you see"),
        onchange: () => {
          this.#seat = field.value;
          this.#chunks.clear();
          void this.show(this.#at);
        },
      },
      h("option", { value: "all" }, t("All hands")),
      this.names.map((name, own) => h("option", { value: String(own) }, name)),
      h("option", { value: "none" }, t("What spectators saw")),
    );
    return field;
  }

  /** @param {number} at @returns {Promise<Step>} */
  async #step(at) {
    const from = Math.floor(at / CHUNK) * CHUNK,
      to = Math.min(from + CHUNK - 1, this.told.steps);
    if (!this.#chunks.has(from))
      this.#chunks.set(
        from,
        getJson(
          `/api/replays/${this.told.replay}/steps?from=${from}&to=${to}&seat=${this.#seat}`,
        ).then(({ steps }) => steps),
      );
    return (await /** @type {Promise<Step[]>} */ (this.#chunks.get(from)))[at - from];
  }

  /** Show a step, unless another is requested before it arrives. @param {number} to */
  async show(to) {
    const wanted = Math.max(0, Math.min(this.told.steps, to)),
      far = Math.abs(wanted - this.#at) > 1;
    this.#at = wanted;
    try {
      const found = await this.#step(wanted);
      if (!this.game.layout && !this.#play)
        this.stage.append((this.#play = await tableOf(found.view, this.game)).node);
      if (this.#at !== wanted) return;
      if (this.slider && !this.slider.matches(":active")) this.slider.value = String(wanted); // keep the thumb under the finger
      this.where.textContent = t("Move {at} of {all}", {
        at: number(wanted),
        all: number(this.told.steps),
      });
      if (this.game.layout)
        this.stage.show(
          this.game,
          {
            view: this.open
              ? turnedOpen(/** @type {import("../types.js").PatienceView} */ (found.view))
              : found.view,
            actions: [],
            last: found.last,
          },
          { still: far },
        );
      else await this.#tell(found);
      this.seen(wanted);
    } catch (fault) {
      this.stop();
      complain(fault);
    }
  }

  /** The table, the action in words, and all hands if they are open. @param {Step} found */
  async #tell(found) {
    const { names } = this;
    this.#play?.show({
      view: found.view,
      table: found,
      names,
      story: found.last,
      live: false,
      over: true,
    }); // do not wait
    const [{ told: inWords }, { turnedUp }] = await Promise.all([
      import("../scenes/telling.js"),
      import("../seats/tally.js"),
    ]);
    refill(
      /** @type {HTMLElement} */ (this.deed),
      found.last.map(({ seat: who, words }) =>
        words ? h("p", {}, h("b", {}, names[who] ?? ""), " ", inWords(words, names)) : null,
      ),
      turnedUp(
        /** @type {{secret?: {hands?: number[][]}}} */ (found.view).secret?.hands ?? [],
        names,
      ),
    );
  }

  /** Lead everyone to a step, and pause there. @param {number} at */
  #want(at) {
    this.stop();
    this.lead?.(Math.max(0, Math.min(this.told.steps, at)));
  }

  #start() {
    const next = () => (this.#at >= this.told.steps ? this.stop() : this.lead?.(this.#at + 1));
    if (this.#at >= this.told.steps) this.lead?.(0);
    this.#playing = setInterval(next, Math.max(SLOWEST, pace() * 2.5));
    refill(this.run, icon("pause"), h("span", {}, t("Pause")));
  }

  stop() {
    clearInterval(this.#playing);
    this.#playing = undefined;
    if (this.run) refill(this.run, icon("play"), h("span", {}, t("Play")));
  }

  #keys = (/** @type {KeyboardEvent} */ event) => {
    const typed =
        event.target instanceof Element && event.target.closest("input, select, textarea"),
      { steps } = this.told;
    if (
      typed ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open], .menu")
    )
      return;
    /** @type {Record<string, number>} */
    const ways = { ArrowRight: this.#at + 1, ArrowLeft: this.#at - 1, Home: 0, End: steps };
    if (event.key in ways) {
      event.preventDefault();
      this.#want(ways[event.key]);
    } else if (event.key === " " && event.target === document.body) {
      event.preventDefault();
      this.#playing ? this.stop() : this.#start();
    }
  };

  /** Stop showing it. */
  end() {
    this.stop();
    document.removeEventListener("keydown", this.#keys);
  }
}

/** A table game, for viewing only. @param {import("../scenes/scene.js").View} view @param {Game} game */
async function tableOf(view, game) {
  const { fetchScene, playAt } = await import("../scenes/scene.js");
  await Promise.all([fetchScene(view), dressed("seats")]);
  return /** @type {import("../scenes/play.js").Play} */ (
    playAt(view, { game, act: async () => {} })
  );
}

/** A view with every card open. @param {import("../types.js").PatienceView} view */
function turnedOpen(view) {
  return {
    ...view,
    piles: Object.fromEntries(
      Object.entries(view.piles).map(([pile, cards]) => [
        pile,
        cards.map((card) => card.replace("?", "")),
      ]),
    ),
  };
}
