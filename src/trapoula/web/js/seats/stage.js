/** The middle of the page: the lobby, the screen between two hands, the game, and how it ended. */

import { send } from "../api.js";
import { h, refill } from "../dom.js";
import { go } from "../main.js";
import { chosenCards } from "../parts/chosen.js";
import { complain } from "../parts/toast.js";
import { fetchScene, picture } from "../scenes/scene.js";
import { moving } from "../scenes/number.js";
import { now } from "../store.js";
import { lobby } from "./lobby.js";
import { namesOf } from "./people.js";
import { result, together } from "./result.js";

/** @typedef {import("../types.js").Room} Room */

/** @param {import("./page.js").Desk} desk @returns {import("./page.js").Part} */
export function stage(desk) {
  const { game, ask, act, handover, redraw } = desk, node = h("div", { class: "seat-table" });
  /** @type {import("../scenes/scene.js").Picture | null} */
  let own = null;
  let between = "";

  /** @param {Room} room */
  const middle = (room) => {
    if (room.sitting.phase === "waiting" || !room.table) return [lobby(room, game, ask)];
    const shown = room.show?.table ?? room.table, names = namesOf(room);
    own ??= picture(/** @type {any} */ (shown.view));
    if (!own) {
      void fetchScene(/** @type {any} */ (shown.view)).then(redraw);
      return [];
    }
    const table = room.show ? /** @type {any} */ ({ ...shown, legal: [] }) : room.table;
    const parts = [chosenCards(room), ...own.look({ view: shown.view, table, names, act })];
    if (room.show) return [...parts, together(room, ask)];
    return room.table.outcome || room.sitting.phase === "over" ? [...parts, result(room, names, ask, () => void watchAgain())] : parts;
  };
  /** Nothing of the last hand stays when the screen changes hands: no picked card, no hint. @param {number[]} due */
  const shut = (due) => {
    between = due.join();
    if (!between) return;
    own = null;
    document.querySelectorAll(".toast, .menu").forEach((old) => old.remove());
    /** @type {HTMLElement | null} */ (node.querySelector(".handover"))?.focus({ preventScroll: true });
  };
  return {
    node,
    draw: (room, due) => {
      node.parentElement?.classList.toggle("watching", room.seat === null);
      moving(node, () => refill(node, ...(due.length ? [handover.page(room, due, ask, redraw)] : middle(room))));
      if (due.join() !== between) shut(due);
    },
  };
}

/** See the whole round once more, alone. */
async function watchAgain() {
  try {
    const room = /** @type {Room} */ (now().room);
    const { replay } = await send("POST", `/api/rooms/${room.room}/share?round=${room.sitting.round}`);
    await go(`/replay/${replay}`);
  } catch (fault) {
    complain(fault);
  }
}
