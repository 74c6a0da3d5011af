/** The page of a solitaire: the board, the facts above it and the tools below it. */

import { Actions } from "../actions.js";
import { title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { clearing } from "../geometry.js";
import { icon } from "../parts/icons.js";
import { announce, complain, closeToast } from "../parts/toast.js";
import { cancelQuestion, command } from "../room.js";
import { now, watch } from "../store.js";
import { duration, number, plainNumber, t } from "../texts.js";
import { chooser } from "../choices.js";
import { cardObject, verbName } from "../words.js";
import "./board.js";
import * as errands from "./errands.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("./board.js").CardBoard} CardBoard
 */

const TINY = 34; // pixels: narrower cards are easily missed by fingers

/**
 * @param {HTMLElement} place
 * @param {import("../types.js").Game} game
 * @param {errands.Stand} [stand] where the table is shown, if not on its own page
 */
export function patience(place, game, stand = errands.PAGE) {
  place.className = "page-table";
  document.title = `${title(game)} · Trapoula`;
  const board = /** @type {CardBoard} */ (h("card-board"));
  const deal = h("span", { class: "deal" }),
    facts = h("dl", { class: "facts" });
  const box = h("div", { class: "board-box" }, board),
    tools = h("nav", { class: "tools", "aria-label": t("Tools") });
  refill(
    place,
    h(
      "header",
      { class: "table-head" },
      h("a", { href: "/", class: "plain-icon", "aria-label": t("All games") }, icon("back")),
      h("h1", {}, title(game)),
      deal,
      facts,
    ),
    box,
    tools,
  );

  const room = () => /** @type {Room} */ (now().room);
  const table = () => /** @type {import("../types.js").Table} */ (room().table);

  /** @type {import("../types.js").Ask} */
  const ask = (type, fields) =>
    command(type, fields).catch((fault) => {
      board.settle();
      complain(fault);
      return undefined;
    });
  const act = (/** @type {string} */ action) =>
    ask("act", { action, ...(now().prefs.home === "never" ? {} : { home: now().prefs.home }) });
  board.act = (action) => void act(action);
  board.askWhy = (action) => void ask("act", { action, number: room().number }); // the current position will refuse it
  board.gather = async () => {
    let home;
    do home = board.actions.homeward((pile) => board.kind(pile));
    while (home && (await act(home.text)) !== undefined);
  };
  board.announce = announce;

  if (now().prefs.zoom !== "1") void import("./pan.js").then(({ pan }) => pan(box, board));
  const tasks = errands.tasks({ game, room, table, board, ask, box, stand });
  const toolbar = makeTools(tasks, game, table);
  tools.append(...toolbar.nodes);
  board.advised = toolbar.advised;
  const variants = chooser(game, room().options, tasks.change);
  if (variants) box.append(variants);
  const offer = () => {
    if (!variants || !board.plan) return;
    const { steps, outcome } = table();
    variants.hidden = steps > 0 || Boolean(outcome);
    if (variants.hidden) return;
    const size = /** @type {[number, number]} */ ([variants.offsetWidth, variants.offsetHeight]);
    const at = clearing(board.plan, size, [box.clientWidth, box.clientHeight]);
    variants.hidden = !at;
    variants.style.cssText = at ? `left: ${at.x}px; top: ${at.y}px` : "";
  };
  board.laid = () => {
    offer();
    const lines = () => now().room?.table?.tally?.filter(({ label }) => label.facts.last) ?? [];
    if (lines().length || board.querySelector(".worth"))
      void import("./sheet.js").then(({ showLines }) => showLines(board, lines));
  };

  let position = "",
    lying = ""; // the round, step and table that are drawn
  const draw = () => {
    const state = now().room;
    if (!state?.table) return;
    const own = state.table,
      round = state.sitting.round;
    const here = `${state.room}/${round}`,
      was = position,
      view = JSON.stringify(own.view);
    const fresh = !was.startsWith(`${here}/`) && own.steps === 0;
    position = `${here}/${own.steps}`;
    deal.textContent =
      state.deal === null ? "" : t("Deal {number}", { number: plainNumber(state.deal) });
    deal.classList.toggle("chosen", state.cards !== "chance");
    const [mark, why] = told(state.cards);
    deal.title = why;
    if (mark) deal.append(" · ", mark);
    if (position !== was || view !== lying) {
      lying = view;
      if (was.startsWith(`${here}/`)) closeToast(); // what was said about the previous position
      board.show(game, own, { fresh, still: !was && !fresh });
      tell(board, own);
      if (own.steps !== Number(was.split("/").at(-1)) || !own.outcome) cancelQuestion(); // about a game that is no longer over
      box
        .querySelectorAll(".verdict, .cascade, .reopen-ending")
        .forEach((/** @type {Element} */ old) => old.remove());
      if (was) void hear(own);
      if (own.outcome) void end(own, was !== "");
    }
    tick();
    toolbar.update();
    if (fresh && board.plan && board.plan.width < TINY)
      void import("./turning.js").then(({ adviseTurning }) => adviseTurning(board.plan));
  };
  /** @param {import("../types.js").Table} own @param {boolean} played whether it ended on this page */
  const end = async (own, played) => {
    const here = position,
      { showEnding } = await import("./ending.js");
    if (position === here) showEnding({ box, board, game, table: own, played, ...tasks });
  };
  const tick = () => {
    const state = now().room;
    if (!state?.table) return;
    const told = factsOf(game, state.table),
      names = told.map(([name]) => name).join();
    if (facts.dataset.names !== names)
      refill(
        facts,
        told.map(([name]) =>
          h("div", { class: name === t("Time") ? "clock" : null }, h("dt", {}, name), h("dd")),
        ),
      );
    facts.dataset.names = names;
    facts
      .querySelectorAll("dd")
      .forEach((/** @type {HTMLElement} */ node, /** @type {number} */ at) => {
        if (node.textContent !== told[at][1]) node.textContent = told[at][1];
      });
  };

  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || document.querySelector("dialog[open], .menu")) return;
    if (
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, .code-editor")
    )
      return;
    const curtain = box.querySelector(".curtain");
    if (event.ctrlKey || event.metaKey) {
      const back = !curtain && habit(event);
      if (!back) return;
      event.preventDefault();
      return back === "undo" ? tasks.undo() : tasks.redo();
    }
    const paused = Boolean(curtain);
    if (!paused && event.key === " " && !board.querySelector(".cursor") && bare(event.target)) {
      event.preventDefault();
      return tasks.deal();
    }
    if (!paused && event.key === "Escape" && board.held) return board.drop();
    if (!paused && !board.contains(document.activeElement) && board.keys?.arrive(event))
      return event.preventDefault();
    const task = toolbar.keys[event.key.toLocaleLowerCase()] ?? toolbar.codes[event.code];
    if (!task || (paused && task !== tasks.pause)) return;
    event.preventDefault();
    task();
  };
  const away = () => {
    if (
      (document.visibilityState === "hidden" || document.querySelector("dialog[open]")) &&
      now().room?.table?.running &&
      now().online
    )
      command("pause").catch(() => {}); // the page is hidden: pause the clock
  };
  document.addEventListener("keydown", keys);
  document.addEventListener("visibilitychange", away);
  const stops = [
    watch(["room"], draw),
    watch(["prefs"], () => board.layOut(0)),
    watch(["online"], ({ online }) => !online && board.settle()),
  ];
  const clock = setInterval(() => {
    away();
    tick();
  }, 1000);
  draw();
  return () => {
    stops.forEach((stop) => stop());
    clearInterval(clock);
    document.removeEventListener("keydown", keys);
    document.removeEventListener("visibilitychange", away);
  };
}

