/** The table of the program: dealt again when its rules change, with the same deal unless another is requested. */

import { getJson, send } from "../api.js";
import { chosen, query } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { enter } from "../room.js";
import { commit, now } from "../store.js";
import { patience } from "../table/patience.js";

/** @typedef {import("../types.js").Options} Options */

export function stage() {
  const node = h("div", { class: "bench-table" });
  /** @type {(() => void) | null} */
  let clear = null;
  let deal = 1,
    laid = 0,
    game = "";
  /** The current options. @type {Options} */
  let options = {};

  /** @param {string} [state] the state without a table */
  const bare = (state = "") => {
    laid += 1;
    if (clear) deal = now().room?.deal ?? deal;
    clear?.();
    clear = null;
    node.className = `bench-table ${state}`;
    node.replaceChildren();
  };

  /** Show a message in place of the table. @param {string} sentence @param {Node | null} [more] */
  const say = (sentence, more = null) => {
    bare("empty");
    refill(node, h("p", { role: "status" }, sentence), more);
  };

  /** Deal a game. @param {string} id @param {{options?: Options, deal?: number}} [wanted] */
  const lay = async (id, wanted = {}) => {
    game = id;
    const own = (laid += 1),
      plain = await getJson(`/api/games/${id}`);
    options = chosen(plain, possible(plain, wanted.options ?? options));
    const asked = query(options),
      described = asked ? await getJson(`/api/games/${id}?${asked}`) : plain;
    const number = wanted.deal ?? (clear ? now().room?.deal : null) ?? deal;
    const { type: _, ...room } = await send("POST", "/api/rooms", {
      game: id,
      options,
      deal: number,
    });
    if (own !== laid) return;
    bare();
    deal = number;
    const table = h("div"),
      heading = document.title;
    node.append(table);
    commit({ room, received: performance.now() });
    void enter(room.room, room).catch(() => {});
    clear = patience(table, { ...described, draft: true }, stand);
    document.title = heading;
  };

  /** @type {import("../table/errands.js").Stand} */
  const stand = { whole: false, moved: () => {}, sitDown: (wanted) => lay(game, wanted) };

  return {
    node,
    say,
    lay,
    /** Deal another one. @param {number} number */
    show: (number) => lay(game, { deal: number }),
    /** Whether there is a table. */
    laid: () => clear !== null,
    /** Mark the table as outdated, or not. @param {boolean} old */
    age: (old) => node.classList.toggle("old", old),
    options: () => options,
    bare,
  };
}

/** The chosen options that the game still has. @param {import("../types.js").Game} game @param {Options} options */
function possible({ options: known }, options) {
  return Object.fromEntries(
    known
      .filter(({ name, choices }) => choices.includes(options[name]))
      .map(({ name }) => [name, options[name]]),
  );
}
