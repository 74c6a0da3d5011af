/** The line of a table in a list. */

import { title } from "../catalogue.js";
import { told } from "../choices.js";
import { h } from "../dom.js";
import { date, plainNumber, t } from "../texts.js";
import { mini, miniTable } from "./mini.js";

/** A table as a list shows it: a small picture, the game, who plays and when. @param {import("../types.js").RoomLine} room @param {import("../types.js").Game[]} games */
export function roomLine(room, games) {
  const game = games.find((own) => own.game === room.game);
  if (!game) return null;
  const people = room.seats.filter(({ kind }) => kind === "person").map(({ name }) => name).join(", ");
  const options = told(game, room.options).join(", ");
  return h("a", { class: "table-line", href: `/table/${room.room}` }, game.layout ? mini(game.layout) : miniTable(game.game),
    h("span", {}, h("strong", {}, room.label || title(game)), room.label ? h("span", { class: "muted" }, title(game)) : null, h("span", { class: "muted" }, [room.deal ? t("Deal {number}", { number: plainNumber(room.deal) }) : "", room.seats.length > 1 ? people : options].filter(Boolean).join(" · ")), h("span", { class: "muted" }, room.active ? date(room.active) : "")));
}
