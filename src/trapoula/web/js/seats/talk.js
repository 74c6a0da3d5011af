/** Talk at the table: what was said, and a line to say something. */

import { h, refill } from "../dom.js";
import { open } from "../parts/dialog.js";
import { now } from "../store.js";
import { t } from "../texts.js";

/** @param {(type: string, fields?: object) => Promise<any>} ask */
export function showTalk(ask) {
  const list = h("ol", { class: "talk-list", "aria-live": "polite" });
  const field = h("input", { class: "input", maxlength: 200, "aria-label": t("Say something"), placeholder: t("Say something"), autocomplete: "off" });
  const draw = () => {
    const room = now().room;
    if (!room) return;
    refill(list, room.chat.length ? room.chat.map(({ name, text }) => h("li", {}, h("b", {}, name), " ", text)) : h("li", { class: "muted" }, t("Nothing has been said yet.")));
    list.scrollTop = list.scrollHeight;
  };
  list.addEventListener("heard", draw);
  const form = h("form", { class: "row nowrap", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    if (!(await ask("say", { text }))) field.value ||= text; // what was refused can be said otherwise
  } }, field, h("button", { class: "button main" }, t("Say")));
  const free = now().room?.settings.talk === "chat" || now().room?.sitting.phase !== "playing";
  open(t("Talk"), [list, free ? form : h("p", { class: "muted" }, t("At this table only the signals of the game are used while it is played."))]);
  draw();
  field.focus();
}
