/** The board: one renderer for all solitaires, from layout and view. */

import { Actions } from "../actions.js";
import { reference } from "../cards/sprite.js";
import { h, s } from "../dom.js";
import { plan, style } from "../geometry.js";
import { match } from "../match.js";
import { pace } from "../prefs.js";
import { now } from "../store.js";
import { t } from "../texts.js";
import { cardName, pileLabel, pileNames } from "../words.js";
import { Gestures } from "./gestures.js";
import { Grasp } from "./grasp.js";
import { Keys } from "./keys.js";
import { fly, land, shake, translate, turnOver } from "./motion.js";
import { mark } from "./marks.js";

/**
 * @typedef {import("../types.js").Place} Place
 * @typedef {import("./motion.js").CardNode} CardNode
 * @typedef {import("../types.js").Spot} Spot
 * @typedef {{pile: string, size: number}} Held
 */

const DEEP = 3; // cards of a stacked pile that are drawn below its top
const DECK = 200; // more cards than one pile has: the z-order step between piles

export class CardBoard extends HTMLElement {
  /** @type {Place[]} */ layout = [];
  /** @type {Record<string, string[]>} */ piles = {};
  /** @type {Actions} */ actions = new Actions([]);
  /** @type {Held | null} */ held = null;
  /** @type {import("../geometry.js").Plan | null} */ plan = null;
  /** @type {Record<string, string>} */ names = {};
  /** @type {Map<string, HTMLElement>} */ slots = new Map();
  /** Signs at places, visible above the cards. @type {Record<string, HTMLElement>} */ #signs = {};
  /** @type {import("../match.js").Lying<CardNode>[]} */ lying = [];
  /** @type {Record<string, number>} */ #longest = {};
  /** How an attempt at a place is written. @type {{to: string, text: string}[]} */ #tries = [];
  /** @type {string} */ #game = "";
  /** @type {string | null} */ #hint = null;
  /** The timer of the advice. @type {number | undefined} */ #fading;
  /** The cards that were last moved by taps, and the piles where they have been. @type {{cards: string, been: Set<string>} | null} */ #sent =
    null;
  /** A tap's preferred action, from the tutorial. @type {string | null} */ wish = null;
  /** Cached, because reading it forces a layout of the whole page. @type {[number, number] | null} */ #room =
    null;
  /** Called with an action of the pointer or keyboard. @type {(action: string) => void} */ act =
    () => {};
  /** Called to send everything possible to the foundations. @type {() => void} */ gather =
    () => {};
  /** Called with an illegal action, to explain it. @type {(action: string) => void} */ askWhy =
    () => {};
  /** Called when all cards are in place. @type {() => void} */ laid = () => {};
  /** Called with the advice, or null. @type {(action: string | null) => void} */ advised =
    () => {};
  /** Called with a message for screen readers. @type {(sentence: string) => void} */ announce =
    () => {};

