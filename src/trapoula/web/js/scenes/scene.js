/** How a table for several is drawn: its view names the scene, and the scene is fetched when it is first needed. */

/**
 * What a picture is given: the view, the table with its legal actions, who sits where, and what to do with an action.
 * @typedef {{view: any, table: import("../types.js").Table, names: string[], act: (action: string) => void}} Scene
 * @typedef {{look: (scene: Scene) => Node[]}} Picture
 */

/** @type {Map<string, new () => Picture>} */
const known = new Map();

/** Fetch the scene that a view names. @param {{scene: string}} view */
export async function fetchScene({ scene }) {
  if (!known.has(scene)) known.set(scene, (await import(`./${scene}.js`)).Picture);
}

/** A new picture of the table, if its scene is there. @param {{scene: string}} view @returns {Picture | null} */
export function picture({ scene }) {
  const Own = known.get(scene);
  return Own ? new Own() : null;
}
