/** The history of a table: everybody's wins, and its rounds with players, results and replays. */

import { getJson } from "../api.js";
import { h } from "../dom.js";
import { open } from "../parts/dialog.js";
import { complain } from "../parts/toast.js";
import { date, duration, number, t, tn } from "../texts.js";
import { botName } from "./people.js";
import { rewatch } from "./rewatch.js";

/** @typedef {{round: number, won: boolean[], scores: number[], names: string[], seconds: number, at: number}} Round */

/** @param {import("../types.js").Room} room */
export async function showRounds(room) {
  try {
    /** @type {{rounds: Round[]}} */
    const { rounds } = await getJson(`/api/rooms/${room.room}/rounds`);
    for (const one of rounds)
      one.names = one.names.map((name, seat) => name || botName(room.room, seat));
    open(t("Rounds of this table"), [
      ...(rounds.length ? record(rounds) : [h("p", {}, t("No round was played to its end yet."))]),
      h(
        "ol",
        { class: "rounds" },
        [...rounds].reverse().map((one) => line(room, one)),
      ),
    ]);
  } catch (fault) {
    complain(fault);
  }
}

/** Whether all won or lost together: a team has one score for all. @param {Round[]} rounds */
function together(rounds) {
  return rounds.every(({ won, scores }) =>
    won.every((own, seat) => own === won[0] && scores[seat] === scores[0]),
  );
}

/** The streak of the last rounds; negative for losses. @param {boolean[]} won */
function streak(won) {
  const last = won.at(-1),
    end = won.lastIndexOf(!last);
  return (won.length - 1 - end) * (last ? 1 : -1);
}

/** The totals of the rounds. @param {Round[]} rounds */
function record(rounds) {
  return together(rounds) ? ofTeam(rounds) : [ofRivals(rounds)];
}

/** @param {Round[]} rounds */
function ofTeam(rounds) {
  const won = rounds.map((one) => one.won[0]),
    wins = won.filter(Boolean).length,
    row = streak(won),
    best = Math.min(...rounds.map(({ scores }) => scores[0]));
  const told = [
    t("Rounds won: {won} of {rounds}.", { won: number(wins), rounds: number(rounds.length) }),
    wins ? "" : t("Fewest cards left at this table: {n}.", { n: number(best) }),
    row > 1 ? t("Wins in a row: {n}.", { n: number(row) }) : "",
  ];
  return [h("p", { class: "standing" }, told.filter(Boolean).join(" "))];
}

/** A line for everybody who played here, also after a change of seats. @param {Round[]} rounds */
function ofRivals(rounds) {
  /** @type {Map<string, {won: boolean[], best: number}>} */
  const found = new Map();
  for (const one of rounds)
    one.won.forEach((won, seat) => {
      const name = one.names[seat],
        own = found.get(name) ?? { won: [], best: -Infinity };
      own.won.push(won);
      own.best = Math.max(own.best, one.scores[seat]);
      found.set(name, own);
    });
  const wins = (/** @type {boolean[]} */ won) => won.filter(Boolean).length;
  return h(
    "div",
    { class: "tally" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td"),
          [t("Rounds"), t("Won"), t("Best"), t("In a row")].map((word) =>
            h("th", { scope: "col" }, word),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        [...found]
          .sort(([, one], [, other]) => wins(other.won) - wins(one.won))
          .map(([name, { won, best }]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, name),
              [won.length, wins(won), best, Math.max(0, streak(won))].map((figure) =>
                h("td", {}, number(figure)),
              ),
            ),
          ),
      ),
    ),
  );
}

/** Who played and how it went. @param {Round} one */
function played(one) {
  if (together([one]))
    return [
      one.names.join(", "),
      one.won[0]
        ? t("Won together")
        : tn("Lost, {n} card left", "Lost, {n} cards left", one.scores[0]),
    ];
  return one.names.flatMap((name, seat) => [
    seat ? " · " : "",
    h(one.won[seat] ? "strong" : "span", {}, `${name} ${number(one.scores[seat])}`),
  ]);
}

/** @param {import("../types.js").Room} room @param {Round} one */
function line(room, one) {
  const [names, how] = together([one]) ? played(one) : [played(one), ""];
  return h(
    "li",
    {},
    h(
      "button",
      { class: "moment", onclick: () => void rewatch(room, one.round) },
      h("b", {}, number(one.round)),
      h(
        "span",
        {},
        h("span", {}, names),
        h(
          "span",
          { class: "muted" },
          [how, duration(one.seconds), date(one.at)].filter(Boolean).join(" · "),
        ),
      ),
    ),
  );
}
