/** Lines of a table that score by themselves: what each has come to, written where the line ends. */

import { dressed, h } from "../dom.js";
import { number, t } from "../texts.js";

const NAMED = 64; // pixels: on narrower cards there is room for the points alone
const EDGE = 16; // pixels that a sign keeps from the edge of the table

/**
 * @param {import("./board.js").CardBoard} board
 * @param {() => import("../wire.js").Line[]} tally what is counted now, when it can be shown
 */
export async function showLines(board, tally) {
  await dressed("lines");
  board.querySelectorAll(".worth").forEach((old) => old.remove());
  for (const { label: { template, facts }, scores: [points] } of tally()) {
    const made = board.plan, first = made?.slots.get(facts.first), last = made?.slots.get(facts.last);
    if (!made || !first || !last) continue;
    const sign = h("span", { class: `worth ${points ? "" : "zero"}`, title: t(template) }, h("b", {}, number(points)), points && made.width >= NAMED ? ` ${t(template)}` : null);
    const x = last.x + made.width / 2 * (1 + Math.sign(last.x - first.x)), y = last.y + made.height / 2 * (1 + Math.sign(last.y - first.y));
    const [width, height] = made.room;
    sign.style.transform = `translate(${Math.min(Math.max(x, EDGE), width - EDGE)}px, ${Math.min(y, height - EDGE)}px) translate(-50%, -50%)`;
    board.felt?.append(sign);
    const { left, right } = sign.getBoundingClientRect(), box = board.getBoundingClientRect();
    if (right > box.right) sign.style.translate = `${box.right - right - 2}px 0`;
    if (left < box.left) sign.style.translate = `${box.left - left + 2}px 0`;
  }
}
