/** How a game for several ended, and what can be done next. */

import { h } from "../dom.js";
import { number, t, tn } from "../texts.js";
import { brokenName } from "./words.js";

/**
 * @param {import("../types.js").Room} room
 * @param {string[]} names
 * @param {(type: string, fields?: object) => Promise<any>} ask
 * @param {() => void} again
 */
export function result(room, names, ask, again) {
  const outcome = room.table?.outcome;
  const { heading, lines } = outcome ? words(outcome, names) : { heading: t("The round is over."), lines: [] };
  return h("section", { class: "verdict", "aria-label": heading }, h("h2", {}, heading), lines.map((line) => h("p", {}, line)),
    h("div", { class: "row" }, h("button", { class: "button", onclick: again }, t("Watch it again")),
      room.held.length ? h("button", { class: "button", onclick: async () => (await import("./review.js")).showReview(room) }, t("Look back with the coach")) : null,
      !room.held.length || room.sitting.seats.filter(({ kind }) => kind === "person").length < 2 ? null : h("button", { class: "button", onclick: () => void ask("show", { round: room.sitting.round, step: 0 }) }, t("Go through it together")),
      !room.held.length ? null : h("button", { class: "button main", onclick: () => void ask("again") }, t("Rematch"))));
}

/**
 * The shared replay: whoever sits here can lead it, everyone sees the same step.
 * @param {import("../types.js").Room} room
 * @param {(type: string, fields?: object) => Promise<any>} ask
 */
export function together(room, ask) {
  const { round, step, of } = /** @type {NonNullable<import("../types.js").Room["show"]>} */ (room.show);
  const to = (/** @type {number} */ at) => void ask("show", { round, step: Math.max(0, Math.min(of, at)) });
  const lead = room.held.length > 0 || room.hosting;
  return h("section", { class: "verdict", "aria-label": t("Replay") }, h("p", { role: "status" }, t("Move {at} of {all}", { at: number(step), all: number(of) })),
    lead ? h("div", { class: "row" },
      h("button", { class: "button", "data-focus": "show-back", disabled: step === 0 || null, onclick: () => to(step - 1) }, t("Back")),
      h("button", { class: "button main", "data-focus": "show-on", disabled: step >= of || null, onclick: () => to(step + 1) }, t("Forward")),
      h("button", { class: "button", onclick: () => void ask("show", { round, step: null }) }, t("Close"))) : null);
}

/** @param {import("../types.js").Outcome} outcome @param {string[]} names */
function words(outcome, names) {
  const { won, scores, reason, facts } = outcome;
  if (reason === "vote") return { heading: t("The round was ended by vote."), lines: [] };
  if ("left" in facts) {
    const left = tn("{n} card left", "{n} cards left", facts.left);
    if (won) return { heading: t("Every card is laid: the team has won!"), lines: [] };
    return { heading: t("The game is lost: {rule}.", { rule: brokenName(reason) }), lines: [facts.excellent ? t("{left}: an excellent result.", { left }) : `${left}.`] };
  }
  const winners = (facts.winners ?? []).map((/** @type {number} */ seat) => names[seat]).join(", ");
  return { heading: winners ? t("Won by: {names}", { names: winners }) : t("Nobody has won: the game ends in a draw."), lines: names.map((name, seat) => t("{name}: {score}", { name, score: number(scores[seat]) })) };
}
