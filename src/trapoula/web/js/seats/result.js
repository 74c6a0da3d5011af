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
      room.seat === null ? null : h("button", { class: "button main", onclick: () => void ask("again") }, t("Rematch"))));
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
