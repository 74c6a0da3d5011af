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
    h("p", {}, t("Drag a card, or touch it and then touch where it should go: the places that take it light up. A double touch plays the best obvious move, and on a foundation it brings home all that can go. Hold a finger on a covered card, or click it with the right button, to see all of it.")),
    h("dl", { class: "keys" }, keys.map(([key, meaning]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)))),
  ]);
}
