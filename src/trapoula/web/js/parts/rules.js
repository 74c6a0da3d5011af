/** The rules panel. */

import { getText, still } from "../api.js";
import { chosen, query, title } from "../catalogue.js";
import { h } from "../dom.js";
import { language, t } from "../texts.js";
import { choiceName, optionName } from "../choices.js";
import { open } from "./dialog.js";
import { markdown } from "./markdown.js";
import { fill } from "./still.js";

/**
 * A page under some options, as elements.
 * @param {string} page a game's, or the glossary
 * @param {import("../types.js").Options} [options]
 */
export async function pageOf(page, options = {}) {
  const asked = query({ lang: language(), ...options });
  const text = await getText(`${still(`api/rules/${page}`)}?${asked}`).catch(() => "");
  return text ? markdown(text) : [h("p", {}, t("The rules of this game are not written yet."))];
}

/**
 * The rules of a game under some options, named as in the menus.
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Options} options
 */
export async function rulesOf(game, options) {
  const page = h("div", {}, await pageOf(game.game, chosen(game, options)));
  for (const word of page.querySelectorAll("em")) {
    const option = game.options.find(({ name }) => name === word.textContent);
    if (option) word.textContent = optionName(option);
    else
      for (const own of game.options)
        if (own.choices.includes(word.textContent ?? ""))
          word.textContent = choiceName(own, word.textContent ?? "");
  }
  await fill(page, game, options);
  return [...page.childNodes];
}

/** @param {import("../types.js").Game} game @param {import("../types.js").Options} options those of the table */
export async function showRules(game, options) {
  const body = h("div", { class: "prose" }, await rulesOf(game, options));
  body.querySelector("h1")?.remove();
  for (const link of body.querySelectorAll("a")) [link.target, link.rel] = ["_blank", "noopener"]; // the table stays
  const steps = await (await import("../tour/offer.js")).offer(game);
  open(title(game), [body], { wide: true, name: "rules", foot: steps ? [steps] : undefined });
}
