/** The rules of one game, as a page of their own. */

import { oneGame, title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { head } from "../parts/head.js";
import { rulesOf } from "../parts/rules.js";
import { t } from "../texts.js";

const GLOSSARY = "glossary"; // a page like the rules, which they link to

/** @param {HTMLElement} place @param {string} id */
export async function rules(place, id) {
  const text = h("article", { class: "sheet prose" }, await rulesOf({ game: id }));
  const heading = id === GLOSSARY ? text.querySelector("h1")?.textContent ?? "" : title(await oneGame(id));
  text.querySelector("h1")?.remove();
  document.title = `${heading} · Trapoula`;
  place.className = "page";
  const play = h("p", {}, h("a", { class: "button main", href: `/game/${id}` }, t("Play")));
  refill(place, head({ back: true, heading }), text, ...(id === GLOSSARY ? [] : [play]));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
