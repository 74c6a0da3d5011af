/** The scene that a view names: fetched when it is first needed. */

import { Play } from "./play.js";

/** @type {Map<string, import("./play.js").Picture>} */
const known = new Map();

/** Fetch the scene that a view names. @param {any} view */
export async function fetchScene({ scene }) {
  if (!known.has(scene)) known.set(scene, (await import(`./${scene}.js`)).picture);
}

/** A table drawn as its view wants it, if that scene is there. @param {any} view @param {import("./play.js").Page} page */
export function playAt({ scene }, page) {
  const picture = known.get(scene);
  return picture ? new Play(picture, page) : null;
}
