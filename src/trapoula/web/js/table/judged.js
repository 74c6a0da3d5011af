/** The solver's verdict in a sentence: no more than was proved. */

import { getJson } from "../api.js";
import { toast } from "../parts/toast.js";
import { number, t } from "../texts.js";
import { cardName, verbName } from "../words.js";

/** Whether a game can still be won. @param {Pick<import("../types.js").Verdict, "verdict" | "until_shuffle" | "best">} found @param {number} steps what was done so far */
export function verdictSentence({ verdict, until_shuffle: shuffle, best }, steps) {
  if (verdict === "winnable") return t("Yes: this deal can still be won.");
  if (verdict === "lost" && !shuffle && !steps) return t("This deal could never be won.");
  if (verdict === "lost")
    return shuffle
      ? t("Not before the next shuffle. After that, maybe.")
      : t("No: this deal can no longer be won.");
  if (best !== null)
    return t("No answer in time; the best score found is {score}.", {
      score: number(best),
    });
  return t("No answer in time.");
}

/**
 * Which move lost a game.
 * @param {import("../types.js").Fatal} found
 * @param {import("./board.js").CardBoard} board
 */
export function fatalSentence({ winnable, lost, action, card }, board) {
  if (lost === null) return t("No answer in time.");
  if (lost === 0) return t("This deal could never be won.");
  if (winnable === null)
    return t("It was lost after move {number} at the latest; there was no time to find out more.", {
      number: number(lost),
    });
  if (action === null)
    return t("It was lost between move {first} and move {last}.", {
      first: number(winnable + 1),
      last: number(lost),
    });
  return t("Move {number} lost it: {move}. Until then it could be won.", {
    number: number(lost),
    move: moveName(action, card, board),
  });
}

/** @param {import("../wire.js").Action} action @param {string | null} card @param {import("./board.js").CardBoard} board */
function moveName({ verb, from, to }, card, { names }) {
  if (!from || !to) return verbName(verb);
  return `${card ? cardName(card) : names[from]} ${verb === "pair" ? "+" : "→"} ${names[to]}`;
}

const SLOW = 1000; // milliseconds until the progress is shown

/**
 * Wait for the solver; while it is compiled, show the progress.
 * @template T
 * @param {Promise<T>} answer
 */
export async function awaited(answer) {
  let waiting = true;
  const tell = async () => {
    const { percent } = await getJson("/api/solver").catch(() => ({ percent: null }));
    if (!waiting || percent === null) return;
    toast(t("Getting the solver ready: {percent} %", { percent: number(percent) }), null, true);
    later = setTimeout(tell, SLOW);
  };
  let later = setTimeout(tell, SLOW);
  toast(t("Thinking…"), null, true);
  return answer.finally(() => {
    waiting = false;
    clearTimeout(later);
  });
}

/**
 * Say whether the position can be won; if not, which move lost it, with a way back to before it.
 * @param {import("../types.js").Ask} ask
 * @param {() => import("../types.js").Table} table
 * @param {() => Promise<{sentence: string, back: (() => void) | null}>} fatal
 */
export async function tellVerdict(ask, table, fatal) {
  const answer = await awaited(ask("verdict", { seconds: 5 }));
  if (!answer) return;
  const sentence = verdictSentence(answer, table().steps);
  if (answer.verdict !== "lost" || answer.until_shuffle || !table().steps)
    return void toast(sentence, null, true);
  const { sentence: where, back } = await fatal();
  toast(`${sentence} ${where}`, back && { label: t("Play on from before it"), act: back }, true);
}
