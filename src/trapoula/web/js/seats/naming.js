/** The field for the name of a player without one. */

import { send } from "../api.js";
import { h } from "../dom.js";
import { complain } from "../parts/toast.js";
import { commit } from "../store.js";
import { t } from "../texts.js";

const LONGEST = 24;

/** The field, kept across redraws so that typing is not lost. @type {HTMLFormElement | null} */
let field = null;

/** A line with the name field. @returns {HTMLFormElement} */
export function nameField() {
  return (field ??= make());
}

/** @returns {HTMLFormElement} */
function make() {
  const name = h("input", {
    class: "input",
    "data-focus": "own-name",
    maxlength: LONGEST,
    autocomplete: "nickname",
    "aria-label": t("Your name"),
    placeholder: t("Your name"),
  });
  const keep = (/** @type {Event} */ event) => {
    event.preventDefault();
    call(name.value);
  };
  return h(
    "form",
    { class: "row nowrap naming", onsubmit: keep },
    name,
    h("button", { class: "button" }, t("That is me")),
  );
}

/** Set the name; an empty one is ignored. @param {string} name */
export async function call(name) {
  if (!name.trim()) return;
  try {
    const me = await send("PATCH", "/api/me", { name: name.trim() });
    field = null;
    commit({ name: me.name, named: me.named });
  } catch (fault) {
    complain(fault);
  }
}