/** The command of a key chord: Ctrl or Cmd and Z, with or without Shift, or Y. @param {KeyboardEvent} event */
function habit({ key, code, shiftKey }) {
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.slice(-1).toLowerCase(); // another alphabet has the same keys
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

/** Whether a key press is not for a button or a link. @param {EventTarget | null} target */
function bare(target) {
  return !(target instanceof Element && target.closest("button:not(.slot), a, summary"));
}

/** Where chosen cards come from, in a word and in a sentence. @param {string} cards */
function told(cards) {
  if (cards === "chance") return ["", ""];
  if (cards === "day") return [t("of the day"), t("A deal of the day: it counts in the calendar.")];
  if (cards === "shown")
    return [
      t("solution shown"),
      t("You have seen the solution: this game does not count in the statistics."),
    ];
  return [t("chosen"), t("These cards were chosen: this game does not count in the statistics.")];
}

/** Play the sounds of an action. @param {import("../types.js").Table} table */
async function hear({ last, outcome }) {
  if (!now().prefs.sound) return;
  const { sound } = await import("../parts/sounds.js");
  sound(outcome?.won ? "won" : last.some(({ to }) => to) ? "lay" : "flip");
}

/** Announce an action to screen readers. @param {CardBoard} board @param {import("../types.js").Table} table */
function tell(board, table) {
  const last = table.last.find(({ seat }) => seat >= 0);
  if (!last) return;
  const { undone, verb = last.action, from, to, size = 1 } = last;
  if (undone) announce(t("Taken back."));
  else if (!from || !to) announce(verbName(verb));
  else if (verb === "pair")
    announce(
      t("Taken together: {one}, {other}", { one: board.names[from], other: board.names[to] }),
    );
  else {
    const card = board.piles[to]?.at(-size);
    if (card)
      announce(t("Moved {card}: {pile}", { card: cardObject(card), pile: board.names[to] ?? "" }));
  }
}

/** The facts above the table: names and values. @param {import("../types.js").Game} game @param {import("../types.js").Table} table */
function factsOf(game, table) {
  /** @type {[string, string][]} */
  const told = [],
    view = /** @type {import("../types.js").PatienceView} */ (table.view);
  const stocks = (game.layout ?? []).filter(({ kind }) => kind === "stock");
  if (stocks.length)
    told.push([
      t("Stock"),
      number(stocks.reduce((sum, { pile }) => sum + view.piles[pile].length, 0)),
    ]);
  told.push([t("Moves"), number(table.steps)]);
  const { redeals } = view;
  if (redeals !== null) told.push([t("Redeals"), number(redeals)]);
  const { points } = now().prefs,
    counted = points && table.tally?.find(({ kind }) => kind === points);
  const aim = table.tally?.find(({ label }) => label.facts.goal)?.label;
  told.push(
    counted
      ? [t(counted.label.template), number(counted.scores[0])]
      : [t("Score"), number(view.score) + (aim ? ` ${t(aim.template, aim.facts)}` : "")],
  );
  if (now().prefs.clock)
    told.push([
      t("Time"),
      duration(table.seconds + (table.running ? (performance.now() - now().received) / 1000 : 0)),
    ]);
  return told;
}

/**
 * @param {ReturnType<typeof errands.tasks>} tasks
 * @param {import("../types.js").Game} game
 * @param {() => import("../types.js").Table} table
 */
function makeTools(tasks, game, table) {
  const tool = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {() => void} */ act,
    kind = "",
  ) =>
    h(
      "button",
      {
        class: `tool ${kind}`,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.detail) /** @type {HTMLElement} */ (event.currentTarget).blur(); // return the focus to the table
          act();
        },
        "data-tool": name,
      },
      icon(name),
      h("span", {}, label),
    );
  const fresh = tool("fresh", t("New game"), tasks.fresh, "first");
  const undo = tool("undo", t("Undo"), tasks.undo),
    redo = tool("redo", t("Redo"), tasks.redo);
  const hint = tool("hint", t("Hint"), tasks.hint),
    deal = tool("deal", t("Deal"), tasks.deal);
  const finish = tool("finish", t("Finish"), tasks.finish, "lit");
  const more = h(
    "button",
    {
      class: "tool apart",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "data-tool": "more",
      onclick: async () => (await import("./more.js")).openMore(more, tasks),
    },
    icon("more"),
    h("span", {}, t("Menu")),
  );
  const update = () => {
    const { undo: back, redo: again, finish: plain, outcome } = table();
    undo.disabled = !back && !tasks.back();
    redo.disabled = !again;
    const actions = new Actions(table().actions),
      action = tasks.dealing(actions);
    hint.disabled = Boolean(outcome) || !actions.any;
    deal.hidden = !Object.keys(game.taps ?? {}).some((verb) => errands.lone(game, verb));
    deal.disabled = !action;
    const label = deal.querySelector("span");
    if (action && label.textContent !== verbName(action.verb))
      label.textContent = verbName(action.verb);
    finish.hidden = !plain;
  };
  /** Highlight what does it. @param {string | null} action */
  const advised = (action) =>
    deal.classList.toggle("lit", action === tasks.dealing(new Actions(table().actions))?.text);
  /** @type {Record<string, () => void>} */
  const keys = {
    u: tasks.undo,
    r: tasks.redo,
    h: tasks.hint,
    d: tasks.deal,
    n: tasks.fresh,
    f: tasks.finish,
    "?": tasks.help,
    p: tasks.pause,
  };
  const codes = {
    KeyU: tasks.undo,
    KeyR: tasks.redo,
    KeyH: tasks.hint,
    KeyD: tasks.deal,
    KeyN: tasks.fresh,
    KeyF: tasks.finish,
    KeyP: tasks.pause,
  };
  return {
    nodes: [fresh, undo, redo, hint, deal, finish, more],
    update,
    advised,
    keys,
    codes: /** @type {Record<string, () => void>} */ (codes),
  };
}
