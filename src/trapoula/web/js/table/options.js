/** The options of a game, and the dialog of a new one. */

import { chosen, LAST_DEAL, local, title, written } from "../catalogue.js";
import { h } from "../dom.js";
import { choices, open } from "../parts/dialog.js";
import { t } from "../texts.js";
import { choiceName, optionName, remember } from "../choices.js";

/**
 * The fields for the options of a game; `values` changes with the choices.
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Options} values
 */
export function optionFields(game, values) {
  const box = h("div", { class: "option-fields" });
  const draw = () => {
    box.replaceChildren();
    const presets = Object.values(game.presets).filter(
      ({ options: preset }) => Object.keys(preset).length > 1, // the others are below, beside their option
    );
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
 * Ask for the options and deal of the next game; null if the dialog is cancelled.
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Options} current
 * @returns {Promise<{options: import("../types.js").Options, deal: number | null} | null>}
 */
export async function askNewGame(game, current) {
  const values = {
    ...Object.fromEntries(game.options.map(({ name, default: usual }) => [name, usual])),
    ...current,
  };
  const field = h("input", {
    class: "input",
    type: "number",
    min: 1,
    max: LAST_DEAL,
    step: 1,
    inputmode: "numeric",
    id: "deal-number",
    placeholder: t("Random"),
  });
  const done = () => {
    field.setCustomValidity(""); // we word the browser's validation messages: it may use another language
    if (!field.checkValidity())
      field.setCustomValidity(t("Deals are numbered from 1 to {last:,}.", { last: LAST_DEAL }));
    if (field.reportValidity()) dialog.close("yes");
  };
  const { dialog, closed } = open(
    t("New game: {game}", { game: title(game) }),
    [
      game.options.length ? optionFields(game, values) : null,
      h(
        "label",
        { class: "field", for: "deal-number" },
        h("span", {}, t("Deal number (optional)")),
        field,
      ),
    ],
    {
      foot: [h("button", { class: "button main", onclick: done }, t("Deal"))],
    },
  );
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // or it would also press the button that gets the focus next
    done();
  });
  if (!game.options.length) field.focus();
  if ((await closed) !== "yes") return null;
  remember(game, values);
  return { options: chosen(game, values), deal: Number(field.value) || null };
}
