/** The catalogue: all games for the hall, or one with its options for a table. Each is requested once. */

import { getJson, Refusal, still } from "./api.js";
import { commit, now } from "./store.js";
import { hear, language } from "./texts.js";

/** The largest deal number. */
export const LAST_DEAL = 10 ** 12;

/** All games, by language. @type {Map<string, Promise<import("./types.js").Game[]>>} */
const all = new Map();
/** @type {Map<string, Promise<import("./types.js").Game>>} */
const single = new Map();

/** @type {Record<string, string[]>} */
let words = {};

/** The search words for kinds of games, once the games are loaded. */
export function kinds() {
  return words;
}

/** Every game, with texts in the current language. */
export function allGames() {
  const lang = language();
  let found = all.get(lang);
  if (!found) {
    found = /** @type {Promise<import("./wire.js").Catalogue>} */ (
      getJson(`${still("api/games")}?lang=${lang}`)
    ).then(({ games, kinds }) => {
      words = kinds;
      games.forEach(hear);
      commit({ games });
      return games;
    });
    found.catch(() => all.delete(lang));
    all.set(lang, found);
  }
  return found;
}

/**
 * The current language's entry of a text in all languages. @template T
 * @param {Record<string, T>} told
 * @returns {T}
 */
export function local(told) {
  return told[language()];
}

/** An option's choice, as written in addresses. @param {boolean | number | string} choice */
export function written(choice) {
  return choice === true ? "on" : choice === false ? "off" : String(choice);
}

/**
 * The options that differ from their defaults.
 * @param {import("./types.js").Game} game
 * @param {import("./types.js").Options} options
 */
export function chosen(game, options) {
  return Object.fromEntries(
    game.options
      .filter(({ name, default: usual }) => name in options && options[name] !== usual)
      .map(({ name }) => [name, options[name]]),
  );
}

/** @param {import("./types.js").Options} options */
export function query(options) {
  return Object.entries(options)
    .map(([name, choice]) => `${name}=${encodeURIComponent(written(choice))}`)
    .join("&");
}

/**
 * The options that an address names.
 * @param {import("./types.js").Game} game
 * @param {URLSearchParams} asked
 */
export function fromQuery(game, asked) {
  /** @type {import("./types.js").Options} */
  const options = {};
  for (const { name, choices } of game.options) {
    const text = asked.get(name);
    if (text === null) continue;
    const choice = choices.find((own) => written(own) === text);
    if (choice === undefined)
      throw new Refusal({
        type: "error",
        code: "bad-option",
        template: "{option} cannot be {value}: it is one of {choices}.",
        facts: { option: name, value: text, choices: choices.map(written).join(", ") },
      });
    options[name] = choice;
  }
  return options;
}

/**
 * One game, with the layout for its options.
 * @param {string} id
 * @param {import("./types.js").Options} [options]
 */
export function oneGame(id, options = {}) {
  const asked = query(options),
    path = `${still(`api/games/${id}`)}${asked ? `?${asked}` : ""}`;
  const known = asked ? undefined : now().games.find(({ game }) => game === id);
  if (known && local(known.summaries)) return Promise.resolve(known);
  let found = single.get(path);
  if (!found) {
    found = /** @type {Promise<import("./types.js").Game>} */ (getJson(path)).then((game) => {
      hear(game);
      return game;
    });
    found.catch(() => single.delete(path));
    single.set(path, found);
  }
  return found;
}

/** The name of a game in the current language. @param {import("./types.js").Game} game */
export function title(game) {
  return local(game.titles);
}

/** @param {import("./types.js").Game} game */
export function summary(game) {
  return local(game.summaries);
}
