/** The achievements: names, conditions and icons. */

import { t } from "../texts.js";

/**
 * @typedef {import("../wire.js").Achievement["name"]} Name
 * @typedef {import("../wire.js").Shelf} Shelf
 */

/** @type {Record<Name, string>} */
const SIGNS = {
  "first-win": "play",
  "no-undo": "undo",
  "no-help": "hint",
  "hard-deal": "verdict",
  "every-family": "deal",
  "hundred-wins": "winnable",
  together: "people",
  "whole-day": "finish",
  "week-in-a-row": "flame",
  "month-of-days": "calendar",
};

/** @type {Record<Name, string>} */
const NAMES = {
  "first-win": "First win",
  "no-undo": "No take-backs",
  "no-help": "On your own",
  "hard-deal": "A hard nut",
  "every-family": "Grand tour",
  "hundred-wins": "A hundred wins",
  together: "In good company",
  "whole-day": "A full day",
  "week-in-a-row": "A week in a row",
  "month-of-days": "A month of days",
};

/** @type {Record<Name, string>} */
const DEEDS = {
  "first-win": "Win any game.",
  "no-undo": "Win a patience without undo.",
  "no-help": "Win a patience without undo or hints.",
  "hard-deal": "Win a hard deal: one that needs thinking ahead.",
  "every-family": "Win a game of every family.",
  "hundred-wins": "Win a hundred games.",
  together: "Win with friends or bots.",
  "whole-day": "Win all of a day's deals.",
  "week-in-a-row": "Win a deal of the day seven days in a row.",
  "month-of-days": "Win a deal of the day on 30 days.",
};

/** @param {Name} name */
export const signOf = (name) => SIGNS[name];

/** @param {Name} name */
export const nameOf = (name) => t(NAMES[name]);

/** @param {Name} name */
export const deedOf = (name) => t(DEEDS[name]);

/**
 * The achievements of the game that ended at a time.
 * @param {Shelf} shelf @param {number} at
 */
export function earned({ achievements }, at) {
  return achievements.filter((own) => own.at === at).map(({ name }) => nameOf(name));
}
