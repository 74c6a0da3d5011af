/** What is told above a table for several: the time that is left, and how many watch. */

import { h, refill } from "../dom.js";
import { now } from "../store.js";
import { duration, t } from "../texts.js";

/** @returns {import("./page.js").Part & {node: HTMLElement}} */
export function facts() {
  const node = h("dl", { class: "facts" });
  const tick = () => {
    const { room, received } = now();
    if (!room?.table) return node.replaceChildren();
    const left =
      room.table.deadline === null
        ? null
        : room.table.deadline - room.at - (performance.now() - received) / 1000; // by the clock of the room
    refill(
      node,
      left === null ? null : h("div", {}, h("dt", {}, t("Time left")), h("dd", {}, duration(left))),
      room.watching ? h("div", {}, h("dt", {}, t("Watching")), h("dd", {}, room.watching)) : null,
    );
  };
  const clock = setInterval(tick, 1000);
  return { node, draw: tick, stop: () => clearInterval(clock) };
}
