/** The people at the table: who they are, whether they are connected, and the actions on them. */

import { h } from "../dom.js";
import { confirm } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { patch } from "../parts/patch.js";
import { t } from "../texts.js";
import { awayUntil, holidayEnd } from "./holiday.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("./page.js").Desk} Desk
 */

const BOTS = ["Thalia", "Orestes", "Daphne", "Linus", "Ariadne", "Hector", "Phoebe", "Jason"];

/** The name of a seat's bot: the same for everybody at a table, different at another. @param {string} room @param {number} seat */
export function botName(room, seat) {
  const first = [...room].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return t(BOTS[(first + seat) % BOTS.length]);
}

/** Who sits where, by name. @param {Room} room */
export function namesOf(room) {
  return room.sitting.seats.map((chair, seat) =>
    seat === room.seat && room.held.length < 2
      ? t("You")
      : (chair.name ??
        (chair.kind === "bot" ? botName(room.room, seat) : t("Seat {n}", { n: seat + 1 }))),
  );
}

/** @param {Desk} desk @returns {import("./page.js").Part & {node: HTMLElement}} */
export function people({ ask }) {
  const node = h("div", { class: "people" });
  return {
    node,
    draw: (room) =>
      patch(
        node,
        room.sitting.phase === "waiting"
          ? null
          : room.sitting.seats.map((chair, seat) => person(room, chair, seat, ask)),
      ),
  };
}

/** @param {Room} room @param {import("../types.js").Chair} chair @param {number} seat @param {Desk["ask"]} ask */
function person(room, chair, seat, ask) {
  const hands = /** @type {Record<number, number> | undefined} */ (room.table?.view.hands),
    here = chair.kind === "bot" || room.here.includes(seat),
    until = holidayEnd(chair);
  const state =
    chair.kind === "empty"
      ? t("empty")
      : chair.away
        ? t("a bot is playing")
        : until || !here
          ? until
            ? awayUntil(until)
            : t("away")
          : "";
  const items = choices(room, chair, seat, ask);
  const inside = [
    icon(chair.kind === "bot" || chair.away ? "bot" : "people"),
    h("span", {}, namesOf(room)[seat]),
    hands
      ? h(
          "span",
          { class: "hand-count", "aria-label": t("cards in hand: {n}", { n: hands[seat] }) },
          hands[seat],
        )
      : null,
    state ? h("span", { class: "state" }, state) : null,
  ];
  const key = `person-${seat}`,
    kind = `person ${room.table?.turn === seat ? "on" : ""} ${here ? "" : "gone"}`;
  return items.length
    ? h(
        "button",
        {
          class: kind,
          "data-key": key,
          onclick: (/** @type {Event} */ event) =>
            openMenu(/** @type {HTMLElement} */ (event.currentTarget), items),
        },
        inside,
      )
    : h("div", { class: kind, "data-key": key }, inside);
}

/** Remove a player from the table; a person only after a confirmation. @param {import("../types.js").Chair} chair @param {number} seat @param {Desk["ask"]} ask */
export async function remove({ kind, name }, seat, ask) {
  if (
    kind === "bot" ||
    (await confirm(
      t("Remove {name} from the table?", { name: name ?? "" }),
      t("Whoever is removed cannot sit here again."),
      t("Remove"),
      { danger: true },
    ))
  )
    await ask("remove", { seat });
}

/** @param {Room} room @param {import("../types.js").Chair} chair @param {number} seat @param {Desk["ask"]} ask */
function choices(room, chair, seat, ask) {
  const items = [];
  if (!room.held.length && room.free?.includes(seat))
    items.push({
      icon: "people",
      label: chair.kind === "bot" ? t("Take its seat") : t("Sit here"),
      act: () => void ask("sit", { seat }),
    });
  if (room.seat === seat && chair.away)
    items.push({ icon: "people", label: t("Take my seat back"), act: () => void ask("back") });
  if (room.hosting && chair.kind === "empty")
    items.push({ icon: "bot", label: t("Put a bot here"), act: () => void ask("bot", { seat }) });
  if (room.hosting && seat !== room.seat && chair.kind !== "empty")
    items.push({
      icon: "close",
      label: t("Remove from the table"),
      act: () => void remove(chair, seat, ask),
    });
  return items;
}
