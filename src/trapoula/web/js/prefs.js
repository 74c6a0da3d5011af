/** The preferences: stored in this browser, shown as attributes of the page. */

import { chooseBack, chooseFace } from "./cards/sprite.js";
import { commit, now } from "./store.js";

/**
 * Who plays at a table game.
 * @typedef {"friends" | "bots" | "here"} Company
 *
 * @typedef {{
 *   lang: string,
 *   theme: "system" | "light" | "dark",
 *   felt: string,
 *   colours: "two" | "four",
 *   print: "normal" | "large",
 *   face: "classic" | "plain",
 *   back: string,
 *   backColour: string,
 *   speed: "off" | "slow" | "normal" | "fast",
 *   zoom: "1" | "1.5" | "2",
 *   hand: "right" | "left",
 *   tap: "plays" | "picks",
 *   home: "never" | "safe" | "all",
 *   points: "" | "standard" | "vegas",
 *   clock: boolean,
 *   sound: boolean,
 *   notices: "" | "yes" | "no", quiet: string,
 *   bots: "slow" | "normal" | "quick",
 *   goals: boolean,
 *   favourites: string[],
 *   recent: string[],
 *   chosen: Record<string, import("./types.js").Options>,
 *   company: Company,
 * }} Prefs an empty lang is the browser's, empty points are the game's own; nobody was asked yet about empty notices
 */

const KEY = "trapoula";

export const FELTS = ["green", "blue", "wine", "slate", "sand", "violet"];
export const BACK_COLOURS = ["blue", "red", "green", "black", "terracotta"];
const PACE = { off: 0, slow: 420, normal: 190, fast: 100 };

/** @returns {Prefs} */
function defaults() {
  return {
    lang: "",
    theme: "system",
    felt: "green",
    colours: "two",
    print: "normal",
    back: "meander",
    backColour: "blue",
    speed: "normal",
    favourites: [],
    recent: [],
    clock: true,
    tap: "plays",
    hand: "right",
    zoom: "1",
    home: "never",
    face: "classic",
    sound: true,
    goals: true,
    bots: "normal",
    notices: "",
    quiet: "",
    points: "",
    chosen: {},
    company: "friends",
  };
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Load the stored preferences. */
export function load() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // a browser without storage still works
  }
  commit({ prefs: { ...defaults(), ...kept } });
  dress();
  dark.addEventListener("change", dress);
}

/** @param {Partial<Prefs>} changes */
export function prefer(changes) {
  const prefs = { ...now().prefs, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // see above
  }
  commit({ prefs });
  dress();
}

/** Set the page's attributes from the preferences. */
function dress() {
  const { theme, felt, colours, back, backColour, print, face, zoom } = now().prefs;
  const data = document.documentElement.dataset;
  data.theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
  data.felt = felt;
  data.colours = colours;
  data.backColour = backColour;
  data.print = print;
  data.zoom = zoom;
  chooseBack(back);
  chooseFace(face);
  const felted = getComputedStyle(document.documentElement).getPropertyValue("--felt-deep").trim();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", felted || "#134834");
}

/** The duration of an animation in milliseconds; 0 for none. */
export function pace() {
  return still.matches ? 0 : (PACE[now().prefs.speed] ?? PACE.normal);
}

/** @param {string} game */
export function visited(game) {
  prefer({ recent: [game, ...now().prefs.recent.filter((other) => other !== game)].slice(0, 12) });
}

/** @param {string} game */
export function toggleFavourite(game) {
  const { favourites } = now().prefs;
  prefer({
    favourites: favourites.includes(game)
      ? favourites.filter((other) => other !== game)
      : [...favourites, game],
  });
}
