/** What the options of the games are called, and their choices: the catalogue says it in every language. */

import { chosen, local, title } from "./catalogue.js";

/** @param {import("./types.js").Option} option */
export function optionName(option) {
  return local(option.titles);
}

/** @param {import("./types.js").Option} option @param {boolean | number | string} choice */
export function choiceName(option, choice) {
  return local(option.words)[option.choices.indexOf(choice)] ?? String(choice);
}

/** What was chosen otherwise than usual, one by one. @param {import("./types.js").Game} game @param {import("./types.js").Options} options */
export function told(game, options) {
  const own = chosen(game, options);
  return game.options
    .filter(({ name }) => name in own)
    .map((option) => `${optionName(option)}: ${choiceName(option, own[option.name])}`);
}

/**
 * A game with the options that differ from its usual ones, in words.
 * @param {import("./types.js").Game} game @param {import("./types.js").Options} options
 */
export function settingName(game, options) {
  const own = told(game, options);
  return own.length ? `${title(game)} (${own.join(", ")})` : title(game);
}
