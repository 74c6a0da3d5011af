/** The rules of one game, as a page of their own. */

import { ALONE, BESIDE } from "../address.js";
import { fromQuery, oneGame, title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { chance } from "../hall/tile.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { pageOf, rulesOf } from "../parts/rules.js";
import { t } from "../texts.js";

const GLOSSARY = "glossary"; // a page like the rules, which they link to

/** @param {HTMLElement} place @param {string} id */
export async function rules(place, id) {
  const game = id === GLOSSARY ? null : await oneGame(id);
  const text = h(
    "article",
    { class: "sheet prose" },
    game
      ? await rulesOf(game, fromQuery(game, new URLSearchParams(location.search)))
      : await pageOf(id),
  );
  const heading = game ? title(game) : (text.querySelector("h1")?.textContent ?? "");
  text.querySelector("h1")?.remove();
  document.title = `${heading} · Trapoula`;
  place.className = "page";
  const body = game ? h("div", { class: "rules-page" }, text, await toPlay(game)) : text;
  refill(place, head({ back: true, heading }), body);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** What leads from the rules to the table. @param {import("../types.js").Game} game */
async function toPlay(game) {
  const id = game.game;
  const steps = await (await import("../tour/offer.js")).offer(game);
  return h(
    "aside",
    { class: "to-play" },
    chance(game),
    h(
      "a",
      { class: "button main", href: `/game/${id}` },
      game.layout ? icon("play") : null,
      t("Play"),
    ),
    steps,
    game.layout ? h("a", { class: "button", href: `/odds#${id}` }, t("Odds")) : null,
    game.layout && (ALONE || BESIDE)
      ? h("a", { class: "button", href: `/workshop?from=${id}` }, t("Change the rules"))
      : null,
  );
}
