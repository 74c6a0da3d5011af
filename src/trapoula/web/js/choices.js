/** What the options of the games are called, and their choices: only dialogs and lists need it. */

import { chosen, title } from "./catalogue.js";
import { plainNumber, t } from "./texts.js";
import { capital } from "./words.js";

/** @type {Record<string, string>} */
const OPTIONS = {
  draw: "Cards turned at a time", redeals: "Redeals of the stock", suits: "Suits", gaps: "Gaps", swaps: "Cards may change places",
  rounds: "Rounds", multiplier: "Points double in a run", minimum: "Cards a turn at least", smaller_hands: "Smaller hands", fire: "Burning cards",
  history: "Rows are spread out", autoplay: "Cards go home by themselves", foundations: "Foundations", match: "Columns are built", spots: "Free cells", variant: "Variant", commands: "Commands", professional: "Professional rules", sheet: "Sheet", limit: "Rounds until a draw",
  aces: "Aces", base: "Base card", kings: "Kings", clearing: "The last clearing", points: "Points", hidden: "Cards still hidden at the end", redeal: "Redeal", first: "Played first", edges: "Corners are refilled",
  reserve: "Cards that leave the reserve", corner: "Columns are packed", debt: "The score may fall below zero",
};

/** @param {string} option */
export function optionName(option) {
  return t(OPTIONS[option] ?? capital(option.replaceAll("_", " ")));
}

/** @type {Record<string, string>} */
const CHOICES = {
  unlimited: "without end", usual: "as usual: two, without end by threes", first: "at the left", anywhere: "where the aces fall", table: "our own distribution", random: "at random", standard: "standard", short: "short", even: "even",
  colours: "in alternating colours", suit: "in suit", terrace: "Terrace", general: "General's Patience", stars: "Falling Stars", signora: "Signora", redheads: "Redheads", blondes: "Blondes and Brunettes", wood: "Wood",
  kings: "only kings", any: "any card", top: "the last card alone", round: "over the base rank and on", stops: "down to the base rank", waste: "from the waste", reserve: "from the reserve", always: "always filled before a deal", few: "left when few cards remain",
  free: "may come back from home", fixed: "stay at home", together: "wherever they lie", apart: "one in each column", dealt: "where they are dealt", sunk: "at the bottom", seen: "only those in sight", stock: "unseen ones of the stock, too",
  open: "goes on to the end", ended: "ends by a tap on the stock", cards: "for each card taken away", none: "none", home: "for each card at home", moves: "each time a card goes home", count: "count if they are in place", lose: "lose the game",
  useful: "when it changes something", moved: "after any move", base: "only the base card", refilled: "always", homeward: "when a card goes home from there",
};

/** @param {boolean | number | string} choice */
export function choiceName(choice) {
  if (choice === true) return t("yes");
  if (choice === false) return t("no");
  return typeof choice === "number" ? plainNumber(choice) : t(CHOICES[choice] ?? capital(choice.replaceAll(/[-_]/g, " ")));
}

/**
 * A game with the options that differ from its usual ones, in words.
 * @param {import("./types.js").Game} game @param {import("./types.js").Options} options
 */
export function settingName(game, options) {
  const told = Object.entries(chosen(game, options)).map(([name, choice]) => `${optionName(name)}: ${choiceName(choice)}`);
  return told.length ? `${title(game)} (${told.join(", ")})` : title(game);
}
