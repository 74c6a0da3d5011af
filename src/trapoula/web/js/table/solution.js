/** The solution: a way to win, shown with all cards open. */

import { send } from "../api.js";
import { go } from "../main.js";
import { confirm } from "../parts/dialog.js";
import { complain, closeToast, toast } from "../parts/toast.js";
import { t } from "../texts.js";
import { awaited, verdictSentence } from "./judged.js";

/** @param {import("../types.js").Room} room @param {import("../types.js").Table} table */
export async function showSolution({ room }, { steps }) {
  if (
    !(await confirm(
      t("Show the solution?"),
      t(
        "We look for a winning line and show it with all cards face up. This game will no longer count.",
      ),
      t("Show it"),
    ))
  )
    return;
  try {
    const asked = send("POST", `/api/rooms/${room}/solution`);
    const { verdict, replay, step } = await awaited(asked);
    closeToast();
    if (replay) return void go(`/replay/${replay}?table=${room}&step=${step}`);
    toast(verdictSentence({ verdict, until_shuffle: false, best: null }, steps), null, true);
  } catch (fault) {
    complain(fault);
  }
}
