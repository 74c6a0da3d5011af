/** Your unfinished tables: rename, put away or delete them. */

import { getJson, send } from "../api.js";
import { allGames } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { go } from "../main.js";
import { confirm } from "../parts/dialog.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { roomLine } from "../parts/room-line.js";
import { complain } from "../parts/toast.js";
import { command } from "../room.js";
import { now } from "../store.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").RoomLine} RoomLine */

const FAR = 1e12; // later than any deadline

/** Your turns first, most urgent on top; then other tables; solitaires last. @param {RoomLine} one @param {RoomLine} other */
function byTurn(one, other) {
  const rank = (/** @type {RoomLine} */ { seats, yours }) =>
    seats.length > 1 ? (yours ? 0 : 1) : 2;
  return (
    rank(one) - rank(other) ||
    (one.deadline ?? FAR) - (other.deadline ?? FAR) ||
    other.active - one.active
  );
}

/** Open a table and start another round. @param {RoomLine} room */
async function onceMore({ room }) {
  await go(`/table/${room}`);
  if (now().room?.room === room) await command("again").catch(complain);
}

/** @param {HTMLElement} place */
export async function tables(place) {
  const [games, { mine }, { standing }] = await Promise.all([
    allGames(),
    getJson("/api/rooms"),
    getJson("/api/tables"),
  ]);
  if (!place.isConnected) return;
  document.title = `${t("Your tables")} · Trapoula`;
  place.className = "page";
  const again = () => tables(place).catch(complain);
  /** @param {RoomLine} room @param {string} method @param {object} [body] */
  const change = (room, method, body) =>
    send(method, `/api/rooms/${room.room}`, body).then(again, complain);
  const forget = async (/** @type {RoomLine} */ room) => {
    if (
      await confirm(
        t("Delete this table?"),
        t("The game and all its moves are deleted. Statistics stay."),
        t("Delete"),
        { danger: true },
      )
    )
      await change(room, "DELETE");
  };
  const line = (/** @type {RoomLine} */ room) => {
    const name = h("input", {
      class: "input",
      value: room.label,
      maxlength: 24,
      autocomplete: "off",
      "aria-label": t("Your name for this table"),
      placeholder: t("Your name for this table"),
      onchange: () => void change(room, "PATCH", { label: name.value }),
    });
    return h(
      "li",
      { class: "my-table" },
      roomLine(room, games),
      h(
        "div",
        { class: "row" },
        room.phase === "over" && !room.closed
          ? h(
              "button",
              { class: "button small main", onclick: () => void onceMore(room) },
              t("Play again"),
            )
          : null,
        room.invited ? null : name,
        h(
          "button",
          {
            class: "button small",
            onclick: () => void change(room, "PATCH", { closed: !room.closed }),
          },
          room.closed ? t("Restore") : t("Archive"),
        ),
        room.invited
          ? null
          : h(
              "button",
              { class: "button small danger", onclick: () => void forget(room) },
              t("Delete"),
            ),
      ),
    );
  };
  const list = (/** @type {string} */ heading, /** @type {RoomLine[]} */ rooms) =>
    rooms.length
      ? h("section", {}, h("h2", {}, heading), h("ul", { class: "my-tables" }, rooms.map(line)))
      : null;
  /** @type {RoomLine[]} */
  const open = mine.filter((/** @type {RoomLine} */ { closed }) => !closed).sort(byTurn),
    away = [...mine, ...standing].filter((/** @type {RoomLine} */ { closed }) => closed);
  refill(
    place,
    head({ back: true, heading: t("Your tables") }),
    mine.length + standing.length
      ? h(
          "p",
          { class: "muted" },
          t("Unfinished games. When there are too many, the oldest are deleted."),
        )
      : h(
          "div",
          { class: "nothing" },
          icon("deal"),
          h("p", {}, t("No unfinished games.")),
          h("a", { class: "button main", href: "/" }, t("All games")),
        ),
    list(
      t("You are invited"),
      open.filter(({ invited }) => invited),
    ),
    list(
      t("Where you left off"),
      open.filter(({ invited }) => !invited),
    ),
    list(
      t("Ready for another round"),
      standing.filter((/** @type {RoomLine} */ { closed }) => !closed),
    ),
    list(t("Archive"), away),
  );
}
