/** The legal actions of a table game, found by their cards and place. */

import { faceOf } from "./card.js";

/** @typedef {import("../wire.js").Action} Action */

/** Sorted cards, so that equal hands are equal. @param {(string | number)[]} cards */
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
   * @param {Record<string, string>} dooms actions that lose at once, with the rule that they break
   * @param {{to: string, text: string}[]} tries how an attempt is written
   */
  constructor(actions, dooms, tries) {
    this.all = actions;
    this.dooms = dooms;
    this.tries = tries;
    /** Actions that are not talk. */
    this.done = actions.filter(({ talk }) => !talk);
  }

  /** An action and all that differ from it only in their picks. @param {Action} action */
  alike(action) {
    return this.done.filter(
      (own) => own === action || (action.picks && own.picks && same(own, action)),
    );
  }

  /** The first of the actions that differ only in their picks. @param {Action[]} actions */
  #distinct(actions) {
    return actions.filter(
      (own, at) => actions.findIndex((other) => same(own, other)) === at || !own.picks,
    );
  }

  /** The action of cards at a place. @param {number[]} cards @param {string} place */
  match(cards, place) {
    const from = sorted(cards);
    return this.done.find(
      (own) => own.to === place && own.from !== undefined && sorted(own.from.split(" ")) === from,
    );
  }

  /** All actions of exactly these cards. @param {number[]} cards */
  with(cards) {
    const from = sorted(cards);
    return this.#distinct(
      this.done.filter((own) => own.from !== undefined && sorted(own.from.split(" ")) === from),
    );
  }

  /** The action of a place without cards. @param {string} place */
  bare(place) {
    return this.done.find((own) => own.to === place && own.from === undefined);
  }

  /** The actions at a place with cards of the hand. @param {string} place */
  offers(place) {
    return this.done.filter((own) => own.to === place && own.from !== undefined);
  }

  /** Actions without a place: answers to a question. */
  get answers() {
    return this.#distinct(
      this.done.filter((own) => own.to === undefined && own.from === undefined),
    );
  }

  /** Actions of places without cards. */
  get bares() {
    return this.#distinct(
      this.done.filter((own) => own.to !== undefined && own.from === undefined),
    );
  }

  /** The talk about something. @param {string} about */
  talk(about) {
    return this.all.filter((own) => own.talk && own.to === about);
  }

  /** Whether a card is in any legal action. @param {number} card */
  uses(card) {
    return this.done.some((own) => own.from?.split(" ").includes(String(card)));
  }

  /** The rule that an action breaks, if it loses the game and another action does not. @param {Action} action @returns {string | undefined} */
  doom({ text }) {
    return this.forced ? undefined : this.dooms[text];
  }

  /** Whether every action loses the game. */
  get forced() {
    return this.done.length > 0 && this.done.every(({ text }) => text in this.dooms);
  }

  /** The text of an attempt with cards at a place, so that the rules can say why not. @param {number[]} cards @param {string} place */
  attempt(cards, place) {
    const text = this.tries.find(({ to }) => to === place || to === "*")?.text ?? "";
    return !cards.length && text.includes("{from}")
      ? ""
      : text.replace("{from}", cards.map(faceOf).join(" ")).replace("{to}", place);
  }
}
