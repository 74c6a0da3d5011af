/** A name for somebody who has none yet: asked for in place, in their own language. */

import { send } from "../api.js";
import { h } from "../dom.js";
import { complain } from "../parts/toast.js";
import { commit } from "../store.js";
import { t } from "../texts.js";

const LONGEST = 24;

/** The one field, so that what is being typed outlives whatever is drawn around it. @type {HTMLFormElement | null} */
let field = null;

/** A line in which somebody says what they are called. @returns {HTMLFormElement} */
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

/** Be called so from now on; nothing happens when nothing is said. @param {string} name */
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
