/** Join a friend's table by its code. */

import { getJson } from "../api.js";
import { h, refill } from "../dom.js";
import { go } from "../main.js";
import { head } from "../parts/head.js";
import { complain } from "../parts/toast.js";
import { t } from "../texts.js";

/** @param {HTMLElement} place @param {string} [told] a code in the address */
export async function join(place, told = "") {
  document.title = `${t("Join a table")} · Trapoula`;
  place.className = "page";
  const field = h("input", {
    class: "input code",
    id: "code",
    value: told,
    maxlength: 12,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    required: true,
    "aria-describedby": "code-how",
  });
  const look = async () => {
    try {
      const { room } = await getJson(`/api/codes/${encodeURIComponent(field.value.trim())}`);
      if (place.isConnected) await go(`/table/${room}`, { replace: Boolean(told) });
    } catch (fault) {
      complain(fault);
      field.select();
    }
  };
  refill(
    place,
    head({ back: true, heading: t("Join a table") }),
    h(
      "form",
      {
        class: "sheet join",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void look();
        },
      },
      h("label", { class: "field", for: "code" }, h("span", {}, t("Code of the table")), field),
      h(
        "p",
        { class: "muted", id: "code-how" },
        t("Six letters. Ask the friend who sits at the table."),
      ),
      h("button", { class: "button main", type: "submit" }, t("Join")),
    ),
  );
  if (told) await look();
  else field.focus();
}
