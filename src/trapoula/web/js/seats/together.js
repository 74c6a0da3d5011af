/** The shared replay: any seated player can lead it, and everyone sees the same step from their own view. */

import { send } from "../api.js";
import { h } from "../dom.js";
import { complain } from "../parts/toast.js";
import { t } from "../texts.js";
import { namesOf } from "./people.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("../parts/reel.js").Reel} Reel
 */

/** @param {import("./page.js").Desk} desk @returns {{see: (room: Room) => HTMLElement, end: () => void}} */
export function together({ ask }) {
  const node = h("section", {
    class: "together",
    "data-key": "together",
    "aria-label": t("Replay"),
  });
  /** @type {Reel | null} */
  let reel = null;
  let round = 0,
    step = -1;
  /** The requested step; only the latest counts. @type {number | null} */
  let wanted = null;
  let asking = false;
  const lead = async (/** @type {number} */ at) => {
    wanted = at;
    if (asking) return;
    asking = true;
    while (wanted !== null) {
      const to = wanted;
      wanted = null;
      await ask("show", { round, step: to });
    }
    asking = false;
  };
  const end = () => {
    reel?.end();
    reel = null;
    round = 0;
    step = -1;
    node.replaceChildren();
  };
  /** @param {Room} room @param {number} which */
  const begin = async (room, which) => {
    end();
    round = which;
    try {
      const [{ replay }, { Reel, tool, loadRecord }] = await Promise.all([
        send("POST", `/api/rooms/${room.room}/share?round=${which}`),
        import("../parts/reel.js"),
      ]);
      const { told, game } = await loadRecord(replay);
      if (round !== which) return;
      const leads = room.held.length > 0 || room.hosting;
      reel = new Reel(told, game, {
        names: namesOf(room),
        lead: leads ? (at) => void lead(at) : null,
        tools: leads
          ? [tool("close", t("Close"), () => void ask("show", { round: which, step: null }))]
          : [],
      });
      reel.bar.prepend(reel.where);
      node.replaceChildren(reel.stage, reel.bar);
      await reel.show(Math.max(0, step));
    } catch (fault) {
      complain(fault);
    }
  };
  return {
    end,
    see: (room) => {
      const show = /** @type {NonNullable<Room["show"]>} */ (room.show),
        moved = show.step !== step;
      if (show.round !== round) void begin(room, show.round);
      step = show.step;
      if (moved) void reel?.show(step);
      return node;
    },
  };
}
