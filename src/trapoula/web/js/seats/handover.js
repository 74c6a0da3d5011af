/** One screen for several: passing it on hides all hands until the next player confirms. */

import { h } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Room} Room */

export class Handover {
  #turn = "";
  /** Whether a player who is not on turn asked to see the table. */ #settled = false;
  /** Whether the screen is passed on by request. */ #wanted = false;

  /** The seats of which one must confirm before anything is shown. @param {Room} room @returns {number[]} */
  due({ held, seat, table, sitting }) {
    const turn = table?.turn ?? null,
      key = `${sitting.round}/${turn}`;
    if (key !== this.#turn) this.#settled = false;
    this.#turn = key;
    if (held.length < 2 || sitting.phase !== "playing" || !table) return [];
    const plays = turn !== null && held.includes(turn) && !sitting.seats[turn].away;
    if (this.#wanted) return held;
    if (seat !== null && (!plays || turn === seat || this.#settled)) return [];
    return plays ? [/** @type {number} */ (turn)] : held;
  }

  /** Pass the screen on. */
  pass() {
    this.#wanted = true;
  }

  /**
   * The page between two players.
   * @param {Room} room
   * @param {number[]} due
   * @param {import("../types.js").Ask} ask
   * @param {() => void} redraw
   */
  page(room, due, ask, redraw) {
    const name = (/** @type {number} */ seat) =>
      room.sitting.seats[seat].name ?? t("Seat {n}", { n: seat + 1 });
    const take = async (/** @type {MouseEvent} */ event, /** @type {number} */ seat) => {
      if (event.detail > 1) return; // ignore the second half of a double click
      if ((await ask("look", { seat }))?.seat !== seat) return;
      this.#wanted = false;
      this.#settled = true;
      redraw();
    };
    const heading =
      due.length === 1
        ? t("Hand the screen to {name}", { name: name(due[0]) })
        : t("Who is at the screen?");
    return h(
      "section",
      { class: "handover", "data-focus": "handover", tabindex: -1, "aria-label": heading },
      h("h2", {}, heading),
      h("p", {}, t("No cards are shown until the button is pressed.")),
      h(
        "div",
        { class: "row" },
        due.map((seat) =>
          h(
            "button",
            {
              class: "button main",
              "data-focus": `i-am-${seat}`,
              onclick: (/** @type {MouseEvent} */ event) => void take(event, seat),
            },
            t("I am {name}", { name: name(seat) }),
          ),
        ),
        room.table?.undo && !this.#wanted
          ? h(
              "button",
              { class: "button", "data-focus": "take-back", onclick: () => void ask("undo") },
              t("Undo"),
            )
          : null,
      ),
    );
  }
}
