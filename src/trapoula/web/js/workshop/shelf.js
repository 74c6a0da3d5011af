/** Opening and saving programs: games of the collection, files and links. */

import { linkTo } from "../address.js";
import { allGames, title } from "../catalogue.js";
import { h } from "../dom.js";
import { open } from "../parts/dialog.js";
import { linkField } from "../parts/link.js";
import { toast } from "../parts/toast.js";
import { t } from "../texts.js";
import { LONGEST, wrap } from "./parcel.js";

export const TEMPLATE = "template";

/** Ask for a game to start from, or null. @returns {Promise<string | null>} */
export async function askGame() {
  const games = (await allGames()).filter(({ layout }) => layout);
  games.sort((one, other) => title(one).localeCompare(title(other)));
  const field = h(
    "select",
    {},
    h("option", { value: TEMPLATE }, t("A template")),
    games.map((game) => h("option", { value: game.game }, title(game))),
  );
  const { dialog, closed } = open(
    t("Start from…"),
    [
      h("p", {}, t("Take a game of the collection and change it: it becomes a game of your own.")),
      h("label", { class: "field" }, h("span", {}, t("Game")), field),
    ],
    {
      foot: [
        h("button", { class: "button main", onclick: () => dialog.close("yes") }, t("Take it")),
      ],
    },
  );
  field.focus();
  return (await closed) === "yes" ? field.value : null;
}

/** A hidden file field, opened by a button. @param {(program: string) => void} take */
export function fileField(take) {
  const field = h("input", {
    type: "file",
    accept: ".py,text/x-python",
    class: "unseen",
    tabindex: -1,
    "aria-hidden": "true",
    onchange: async () => {
      const [file] = field.files;
      if (file?.size > LONGEST) toast(t("This file is too long for a game."));
      else if (file) take(await file.text());
      field.value = "";
    },
  });
  return field;
}

/** Save a program as a file. @param {string} program @param {string} name */
export function save(program, name) {
  const href = URL.createObjectURL(new Blob([program], { type: "text/x-python" }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // after the browser has started to write it
}

/** The address of a program. @param {string} program */
export const path = async (program) => `/workshop#code=${await wrap(program)}`;

/** Show the link to a program. @param {string} program */
export async function share(program) {
  open(t("Share"), [
    h("p", {}, t("The link holds the whole program. It runs when the reader presses Play.")),
    linkField(t("Link"), linkTo(await path(program))),
  ]);
}
