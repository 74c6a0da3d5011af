/** The end of a patience: a cascade of cards when it is won, a plain sentence when it is stuck. */

import { getJson } from "../api.js";
import { calendar } from "../days.js";
import { dressed, h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { announce } from "../parts/toast.js";
import { pace } from "../prefs.js";
import { now } from "../store.js";
import { duration, number, t, tn } from "../texts.js";

await dressed("ending");

/** @typedef {() => Promise<{sentence: string, back: (() => void) | null}>} Fatal which move lost a game, and the way back to before it */

/**
 * @param {{box: HTMLElement, board: import("./board.js").CardBoard, table: import("../types.js").Table, played: boolean,
 *   undo: () => void, again: () => void, another: () => void, share: () => void, fatal: Fatal}} at
 */
export function showEnding({ box, board, table, played, undo, again, another, share, fatal }) {
  const { outcome } = table;
  if (!outcome) return;
  if (outcome.won && played) cascade(box, board);
  const sentence = outcome.won ? t("Well played!") : t("No move is left.");
  const facts = t("Score {score}, time {time}, {moves}.", {
    score: number(outcome.scores[0]),
    time: duration(table.seconds),
    moves: tn("{n} move", "{n} moves", table.steps),
  });
  const before = h("p", { class: "muted", role: "status" });
  if (outcome.won)
    compared(table).then(
      (told) => before.replaceChildren(...told),
      () => {},
    );
  announce(`${sentence} ${facts}`);
  const panel = h(
    "section",
    { class: "verdict", "aria-label": sentence },
    h(
      "button",
      { class: "plain-icon close", "aria-label": t("Close"), onclick: () => panel.remove() },
      icon("close"),
    ),
    h("h2", {}, sentence),
    h("p", { class: "muted" }, facts),
    outcome.won ? before : null,
    outcome.won || !table.steps ? null : whereLost(fatal),
    h(
      "div",
      { class: "row" },
      outcome.won ? null : h("button", { class: "button", onclick: undo }, icon("undo"), t("Undo")),
      outcome.won
        ? h("button", { class: "button", onclick: share }, icon("share"), t("Share"))
        : null,
      h("button", { class: "button", onclick: again }, t("The same again")),
      h("button", { class: "button main", onclick: another }, t("Another deal")),
    ),
  );
  const show = () => box.isConnected && table.outcome && box.append(panel);
  if (outcome.won && played && pace()) setTimeout(show, 1500);
  else show();
}

/** How a game that was won stands beside those before it. @param {import("../types.js").Table} table @returns {Promise<(string | Node)[]>} */
async function compared(table) {
  const room = now().room;
  if (room?.cards === "day") {
    const { streak } = await calendar();
    return [
      tn("{n} day in a row", "{n} days in a row", streak),
      " · ",
      h("a", { href: "/daily" }, t("Calendar")),
    ];
  }
  if (room?.cards !== "chance") return [t("This game does not count in the statistics.")];
  const { games } = await getJson("/api/stats"),
    same = JSON.stringify(room.options);
  const own = games.find(
    (/** @type {import("../wire.js").Counted} */ one) =>
      one.game === room.game && JSON.stringify(one.options) === same,
  );
  if (!own) return [];
  const best =
    own.best_seconds >= Math.floor(table.seconds) && own.won > 1
      ? t("Your best time")
      : t("Best time {time}", { time: duration(own.best_seconds) });
  return [
    [
      best,
      own.streak > 1 ? tn("{n} won in a row", "{n} won in a row", own.streak) : "",
      t("won {won} of {played}", { won: number(own.won), played: number(own.played) }),
    ]
      .filter(Boolean)
      .join(" · "),
  ];
}

/** A button that gives way to the sentence which move was the fatal one. @param {Fatal} fatal */
function whereLost(fatal) {
  const told = h(
    "p",
    { role: "status" },
    h(
      "button",
      {
        class: "button small",
        onclick: async () => {
          told.replaceChildren(t("Thinking…"));
          const { sentence, back } = await fatal();
          told.replaceChildren(sentence);
          if (back)
            told.after(
              h(
                "p",
                {},
                h(
                  "button",
                  { class: "button small", onclick: back },
                  icon("undo"),
                  t("Back to before it"),
                ),
              ),
            );
        },
      },
      t("Which move lost it?"),
    ),
  );
  return told;
}

/** Cards jump off the table. @param {HTMLElement} box @param {import("./board.js").CardBoard} board */
function cascade(box, board) {
  if (!pace() || !board.plan) return;
  const layer = h("div", { class: "cascade", "aria-hidden": "true" });
  box.append(layer);
  const { width, height } = board.plan;
  layer.style.setProperty("--w", `${width}px`);
  layer.style.setProperty("--h", `${height}px`);
  const floor = box.clientHeight - height;
  const jumping = board.lying
    .filter(({ card, node }) => card !== "--" && node.at)
    .slice(-48)
    .reverse();
  const flights = jumping.map(({ node }, order) => {
    const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
    copy.className = "card";
    layer.append(copy);
    const at = node.at ?? { x: 0, y: 0 },
      way = order % 2 ? 1 : -1,
      speed = 3 + ((order * 7) % 5);
    let { x, y } = at,
      fall = -2 - (order % 4);
    const frames = [];
    for (let step = 0; step < 90 && x > -width && x < box.clientWidth; step += 1) {
      frames.push({ transform: `translate(${x}px, ${y}px)` });
      x += way * speed * (width / 60);
      y += fall;
      fall += 1.1;
      if (y > floor) [y, fall] = [floor, -fall * 0.82];
    }
    frames.push({ transform: `translate(${x}px, ${floor + height * 2}px)` });
    return copy.animate(frames, { duration: frames.length * 15, delay: order * 70, fill: "both" })
      .finished;
  });
  Promise.allSettled(flights).then(() => layer.remove());
}
