/** What the tools of a patience do. */

import { send } from "../api.js";
import { chosen, query } from "../catalogue.js";
import { h } from "../dom.js";
import { go } from "../main.js";
import { confirm, open } from "../parts/dialog.js";
import { linkField } from "../parts/link.js";
import { complain, toast } from "../parts/toast.js";
import { command } from "../room.js";
import { t } from "../texts.js";
import { capital, cardObject } from "../words.js";
import { sitDown } from "../pages/game.js";
import { askOptions } from "./options.js";

/**
 * @param {{game: import("../types.js").Game, room: () => import("../types.js").Room, table: () => import("../types.js").Table,
 *   board: import("./board.js").CardBoard, ask: (type: string, fields?: object) => Promise<any>, box: HTMLElement}} at
 */
export function tasks({ game, room, table, board, ask, box }) {
  const leaving = async () =>
    !table().steps || table().outcome !== null || (await confirm(t("Leave this deal?"), t("The deal on the table will not be finished."), t("Deal anew")));

  /** The one thing to be dealt or pressed now. @param {import("../actions.js").Actions} actions */
  const dealing = (actions) => actions.taps.find(({ pile }) => board.kind(pile) === "stock") ?? actions.presses[0] ?? actions.taps.find(({ verb }) => !["drop", "attack"].includes(verb));

  /** Which move lost the game. @returns {Promise<string>} */
  const fatal = async () => {
    const found = await ask("fatal", { seconds: 10 });
    return found ? (await import("./judged.js")).fatalSentence(found, board) : "";
  };

  return {
    dealing,
    fatal,
    undo: () => void (table().undo && ask("undo")),
    redo: () => void (table().redo && ask("redo")),
    finish: () => void (table().finish && ask("finish")),
    restart: () => void ask("restart"),
    again: () => void ask("again", room().deal === null ? {} : { deal: room().deal }),
    another: () => void ask("again"),
    deal: () => {
      const action = dealing(board.actions);
      if (action) board.act(action.text);
    },
    fresh: async () => {
      if (await leaving()) await ask("again");
    },
    hint: async () => {
      try {
        const { action, template, facts, because } = await command("hint");
        if (action) board.hint(action);
        if (template || because) toast(capital(t(template || because, named(facts, board))));
        else if (!action) toast(t("There is nothing to suggest."));
      } catch (fault) {
        const any = board.actions.moves.find((move) => board.kind(move.target) === "foundation") ?? board.actions.moves[0] ?? dealing(board.actions);
        if (/** @type {any} */ (fault).code === "not-available" && any) board.hint(any.text);
        else complain(fault);
      }
    },
    verdict: async () => {
      toast(t("Thinking…"));
      const answer = await ask("verdict", { seconds: 5 });
      if (!answer) return;
      const sentence = (await import("./judged.js")).verdictSentence(answer);
      const lost = answer.verdict === "lost" && !answer.until_shuffle && table().steps;
      toast(lost ? `${sentence} ${await fatal()}` : sentence);
    },
    pause: () => {
      if (box.querySelector(".curtain")) return;
      void ask("pause");
      const curtain = h("div", { class: "curtain" }, h("p", {}, t("Paused")), h("button", { class: "button main", onclick: () => { curtain.remove(); board.slots.get(board.layout[0].pile)?.focus(); } }, t("Go on")));
      box.append(curtain);
      curtain.querySelector("button").focus();
    },
    rules: async () => (await import("../parts/rules.js")).showRules(game, room().options),
    settings: async () => (await import("../parts/settings.js")).showSettings(),
    help: async () => (await import("../parts/help.js")).showHelp(),
    options: async () => {
      const options = await askOptions(game, room().options, t("Deal"));
      if (options && (await leaving())) await sitDown({ game: game.game, options: chosen(game, options) }).catch(complain);
    },
    number: async () => {
      const field = h("input", { class: "input", type: "number", min: 1, step: 1, inputmode: "numeric", id: "deal-number", required: true });
      const { dialog, closed } = open(t("Deal by number"), [h("label", { class: "field", for: "deal-number" }, h("span", {}, t("Number of the deal")), field)], {
        foot: [h("button", { class: "button main", onclick: () => field.reportValidity() && dialog.close(field.value) }, t("Deal"))],
      });
      field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && field.reportValidity() && dialog.close(field.value));
      field.focus();
      const deal = Number(await closed);
      if (deal) await ask("again", { deal });
    },
    winnable: async () => {
      const deal = await (await import("./winnable.js")).askWinnable(ask);
      if (deal && (await leaving())) await ask("again", { deal });
    },
    share: async () => {
      const options = query(chosen(game, room().options));
      const deal = room().deal;
      const links = [];
      if (deal !== null) links.push(linkField(t("This deal, to be played"), `${location.origin}/game/${game.game}?${options ? `${options}&` : ""}deal=${deal}`));
      const replay = h("div", {}, h("button", { class: "button", onclick: async () => {
        try {
          const made = await send("POST", `/api/rooms/${room().room}/share?round=${room().sitting.round}`);
          replay.replaceChildren(linkField(t("The game so far, to be watched"), `${location.origin}/replay/${made.replay}`));
        } catch (fault) {
          complain(fault);
        }
      } }, t("Make a link to the game so far")));
      const record = h("p", {}, h("a", { href: `/api/rooms/${room().room}/record?round=${room().sitting.round}`, download: `${game.game}.trapoula` }, t("Save the record as a file")));
      open(t("Share"), [...links, replay, record]);
    },
    leave: () => void go("/"),
  };
}

/** Facts with the names of cards and piles in place of their texts. @param {Record<string, any>} facts @param {import("./board.js").CardBoard} board */
function named(facts = {}, board) {
  const name = (/** @type {any} */ fact) => (typeof fact !== "string" ? fact : /^([A2-9TJQK][CDHS]|[BR]J)$/.test(fact) ? cardObject(fact) : board.names[fact] ?? fact);
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, name(fact)]));
}
