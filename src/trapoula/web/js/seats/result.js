/** The result of a table game or a round, and what comes next. */

import { h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { sentence, told } from "../scenes/telling.js";
import { duration, number, t } from "../texts.js";
import { rewatch } from "./rewatch.js";
import { places, tallyTable, turnedUp } from "./tally.js";

/** @typedef {import("../wire.js").Recap} Recap */

const CLOSE = 3; // points or boxes that are close

/** A panel over the table that can be closed. @param {string} key @param {string} heading @param {() => void} close @param {(Node | null | (Node | null)[])[]} inside */
function panel(key, heading, close, ...inside) {
  return h(
    "section",
    { class: `verdict ${key}`, "data-key": key, "aria-label": heading },
    h(
      "button",
      { class: "plain-icon close", "aria-label": t("Close"), onclick: close },
      icon("close"),
    ),
    ...inside,
  );
}

/**
 * @param {import("../types.js").Room} room
 * @param {string[]} names
 * @param {import("../types.js").Ask} ask
 * @param {() => void} again
 * @param {() => void} close
 * @param {boolean} coached whether a review is available
 */
export function result(room, names, ask, again, close, coached) {
  const table = room.table,
    outcome = table?.outcome,
    recap = table?.recap,
    [heading, ...lines] = headed(room, outcome, names);
  const summed = recap?.lines ?? [],
    counted = [
      ...(table?.tally ?? []).filter(({ round, total }) => !summed.length || !round || total),
      ...summed,
    ];
  const drawn = [
      outcome?.facts.winners ? outcome.scores : summed[0]?.scores, // as bars
      table?.hands?.map((hand) => hand.length), // card by card
    ].map(String),
    sheet = counted.some(({ round }) => round)
      ? counted
      : counted.filter(({ scores }) => !drawn.includes(String(scores)));
  const title =
    heading ??
    (outcome?.reason === "vote" ? t("The round was ended by vote.") : t("The round is over."));
  return panel(
    "result",
    title,
    close,
    h(
      "header",
      { class: `hero ${mood(room, outcome)}` },
      outcome ? medal(room, outcome) : null,
      h("h2", {}, title),
      lines.map((line) => h("p", {}, line)),
      behind(room, outcome),
      recap?.standing ? standing(recap.standing, outcome, names) : null,
    ),
    tale(
      outcome ? parts(room, outcome, names) : null,
      recap ? figures(recap, table?.seconds ?? 0, names) : null,
      recap?.moments.length ? moments(room, recap, names) : null,
    ),
    tale(tallyTable(sheet, names), turnedUp(table?.hands ?? [], names)),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button small", onclick: again }, t("Watch it again")),
      coached && room.held.length
        ? h(
            "button",
            {
              class: "button small",
              onclick: async () => (await import("./review.js")).showReview(room),
            },
            t("Review with the coach"),
          )
        : null,
      !room.held.length || room.sitting.seats.filter(({ kind }) => kind === "person").length < 2
        ? null
        : h(
            "button",
            {
              class: "button small",
              onclick: () => void ask("show", { round: room.sitting.round, step: 0 }),
            },
            t("Watch it together"),
          ),
    ),
    room.held.length
      ? h(
          "div",
          { class: "row" },
          h("button", { class: "button main", onclick: () => void ask("again") }, t("Play again")),
        )
      : null,
  );
}

/** Figures side by side, if there are any. @param {(HTMLElement | null)[]} inside */
function tale(...inside) {
  return inside.some(Boolean) ? h("div", { class: "tale" }, inside) : null;
}

/** The outcome for the reader: a heading and details. @param {import("../types.js").Room} room @param {import("../types.js").Outcome | null | undefined} outcome @param {string[]} names */
function headed({ held }, outcome, names) {
  const told = outcome?.told ?? [],
    winners = (outcome && winnersOf(outcome)) ?? [],
    won = winners.filter((seat) => held.includes(seat)).length;
  const lines = told
    .filter(({ template }) => !won || t(template) !== t("Won by: {seats}")) // the heading says it
    .map((phrase) => sentence(phrase, names));
  if (!won) return lines;
  return [winners.length > won ? t("You share the win!") : t("You win!"), ...lines];
}

/** Whether it is a win or a loss for the reader; neither for a spectator of rivals. @param {import("../types.js").Room} room @param {import("../types.js").Outcome | null | undefined} outcome */
function mood(room, outcome) {
  const winners = outcome ? winnersOf(outcome) : undefined;
  if (!outcome || outcome.reason === "vote" || (winners && !room.held.length)) return "";
  return outcome.won && (winners ?? [0]).some(own(room)) ? "feast" : "loss";
}

/** Everybody's share: of a team's task, or each rival's points. @param {import("../types.js").Room} room @param {import("../types.js").Outcome} outcome @param {string[]} names */
function parts(room, { scores, facts }, names) {
  const recap = room.table?.recap;
  if (facts.winners) return ladder(room, scores, names);
  const all = Number(recap?.counts.find(({ facts: { all } }) => all)?.facts.all ?? 0),
    own = recap?.lines[0]?.scores;
  if (!all || !own) return null;
  return h(
    "div",
    { class: "shares" },
    h(
      "div",
      { class: "share-bar", "aria-hidden": "true" },
      own.flatMap((n, seat) =>
        n ? h("span", { "data-seat": seat, vars: { "--part": String(n / all) } }) : [],
      ),
    ),
    h(
      "ul",
      {},
      own.map((n, seat) => h("li", { "data-seat": seat }, names[seat], " ", h("b", {}, number(n)))),
    ),
  );
}

