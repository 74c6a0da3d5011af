/** How hands and keys play. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { open } from "./dialog.js";

export function showHelp() {
  const keys = [
    [t("arrows"), t("from card to card, from pile to pile")],
    [t("Enter or space"), t("pick up, put down, turn the stock")],
    [t("Shift and Enter"), t("the best obvious move")],
    ["Esc", t("let go")],
    ["U · R", t("undo, redo")],
    ["H", t("hint")],
    ["D", t("deal, turn the stock")],
    ["F", t("bring the rest home")],
    ["P", t("pause")],
    ["N", t("new deal")],
    ["?", t("this page")],
  ];
  open(t("Keys and touch"), [
    h(
      "p",
      {},
      t(
        "Touch a card and it goes to its best place; touch it again and it goes to the next one. Or drag it: the places that take it light up. In the settings a touch can pick a card up instead, and the next one put it down. A double touch on a foundation brings home all that can go. Hold a finger on a covered card, or click it with the right button, to see all of it.",
      ),
    ),
    h(
      "dl",
      { class: "keys" },
      keys.map(([key, meaning]) =>
        h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)),
      ),
    ),
  ]);
}
