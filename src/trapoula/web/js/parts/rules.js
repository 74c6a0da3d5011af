/** The rules panel. */

import { getText } from "../api.js";
import { title } from "../catalogue.js";
import { h } from "../dom.js";
import { language, t } from "../texts.js";
import { open } from "./dialog.js";
import { markdown } from "./markdown.js";

/** The rules of a game as elements. @param {{game: string}} game */
export async function rulesOf(game) {
  const text = await getText(`/api/rules/${game.game}?lang=${language()}`).catch(() => "");
  return text ? markdown(text) : [h("p", {}, t("The rules of this game are not written yet."))];
}

/** @param {import("../types.js").Game} game */
export async function showRules(game) {
  const body = h("div", { class: "prose" }, await rulesOf(game));
  body.querySelector("h1")?.remove();
  for (const link of body.querySelectorAll("a")) [link.target, link.rel] = ["_blank", "noopener"]; // the table stays
  const steps = await (await import("../tour/offer.js")).offer(game);
  open(title(game), [body], { wide: true, name: "rules", foot: steps ? [steps] : undefined });
}
