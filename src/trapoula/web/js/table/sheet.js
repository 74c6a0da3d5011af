/** Scoring lines of a table: the points of each, written at its end. */

import { dressed, h } from "../dom.js";
import { number, t } from "../texts.js";

const NAMED = 64; // pixels: narrower cards have space only for the points

/**
 * @param {import("./board.js").CardBoard} board
 * @param {() => import("../wire.js").Line[]} tally the current tally, if it can be shown
 */
export async function showLines(board, tally) {
  await dressed("lines");
  board.querySelectorAll(".worth").forEach((old) => old.remove());
  for (const {
    label: { template, facts },
    scores: [points],
  } of tally()) {
    const made = board.plan,
      first = made?.slots.get(String(facts.first)),
      last = made?.slots.get(String(facts.last));
    if (!made || !first || !last) continue;
    const sign = h(
      "span",
      { class: `worth ${points ? "" : "zero"}`, title: t(template) },
      h("b", {}, number(points)),
      points ? ` ${t(template)}` : null,
    );
    board.felt?.append(sign);
    if (points && (made.width < NAMED || (first.x === last.x && sign.offsetWidth > made.width)))
      sign.lastChild.remove();
    const { x, y } = place(made, first, last, sign) ?? place(made, last, first, sign) ?? last;
    sign.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }
}

/**
 * The centre of a line's sign: on the edge of its last card. A diagonal's sign avoids those of rows and columns, and is
 * left out if there is no space.
 * @param {import("../geometry.js").Plan} made
 * @param {{x: number, y: number}} first @param {{x: number, y: number}} last
 * @param {HTMLElement} sign
 */
function place({ width, height, room }, first, last, sign) {
  const across = Math.sign(last.x - first.x),
    down = Math.sign(last.y - first.y),
    slanting = across && down;
  const x = last.x + (width / 2) * (1 + across) + (slanting && (across * sign.offsetWidth) / 2),
    y = last.y + (height / 2) * (1 + down) + (slanting && down * sign.offsetHeight);
  const [inX, inY] = [sign.offsetWidth / 2 + 1, sign.offsetHeight / 2 + 1];
  const inside = {
    x: Math.min(Math.max(x, inX), room[0] - inX),
    y: Math.min(Math.max(y, inY), room[1] - inY),
  };
  return slanting && x !== inside.x && y !== inside.y ? null : inside;
}
