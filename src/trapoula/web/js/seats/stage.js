/** The middle of the page: the lobby, the screen between two players, the game, and the result. */

import { h } from "../dom.js";
import { chosenCards } from "../parts/chosen.js";
import { patch } from "../parts/patch.js";
import { fetchScene, playAt } from "../scenes/scene.js";
import { t } from "../texts.js";
import { celebrate } from "./celebrate.js";
import { lobby } from "./lobby.js";
import { Past } from "./past.js";
import { namesOf } from "./people.js";
import { result, summary, winnersOf } from "./result.js";
import { rewatch } from "./rewatch.js";
import { together } from "./together.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("../types.js").Table} Table
 */

/** @param {import("./page.js").Desk} desk @returns {import("./page.js").Part & {node: HTMLElement, again: () => void, advise: (action: string) => string}} */
export function stage(desk) {
  const { game, ask, handover, redraw } = desk,
    node = h("div", { class: "seat-table" });
  /** @type {import("../scenes/play.js").Play | null} */
  let play = null;
  let between = "",
    aside = "",
    counted = -1,
    ended = "";
  const past = new Past(redraw),
    shared = together(desk);

  /** @param {Room} room @param {Table} table */
  const middle = (room, table) => {
    if (room.show) return patch(node, shared.see(room));
    shared.end();
    const before = past.shown,
      shown = before?.table ?? table;
    play ??= playAt(shown.view, { game, act: desk.act });
    if (!play) {
      patch(node); // old elements can no longer be pressed
      return void fetchScene(shown.view).then(redraw);
    }
    const over = Boolean(table.outcome) || room.sitting.phase === "over",
      live = !before && !over && room.seat !== null;
    patch(node, chosenCards(room), play.node, before ? skip() : panel(room, table, over));
    play.show({
      view: shown.view,
      table: shown,
      names: namesOf(room),
      story: before?.story ?? room.story,
      live,
      over,
    });
    end(room, table, over);
  };
  const skip = () =>
    h(
      "button",
      { class: "button small skip", "data-key": "skip", onclick: () => past.stop() },
      t("Back to the table"),
    );

  /** @param {Room} room @param {Table} table @param {boolean} over */
  const panel = (room, table, over) => {
    const names = namesOf(room),
      here = `${room.room}/${room.sitting.round}`,
      rounds = Math.max(0, ...(table.tally ?? []).map(({ round }) => round ?? 0));
    if (over && aside === here)
      return h(
        "button",
        {
          class: "button main small reopen",
          "data-key": "reopen",
          onclick: () => {
            aside = "";
            redraw();
          },
        },
        t("How it ended"),
      );
    if (over)
      return result(
        room,
        names,
        ask,
        () => void rewatch(room),
        () => {
          aside = here;
          redraw();
        },
        game.levels.length > 0,
      );
    if (counted < 0 || rounds < counted) counted = rounds;
    return rounds > counted
      ? summary(table.tally ?? [], rounds, names, () => {
          counted = rounds;
          redraw();
        })
      : null;
  };
  /** Celebrate a win once, if it happened on this page. @param {Room} room @param {Table} table @param {boolean} over */
  const end = (room, table, over) => {
    const here = `${room.room}/${room.sitting.round}`,
      was = ended;
    ended = over ? here : `${here}/`;
    if (was !== `${here}/` || !over || !table.outcome?.won) return;
    const winners = winnersOf(table.outcome) ?? room.sitting.seats.map((_, seat) => seat);
    if (winners.some((seat) => room.held.includes(seat)))
      celebrate(
        node,
        room.story.flatMap(({ words }) => /** @type {number[]} */ (words?.facts.cards ?? [])),
      );
  };
  /** Clear everything when the screen is passed on: picked cards, hints, earlier positions. @param {number[]} due */
  const shut = (due) => {
    between = due.join();
    past.forget();
    if (!between) return;
    play = null;
    document.querySelectorAll(".toast, .menu").forEach((old) => old.remove());
    /** @type {HTMLElement | null} */ (node.querySelector(".handover"))?.focus({
      preventScroll: true,
    });
  };
  return {
    node,
    draw: (room, due) => {
      node.parentElement?.classList.toggle("watching", room.seat === null);
      if (due.length) patch(node, handover.page(room, due, ask, redraw));
      else if (room.sitting.phase === "waiting" || !room.table) {
        const focused = /** @type {HTMLElement | null} */ (document.activeElement); // the one field moves to the new lobby
        patch(node, lobby(room, game, ask));
        if (focused && node.contains(focused)) focused.focus({ preventScroll: true });
      } else {
        past.see(room, room.table);
        middle(room, room.table);
      }
      if (due.join() !== between) shut(due);
    },
    stop: () => {
      past.forget();
      shared.end();
    },
    again: () => past.show(),
    advise: (action) => play?.advise(action) ?? action,
  };
}
