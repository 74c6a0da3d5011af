/** The seats of a new table: who gets each, and the names of players at this screen. */

import { h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { t } from "../texts.js";
import { levelName } from "./words.js";

export const HERE = "here"; // a seat of a player at this screen

/** The icon of a seat: a bot or a person. @param {string} chair */
function signOf(chair) {
  return chair && chair !== HERE ? "bot" : "people";
}

/**
 * One line for each seat; the first is yours.
 * @param {import("./create.js").Wishes} wishes @param {import("../types.js").Game} game @param {HTMLElement | null} mine the field for your name
 */
export function chairs(wishes, game, mine) {
  return Array.from({ length: wishes.seats }, (_, seat) =>
    seat
      ? chairLine(wishes, game, seat)
      : h("div", { class: "chair-line" }, icon("people"), h("span", {}, t("You")), mine),
  );
}

/** The choices for a seat, by the chosen company. @param {import("./create.js").Wishes} wishes @param {import("../types.js").Game} game @returns {[string, string][]} */
function sitters({ company }, { levels }) {
  /** @type {[string, string][]} */
  const bots = levels.map((level) => [level, t("bot: {level}", { level: levelName(level) })]),
    here = /** @type {[string, string]} */ ([HERE, t("at this screen")]);
  if (company === "friends") return [["", t("for a friend")], here];
  return company === "bots" ? bots : [here, ...bots];
}

/** @param {import("./create.js").Wishes} wishes @param {import("../types.js").Game} game @param {number} seat */
function chairLine(wishes, game, seat) {
  const sat = wishes.chairs,
    sign = () =>
      h("span", { class: "chair-sign", "data-sign": signOf(sat[seat]) }, icon(signOf(sat[seat])));
  const field = h(
    "select",
    {
      id: `chair-${seat}`,
      onchange: () => {
        sat[seat] = field.value;
        name.hidden = field.value !== HERE;
        line.firstElementChild?.replaceWith(sign());
      },
    },
    sitters(wishes, game).map(([value, label]) => h("option", { value }, label)),
  );
  field.value = sat[seat];
  const name = h("input", {
    class: "input",
    id: `name-${seat}`,
    maxlength: 24,
    autocomplete: "off",
    value: wishes.names[seat],
    "aria-label": t("Name at seat {n}", { n: seat + 1 }),
    oninput: () => (wishes.names[seat] = name.value),
  });
  name.hidden = sat[seat] !== HERE;
  const line = h(
    "div",
    { class: "chair-line" },
    sign(),
    h("label", { for: `chair-${seat}` }, t("Seat {n}", { n: seat + 1 })),
    field,
    name,
  );
  return line;
}
