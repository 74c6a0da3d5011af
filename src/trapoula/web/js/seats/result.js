/** How a game for several ended, or a round of it, and what can be done next. */

import { h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { sentence } from "../scenes/telling.js";
import { t } from "../texts.js";
import { tallyTable, turnedUp } from "./tally.js";

/** A panel over the table that can be put aside. @param {string} key @param {string} heading @param {() => void} close @param {(Node | null | (Node | null)[])[]} inside */
function panel(key, heading, close, ...inside) {
  return h(
    "section",
    { class: "verdict", "data-key": key, "aria-label": heading },
    h(
      "button",
      { class: "plain-icon close", "aria-label": t("Close"), onclick: close },
      icon("close"),
    ),
    h("h2", {}, heading),
    ...inside,
  );
}

/**
 * @param {import("../types.js").Room} room
 * @param {string[]} names
 * @param {(type: string, fields?: object) => Promise<any>} ask
 * @param {() => void} again
 * @param {() => void} close
 * @param {boolean} coached whether somebody could look back
 */
export function result(room, names, ask, again, close, coached) {
  const table = room.table,
    outcome = table?.outcome,
    [heading, ...lines] = (outcome?.told ?? []).map((phrase) => sentence(phrase, names));
  const ranks = outcome?.facts.winners ? outcome.scores : null;
  return panel(
    "result",
    heading ??
      (outcome?.reason === "vote" ? t("The round was ended by vote.") : t("The round is over.")),
    close,
    lines.map((line) => h("p", {}, line)),
    tallyTable([...(table?.tally ?? [])], names, ranks),
    turnedUp(table?.hands ?? [], names),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button", onclick: again }, t("Watch it again")),
      coached && room.held.length
        ? h(
            "button",
            {
              class: "button",
              onclick: async () => (await import("./review.js")).showReview(room),
            },
            t("Look back with the coach"),
          )
        : null,
      !room.held.length || room.sitting.seats.filter(({ kind }) => kind === "person").length < 2
        ? null
        : h(
            "button",
            {
              class: "button",
              onclick: () => void ask("show", { round: room.sitting.round, step: 0 }),
            },
            t("Go through it together"),
          ),
      !room.held.length
        ? null
        : h("button", { class: "button main", onclick: () => void ask("again") }, t("Rematch")),
    ),
  );
}

/** What a round brought, between it and the next. @param {readonly import("../wire.js").Line[]} tally @param {number} round @param {string[]} names @param {() => void} close */
export function summary(tally, round, names, close) {
  const lines = tally.filter((line) => line.round === round),
    total = lines.find((line) => line.total);
  return panel(
    "summary",
    total ? sentence(total.label, names) : t("The round is over."),
    close,
    tallyTable(lines, names),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button main", "data-focus": "go-on", onclick: close }, t("Go on")),
    ),
  );
}
