/** The score sheet of each player, round by round. */

import { h } from "../dom.js";
import { smallCard } from "../scenes/card.js";
import { sentence } from "../scenes/telling.js";
import { number, t } from "../texts.js";

/** @typedef {import("../wire.js").Line} Line */

/** The ranks of rivals; ties share one. @param {readonly number[]} scores */
export function places(scores) {
  return scores.map((own) => 1 + scores.filter((other) => other > own).length);
}

/** Whether a line says anything: zeros count only as a total. @param {Line} line */
function tells({ scores, total }) {
  return total || scores.some((score) => score);
}

/**
 * @param {Line[]} lines
 * @param {string[]} names
 */
export function tallyTable(lines, names) {
  if (!lines.some(tells)) return null;
  return h(
    "div",
    { class: "tally", tabindex: 0, role: "region", "aria-label": t("Score sheet") },
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
          names.map((name) => h("th", { scope: "col", title: name }, h("span", {}, name))),
        ),
      ),
      h(
        "tbody",
        {},
        lines.filter(tells).map(({ label, scores: own, total }) =>
          h(
            "tr",
            { class: total ? "total" : "" },
            h("th", { scope: "row" }, sentence(label, names)),
            own.map((score) => h("td", {}, number(score))),
          ),
        ),
      ),
    ),
  );
}

/** Everybody's cards, turned up. @param {readonly (readonly number[])[]} hands @param {string[]} names */
export function turnedUp(hands, names) {
  if (!hands.some((hand) => hand.length)) return null;
  return h(
    "div",
    { class: "turned-up" },
    hands.map((hand, seat) =>
      h(
        "p",
        {},
        h("b", {}, names[seat]),
        " ",
        hand.length ? hand.map((card) => smallCard(card)) : "–",
      ),
    ),
  );
}
