/** People you played with: a tap invites them to a new table, and notifies them if possible. */

import { getJson, send } from "../api.js";
import { h, refill } from "../dom.js";
import { complain, toast } from "../parts/toast.js";
import { t } from "../texts.js";

const MOST = 4; // groups that are offered

/** The shown elements, kept across redraws. @type {{room: string, node: HTMLElement} | null} */
let shown = null;

/** The groups of your other tables, each with a button. @param {string} room */
export function companies(room) {
  if (shown?.room !== room) shown = { room, node: made(room) };
  return shown.node;
}

/** @param {string} room */
function made(room) {
  const node = h("div", { class: "companies", hidden: true });
  const invite = async (/** @type {string} */ people, /** @type {HTMLElement} */ button) => {
    try {
      const { invited } = await send("POST", `/api/rooms/${room}/invite`, { people });
      toast(
        invited.length
          ? t("Invited: {names}", { names: invited.join(", ") })
          : t("They were invited before."),
      );
      button.setAttribute("disabled", "");
    } catch (fault) {
      complain(fault);
    }
  };
  const fill = async () => {
    const [{ mine }, { standing }, { name }] = await Promise.all([
      getJson("/api/rooms"),
      getJson("/api/tables"),
      getJson("/api/me"),
    ]);
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const other of /** @type {import("../types.js").RoomLine[]} */ ([...mine, ...standing])) {
      const names = other.seats.flatMap((one) =>
        one.kind === "person" && one.name !== name && one.with === undefined ? one.name : [],
      );
      const told = names.sort().join(", ");
      if (names.length && other.room !== room && !other.invited && !found.has(told))
        found.set(told, other.room);
    }
    node.hidden = !found.size;
    refill(
      node,
      h("span", {}, t("Play with them again")),
      h(
        "div",
        { class: "row" },
        [...found].slice(0, MOST).map(([names, people]) =>
          h(
            "button",
            {
              class: "button small",
              onclick: (/** @type {Event} */ event) =>
                void invite(people, /** @type {HTMLElement} */ (event.currentTarget)),
            },
            names,
          ),
        ),
      ),
    );
  };
  fill().catch(() => (node.hidden = true)); // the link is enough
  return node;
}