/** Rivals by rank, each with a bar for their points. @param {import("../types.js").Room} room @param {readonly number[]} scores @param {string[]} names */
function ladder({ held }, scores, names) {
  const high = Math.max(...scores),
    low = Math.min(0, ...scores),
    ranked = scores.map((score, seat) => ({ score, seat })).sort((a, b) => b.score - a.score);
  return h(
    "ol",
    { class: "ladder" },
    ranked.map(({ score, seat }) =>
      h(
        "li",
        {
          class: held.includes(seat) ? "own" : "",
          "data-place": places(scores)[seat],
          vars: { "--part": String((score - low) / (high - low || 1)) },
        },
        h("b", {}, number(places(scores)[seat])),
        h("span", {}, names[seat]),
        h("b", {}, number(score)),
      ),
    ),
  );
}

/** A cup for a winner; otherwise the rank, or a team's remaining cards. @param {import("../types.js").Room} room @param {import("../types.js").Outcome} outcome */
function medal(room, outcome) {
  const { won, scores } = outcome,
    winners = winnersOf(outcome),
    mine = own(room),
    seat = scores.findIndex((_, at) => mine(at)),
    place = 1 + scores.filter((score) => score > scores[seat]).length;
  const cup = won && (winners ?? [0]).some(mine),
    kind = cup ? "won" : winners ? `place-${place}` : "left";
  return h(
    "div",
    { class: `medal ${kind}`, "aria-hidden": "true" },
    cup
      ? icon("winnable")
      : winners && !room.held.length
        ? icon("deal")
        : number(winners ? place : scores[0]),
  );
}

/** How close you were to winning, if you were close. @param {import("../types.js").Room} room @param {import("../types.js").Outcome | null | undefined} outcome */
function behind({ held }, outcome) {
  if (held.length !== 1 || !outcome?.facts.winners) return null;
  const gap = Math.max(...outcome.scores) - outcome.scores[held[0]];
  return gap && gap <= CLOSE ? h("p", {}, t("So close: {n} behind.", { n: number(gap) })) : null;
}

/** The seats that won, where players are rivals. @param {import("../types.js").Outcome} outcome @returns {number[] | undefined} */
export const winnersOf = ({ facts }) => /** @type {{winners?: number[]}} */ (facts).winners;

/** Whether something is about your seat; spectators share what all win. @param {import("../types.js").Room} room */
function own({ held }) {
  return (/** @type {number} */ seat) => held.includes(seat) || !held.length;
}

/** How a round compares with earlier ones at this table. @param {import("../wire.js").Standing} standing @param {import("../types.js").Outcome | null | undefined} outcome @param {string[]} names */
function standing({ rounds, won, streak, best, before }, outcome, names) {
  if (before === null) return null;
  const rivals = outcome?.facts.winners,
    said = [];
  if (rivals ? best > before : best < before) said.push(t("The best result at this table so far."));
  else if (!rivals) said.push(t("Fewest cards left at this table: {n}.", { n: number(best) }));
  if (streak > 1) said.push(t("Wins in a row: {n}.", { n: number(streak) }));
  said.push(
    rivals
      ? t("Rounds won: {list}.", {
          list: names.map((name, seat) => `${name} ${number(won[seat])}`).join(", "),
        })
      : t("Rounds won: {won} of {rounds}.", {
          won: number(Math.max(...won)),
          rounds: number(rounds),
        }),
  );
  return h("p", { class: "standing" }, said.join(" "));
}

/** @param {Recap} recap @param {number} seconds @param {string[]} names */
function figures({ counts }, seconds, names) {
  return h(
    "ul",
    { class: "figures" },
    [
      ...counts.map((phrase) => sentence(phrase, names)),
      t("Time: {time}", { time: duration(seconds) }),
    ].map((line) => h("li", {}, line)),
  );
}

/** Memorable moments, each with a link. @param {import("../types.js").Room} room @param {Recap} recap @param {string[]} names */
function moments(room, { moments: all }, names) {
  return h(
    "ul",
    { class: "moments", "aria-label": t("Moments of the game") },
    all.map(({ step, words }) =>
      h(
        "li",
        {},
        h(
          "button",
          { class: "moment", onclick: () => void rewatch(room, room.sitting.round, step) },
          icon("play"),
          h("span", {}, told(words, names)),
        ),
      ),
    ),
  );
}

/** The result of a round, before the next. @param {readonly import("../wire.js").Line[]} tally @param {number} round @param {string[]} names @param {() => void} close */
export function summary(tally, round, names, close) {
  const lines = tally.filter((line) => line.round === round),
    total = lines.find((line) => line.total);
  return panel(
    "summary",
    total ? sentence(total.label, names) : t("The round is over."),
    close,
    h("h2", {}, total ? sentence(total.label, names) : t("The round is over.")),
    tallyTable(lines, names),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button main", "data-focus": "go-on", onclick: close }, t("Go on")),
    ),
  );
}
