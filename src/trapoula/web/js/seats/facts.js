/** The facts above a table game: the time left, and the number of spectators. */

import { h, refill } from "../dom.js";
import { now } from "../store.js";
import { t } from "../texts.js";
import { awayUntil, holidayEnd, timeLeft } from "./holiday.js";

/** @returns {import("./page.js").Part & {node: HTMLElement}} */
export function facts() {
  const node = h("dl", { class: "facts" });
  const tick = () => {
    const { room } = now();
    if (!room?.table) return node.replaceChildren();
    const { deadline, turn } = room.table,
      until = holidayEnd(room.sitting.seats[turn ?? -1]);
    refill(
      node,
      deadline === null
        ? null
        : until
          ? h("div", {}, h("dd", {}, awayUntil(until)))
          : h("div", {}, h("dt", {}, t("Time left")), h("dd", {}, timeLeft(deadline))),
      room.watching ? h("div", {}, h("dt", {}, t("Watching")), h("dd", {}, room.watching)) : null,
    );
  };
  const clock = setInterval(tick, 1000);
  return { node, draw: tick, stop: () => clearInterval(clock) };
}
