/** One screen for several: it is handed over, and shows no hand until somebody says who they are. */

import { h } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Room} Room */

export class Handover {
  #turn = "";
  /** Whether somebody not on turn has asked to see the table. */ #settled = false;
  /** Whether the screen is passed on without need. */ #wanted = false;

  /** Those of whom one should say that it is them, before anything is shown. @param {Room} room @returns {number[]} */
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

  /** Let another have the screen. */
  pass() {
    this.#wanted = true;
  }

  /**
   * The page between two hands.
   * @param {Room} room
   * @param {number[]} due
   * @param {import("../types.js").Ask} ask
   * @param {() => void} redraw
   */
  page(room, due, ask, redraw) {
    const name = (/** @type {number} */ seat) =>
      room.sitting.seats[seat].name ?? t("Seat {n}", { n: seat + 1 });
    const take = async (/** @type {MouseEvent} */ event, /** @type {number} */ seat) => {
      if (event.detail > 1) return; // the second half of a double click that was meant for the table
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
