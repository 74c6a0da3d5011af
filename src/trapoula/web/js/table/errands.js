/** What the tools of a patience do. */

import { address } from "../address.js";
import { send } from "../api.js";
import { chosen } from "../catalogue.js";
import { h } from "../dom.js";
import { go } from "../main.js";
import { complain, toast } from "../parts/toast.js";
import { prefer } from "../prefs.js";
import { cancelQuestion, command, enter } from "../room.js";
import { now, watch } from "../store.js";
import { t } from "../texts.js";
import { capital, cardObject } from "../words.js";
import { sitDown } from "../pages/game.js";

const SOON = 700; // milliseconds until a waiting message

/**
 * Where a table is shown. `whole`: on its own page, with links elsewhere; else deals follow by number. `moved`: called
 * for a new room; `sitDown`: make a room and show it.
 * @typedef {{whole: boolean, moved: (room: string) => void, sitDown: (wishes: object) => Promise<unknown>}} Stand
 */

/** Its own page. @type {Stand} */
export const PAGE = {
  whole: true,
  moved: (room) => history.replaceState(null, "", address(`/table/${room}`)),
  sitDown,
};

/**
 * @param {{game: import("../types.js").Game, room: () => import("../types.js").Room, table: () => import("../types.js").Table,
 *   board: import("./board.js").CardBoard, ask: import("../types.js").Ask, box: HTMLElement, stand: Stand}} at
 */
