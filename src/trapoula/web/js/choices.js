/** The options of a game: their names, the last ones played, and named variants (Draw 1 · Draw 3). */

import { chosen, local, title, written } from "./catalogue.js";
import { h } from "./dom.js";
import { prefer } from "./prefs.js";
import { now } from "./store.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Options} Options */

/** @param {import("./types.js").Option} option */
export function optionName(option) {
  return local(option.titles);
}

/** @param {import("./types.js").Option} option @param {boolean | number | string} choice */
export function choiceName(option, choice) {
  return local(option.words)[option.choices.indexOf(choice)] ?? String(choice);
}

/** The options that differ from their defaults, in words, one by one. @param {import("./types.js").Game} game @param {import("./types.js").Options} options */
export function told(game, options) {
  const own = chosen(game, options);
  return game.options
    .filter(({ name }) => name in own)
    .map((option) => `${optionName(option)}: ${choiceName(option, own[option.name])}`);
}

/**
 * The name of a game with the options that differ from its defaults.
 * @param {import("./types.js").Game} game @param {import("./types.js").Options} options
 */
export function settingName(game, options) {
  const own = told(game, options);
  return own.length ? `${title(game)} (${own.join(", ")})` : title(game);
}

/** The options of the last game, as far as they differ from the defaults. @param {Game} game @returns {Options} */
export function lastOptions(game) {
  const kept = now().prefs.chosen[game.game] ?? {};
  const known = game.options.filter(({ name, choices }) => choices.includes(kept[name]));
  return chosen(game, Object.fromEntries(known.map(({ name }) => [name, kept[name]])));
}

/** Remember these options for the next game. Games of the workshop are not remembered. @param {Game} game @param {Options} options */
export function remember(game, options) {
  if ("draft" in game) return;
  prefer({ chosen: { ...now().prefs.chosen, [game.game]: chosen(game, options) } });
}

/** The option whose choices have names, if the game has one. @param {Game} game */
export function variantOf(game) {
  return game.options.find(({ variants }) => local(variants).length);
}

/**
 * A row of buttons, one for each variant, or null. The choice is remembered.
 * @param {Game} game
 * @param {Options} current
 * @param {(options: Options) => void} choose
 * @returns {HTMLElement | null}
 */
export function chooser(game, current, choose) {
  const option = variantOf(game);
  if (!option) return null;
  const { name, choices, default: usual } = option,
    names = local(option.variants);
  return h(
    "div",
    { class: "variants", role: "group", "aria-label": title(game) },
    choices.map((choice, at) =>
      h(
        "button",
        {
          type: "button",
          class: "variant",
          "aria-pressed": String((current[name] ?? usual) === choice),
          "data-variant": written(choice),
          onclick: () => {
            const options = chosen(game, { ...current, [name]: choice });
            remember(game, options);
            choose(options);
          },
        },
        names[at],
      ),
    ),
  );
}
