/** Actions that differ only in their picks: one question after another, until one action is left. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { sentence, told } from "./telling.js";

/** @typedef {import("../wire.js").Action} Action */
/** @typedef {import("../wire.js").Phrase} Phrase */

/** Whether two answers are the same. @param {Phrase | undefined} one @param {Phrase} other */
function alike(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

export class Question {
  /** @type {Phrase[]} */ #answered = [];

  /**
   * @param {Action[]} actions
   * @param {boolean} [only] whether there is no other action, so that the first question cannot be cancelled
   */
  constructor(actions, only = false) {
    this.actions = actions;
    this.only = only;
  }

  /** The actions that match the answers so far. */
  get left() {
    return this.actions.filter(({ picks = [] }) =>
      this.#answered.every((answer, at) => alike(picks[at]?.answer, answer)),
    );
  }

  /** @param {Phrase} answer */
  answer(answer) {
    this.#answered.push(answer);
  }

  /** Undo the last answer. Returns whether there was one. */
  back() {
    return this.#answered.pop() !== undefined;
  }

  /**
   * The next question, with a button for each answer, and a back button.
   * @param {string[]} names
   * @param {{answer: (answer: Phrase) => void, back: () => void}} on
   */
  draw(names, on) {
    const { left } = this,
      at = this.#answered.length;
    const answers = left.flatMap(({ picks = [] }) => (picks[at] ? [picks[at].answer] : []));
    const different = answers.filter(
      (own, here) => answers.findIndex((other) => alike(own, other)) === here,
    );
    const ask = left.find(({ picks = [] }) => picks[at])?.picks?.[at].ask;
    return h(
      "div",
      { class: "task asked", "data-key": "question" },
      h("p", { role: "status" }, ask ? sentence(ask, names) : ""),
      h(
        "div",
        { class: `deeds ${different.length > 4 ? "many" : `of-${different.length + 1}`}` },
        different.map((answer, here) =>
          h(
            "button",
            {
              class: "button main",
              "data-key": `answer-${at}-${here}`,
              onclick: () => on.answer(answer),
            },
            told(answer, names),
          ),
        ),
        this.only && !at
          ? null
          : h(
              "button",
              { class: "button ghost", "data-key": "back", onclick: () => on.back() },
              t("Back"),
            ),
      ),
    );
  }
}
