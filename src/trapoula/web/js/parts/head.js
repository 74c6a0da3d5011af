/** The head of pages other than the table. */

import { h } from "../dom.js";
import { prefer } from "../prefs.js";
import { LANGUAGES, language, t } from "../texts.js";
import { icon } from "./icons.js";

/** @param {{back?: boolean, heading?: string}} [how] */
export function head({ back = false, heading = "Trapoula" } = {}) {
  const other = language() === "el" ? "en" : "el";
  const settings = async () => (await import("./settings.js")).showSettings();
  return h("header", { class: "head" },
    back ? h("a", { href: "/", class: "plain-icon", "aria-label": t("To the hall") }, icon("back")) : h("img", { src: "/static/icon.svg", alt: "", width: 44, height: 44 }),
    h("h1", {}, heading),
    h("nav", { "aria-label": t("Pages") },
      h("button", { class: "button small", lang: other, title: LANGUAGES[other], onclick: () => prefer({ lang: other }) }, h("span", { class: "wide-only" }, LANGUAGES[other]), h("span", { class: "narrow-only", "aria-hidden": "true" }, other === "el" ? "ΕΛ" : "EN")),
      h("a", { class: "plain-icon", href: "/stats", "aria-label": t("Statistics"), title: t("Statistics") }, icon("stats")),
      h("button", { class: "plain-icon", "aria-label": t("Settings"), title: t("Settings"), onclick: settings }, icon("settings"))));
}
