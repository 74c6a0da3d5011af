/** The share dialog of a solitaire: links, the record and a picture. */

import { linkTo } from "../address.js";
import { chosen, query } from "../catalogue.js";
import { h } from "../dom.js";
import { open } from "../parts/dialog.js";
import { linkField } from "../parts/link.js";
import { complain } from "../parts/toast.js";
import { t } from "../texts.js";

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
        t("Link to this deal"),
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
              linkField(
                t("Link to a replay of the game so far"),
                linkTo(`/replay/${await kept()}`),
              ),
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
  const picture = table?.outcome
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
