/** The names of bot levels. */

import { t } from "../texts.js";

/** @type {Record<string, string>} */
const LEVELS = {
  random: "Beginner",
  greedy: "Solid",
  good: "Good",
  skilled: "Skilled",
  search: "Strong",
  weak: "Beginner",
  fair: "Solid",
  strong: "Strong",
  easy: "Beginner",
  medium: "Solid",
  hard: "Strong",
  careful: "Solid",
  expert: "Strong",
};

/** @param {string} level */
export function levelName(level) {
  return t(LEVELS[level] ?? level);
}
