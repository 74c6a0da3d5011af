/** The rules of one game, as a page of their own. */

import { oneGame, title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { head } from "../parts/head.js";
import { rulesOf } from "../parts/rules.js";
import { t } from "../texts.js";

/** @param {HTMLElement} place @param {string} id */
export async function rules(place, id) {
  const game = await oneGame(id);
  const text = h("article", { class: "sheet prose" }, await rulesOf(game));
  text.querySelector("h1")?.remove();
  document.title = `${title(game)} · Trapoula`;
  place.className = "page";
  refill(place, head({ back: true, heading: title(game) }), text, h("p", {}, h("a", { class: "button main", href: `/game/${id}` }, t("Play"))));
}
