/** A deal that is sure to be winnable, as hard as one likes. */

import { h } from "../dom.js";
import { choices, open } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { t } from "../texts.js";

/**
 * Ask how hard, and have a deal found; null when there is none.
 * @param {(type: string, fields?: object) => Promise<any>} ask
 * @returns {Promise<number | null>}
 */
export async function askWinnable(ask) {
  let level = "";
  const { dialog, closed } = open(t("A deal that can be won"), [
    choices(t("How hard?"), "level", [["", t("As it comes")], ["easy", t("Easy")], ["medium", t("Middling")], ["hard", t("Hard")]], level, (chosen) => { level = chosen; }),
  ], { foot: [h("button", { class: "button main", onclick: () => dialog.close("yes") }, t("Deal"))] });
  if ((await closed) !== "yes") return null;
  toast(t("Looking for a deal…"));
  return (await ask("pick", level ? { level } : {}))?.deal ?? null;
}
