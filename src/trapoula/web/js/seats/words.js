/** What the tables for several say: signals, commands, rules that were broken. */

import { t, tn } from "../texts.js";

/** @type {Record<string, string>} */
const WISHES = { "not-here": "Not here, please", "no-jump": "No big jump here", fine: "Here is fine", free: "As you like" };

/** @type {Record<string, [string, string]>} */
const COMMANDS = {
  stop: ["Stop", "The turn ends at once, even with fewer cards than the minimum."],
  skull: ["Skull", "It must be covered in the same turn."],
  three: ["Three", "Exactly three cards must be laid in this turn."],
  silence: ["Silence", "Nobody may say anything while it lies open."],
  "no-way-back": ["No way back", "The backwards trick is not allowed while it lies open."],
  "one-row": ["One row", "While it lies open, all cards of a turn go on one row."],
  "draw-one": ["Draw one", "While it lies open, only one card is drawn at the end of a turn."],
};

/** What is said of a row or of a command. @param {string} about @param {string} word */
export function signalName(about, word) {
  const command = COMMANDS[about]?.[0];
  if (!command) return t(WISHES[word] ?? word);
  if (word === "hold") return t("I have: {command}", { command: t(command) });
  return word === "not-now" ? t("Better not now: {command}", { command: t(command) }) : t("{command}: as you like", { command: t(command) });
}

/** @param {string} command */
export function commandName(command) {
  return t(COMMANDS[command]?.[0] ?? command);
}

/** @param {string} command */
export function commandText(command) {
  return t(COMMANDS[command]?.[1] ?? "");
}

/** @type {Record<string, string>} */
const BROKEN = {
  minimum: "too few cards can be laid in this turn",
  fire: "a burning card is not covered in time",
  three: "exactly three cards cannot be laid",
  skull: "the skull is not covered in the same turn",
};

/** Which rule is broken. @param {string} rule */
export function brokenName(rule) {
  return t(BROKEN[rule] ?? rule);
}

/** @type {Record<string, string>} */
const KEEN = {
  gladly: "Gladly", could: "I could",
  "rather-not": "Rather not",
};

/** @param {string} word */
export function keenName(word) {
  return t(KEEN[word] ?? word);
}

/** @type {Record<string, string>} */
const ROWS = { up1: "First rising row", up2: "Second rising row", down1: "First falling row", down2: "Second falling row" };

/** @param {string} row */
export function rowName(row) {
  return t(ROWS[row] ?? row);
}

/** @type {Record<string, string>} */
const PILES = { left: "Left pile", middle: "Closed pile", right: "Right pile" };

/** @param {string} pile */
export function drawName(pile) {
  return t(PILES[pile] ?? pile);
}

/** @param {number} n */
export function cardCount(n) {
  return tn("{n} card", "{n} cards", n);
}

/** @type {Record<string, string>} */
const LEVELS = { random: "Beginner", greedy: "Solid", search: "Strong", weak: "Beginner", fair: "Solid", strong: "Strong", easy: "Beginner", medium: "Solid", hard: "Strong", careful: "Solid", expert: "Strong" };

/** @param {string} level */
export function levelName(level) {
  return t(LEVELS[level] ?? level);
}

/** An action of a table for several, as a person would say it. @param {string} action */
export function actionName(action) {
  const lay = /^(\d+)>(\w+)$/.exec(action), cross = /^cross (\d+): (.+)$/.exec(action), discard = /^discard (\d+)(?:x(\d+))?$/.exec(action);
  if (lay) return t("Lay {card} here. {row}", { card: lay[1], row: rowName(lay[2]) });
  if (cross) return tn("Cross {n} box of row {row}: {cards}", "Cross {n} boxes of row {row}: {cards}", cross[2].split(" ").length, { row: cross[1], cards: cross[2].replaceAll(" ", ", ") });
  if (discard) return t("Discard {n} × {card}", { n: Number(discard[2] ?? 1), card: discard[1] });
  const [verb, what = ""] = action.split(" ");
  if (verb === "lay") return t("Lay {card}", { card: what });
  if (verb === "twist") return t("Twist {card}", { card: what });
  if (verb === "draw") return t("Draw: {pile}", { pile: drawName(what) });
  if (verb === "bonus") return t("Extra cross in row {row}", { row: what });
  if (verb === "begin") return keenName(what);
  if (verb === "signal") return signalName(what, action.split(" ")[2]);
  return verb === "end" ? t("End the turn") : verb === "take" ? t("Take the row") : action;
}
