/** What may be done at a table for several, found by the cards that it takes and the place where it goes. */

import { faceOf } from "./card.js";

/** @typedef {import("../wire.js").Action} Action */

/** Cards in an order of their own, so that equal hands are equal. @param {(string | number)[]} cards */
function sorted(cards) {
  return cards
    .map(Number)
    .sort((one, other) => one - other)
    .join(" ");
}

/** Whether two actions do the same with the same cards at the same place. @param {Action} one @param {Action} other */
function same(one, other) {
  return (
    one.verb === other.verb &&
    one.to === other.to &&
    sorted((one.from ?? "").split(" ")) === sorted((other.from ?? "").split(" "))
  );
}

export class Deeds {
  /**
   * @param {Action[]} actions
   * @param {Record<string, string>} dooms those that lose at once, with the rule that they break
   * @param {{to: string, text: string}[]} tries how a try is written
   */
  constructor(actions, dooms, tries) {
    this.all = actions;
    this.dooms = dooms;
    this.tries = tries;
    /** What is done and not said. */
    this.done = actions.filter(({ talk }) => !talk);
  }

  /** An action and all that differ from it only in what else is chosen. @param {Action} action */
  alike(action) {
    return this.done.filter(
      (own) => own === action || (action.picks && own.picks && same(own, action)),
    );
  }

  /** Of actions that differ only in what else is chosen, the first. @param {Action[]} actions */
  #distinct(actions) {
    return actions.filter(
      (own, at) => actions.findIndex((other) => same(own, other)) === at || !own.picks,
    );
  }

  /** What cards do at a place. @param {number[]} cards @param {string} place */
  match(cards, place) {
    const from = sorted(cards);
    return this.done.find(
      (own) => own.to === place && own.from !== undefined && sorted(own.from.split(" ")) === from,
    );
  }

  /** All that just these cards do. @param {number[]} cards */
  with(cards) {
    const from = sorted(cards);
    return this.#distinct(
      this.done.filter((own) => own.from !== undefined && sorted(own.from.split(" ")) === from),
    );
  }

  /** What a place does without cards. @param {string} place */
  bare(place) {
    return this.done.find((own) => own.to === place && own.from === undefined);
  }

  /** What cards of the hand can do at a place. @param {string} place */
  offers(place) {
    return this.done.filter((own) => own.to === place && own.from !== undefined);
  }

  /** What belongs to no place: answers to a question. */
  get answers() {
    return this.#distinct(
      this.done.filter((own) => own.to === undefined && own.from === undefined),
    );
  }

  /** What places do without cards. */
  get bares() {
    return this.#distinct(
      this.done.filter((own) => own.to !== undefined && own.from === undefined),
    );
  }

  /** What can be said of something. @param {string} about */
  talk(about) {
    return this.all.filter((own) => own.talk && own.to === about);
  }

  /** Whether a card is in anything that can be done. @param {number} card */
  uses(card) {
    return this.done.some((own) => own.from?.split(" ").includes(String(card)));
  }

  /** The rule that an action breaks, where it loses the game and another does not. @param {Action} action @returns {string | undefined} */
  doom({ text }) {
    return this.forced ? undefined : this.dooms[text];
  }

  /** Whether whatever is done loses the game. */
  get forced() {
    return this.done.length > 0 && this.done.every(({ text }) => text in this.dooms);
  }

  /** How it is written that cards are tried at a place, so that the rules can say why not. @param {number[]} cards @param {string} place */
  attempt(cards, place) {
    const text = this.tries.find(({ to }) => to === place || to === "*")?.text ?? "";
    return !cards.length && text.includes("{from}")
      ? ""
      : text.replace("{from}", cards.map(faceOf).join(" ")).replace("{to}", place);
  }
}
