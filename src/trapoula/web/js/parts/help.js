/** The help sheet: gestures and keys. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { open } from "./dialog.js";

export function showHelp() {
  const mac = /Mac|iPhone|iPad/.test(navigator.platform),
    chord = mac ? "⌘" : "Ctrl";
  open(t("Keys and touch"), [
    h("h3", {}, t("Mouse and touch")),
    sheet([
      [t("Tap a card"), t("Play it to its best place; tap again for the next one.")],
      [t("Drag a card"), t("Play it where you like: the places that take it light up.")],
      [t("Double tap a foundation"), t("Move everything there that can go.")],
      [t("Hold, or right-click, a covered card"), t("See the whole card.")],
      [t("Tap the stock"), t("Turn or deal.")],
    ]),
    h("h3", {}, t("Keys")),
    sheet([
      [[`${chord} Z`, "U"], t("Undo")],
      [[`${chord} Shift Z`, `${chord} Y`, "R"], t("Redo")],
      [[t("Space"), "D"], t("Turn the stock, or deal")],
      [["H"], t("Hint")],
      [["F"], t("Finish")],
      [["N"], t("New game")],
      [["P"], t("Pause")],
      [["← → ↑ ↓"], t("Go from card to card")],
      [[t("Enter")], t("Pick up or put down")],
      [[`Shift ${t("Enter")}`], t("Play the card to its best place")],
      [["Esc"], t("Put back")],
      [["?"], t("Show this sheet")],
    ]),
    h(
      "p",
      { class: "muted" },
      t("In the settings a tap can pick a card up instead of playing it."),
    ),
  ]);
}

/** Rows of a gesture or keys, and what they do. @param {[string | string[], string][]} lines */
function sheet(lines) {
  return h(
    "dl",
    { class: "keys" },
    lines.map(([done, meaning]) =>
      h(
        "div",
        {},
        h("dt", {}, typeof done === "string" ? done : done.map((key) => h("kbd", {}, key))),
        h("dd", {}, meaning),
      ),
    ),
  );
}
