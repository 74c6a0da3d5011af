/** The options of a game, asked as a dialog of their own. */

import { local, title, written } from "../catalogue.js";
import { h } from "../dom.js";
import { choices, open } from "../parts/dialog.js";
import { prefer } from "../prefs.js";
import { now } from "../store.js";
import { t } from "../texts.js";
import { choiceName, optionName } from "../choices.js";

/**
 * The fields for the options of a game; the values change as they are chosen.
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Options} values
 */
export function optionFields(game, values) {
  const box = h("div", { class: "option-fields" });
  const draw = () => {
    box.replaceChildren();
    const presets = Object.values(game.presets);
    if (presets.length)
      box.append(
        h(
          "fieldset",
          {},
          h("legend", {}, t("Quick choice")),
          h(
            "div",
            { class: "choices" },
            presets.map(({ titles, options: preset }) =>
              h(
                "button",
                {
                  type: "button",
                  class: "button small",
                  onclick: () => {
                    for (const { name: own, default: usual } of game.options)
                      values[own] = preset[own] ?? usual;
                    draw();
                  },
                },
                local(titles),
              ),
            ),
          ),
        ),
      );
    for (const option of game.options) {
      const explained = local(option.explained),
        means = h("p", { class: "muted", "aria-live": "polite" });
      const tell = () => {
        means.textContent = [
          explained[""],
          explained[written(values[option.name] ?? option.default)],
        ]
          .filter(Boolean)
          .join(" ");
      };
      const field = choices(
        optionName(option),
        `option-${option.name}`,
        option.choices.map((choice) => [written(choice), choiceName(option, choice)]),
        written(values[option.name] ?? option.default),
        (text) => {
          values[option.name] =
            option.choices.find((choice) => written(choice) === text) ?? option.default;
          tell();
        },
      );
      tell();
      field.append(means);
      box.append(field);
    }
  };
  draw();
  return box;
}

/**
 * Ask for the options; null when the dialog is closed without an answer.
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Options} current
 * @param {string} yes
 * @param {Node | null} [other] what else one can do
 * @returns {Promise<import("../types.js").Options | null>}
 */
export async function askOptions(game, current, yes, other = null) {
  const values = {
    ...Object.fromEntries(game.options.map(({ name, default: usual }) => [name, usual])),
    ...current,
  };
  const { dialog, closed } = open(
    t("{game}: how would you like to play?", { game: title(game) }),
    [optionFields(game, values)],
    {
      foot: [other, h("button", { class: "button main", onclick: () => dialog.close("yes") }, yes)],
    },
  );
  if ((await closed) !== "yes") return null;
  prefer({ chosen: { ...now().prefs.chosen, [game.game]: values } });
  return values;
}
