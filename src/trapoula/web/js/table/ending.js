/** The end of a solitaire: the celebration, and the result at a glance. */

import { getJson, send } from "../api.js";
import { calendar } from "../days.js";
import { dressed, h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { announce } from "../parts/toast.js";
import { pace } from "../prefs.js";
import { earned } from "../stats/feats.js";
import { now } from "../store.js";
import { duration, number, percent, t, tn } from "../texts.js";

await dressed("ending");

const HALF = 0.5; // a game won less often needs no comment

/** @typedef {() => Promise<{sentence: string, back: (() => void) | null}>} Fatal the fatal move of a game, and a way back to before it */

/**
 * @param {{box: HTMLElement, board: import("./board.js").CardBoard, game: import("../types.js").Game, table: import("../types.js").Table,
 *   played: boolean, undo: () => void, again: () => void, another: () => void, picture: () => void, fatal: Fatal, needed: () => Promise<number | null>}} at
 */
export function showEnding(at) {
  const { box, board, table, played } = at,
    { outcome } = table;
  if (!outcome) return;
  const { won } = outcome;
  if (won && played) celebrate(box, board);
  const sentence = won ? t("Well played!") : t("No moves left.");
  const status = h("p", { class: "muted", role: "status" }, won ? "" : consolation(at.game, board));
  const compare = () =>
    compared(table).then(
      (told) => status.replaceChildren(...told),
      () => {},
    );
  if (won) void compare();
  if (won && played) void weighed().then((hard) => hard && compare());
  announce(
    `${sentence} ${t("Score {score}, time {time}, {moves}.", {
      score: number(outcome.scores[0]),
      time: duration(table.seconds),
      moves: tn("{n} move", "{n} moves", table.steps),
    })}`,
  );
  const solver = h("div", { hidden: true }, h("dt", {}, t("Solver's moves")), h("dd"));
  const tellSolver = async () => {
    const moves = await at.needed();
    solver.hidden = !moves;
    solver.lastChild.textContent = number(moves ?? 0);
  };
  const where = won || !table.steps ? null : whereLost(at.fatal, played ? tellSolver : null);
  if (won && played) void tellSolver();
  const close = () => {
    panel.remove();
    box.append(reopen);
    reopen.focus();
  };
  const panel = h(
    "section",
    { class: `verdict ending ${won ? "victory" : ""}`, "aria-label": sentence },
    h(
      "button",
      { class: "plain-icon close", "aria-label": t("Close"), onclick: close },
      icon("close"),
    ),
    won ? h("span", { class: "prize" }, icon("trophy")) : null,
    h("h2", {}, sentence),
    figures(table, solver),
    status,
    where,
    h(
      "div",
      { class: "row" },
      won ? null : h("button", { class: "button", onclick: at.undo }, icon("undo"), t("Undo")),
      h("button", { class: "button", onclick: at.picture }, icon("share"), t("Share")),
      h("button", { class: "button", onclick: at.again }, icon("restart"), t("Same deal")),
      h("button", { class: "button main", onclick: at.another }, t("Next deal")),
    ),
  );
  const reopen = h(
    "button",
    {
      class: "button small reopen-ending",
      onclick: () => {
        reopen.remove();
        box.append(panel);
      },
    },
    t("Result"),
  );
  const show = () => box.isConnected && now().room?.table?.outcome && box.append(panel);
  if (won && played && pace()) setTimeout(show, 1500);
  else show();
}

/** Time, moves and score, and how many moves the solver needed. @param {import("../types.js").Table} table @param {Node} solver */
function figures({ seconds, steps, outcome }, solver) {
  const figure = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h(
    "dl",
    { class: "figures" },
    figure(t("Time"), duration(seconds)),
    figure(t("Moves"), number(steps)),
    figure(t("Score"), number(outcome?.scores[0] ?? 0)),
    solver,
  );
}

/** A kind word after a lost game. @param {import("../types.js").Game} game @param {import("./board.js").CardBoard} board */
function consolation({ odds }, board) {
  if (odds && odds.high < HALF)
    return t("At most {share} of these deals can be won.", { share: percent(odds.high) });
  const all = Object.values(board.piles).flat().length,
    home = board.layout
      .filter(({ kind }) => kind === "foundation")
      .reduce((sum, { pile }) => sum + board.piles[pile].length, 0);
  if (home)
    return t("{n} of {all} cards are on the foundations. The next deal is yours.", {
      n: home,
      all,
    });
  return t("The next deal is yours.");
}

/** Whether a hard deal was won, for an achievement; the solver needs a moment. */
async function weighed() {
  const { room } = now();
  /** @type {import("../wire.js").Weighed} */
  const { level } = await send("POST", `/api/rooms/${room?.room}/level`).catch(() => ({
    level: null,
  }));
  return level === "hard";
}

/** How a win compares with earlier ones. @param {import("../types.js").Table} table @returns {Promise<(string | Node)[]>} */
async function compared(table) {
  const room = now().room;
  if (room?.cards === "day") {
    const { streak } = await calendar();
    return [
      ...(now().prefs.goals ? [tn("{n} day in a row", "{n} days in a row", streak), " · "] : []),
      h("a", { href: "/daily" }, t("Calendar")),
    ];
  }
  if (room?.cards !== "chance") return [t("This game does not count in the statistics.")];
  const { games, shelf } = await getJson("/api/stats"),
    same = JSON.stringify(room.options);
  const own = games.find((one) => one.game === room.game && JSON.stringify(one.options) === same);
  if (!own) return [];
  const quickest = own.best_seconds ?? table.seconds;
  const best =
    own.won === 1
      ? t("Your first win at this game")
      : quickest >= Math.floor(table.seconds)
        ? t("Your best time")
        : t("Best time {time}", { time: duration(quickest) });
  const facts = [
    own.streak > 1 ? tn("{n} won in a row", "{n} won in a row", own.streak) : "",
    own.played > 1
      ? t("won {won} of {played}", { won: number(own.won), played: number(own.played) })
      : "",
  ];
  return [
    h("span", { class: "fact best" }, best),
    ...facts
      .filter(Boolean)
      .flatMap((fact, at) => [at ? " · " : "", h("span", { class: "fact" }, fact)]),
    ...(now().prefs.goals ? earned(shelf, own.last) : []).map((name) =>
      h("span", { class: "earned" }, icon("winnable"), t("Achievement: {name}", { name })),
    ),
  ];
}

/**
 * The fatal move: searched at once if another search follows, else on request.
 * @param {Fatal} fatal @param {(() => Promise<void>) | null} then
 */
function whereLost(fatal, then) {
  const told = h("div", { class: "where-lost" });
  const look = async () => {
    told.replaceChildren(h("p", { role: "status" }, t("Looking for the move that lost it…")));
    const { sentence, back } = await fatal();
    told.replaceChildren(
      h("p", { role: "status" }, sentence),
      back
        ? h("button", { class: "button small", onclick: back }, t("Play on from before it"))
        : "",
    );
  };
  if (then) void look().then(then);
  else told.append(h("button", { class: "button small", onclick: look }, t("Which move lost it?")));
  return told;
}

/** Cards bounce off the table; the table itself does not change. @param {HTMLElement} box @param {import("./board.js").CardBoard} board */
function celebrate(box, board) {
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
