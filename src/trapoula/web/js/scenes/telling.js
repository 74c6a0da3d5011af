/** Phrases of a game, with the names of seats and small cards. */

import { isPhrase, number, t } from "../texts.js";
import { nameOf, smallCard } from "./card.js";

/** @typedef {import("../wire.js").Phrase} Phrase */

/** A phrase as plain text. @param {Phrase} phrase @param {string[]} names who sits where */
export function sentence({ template, facts }, names) {
  return t(
    template,
    Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, plain(name, fact, names)]),
    ),
  );
}

/** @param {string} name @param {unknown} fact @param {string[]} names @returns {string} */
function plain(name, fact, names) {
  if (name === "seat") return names[Number(fact)];
  if (Array.isArray(fact))
    return fact.map((one) => (name === "seats" ? names[one] : nameOf(one))).join(", ");
  if (isPhrase(fact)) return sentence(fact, names);
  return typeof fact === "number" ? number(fact) : String(fact);
}

/** A phrase with its cards drawn. @param {Phrase} phrase @param {string[]} names @returns {(Node | string)[]} */
export function told({ template, facts }, names) {
  return t(template)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1],
        fact = name === undefined ? undefined : facts[name];
      if (name === undefined || fact === undefined) return [part];
      if (Array.isArray(fact) && name !== "seats") return fact.map(smallCard);
      return isPhrase(fact) ? told(fact, names) : [plain(name, fact, names)];
    });
}
