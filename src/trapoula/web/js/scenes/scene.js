/** Scenes, loaded when first needed. */

import { Play } from "./play.js";

/** @type {Map<string, import("./play.js").Picture>} */
const known = new Map();

/** @typedef {Record<string, unknown>} View */

/** Load the scene of a view. @param {View} view */
export async function fetchScene({ scene }) {
  const name = String(scene);
  if (!known.has(name)) known.set(name, (await import(`./${name}.js`)).picture);
}

/** A table drawn by its scene, if it is loaded. @param {View} view @param {import("./play.js").Page} page */
export function playAt({ scene }, page) {
  const picture = known.get(String(scene));
  return picture ? new Play(picture, page) : null;
}
