/** Which drawing a table for several has: told by what its view holds, never by its name. */

import { RowsTable } from "./rows.js";
import { SheetTable } from "./sheet.js";
import { StripTable } from "./strip.js";

/**
 * What a drawing is given: the view, the table with its legal actions, who sits where, and what to do with an action.
 * @typedef {{view: any, table: import("../types.js").Table, names: string[], act: (action: string) => void}} Scene
 * @typedef {{look: (scene: Scene) => Node[]}} Drawing
 */

/** @param {import("../types.js").Game} _game @returns {Drawing} */
export function drawing(_game) {
  /** @type {Drawing | null} */
  let own = null;
  return {
    look: (scene) => {
      own ??= "rows" in scene.view ? new RowsTable() : "sheet" in scene.view ? new SheetTable() : new StripTable();
      return own.look(scene);
    },
  };
}
