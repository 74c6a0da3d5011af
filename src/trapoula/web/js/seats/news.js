/** Announcements for screen readers: whose turn it is, and chat. */

import { announce } from "../parts/toast.js";
import { t } from "../texts.js";

/** @returns {import("./page.js").Part} */
export function news() {
  let heard = 0,
    turn = "";
  return {
    draw: (room, due) => {
      const talk = document.querySelector(".talk-list"),
        last = room.chat.at(-1);
      if (talk && room.chat.length !== heard) talk.dispatchEvent(new Event("heard"));
      if (last && room.chat.length > heard && heard) announce(`${last.name}: ${last.text}`);
      heard = room.chat.length;
      const on = due.length ? "" : `${room.sitting.round}/${room.table?.turn}`;
      if (on && on !== turn && room.table?.turn === room.seat && room.seat !== null)
        announce(t("It is your turn."));
      turn = on;
    },
  };
}
