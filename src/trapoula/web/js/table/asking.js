/** What a patience asks for and gives away in a dialog: the number of a deal, links and the record. */

import { linkTo } from "../address.js";
import { chosen, LAST_DEAL, query } from "../catalogue.js";
import { h } from "../dom.js";
import { open } from "../parts/dialog.js";
import { linkField } from "../parts/link.js";
import { complain } from "../parts/toast.js";
import { t } from "../texts.js";

/** The number of a deal; 0 when none is wanted. */
export async function askNumber() {
  const field = h("input", {
    class: "input",
    type: "number",
    min: 1,
    max: LAST_DEAL,
    step: 1,
    inputmode: "numeric",
    id: "deal-number",
    required: true,
  });
  const done = () => {
    field.setCustomValidity(""); // what the browser finds wrong is said in our words: it may speak another language
    if (!field.checkValidity())
      field.setCustomValidity(t("Deals are numbered from 1 to {last:,}.", { last: LAST_DEAL }));
    if (field.reportValidity()) dialog.close(field.value);
  };
  const { dialog, closed } = open(
    t("Deal by number"),
    [
      h(
        "label",
        { class: "field", for: "deal-number" },
        h("span", {}, t("Number of the deal")),
        field,
      ),
    ],
    {
      foot: [h("button", { class: "button main", onclick: done }, t("Deal"))],
    },
  );
  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // or it would also press the tool that has the focus next
    done();
  });
  field.focus();
  return Number(await closed);
}

/**
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Room} room
 * @param {() => Promise<string>} kept the name under which the server keeps the replay
 */
export function showShare(game, room, kept) {
  const options = query(chosen(game, room.options)),
    links = [];
  if (room.deal !== null)
    links.push(
      linkField(
        t("This deal, to be played"),
        linkTo(`/game/${game.game}?${options ? `${options}&` : ""}deal=${room.deal}`),
      ),
    );
  const replay = h(
    "div",
    {},
    h(
      "button",
      {
        class: "button",
        onclick: async () => {
          try {
            replay.replaceChildren(
              linkField(t("The game so far, to be watched"), linkTo(`/replay/${await kept()}`)),
            );
          } catch (fault) {
            complain(fault);
          }
        },
      },
      t("Make a link to the game so far"),
    ),
  );
  const record = h(
    "p",
    {},
    h(
      "a",
      {
        href: `/api/rooms/${room.room}/record?round=${room.sitting.round}`,
        download: `${game.game}.trapoula`,
      },
      t("Save the record as a file"),
    ),
  );
  const { table } = room;
  const picture = table?.outcome?.won
    ? h(
        "p",
        {},
        h(
          "button",
          {
            class: "button",
            onclick: async () => {
              const { handOn, postcard } = await import("./postcard.js");
              await handOn(await postcard(game, room, table)).catch(complain);
            },
          },
          t("A picture of the result"),
        ),
      )
    : null;
  open(t("Share"), [...links, replay, picture, record]);
}
