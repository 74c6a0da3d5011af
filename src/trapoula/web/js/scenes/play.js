/** Playing at a table game: picking cards, lighting places, and sending actions. */

import { h } from "../dom.js";
import { confirm, open } from "../parts/dialog.js";
import { openMenu } from "../parts/menu.js";
import { patch } from "../parts/patch.js";
import { announce, toast } from "../parts/toast.js";
import { Gestures } from "../table/gestures.js";
import { t } from "../texts.js";
import { breakable } from "../words.js";
import { drawAs, moving, nameOf } from "./card.js";
import { Deeds } from "./deeds.js";
import { Hand } from "./hand.js";
import { lastTurn } from "./last.js";
import { Question } from "./question.js";
import { sentence, told } from "./telling.js";

/**
 * How a kind of table is drawn: its places, and which actions have a button.
 * @typedef {{kind: string, several: (play: Play) => boolean, quick?: boolean, draw: (play: Play) => (Node | null)[], slots: (play: Play) => (import("../wire.js").Action | undefined)[], useless?: string}} Picture
 *   several: whether many cards can be picked at once; quick: whether a double tap does the only thing a card can do; useless: the place whose reason is told of a card that goes nowhere
 *
 * What is shown: the view, what may be done, who sits where, what was done last, whether hands may do anything, and whether it is over, by the rules or by a vote.
 * @typedef {{view: any, table: Partial<import("../types.js").Table>, names: string[], story: readonly import("../wire.js").Done[], live: boolean, over?: boolean}} Shown
 *
 * What the table asks of the page: to do an action, to hear why one is not allowed, and what things are called.
 * @typedef {{act: (text: string) => Promise<unknown>, game: import("../types.js").Game}} Page
 *
 * @typedef {import("../wire.js").Action} Action
 * @typedef {import("../types.js").Spot} Spot
 */

/** @typedef {import("../types.js").Surface} Surface */

/** @implements {Surface} */
export class Play {
  /** @type {Action | null} */ #hint = null;
  #busy = false;
  /** The open question about picks. @type {Question | null} */ #asked = null;
  /** The screen width for which the hand's space is reserved. */ #width = 0;

  /** @param {Picture} picture @param {Page} page */
  constructor(picture, page) {
    this.picture = picture;
    this.page = page;
    drawAs(page.game);
    /** @type {Shown} */
    this.shown = { view: { hand: null }, table: {}, names: [], story: [], live: false };
    this.last = lastTurn([]);
    this.deeds = new Deeds([], {}, []);
    this.node = h("div", { class: `play ${picture.kind}`, "data-key": "play" });
    this.hand = new Hand(this.node);
    this.gestures = new Gestures(this.node, this);
    new ResizeObserver(() => this.#keepRoom()).observe(this.node);
    this.node.addEventListener(
      "keydown",
      (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.#back(),
    );
    this.node.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.detail > 0) return; // pointers use gestures; this click is a key or a screen reader
      const spot = this.#spotOf(event.target);
      if (spot) this.tap(spot);
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    if (shown.table.steps !== this.shown.table.steps) this.#hint = this.#asked = null;
    this.shown = shown;
    this.last = lastTurn(shown.story);
    this.deeds = new Deeds(
      shown.live ? (shown.table.actions ?? []) : [],
      shown.view.dooms ?? {},
      this.page.game.tries ?? [],
    );
    this.hand.hold(shown.view.hand ?? []);
    if (!shown.live) this.hand.clear();
    this.#draw();
  }

  // --- for scenes -----------------------------------------------------------------------------

  get view() {
    return this.shown.view;
  }

  get names() {
    return this.shown.names;
  }

  /** Whether it is your turn. */
  get mine() {
    return this.shown.live && this.view.seat !== null && this.view.turn === this.view.seat;
  }

  /** The cards that are picked. */
  get picked() {
    return this.hand.picked;
  }

  /** What something is called. @param {string} word @param {Record<string, unknown>} [facts] */
  word(word, facts) {
    return t(this.page.game.words?.[word] ?? word, facts);
  }

  /** The action of the picked cards at a place; without cards, that of the place. @param {string} place */
  lit(place) {
    return this.picked.length ? this.deeds.match(this.picked, place) : this.deeds.bare(place);
  }

  /** The attributes and handlers of a place. @param {string} place @param {number} [seat] the seat that owns the place, if any */
  place(place, seat) {
    const action = this.lit(place),
      last = this.last.places.has(place) && (seat === undefined || seat === this.last.seat);
    return {
      "data-to": place,
      state: [
        action && "target",
        action && this.deeds.doom(action) && "doom",
        this.#hint?.to === place && "hint",
        last && "last",
      ]
        .filter(Boolean)
        .join(" "),
    };
  }

  /** The mark of a card that was just played. @param {number} card */
  ringed(card) {
    return this.last.cards.has(card) ? "last" : "";
  }

  /** The word of the game on a card. @param {number} card @returns {string | undefined} */
  carried(card) {
    return Object.entries(this.view.carriers ?? {}).find(([, cards]) =>
      /** @type {number[]} */ (cards).includes(card),
    )?.[0];
  }

  // --- picks ---------------------------------------------------------------------------

  /** Do an action, or ask for its picks first. Returns whether it was done. @param {Action} action */
  #choose(action) {
    const actions = this.deeds.alike(action);
    if (actions.length > 1) {
      this.#asked = new Question(actions);
      this.#draw();
      return false;
    }
    void this.#do(action);
    return true;
  }