export function tasks({ game, room, table, board, ask, box, stand }) {
  /** The undo of the last new deal, while that is untouched. @type {{room: string, act: () => void} | null} */
  let former = null;
  /** The last winnable deal that was requested, and its level. @type {{deal: number, level: string} | null} */
  let picked = null;
  const back = () => (former?.room === room().room && !table().steps ? former.act : null);
  /**
   * Deal a new game, and offer an undo.
   * @param {string} sentence @param {string} id the room of the new deal @param {() => Promise<unknown>} sweeping @param {() => void} act
   */
  const sweep = async (sentence, id, sweeping, act) => {
    former = {
      room: id,
      act: () => {
        former = null;
        act();
      },
    };
    if ((await sweeping()) === undefined) return void (former = null);
    const close = toast(sentence, { label: t("Undo"), act: () => back()?.() });
    const stop = watch(["room"], () => {
      if (now().room && back()) return;
      stop();
      close();
    });
  };
  /**
   * Switch to another room of the same game on this page, or stay if that fails.
   * @param {string} id @param {import("../types.js").Room} [known]
   */
  const moveTo = async (id, known) => {
    const here = room();
    stand.moved(id);
    try {
      return await enter(id, known);
    } catch (fault) {
      complain(fault);
      if (now().room !== here) return undefined; // the page was left in the meantime
      stand.moved(here.room);
      return enter(here.room, here).catch(complain);
    }
  };
  /** An unfinished game stays in its room, and can be restored. @param {{deal?: number}} [which] */
  const dealAnew = async (which = {}) => {
    const { room: old, options } = room();
    if (!table().steps || table().outcome?.won) return void (await ask("again", which));
    try {
      const { type: _, ...made } = await send("POST", "/api/rooms", {
        game: game.game,
        options: chosen(game, options),
        ...which,
      });
      await sweep(
        t("New cards are dealt."),
        made.room,
        () => moveTo(made.room, made),
        () => void moveTo(old),
      );
    } catch (fault) {
      complain(fault);
    }
  };
  /** Deal with other options; the layout may change. @param {import("../types.js").Options} options @param {{deal?: number}} [which] */
  const change = async (options, which = {}) => {
    const old = room().room,
      kept = table().steps > 0;
    try {
      await stand.sitDown({ game: game.game, options, ...which });
    } catch (fault) {
      return complain(fault);
    }
    if (kept && stand.whole)
      toast(t("New cards are dealt."), {
        label: t("Undo"),
        act: () => void go(`/table/${old}`, { replace: true }),
      });
  };
  /** Deal again in the same way: random, the next number, or a winnable one. */
  const next = async () => {
    const { cards, deal } = room();
    if (cards !== "number" || deal === null) return dealAnew();
    if (picked?.deal !== deal) return dealAnew({ deal: deal + 1 });
    const found = await (await import("./winnable.js")).look(wonder, picked.level);
    if (!found) return;
    picked = { level: picked.level, deal: found.deal };
    await dealAnew({ deal: found.deal });
  };
  const restart = async () => {
    if (table().undo)
      await sweep(
        t("Back at the deal."),
        room().room,
        () => ask("restart"),
        () => void ask("redo", { all: true }),
      );
  };

  /** The single deal or button action available now. @param {import("../actions.js").Actions} actions */
  const dealing = (actions) =>
    actions.taps.find(({ verb }) => lone(game, verb)) ?? actions.presses[0];

  /** Ask the solver, cancelling the previous question. @type {import("../types.js").Ask} */
  const wonder = (type, fields) => {
    cancelQuestion();
    return ask(type, fields);
  };
  /** The fatal move, and a way back to before it. @returns {Promise<{sentence: string, back: (() => void) | null}>} */
  const fatal = async () => {
    const found = await wonder("fatal", { seconds: 10 });
    if (!found) return { sentence: "", back: null };
    const { winnable } = found;
    return {
      sentence: (await import("./judged.js")).fatalSentence(found, board),
      back: winnable === null ? null : () => void playOnFrom(winnable),
    };
  };
  /** The name under which the server keeps the replay of this round. @returns {Promise<string>} */
  const kept = async () =>
    (await send("POST", `/api/rooms/${room().room}/share?round=${room().sitting.round}`)).replay;
  /** Continue the game from one of its moves, at a new table. @param {number} step */
  const playOnFrom = async (step) => {
    try {
      const { type: _, ...made } = await send("POST", "/api/rooms", {
        game: game.game,
        replay: await kept(),
        step,
      });
      await moveTo(made.room, made);
      toast(t("From here it can still be won."));
    } catch (fault) {
      complain(fault);
    }
  };

  return {
    dealing,
    fatal,
    back,
    undo: () => (table().undo ? void ask("undo") : back()?.()),
    redo: () => void (table().redo && ask("redo")),
    finish: () => void (table().finish && ask("finish")),
    restart,
    again: () => {
      const { deal } = room();
      void (deal === null ? restart() : dealAnew({ deal }));
    },
    another: () => void next(),
    /** How many moves the solver needs for this deal, or null. @returns {Promise<number | null>} */
    needed: () =>
      command("verdict", { seconds: 5, deal: true }).then(
        ({ moves, until_shuffle: shuffle }) => (shuffle ? null : (moves ?? null)),
        () => null,
      ),
    picture: async () => {
      const { handOn, postcard } = await import("./postcard.js");
      await handOn(await postcard(game, room(), table())).catch(complain);
    },
    deal: () => {
      const action = dealing(board.actions),
        stock = board.layout.find(({ kind }) => kind === "stock");
      if (action) board.act(action.text);
      else if (stock) board.refuse({ pile: stock.pile, index: board.piles[stock.pile].length - 1 });
    },
    fresh: () => void (stand.whole ? dealAnew() : next()),
    hint: async () => {
      let close = () => {};
      const late = setTimeout(() => {
        close = toast(t("Thinking…"), null, true);
      }, SOON);
      try {
        cancelQuestion();
        const { action, template, facts } = await command("hint");
        board.hint(action);
        toast(capital(t(template, named(facts, board))));
      } catch (fault) {
        complain(fault); // also if no move seems to help
      } finally {
        clearTimeout(late);
        close();
      }
    },
    verdict: async () => (await import("./judged.js")).tellVerdict(wonder, table, fatal),
    solution: async () => (await import("./solution.js")).showSolution(room(), table()),
    pause: () => {
      const goOn = () => {
        box.querySelector(".curtain")?.remove();
        board.slots.get(board.layout[0].pile)?.focus();
      };
      if (box.querySelector(".curtain")) return goOn();
      void ask("pause");
      const curtain = h(
        "div",
        { class: "curtain" },
        h("p", {}, t("Paused")),
        h("button", { class: "button main", onclick: goOn }, t("Go on")),
      );
      box.append(curtain);
      curtain.querySelector("button").focus();
    },
    rules: async () => (await import("../parts/rules.js")).showRules(game, room().options),
    settings: async () => (await import("../parts/settings.js")).showSettings(),
    full: () =>
      void (document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen().catch(complain)),
    sound: () => prefer({ sound: !now().prefs.sound }),
    help: async () => (await import("../parts/help.js")).showHelp(),
    /** Open the dialog for a new game with other options or a deal number. */
    setUp: async () => {
      const wish = await (await import("./options.js")).askNewGame(game, room().options);
      if (!wish) return;
      const { options, deal } = wish,
        which = deal ? { deal } : {};
      await (same(options, chosen(game, room().options))
        ? dealAnew(which)
        : change(options, which));
    },
    change: (/** @type {import("../types.js").Options} */ options) => void change(options),
    winnable: async () => {
      const found = await (await import("./winnable.js")).askWinnable(wonder);
      if (!found) return;
      picked = found;
      await dealAnew({ deal: found.deal });
    },
    /** Links to other pages. */
    whole: stand.whole,
    share: async () => (await import("./asking.js")).showShare(game, room(), kept),
    leave: () => void go("/"),
  };
}

/** @param {import("../types.js").Options} one @param {import("../types.js").Options} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Whether a verb has at most one place, so that a button can do it. @param {import("../types.js").Game} game @param {string} verb */
export function lone({ taps }, verb) {
  return (taps?.[verb].length ?? 0) < 2;
}

/** Facts with names in place of card and pile texts. @param {Record<string, unknown>} facts @param {import("./board.js").CardBoard} board */
function named(facts = {}, board) {
  const name = (/** @type {unknown} */ fact) =>
    typeof fact !== "string"
      ? fact
      : /^([A2-9TJQK][CDHS]|[BR]J)$/.test(fact)
        ? cardObject(fact)
        : (board.names[fact] ?? fact);
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, name(fact)]));
}