  connectedCallback() {
    if (this.keys) return;
    this.setAttribute("role", "group");
    this.felt = h("div", { class: "piles" });
    this.cards = h("div", { class: "cards", "aria-hidden": "true" });
    this.append(this.felt, this.cards);
    this.gestures = new Gestures(this, new Grasp(this));
    this.addEventListener("contextmenu", (event) => event.preventDefault());
    // touches play; they never scroll, zoom or select
    this.addEventListener("touchstart", (event) => event.cancelable && event.preventDefault(), {
      passive: false,
    });
    this.keys = new Keys(this);
    new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this;
      if (this.#room?.[0] === clientWidth && this.#room[1] === clientHeight) return;
      this.#room = [clientWidth, clientHeight];
      this.layOut(0);
    }).observe(this);
  }

  /**
   * Show a position.
   * @param {import("../types.js").Game} game
   * @param {{view: unknown, actions: import("../wire.js").Action[], last: import("../types.js").Done[]}} table
   * @param {{fresh?: boolean, still?: boolean}} [how] a fresh deal, or without animation
   */
  show(game, table, how = {}) {
    this.setAttribute("aria-label", t("Card table"));
    if (this.#game !== `${game.game}/${JSON.stringify(game.layout)}`) this.#furnish(game);
    this.names = pileNames(this.layout);
    this.drop();
    this.#advise(null);
    this.gestures?.cancel();
    this.actions = new Actions(table.actions);
    if (how.fresh) this.#longest = {};
    this.piles = /** @type {import("../types.js").PatienceView} */ (table.view).piles;
    if (how.fresh && !this.plan) this.layOut(0); // the stock's position, from which the cards come
    for (const [pile, cards] of Object.entries(this.piles))
      this.#longest[pile] = Math.max(this.#longest[pile] ?? 0, cards.length);
    this.#renew(table.last, how.fresh ?? false);
    this.layOut(how.still ? 0 : pace(), how.fresh);
    this.keys?.settle();
  }

  /** @param {import("../types.js").Game} game */
  #furnish(game) {
    this.#game = `${game.game}/${JSON.stringify(game.layout)}`;
    this.layout = game.layout ?? [];
    this.#tries = game.tries ?? [];
    this.#longest = {};
    this.lying.forEach(({ node }) => node.remove());
    this.lying = [];
    this.slots = new Map();
    this.felt.replaceChildren();
    for (const place of this.layout) {
      const slot = h(
        "div",
        { class: `slot ${place.kind}`, role: "button", tabindex: -1, "data-pile": place.pile },
        mark(place.kind),
      );
      this.slots.set(place.pile, slot);
      this.felt.append(slot);
      if (place.sign)
        this.felt.append(
          (this.#signs[place.pile] = h(
            "span",
            { class: "sign", "aria-hidden": "true" },
            place.sign,
          )),
        );
    }
  }

  /** @param {import("../types.js").Done[]} last @param {boolean} fresh */
  #renew(last, fresh) {
    const named = last.flatMap(({ from, to }) => [from ?? [], to ?? []].flat());
    const { lying, left } = match(this.lying, this.piles, named);
    const away = left.map(({ node }) => node);
    this.lying = lying.map((place) => {
      const node = place.node ?? this.#card(place, fresh);
      return { ...place, node };
    });
    const duration = fresh ? 0 : pace();
    for (const node of away) this.#away(node, duration);
  }

  /** A new card comes from the stock, or appears in place. @param {{pile: string}} place @param {boolean} fresh @returns {CardNode} */
  #card(place, fresh) {
    const node = h("div", { class: "card" }, s("svg", { viewBox: "0 0 100 140" }, s("use", {})));
    const stock = this.layout.find(({ kind }) => kind === "stock")?.pile ?? this.layout[0].pile;
    const from = this.plan?.slots.get(fresh ? stock : place.pile) ?? this.plan?.slots.get(stock);
    if (from) node.at = from;
    this.cards.append(node);
    return node;
  }

  /** A card that left play fades out in place. @param {CardNode} node @param {number} duration */
  #away(node, duration) {
    land(node);
    node.classList.remove("target", "held", "cursor", "hint");
    if (!duration) return node.remove();
    node
      .animate([{ opacity: 1 }, { opacity: 0, transform: `${node.style.transform} scale(.86)` }], {
        duration: duration * 1.2,
        easing: "ease-in",
      })
      .finished.then(
        () => node.remove(),
        () => node.remove(),
      );
  }

  /**
   * Place all cards.
   * @param {number} duration
   * @param {boolean} [fresh]
   */
  layOut(duration, fresh = false) {
    const [width, height] = (this.#room ??= [this.clientWidth, this.clientHeight]);
    if (!this.layout.length || !width || !height) return;
    const sized = this.plan?.width;
    this.plan = plan(this.layout, this.piles, width, height, this.#longest, {
      largePrint: now().prefs.print === "large",
      leftHanded: now().prefs.hand === "left",
    });
    if (sized !== undefined && sized !== this.plan.width && !fresh) duration = 0;
    this.style.setProperty("--w", `${this.plan.width}px`);
    this.style.setProperty("--h", `${this.plan.height}px`);
    const sideways = new Set(
      this.layout.filter(({ fan }) => fan === "right").map(({ pile }) => pile),
    );
    const order = new Map(this.layout.map(({ pile }, at) => [pile, at * DECK]));
    let dealt = 0;
    for (const { card, pile, index, node } of this.lying) {
      const cards = this.piles[pile],
        at = this.plan.points.get(pile)?.[index];
      if (!at) continue;
      const drawing = reference(card, style(this.plan, pile, sideways.has(pile)));
      if (node.drawing !== drawing) {
        if (node.drawing && (node.dataset.card === "--") !== (card === "--"))
          turnOver(node, duration);
        /** @type {Element} */ (node.firstElementChild?.firstElementChild).setAttribute(
          "href",
          drawing,
        );
        node.drawing = drawing;
        node.dataset.card = card;
      }
      const depth = this.#depth(pile, index);
      if (node.depth !== depth) {
        node.classList.toggle("deep", depth > 1);
        node.classList.toggle("under", depth > 0);
        node.depth = depth;
      }
      fly(
        node,
        at,
        (order.get(pile) ?? 0) + index + 1,
        duration,
        fresh && duration ? Math.min(dealt++ * 9, 500) : 0,
      );
    }
    for (const place of this.layout) this.#label(place);
    this.#light();
    this.laid();
  }

  /** How deep a card is: 0 visible, 1 without a shadow, 2 hidden. @param {string} pile @param {number} index */
  #depth(pile, index) {
    const points = this.plan?.points.get(pile) ?? [],
      fan = this.plan?.fans.has(pile),
      { x, y } = points[index];
    const [next, far] = [1, DEEP].map((by) => {
      const over = points[index + by];
      return over && (!fan || (over.x === x && over.y === y));
    });
    return far ? 2 : next ? 1 : 0;
  }

  /** @param {Place} place */
  #label(place) {
    const slot = this.slots.get(place.pile),
      at = this.plan?.slots.get(place.pile);
    if (!slot || !at) return;
    slot.style.transform = translate(at);
    if (place.sign) this.#signs[place.pile].style.transform = translate(at);
    const cards = this.piles[place.pile] ?? [],
      label = pileLabel(this.names[place.pile], cards);
    const hole = this.#lapsOver(place.pile);
    slot.classList.toggle("hole", hole);
    slot.style.zIndex = hole ? String(this.layout.indexOf(place) * DECK) : "";
    if (slot.getAttribute("aria-label") !== label) slot.setAttribute("aria-label", label);
    slot.classList.toggle("empty", !cards.length);
    slot.classList.toggle("tappable", Boolean(this.actions.tap(place.pile)));
  }

  /** Whether an empty place is drawn over the neighbour that would hide it. @param {string} pile */
  #lapsOver(pile) {
    return Boolean(this.plan?.lapped) && !this.piles[pile]?.length;
  }

  // --- for gestures and keys ---------------------------------------------------------------------

  /** @param {string} pile */
  kind(pile) {
    return this.layout.find((place) => place.pile === pile)?.kind ?? "column";
  }

  /** The nodes of the topmost cards of a pile. @param {Held} held @returns {CardNode[]} */
  nodes({ pile, size }) {
    const first = (this.piles[pile]?.length ?? 0) - size;
    return this.lying
      .filter((own) => own.pile === pile && own.index >= first)
      .map(({ node }) => node);
  }

  /** How many cards a drag here lifts: those from the card up; of a stacked pile, all. @param {Spot} spot @returns {number} */
  liftable({ pile, index }) {
    const sizes = this.actions.sizes(pile);
    const exact = this.piles[pile].length - index;
    if (sizes.includes(exact)) return exact;
    return this.plan?.fans.has(pile) && exact !== 1 ? 0 : (sizes[0] ?? 0);
  }

  /** The card or empty place under a point, the topmost first. @param {number} x @param {number} y @returns {Spot | null} */
  hit(x, y) {
    const made = this.plan;
    if (!made) return null;
    const inside = (/** @type {{x: number, y: number}} */ at, slack = 0) =>
      x >= at.x - slack &&
      x < at.x + made.width + slack &&
      y >= at.y - slack &&
      y < at.y + made.height + slack;
    const { held } = this,
      targets = held ? this.actions.from(held.pile, held.size).map(({ target }) => target) : [];
    for (const { pile } of [...this.layout].reverse()) {
      const points = made.points.get(pile) ?? [],
        slot = made.slots.get(pile);
      if (
        !points.length &&
        slot &&
        (this.#lapsOver(pile) || targets.includes(pile)) &&
        inside(slot)
      )
        return { pile, index: -1 }; // it comes before the neighbour that overlaps it
      for (let index = points.length - 1; index >= 0; index -= 1)
        if (inside(points[index])) return { pile, index };
    }
    for (const slack of [0, 10])
      for (const { pile } of this.layout) {
        const at = made.slots.get(pile);
        if (at && inside(at, slack)) return { pile, index: (this.piles[pile]?.length ?? 0) - 1 };
      }
    return null;
  }

  /** The best target for dropped cards: the one they cover most. @param {Held} held @param {{x: number, y: number}} corner */
  targetAt(held, corner) {
    const made = this.plan;
    if (!made) return undefined;
    let best,
      most = 0;
    for (const move of this.actions.from(held.pile, held.size)) {
      if (move.target === held.pile) continue;
      const slot = made.slots.get(move.target),
        top = made.fans.get(move.target) ?? slot;
      if (!slot || !top) continue;
      const over = Math.min(corner.x, top.x) + made.width - Math.max(corner.x, slot.x);
      const across = Math.min(over, made.width);
      const along =
        Math.min(corner.y + made.height, top.y + made.height) - Math.max(corner.y, slot.y);
      const share = Math.max(0, across) * Math.max(0, Math.min(along, made.height));
      if (share > most) [best, most] = [move, share];
    }
    return most > made.width * made.height * 0.12 ? best : undefined;
  }

  /**
   * Handle a tap on a card or a place. Returns whether it moved cards.
   * @param {Spot | null} spot
   * @param {boolean} [plays] whether one tap is enough if the move is clear
   */
  tap(spot, plays = false) {
    if (!spot) return this.drop();
    const held = this.held;
    if (held) {
      const move = this.actions.from(held.pile, held.size).find((own) => own.target === spot.pile);
      const same = held.pile === spot.pile;
      if (move && (!same || move.kind === "pair")) return this.act(move.text);
      const tap = this.actions.tap(spot.pile);
      if (same && tap) return this.act(tap.text);
      this.drop();
      if (same && this.liftable(spot) === held.size) return;
    }
    const size = spot.index >= 0 ? this.liftable(spot) : 0;
    const tap = this.actions.tap(spot.pile);
    const next = size && plays ? this.#next(spot.pile, size) : undefined;
    if (next) {
      this.act(next.text);
      return true;
    }
    if (size) this.pick({ pile: spot.pile, size });
    else if (tap) this.act(tap.text);
    else this.refuse(spot);
  }

  /**
   * The move of a tap: to the best place where it has not sent these cards yet. Between several pairs the player
   * chooses; cards on foundations stay.
   * @param {string} pile @param {number} size
   */
  #next(pile, size) {
    const moves = this.actions.from(pile, size),
      tap = this.actions.tap(pile);
    const wished = [...moves, tap].find((own) => own?.text === this.wish);
    if (wished) return wished;
    if (
      this.kind(pile) === "foundation" ||
      (!tap && moves.length > 1 && moves.every(({ kind }) => kind === "pair"))
    )
      return undefined;
    const cards = this.piles[pile].slice(-size).join();
    if (this.#sent?.cards !== cards) this.#sent = { cards, been: new Set() };
    const { been } = this.#sent;
    been.add(pile);
    const best = () =>
      this.actions.best(
        pile,
        size,
        (own) => this.kind(own),
        (own) => this.piles[own].length,
        been,
      );
    const found = best();
    if (found) return found;
    been.clear();
    been.add(pile);
    return best();
  }

  /** A double tap plays the best obvious move; on a foundation it sends everything possible there. @param {Spot} spot */
  doubleTap(spot) {
    if (this.kind(spot.pile) === "foundation") {
      this.drop();
      return this.gather();
    }
    const size = spot.index >= 0 ? this.liftable(spot) : 0;
    const best = this.actions.best(
      spot.pile,
      size,
      (pile) => this.kind(pile),
      (pile) => this.piles[pile].length,
    );
    this.drop();
    if (best) this.act(best.text);
  }

  /** @param {Held} held */
  pick(held) {
    this.held = held;
    this.#light();
    const cards = this.piles[held.pile].slice(-held.size);
    this.announce(
      held.size > 1
        ? t("Picked up: {card} and {n} more", { card: cardName(cards[0]), n: held.size - 1 })
        : t("Picked up: {card}", { card: cardName(cards[0]) }),
    );
  }

  /** Drop the held cards. */
  drop() {
    if (!this.held) return;
    this.held = null;
    this.#light();
  }

  /** There is no move here. For a stock, send the attempt so that the rules say why. @param {Spot} spot */
  refuse({ pile, index }) {
    const node = this.lying.find((own) => own.pile === pile && own.index === index)?.node;
    if (node) shake(node, pace());
    const tried = this.#tries.find(({ to }) => to === pile);
    if (tried && this.actions.any) this.askWhy(tried.text);
  }

  /** Show an action as advice. @param {string} action */
  hint(action) {
    this.#advise(action);
    this.#fading = setTimeout(() => this.#advise(null), 3500);
  }

  /** @param {string | null} action */
  #advise(action) {
    clearTimeout(this.#fading);
    this.#hint = action;
    this.advised(action);
    this.#light();
  }

  /** The node to light up for a pile: its top card, or its empty place. @param {string} pile @returns {HTMLElement | undefined} */
  top(pile) {
    const last = this.piles[pile].length - 1;
    return last < 0
      ? this.slots.get(pile)
      : this.lying.find((own) => own.pile === pile && own.index === last)?.node;
  }

  #light() {
    for (const node of this.querySelectorAll(".held, .target, .hint"))
      node.classList.remove("held", "target", "hint", "to");
    const advice = this.actions.only(this.#hint);
    for (const move of advice.moves) {
      this.nodes({ pile: move.source, size: move.size }).forEach((node) =>
        node.classList.add("hint"),
      );
      this.top(move.target)?.classList.add("hint", ...(move.kind === "carry" ? ["to"] : []));
    }
    for (const tap of advice.taps) this.top(tap.pile)?.classList.add("hint");
    if (!this.held) return;
    for (const node of this.nodes(this.held)) node.classList.add("held");
    for (const move of this.actions.from(this.held.pile, this.held.size))
      if (move.target !== this.held.pile) this.top(move.target)?.classList.add("target");
  }

  /** Return dragged cards to their places. */
  settle() {
    this.gestures?.cancel();
    this.drop();
    this.layOut(pace());
  }
}

customElements.define("card-board", CardBoard);
