/** The head of pages other than the table. */

import { BASE } from "../address.js";
import { still } from "../api.js";
import { h } from "../dom.js";
import { prefer } from "../prefs.js";
import { language, languages, loadMessages, t } from "../texts.js";
import { icon } from "./icons.js";

/** @param {{back?: boolean, heading?: string}} [how] */
export function head({ back = false, heading = "Trapoula" } = {}) {
  const settings = async () =>
    (await Promise.all([import("./settings.js"), loadMessages()]))[0].showSettings();
  return h(
    "header",
    { class: "head" },
    back
      ? [
          h("a", { href: "/", class: "plain-icon", "aria-label": t("All games") }, icon("back")),
          h("h1", {}, heading),
        ]
      : h(
          "a",
          { href: "/", class: "home" },
          h("img", { src: BASE + still("icon.svg"), alt: "", width: 40, height: 40 }),
          h("h1", {}, heading),
        ),
    h(
      "nav",
      { "aria-label": t("Pages") },
      tongues(),
      h(
        "a",
        {
          class: "plain-icon",
          href: "/stats",
          "aria-label": t("Statistics"),
          title: t("Statistics"),
        },
        icon("stats"),
      ),
      h(
        "button",
        {
          class: "plain-icon",
          "aria-label": t("Settings"),
          title: t("Settings"),
          onclick: settings,
        },
        icon("settings"),
      ),
    ),
  );
}

/** A link to the other language, or a menu if there are more than two. */
function tongues() {
  const others = languages().filter(({ code }) => code !== language());
  if (!others.length) return null;
  const button = (
    /** @type {import("../types.js").Language} */ { code, name, short },
    /** @type {object} */ how,
  ) =>
    h(
      "button",
      { class: "button small", lang: code, ...how },
      h("span", { class: "wide-only" }, name),
      h("span", { class: "narrow-only", "aria-hidden": "true" }, short),
    );
  if (others.length === 1)
    return button(others[0], {
      title: others[0].name,
      onclick: () => prefer({ lang: others[0].code }),
    });
  const own = /** @type {import("../types.js").Language} */ (
    languages().find(({ code }) => code === language())
  );
  const menu = button(own, {
    title: t("Language"),
    "aria-haspopup": "menu",
    "aria-expanded": "false",
    onclick: async () =>
      (await import("./menu.js")).openMenu(
        menu,
        languages().map(({ code, name }) => ({
          label: name,
          lang: code,
          chosen: code === language(),
          act: () => prefer({ lang: code }),
        })),
      ),
  });
  return menu;
}
