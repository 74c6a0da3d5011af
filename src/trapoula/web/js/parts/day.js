/** The deals of one day, each with its game and whether it is won. */

import { title } from "../catalogue.js";
import { h } from "../dom.js";
import { t } from "../texts.js";
import { icon } from "./icons.js";
import { mini } from "./mini.js";

/** @param {import("../wire.js").Day} day @param {import("../types.js").Game[]} games */
export function dayDeals({ day, deals }, games) {
  return h(
    "ul",
    { class: "day-deals" },
    deals.map((deal) => {
      const game = games.find((own) => own.game === deal.game);
      return game?.layout
        ? h(
            "li",
            {},
            h(
              "a",
              { class: `day-line ${deal.won ? "won" : ""}`, href: `/game/${game.game}?day=${day}` },
              mini(game.layout),
              h(
                "span",
                {},
                h("strong", {}, title(game)),
                deal.won ? h("span", { class: "muted" }, icon("finish"), t("won")) : null,
              ),
            ),
          )
        : null;
    }),
  );
}
