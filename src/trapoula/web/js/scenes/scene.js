/** The scene that a view names: fetched when it is first needed. */

import { Play } from "./play.js";

/** @type {Map<string, import("./play.js").Picture>} */
const known = new Map();

/** @typedef {Record<string, unknown>} View */

/** Fetch the scene that a view names. @param {View} view */
export async function fetchScene({ scene }) {
  const name = String(scene);
  if (!known.has(name)) known.set(name, (await import(`./${name}.js`)).picture);
}

/** A table drawn as its view wants it, if that scene is there. @param {View} view @param {import("./play.js").Page} page */
export function playAt({ scene }, page) {
  const picture = known.get(String(scene));
  return picture ? new Play(picture, page) : null;
}
