/** The mark of chosen cards, which everyone at the table sees. */

import { h } from "../dom.js";
import { plainNumber, t } from "../texts.js";

/** @param {import("../types.js").Room} room */
export function chosenCards({ cards, deal }) {
  if (cards === "chance") return null;
  return h(
    "p",
    { class: "chosen-cards", role: "note" },
    cards === "number" && deal !== null
      ? t("These cards were chosen: deal {number}.", { number: plainNumber(deal) })
      : t("These cards were chosen: they come from a saved game."),
    " ",
    t("The game does not count in the statistics."),
  );
}
