/** Translations: t for a message with facts, and tn for counts. */

import { getJson, still } from "./api.js";

const ENGLISH = "en"; // the language of the messages

/** @type {import("./types.js").Language[]} */
let spoken = [];
let lang = ENGLISH;
/** @type {Record<string, string | string[]>} */
let dictionary = {};
/** The loaded messages of each language. @type {Record<string, Record<string, string | string[]>>} */
const known = {};
/** Requested parts, by address. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Messages of users' own games, by language. @type {Record<string, Record<string, string>>} */
const brought = {};

/** Add the messages of a user's own game. @param {{texts?: Record<string, Record<string, string>>}} game */
export function hear({ texts = {} }) {
  for (const [code, messages] of Object.entries(texts))
    brought[code] = { ...brought[code], ...messages };
}

/** Read the languages from the page. */
export function readLanguages() {
  spoken = JSON.parse(document.getElementById("languages")?.textContent ?? "[]");
}

/** All languages. */
export function languages() {
  return spoken;
}

/** The browser's language, if it is available. */
function preferred() {
  const codes = navigator.languages.map((code) => code.split("-")[0]);
  return codes.find((code) => spoken.some((one) => one.code === code)) ?? ENGLISH;
}

/** @returns {string} */
export function language() {
  return lang;
}

/**
 * Set the language: the preferred one, or the browser's.
 * @param {string} wish @param {string} [part] of its messages to wait for
 */
export async function setLanguage(wish, part) {
  const code = spoken.some((one) => one.code === wish) ? wish : preferred();
  await loadMessages(part, code);
  lang = code;
  dictionary = known[code] ??= {};
  document.documentElement.lang = code;
}

/**
 * Load a part of the messages. The default is all but the parts that are not always needed.
 * @param {string} [part] @param {string} [code] of the language
 */
export async function loadMessages(part = "", code = lang) {
  if (code === ENGLISH) return;
  const path = `${still(`api/texts/${code}`)}${part && `?part=${part}`}`;
  if (!asked.has(path))
    asked.set(
      path,
      getJson(path).then(
        (told) => void Object.assign((known[code] ??= {}), told),
        () => void asked.delete(path),
      ),
    );
  return asked.get(path);
}

/** @param {string} text @param {Record<string, unknown>} facts @returns {string} */
function fill(text, facts) {
  return text.replace(/\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g, (whole, name, form) =>
    name in facts
      ? (formed(name, facts[name], form ?? "") ?? shown(facts[name]))
      : name
        ? whole
        : whole[0],
  );
}

/**
 * The name of a card or a pile ("KH", "column 3") in the form that a message needs: {card:the accusative}.
 * @param {string} name @param {unknown} fact @param {string} form
 * @returns {string | undefined}
 */
function formed(name, fact, form) {
  const match = name === "card" || name === "pile" ? /^(.*?)(?: (\d+))?$/.exec(String(fact)) : null;
  const found = match && dictionary[match[2] ? `${match[1]} {n}:${form}` : `${match[1]}:${form}`];
  return typeof found === "string" ? found.replace("{n}", match?.[2] ?? "") : undefined;
}

/** Whether a fact is a phrase. @param {unknown} fact @returns {fact is import("./wire.js").Phrase} */
export const isPhrase = (fact) =>
  typeof fact === "object" && fact !== null && "template" in fact && Boolean(fact.template);

/** @param {unknown} fact @returns {string} */
function shown(fact) {
  if (isPhrase(fact)) return t(fact.template, fact.facts);
  return typeof fact === "number" ? number(fact) : String(fact);
}

/**
 * A translated message with its facts.
 * @param {string} message
 * @param {Record<string, unknown>} [facts]
 */
export function t(message, facts = {}) {
  const found = dictionary[message] ?? brought[lang]?.[message];
  return fill((Array.isArray(found) ? found[0] : found) || message, facts);
}

/**
 * A translated message with a count, {n}.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} [facts]
 */
export function tn(one, many, n, facts = {}) {
  const found = dictionary[one];
  return fill(
    (Array.isArray(found) ? found[form(n, lang)] : found) || (form(n, ENGLISH) ? many : one),
    { n, ...facts },
  );
}

/** The plural form of a number; 100 to 199 stand for all greater numbers. @param {number} n @param {string} code */
function form(n, code) {
  const plurals = spoken.find((one) => one.code === code)?.plurals ?? "10";
  return Number(plurals[n < plurals.length ? n : 100 + (n % 100)] ?? 1);
}

/** The language with the browser's region. */
export function locale() {
  return navigator.languages.find((code) => code.startsWith(lang)) ?? lang;
}

/** Number formats by language and options, cached because making one is slow. @type {Map<string, Intl.NumberFormat>} */
const writers = new Map();

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  const form = `${lang} ${JSON.stringify(options)}`;
  let writer = writers.get(form);
  if (!writer) writers.set(form, (writer = new Intl.NumberFormat(locale(), options)));
  return writer.format(value);
}

/** A deal's or a card's number: no separators. */
export function plainNumber(/** @type {number} */ value) {
  return number(value, { useGrouping: false });
}

/** @param {number} share from 0 to 1 */
export function percent(share) {
  return number(share, {
    style: "percent",
    maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0,
  });
}

/** An estimated chance: no decimals. @param {number} share from 0 to 1 */
export function wholePercent(share) {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}

/** @param {number} at seconds since 1970 */
export function date(at) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(
    at * 1000,
  );
}

/** The day of a moment, "3 Dec". @param {number} at seconds since 1970 */
export function dayOf(at) {
  return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" }).format(at * 1000);
}

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const rest = `${hours ? two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)}:${two(whole % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

/** @param {string} word letters without accents and case, for searching */
export function bare(word) {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replaceAll("ς", "σ");
}
