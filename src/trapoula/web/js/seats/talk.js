/** Talk at the table: what was said, and a line to say something. */

import { h, refill } from "../dom.js";
import { open } from "../parts/dialog.js";
import { reason } from "../parts/toast.js";
import { command } from "../room.js";
import { now } from "../store.js";
import { t } from "../texts.js";

export function showTalk() {
  const list = h("ol", { class: "talk-list", "aria-live": "polite" });
  const field = h("input", {
    class: "input",
    maxlength: 200,
    "aria-label": t("Say something"),
    placeholder: t("Say something"),
    autocomplete: "off",
  });
  const draw = () => {
    const room = now().room;
    if (!room) return;
    refill(
      list,
      room.chat.length
        ? room.chat.map(({ name, text }) => h("li", {}, h("b", {}, name), " ", text))
        : h("li", { class: "muted" }, t("No messages yet.")),
    );
    list.scrollTop = list.scrollHeight;
  };
  list.addEventListener("heard", draw);
  const why = h("p", { class: "refused", role: "alert" });
  const form = h(
    "form",
    {
      class: "row nowrap",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (!text) return;
        why.textContent = "";
        try {
          await command("say", { text });
          if (field.value.trim() === text) field.value = "";
        } catch (fault) {
          why.textContent = reason(fault); // refused text stays, to be changed
        }
      },
    },
    field,
    h("button", { class: "button main" }, t("Say")),
  );
  const { settings, sitting, table } = /** @type {import("../types.js").Room} */ (now().room),
    free = settings.talk === "chat" || sitting.phase !== "playing";
  open(t("Talk"), [
    list,
    free
      ? form
      : h(
          "p",
          { class: "muted" },
          t("At this table you can only use the game's signals during a round."),
        ),
    free ? why : null,
    table?.actions.some(({ talk }) => talk)
      ? h("p", { class: "muted" }, t("Use the speech bubbles on the table to give signals."))
      : null,
  ]);
  draw();
  field.focus();
}
