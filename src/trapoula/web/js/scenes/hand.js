/** The cards of your hand: which are picked, and how they move with the pointer. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { drawCard } from "./card.js";

/** @typedef {import("./play.js").Play} Play */

export class Hand {
  /** Which cards are picked, by their keys. @type {Set<string>} */ #picked = new Set();
  /** The cards with a key for each, equal ones too. @type {{card: number, key: string}[]} */
  cards = [];

  /** @param {HTMLElement} table the element of the hand */
  constructor(table) {
    this.table = table;
  }

  /** Update the cards; cards that are gone are no longer picked. @param {readonly number[]} cards */
  hold(cards) {
    /** @type {Record<number, number>} */
    const count = {};
    this.cards = cards.map((card) => ({
      card,
      key: `n${card}${(count[card] = (count[card] ?? 0) + 1) > 1 ? `.${count[card]}` : ""}`,
    }));
    const held = new Set(this.cards.map(({ key }) => key));
    for (const key of this.#picked) if (!held.has(key)) this.#picked.delete(key);
  }

  /** The cards that are picked. */
  get picked() {
    return this.cards.filter(({ key }) => this.#picked.has(key)).map(({ card }) => card);
  }

  /** @param {string} key */
  has(key) {
    return this.#picked.has(key);
  }

  /** Pick a card, or put it back. Returns whether it is picked now. @param {string} key @param {boolean} several whether other cards stay picked */
  toggle(key, several) {
    if (this.#picked.delete(key)) return false;
    if (!several) this.#picked.clear();
    this.#picked.add(key);
    return true;
  }

  /** Pick one card and no other. @param {string} key */
  only(key) {
    this.#picked = new Set([key]);
  }

  clear() {
    this.#picked.clear();
  }

  /** The keys of the cards of an action, picked ones first, and no more equal cards than it needs. @param {import("../wire.js").Action | null} action */
  taken(action) {
    const wanted = action?.from?.split(" ") ?? [];
    const taken = [...this.cards]
      .sort((one, other) => Number(this.has(other.key)) - Number(this.has(one.key)))
      .filter(({ card }) => {
        const at = wanted.indexOf(String(card));
        return at >= 0 && wanted.splice(at, 1);
      });
    return new Set(taken.map(({ key }) => key));
  }

  /** Whether an action uses all picked cards. @param {import("../wire.js").Action | null} action */
  follows(action) {
    const taken = this.taken(action);
    return [...this.#picked].every((key) => taken.has(key));
  }

  /** @param {Play} play @param {import("../wire.js").Action | null} hint the advice, whose cards are highlighted */
  draw(play, hint) {
    const advised = this.taken(hint);
    return h(
      "div",
      { class: "hand", role: "group", "aria-label": t("Your hand") },
      this.cards.map(({ card, key }) => {
        const word = play.carried(card),
          held = this.has(key);
        return drawCard(card, {
          key,
          tag: "button",
          badge: play.badge(word),
          kind: `${word ? `with-${word}` : ""} ${play.mine && !play.deeds.uses(card) ? "idle" : ""} ${held ? "held" : ""} ${advised.has(key) ? "hint" : ""}`,
          more: {
            "data-hand": key,
            "aria-pressed": String(held),
            "aria-description": play.about(word),
          },
        });
      }),
    );
  }

  // --- dragging --------------------------------------------------------------------------------

  /** The nodes of the cards that are picked. */
  get #nodes() {
    return /** @type {HTMLElement[]} */ ([...this.table.querySelectorAll("[data-hand]")]).filter(
      (node) => this.has(node.dataset.hand ?? ""),
    );
  }

  /** Shake the picked cards: they cannot go there. */
  shake() {
    for (const node of this.#nodes)
      node.firstElementChild?.animate(
        [0, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` })),
        { duration: 200 },
      );
  }

  lift() {
    for (const node of this.#nodes) node.dataset.lifted = "";
  }

  /** @param {number} dx @param {number} dy */
  carry(dx, dy) {
    for (const node of this.#nodes) node.style.translate = `${dx}px ${dy}px`;
  }

  /** Put down lifted cards. */
  lay() {
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (
      this.table.querySelectorAll("[data-lifted]")
    )) {
      node.style.translate = "";
      delete node.dataset.lifted;
    }
  }
}
