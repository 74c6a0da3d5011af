/** Before the game: who sits where, the link to send, and the start. */

import { linkTo, pageAt } from "../address.js";
import { title } from "../catalogue.js";
import { h } from "../dom.js";
import { chosenCards } from "../parts/chosen.js";
import { open } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { linkField } from "../parts/link.js";
import { qr } from "../parts/qr.js";
import { t } from "../texts.js";
import { levelName } from "./words.js";

/**
 * @param {import("../types.js").Room} room
 * @param {import("../types.js").Game} game
 * @param {(type: string, fields?: object) => Promise<any>} ask
 */
export function lobby(room, game, ask) {
  const { seats, host } = room.sitting, full = seats.every(({ kind }) => kind !== "empty");
  const level = game.levels.at(-1), own = room.seat ?? room.held[0];
  return h("section", { class: "lobby" }, h("h2", {}, t("{game}: who plays?", { game: title(game) })), chosenCards(room),
    h("ul", { class: "lobby-seats" }, seats.map((chair, seat) => h("li", { class: `lobby-seat ${chair.kind === "empty" ? "empty" : ""}` },
      icon(chair.kind === "bot" ? "bot" : "people"),
      h("span", { class: "who" }, chair.kind === "empty" ? t("free") : chair.kind === "bot" ? chair.name ?? t("Bot {n}", { n: seat + 1 }) : chair.name, seat === own ? ` (${t("You")})` : "", chair.with === undefined ? "" : ` · ${t("at the same screen")}`, seat === host ? ` · ${t("host")}` : "",
        chair.kind === "bot" && chair.level ? ` · ${levelName(chair.level)}` : "", chair.kind === "person" && !room.here.includes(seat) ? ` · ${t("away")}` : ""),
      chair.kind !== "person" && room.held.length < 2 ? h("button", { class: "button small", onclick: () => void ask("sit", { seat }) }, t("Sit here")) : null,
      room.hosting && chair.kind === "empty" && level ? h("button", { class: "button small", onclick: () => void ask("bot", { seat, level }) }, t("Bot")) : null,
      room.hosting && chair.kind !== "empty" && seat !== own ? h("button", { class: "plain-icon", "aria-label": t("Remove from the table"), onclick: () => void ask("remove", { seat }) }, icon("close")) : null))),
    h("div", { class: "row" },
      h("button", { class: "button main", disabled: !full || !room.held.length || null, onclick: () => void ask("start") }, full ? t("Start") : t("Waiting for players…"))),
    h("div", { class: "invite" }, inviting()));
}

function inviting() {
  const link = linkTo(pageAt());
  return [linkField(t("Send this link to your friends"), link), qr(link, t("QR code of the link"))];
}

/** @param {import("../types.js").Room} _room */
export function invite(_room) {
  open(t("Invite"), [h("div", { class: "invite" }, inviting())]);
}