  /** @param {import("../wire.js").Phrase} answer */
  #answer(answer) {
    this.#asked?.answer(answer);
    const left = this.#asked?.left ?? [];
    if (left.length === 1) return void this.#do(left[0]);
    this.#draw();
  }

  /** Undo the last answer; before the first, cancel. */
  #back() {
    if (!this.#asked?.back()) this.#asked = null;
    this.#draw();
  }

  /** Choose something to say. @param {EventTarget | null} at @param {string[]} about */
  sayOf(at, about) {
    this.#menu(
      at,
      about.flatMap((own) => this.deeds.talk(own)),
      "chat",
    );
  }

  /** What was said, in words. @param {{about: string, word: string}} said */
  saying({ about, word }) {
    return this.word(word, { command: this.word(about) });
  }

  /** Some actions to choose from. @param {EventTarget | null} at @param {Action[]} actions @param {string} icon */
  #menu(at, actions, icon) {
    openMenu(
      /** @type {HTMLElement} */ (at),
      actions.map((action) => ({
        icon,
        label: this.name(action),
        act: () => this.#choose(action),
      })),
    );
  }

  /** Show what a word on a card requires. @param {string} word */
  explain(word) {
    const more = this.about(word);
    if (more) open(this.word(word), [h("p", {}, more)]);
  }

  /** What an action is called. @param {Action} action */
  name(action) {
    if (!action.label) return action.text;
    const answers = (action.picks ?? []).map(({ answer }) => sentence(answer, this.names));
    return [sentence(action.label, this.names), answers.join(", ")].filter(Boolean).join(": ");
  }

  /** Show an action as advice until something is done or picked. Returns its name. @param {string} text */
  advise(text) {
    const action = this.deeds.all.find((own) => own.text === text);
    if (!action) return text;
    this.#hint = action;
    this.#draw();
    return this.name(action);
  }

  // --- drawing ---------------------------------------------------------------------------------------

  #draw() {
    moving(this.node, () => {
      if (!this.#busy && !this.gestures.lifted) this.hand.lay();
      const focused = this.node.querySelector(":focus");
      patch(
        this.node,
        h(
          "div",
          { class: "scene", role: "group", tabindex: 0, "aria-label": t("Card table") },
          this.picture.draw(this),
        ),
        this.#task(),
        this.view.hand ? this.hand.draw(this, this.#hint) : null,
      );
      this.#keepRoom();
      if (focused?.matches(":disabled") || focused?.isConnected === false)
        /** @type {HTMLElement | null} */ (this.node.querySelector("[data-hand]"))?.focus({
          preventScroll: true,
        }); // keyboard focus continues from the hand
    });
  }

  /** Keep the space of a shrinking hand, so that nothing moves under the pointer. */
  #keepRoom() {
    const width = this.node.clientWidth;
    if (width !== this.#width) this.node.style.removeProperty("--hand-room");
    this.#width = width;
    this.node.style.setProperty(
      "--hand-room",
      `${/** @type {HTMLElement | null} */ (this.node.querySelector(".hand"))?.offsetHeight ?? 0}px`,
    );
  }

  /** If there is only one action, ask for its picks at once. */
  #askAtOnce() {
    const [only, ...others] = this.deeds.answers,
      actions = only && !others.length && !this.deeds.bares.length ? this.deeds.alike(only) : [];
    if (actions.length > 1 && !this.#asked && this.deeds.done.length === actions.length)
      this.#asked = new Question(actions, true);
  }

  #task() {
    this.#askAtOnce();
    if (this.#asked)
      return this.#asked.draw(this.shown.names, {
        answer: (answer) => this.#answer(answer),
        back: () => this.#back(),
      });
    const { view, table, names, over } = this.shown,
      { task } = table;
    const waits =
      over || view.turn === null || view.turn < 0 || view.turn === view.seat
        ? ""
        : t("{name} is playing.", { name: names[view.turn] });
    const carried = this.picked.length === 1 ? this.carried(this.picked[0]) : undefined,
      more = this.about(carried); // picked cards need no hint
    const answers = this.deeds.answers,
      slots = answers.length ? answers : this.picture.slots(this);
    return h(
      "div",
      { class: `task ${answers.length ? "asked" : ""}` },
      h(
        "p",
        { role: "status", class: this.deeds.forced ? "lost" : "" },
        more
          ? `${this.word(carried ?? "")}: ${more}`
          : task && this.shown.live
            ? sentence(task, names)
            : waits,
      ),
      h(
        "div",
        { class: `deeds of-${slots.length}` },
        slots.map((action, at) => this.#button(action, at, answers.length > 0)),
      ),
    );
  }

  /** @param {Action | undefined} action @param {number} at @param {boolean} plain */
  #button(action, at, plain) {
    const doom = action && this.deeds.doom(action),
      hint = action && this.#hint?.text === action.text;
    return h(
      "button",
      {
        class: `button ${at && !plain ? "" : "main"} ${doom ? "doomed" : ""} ${hint ? "hint" : ""} ${action ? "" : "none"}`,
        "data-key": `slot-${at}`,
        "data-focus": action?.text.split(" ")[0] ?? null,
        disabled: !action || null,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (action && event.detail < 2) this.#choose(action);
        },
      },
      action?.label ? told(action.label, this.names) : "",
    );
  }

  /** The word on a card, with its sign. @param {string | undefined} word */
  badge(word) {
    const sign = this.page.game.words?.[`sign ${word}`];
    return word
      ? h(
          "span",
          { class: "command", title: this.about(word) },
          sign ? h("span", { "aria-hidden": "true" }, `${sign} `) : null,
          breakable(this.word(word)),
        )
      : null;
  }

  /** What a word on a card requires. @param {string | undefined} word */
  about(word) {
    const more = this.page.game.words?.[`about ${word}`];
    return word && more ? t(more) : null;
  }

  // --- hands -----------------------------------------------------------------------------------------

  /** @param {EventTarget | Element | null} target @returns {Spot | undefined} */
  #spotOf(target) {
    const found =
      target instanceof Element
        ? /** @type {HTMLElement | null} */ (target.closest("[data-hand], [data-to], button"))
        : null;
    if (found?.dataset.hand) return { pile: `hand ${found.dataset.hand}`, index: 0 };
    return found?.dataset.to ? { pile: `to ${found.dataset.to}`, index: 1 } : undefined;
  }

  /** @param {number} _x @param {number} _y @param {PointerEvent} event */
  hit(_x, _y, event) {
    return this.#spotOf(event.target);
  }

  /** @param {Spot | null} spot */
  tap(spot) {
    if (!spot || !this.shown.live || this.#busy) return;
    const [kind, name] = spot.pile.split(" ");
    return kind === "hand" ? this.#pick(name) : this.#press(name);
  }

  /** @param {string} key */
  #pick(key) {
    const held = this.hand.toggle(key, this.picture.several(this));
    if (!this.hand.follows(this.#hint)) this.#hint = null;
    this.#asked = null;
    this.#draw();
    if (!held) return;
    const { picked } = this,
      card = picked.length === 1 ? picked[0] : null;
    announce(t("Picked up: {card}", { card: picked.map(nameOf).join(", ") }));
    if (card !== null && this.picture.useless && this.mine && !this.deeds.uses(card))
      void this.#ask([card], this.picture.useless);
  }

  /** Do the action at a place, or show why there is none. @param {string} place @returns {boolean | void} */
  #press(place) {
    const advised = !this.picked.length && this.#hint?.to === place ? this.#hint : undefined; // lit places react
    const action = this.lit(place) ?? advised,
      node = this.#placeNode(place),
      offers = this.deeds.offers(place);
    if (action) return this.#choose(action);
    if (!this.picked.length && node?.dataset.offers !== undefined && offers.length)
      return this.#menu(node, offers, "finish");
    if (!this.picked.length && node?.dataset.word) return this.explain(node.dataset.word);
    void this.#ask(this.picked, place);
  }

  /** @param {string} place @returns {HTMLElement | null} */
  #placeNode(place) {
    return this.node.querySelector(`[data-to="${place}"]`);
  }

  /** Ask the server why cards cannot go to a place. @param {number[]} cards @param {string} place */
  async #ask(cards, place) {
    const text = this.deeds.attempt(cards, place);
    if (!text)
      return void toast(t(this.mine ? "First pick a card of your hand." : "It is not your turn."));
    this.hand.shake();
    await this.page.act(text);
  }

  /** Do an action. Confirm it first if it loses the game and another would not. @param {Action} action */
  async #do(action) {
    if (this.#busy) return;
    const doom = this.deeds.doom(action);
    this.#busy = true;
    try {
      const sure =
        !doom ||
        (await confirm(
          t("That loses the game"),
          t("If you do this, {rule}: the game is lost for all. Do it all the same?", {
            rule: this.word(`broken ${doom}`),
          }),
          t("Do it"),
        ));
      if (sure) await this.page.act(action.text);
    } finally {
      this.#busy = false;
      this.#asked = null;
      this.hand.clear();
      this.#draw();
    }
  }

  /** @param {Spot} spot */
  lift(spot) {
    const [kind, key] = spot.pile.split(" ");
    if (kind !== "hand" || !this.shown.live || this.#busy) return false;
    if (!this.hand.has(key)) this.hand.only(key);
    this.#draw();
    this.hand.lift();
    return true;
  }

  /** @param {number} dx @param {number} dy */
  carry(dx, dy) {
    this.hand.carry(dx, dy);
  }

  /** @param {number} x @param {number} y */
  letGo(x, y) {
    const box = this.node.getBoundingClientRect();
    const under = document
      .elementsFromPoint(box.left + x, box.top + y)
      .map((node) => /** @type {HTMLElement | null} */ (node.closest("[data-to], [data-drop]")))
      .find(Boolean);
    const place = under?.dataset.to ?? under?.dataset.drop,
      action = place && this.deeds.match(this.picked, place);
    if (action && !this.#choose(action)) this.hand.lay();
    if (action) return;
    if (place) void this.#ask(this.picked, place);
    this.settle();
  }

  loosen() {}

  /** Return lifted cards to the hand. */
  settle() {
    this.hand.clear();
    this.#draw();
  }

  /** Play a card that has only one action. @param {Spot} spot */
  doubleTap({ pile }) {
    const [kind, key] = pile.split(" "),
      card = this.hand.cards.find((own) => own.key === key)?.card;
    const able = kind === "hand" && card !== undefined ? this.deeds.with([card]) : [];
    if (!this.picture.quick || able.length !== 1 || !this.mine || this.#busy) return false;
    this.hand.only(key);
    this.#choose(able[0]);
    return true;
  }

  covers() {
    return false;
  }

  peek() {
    return null;
  }

  /** @param {Spot | null | undefined} spot */
  hover(spot) {
    const [kind, name] = spot?.pile.split(" ") ?? [];
    return kind === "hand" && this.shown.live
      ? "grab"
      : kind === "to" && this.lit(name)
        ? "pointer"
        : "";
  }
}
