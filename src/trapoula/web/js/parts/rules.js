/** The rules panel. */

import { getText } from "../api.js";
import { chosen, query, title } from "../catalogue.js";
import { h } from "../dom.js";
import { language, t } from "../texts.js";
import { open } from "./dialog.js";
import { markdown } from "./markdown.js";

/**
 * The rules of a game under some options, as elements.
 * @param {string} game
 * @param {import("../types.js").Options} [options]
 */
export async function rulesOf(game, options = {}) {
  const asked = query({ lang: language(), ...options });
  const text = await getText(`/api/rules/${game}?${asked}`).catch(() => "");
  return text ? markdown(text) : [h("p", {}, t("The rules of this game are not written yet."))];
}

/** @param {import("../types.js").Game} game @param {import("../types.js").Options} options those of the table */
export async function showRules(game, options) {
  const body = h("div", { class: "prose" }, await rulesOf(game.game, chosen(game, options)));
  body.querySelector("h1")?.remove();
  for (const link of body.querySelectorAll("a")) [link.target, link.rel] = ["_blank", "noopener"]; // the table stays
  const steps = await (await import("../tour/offer.js")).offer(game);
  open(title(game), [body], { wide: true, name: "rules", foot: steps ? [steps] : undefined });
}
