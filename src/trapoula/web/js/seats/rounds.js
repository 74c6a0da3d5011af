/** The rounds of a table: who won each, when, and the way to its replay; and what they come to. */

import { getJson } from "../api.js";
import { h } from "../dom.js";
import { open } from "../parts/dialog.js";
import { complain } from "../parts/toast.js";
import { date, duration, number, t } from "../texts.js";
import { rewatch } from "./rewatch.js";

/** @typedef {{round: number, won: boolean[], scores: number[], names: string[], seconds: number, at: number}} Round */

/** @param {import("../types.js").Room} room */
export async function showRounds(room) {
  try {
    /** @type {{rounds: Round[]}} */
    const { rounds } = await getJson(`/api/rooms/${room.room}/rounds`);
    open(t("Rounds of this table"), [
      rounds.length ? wins(rounds) : h("p", {}, t("No round was played to its end yet.")),
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

/** @param {Round} one @param {number} seat */
function nameOf({ names }, seat) {
  return names[seat] || t("Bot {n}", { n: seat + 1 });
}

/** How many rounds everybody has won; people keep their wins when they change seats. @param {Round[]} rounds */
function wins(rounds) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const one of rounds)
    one.won.forEach((won, seat) => {
      const name = nameOf(one, seat);
      found.set(name, (found.get(name) ?? 0) + Number(won));
    });
  const list = [...found]
    .sort(([, one], [, other]) => other - one)
    .map(([name, won]) => `${name} ${number(won)}`);
  return h("p", { class: "standing" }, t("Rounds won: {list}.", { list: list.join(", ") }));
}

/** @param {import("../types.js").Room} room @param {Round} one */
function line(room, one) {
  const winners = one.won.flatMap((won, seat) => (won ? nameOf(one, seat) : [])),
    all = winners.length === one.won.length;
  const how = !winners.length
    ? t("Lost: {n} left", { n: number(Math.max(...one.scores)) })
    : all
      ? t("Won together")
      : t("Won by: {seats}", { seats: winners.join(", ") });
  return h(
    "li",
    {},
    h(
      "button",
      { class: "moment", onclick: () => void rewatch(room, one.round) },
      h("b", {}, number(one.round)),
      h("span", {}, `${how} · ${duration(one.seconds)} · ${date(one.at)}`),
    ),
  );
}
