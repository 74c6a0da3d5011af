/** A link that can be copied. */

import { h } from "../dom.js";
import { t } from "../texts.js";
import { toast } from "./toast.js";

/** A link with a button that copies it. @param {string} label @param {string} link */
export function linkField(label, link) {
  const field = h("input", {
    class: "input",
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy");
    }
    toast(t("Copied."));
  };
  return h(
    "div",
    { class: "field" },
    h("span", {}, label),
    h(
      "div",
      { class: "row nowrap" },
      field,
      h("button", { class: "button", onclick: copy }, t("Copy")),
    ),
  );
}
