/** The page of a table game: its parts are redrawn from the room's state. */

import { title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/toast.js";
import { command, sendPreferences } from "../room.js";
import { drawAs } from "../scenes/card.js";
import { now, watch } from "../store.js";
import { t } from "../texts.js";
import { asks } from "./asks.js";
import { facts } from "./facts.js";
import { Handover } from "./handover.js";
import { people } from "./people.js";
import { news } from "./news.js";
import { notices } from "./notices.js";
import { stage } from "./stage.js";
import { story } from "./story.js";
import { tools } from "./tools.js";

/**
 * @typedef {import("../types.js").Room} Room
 *
 * What the parts of the page share: the game, sending commands and actions, advice, and passing the screen on.
 * @typedef {{game: import("../types.js").Game, ask: import("../types.js").Ask, act: (action: string) => Promise<unknown>, advise: (action: string) => string,
 *   handover: Handover, pass: () => void, redraw: () => void}} Desk
 *
 * A part of the page: where it is, if it is anywhere, and how it is drawn; `due` are those who should first say that it is them.
 * @typedef {{node?: HTMLElement, draw: (room: Room, due: number[]) => void, stop?: () => void}} Part
 */

/**
 * @param {HTMLElement} place
 * @param {import("../types.js").Game} game
 */
export function seats(place, game) {
  place.className = "page-table";
  document.title = `${title(game)} · Trapoula`;
  drawAs(game);
  const handover = new Handover();
  /** Pending commands, so that a double tap sends one. @type {Map<string, Promise<unknown>>} */
  const underway = new Map();
  const draw = () => {
    const room = now().room;
    if (!room) return;
    const due = handover.due(room);
    for (const part of parts) part.draw(room, due);
  };
  /** @type {Desk} */
  const desk = {
    game,
    handover,
    redraw: draw,
    ask: (type, fields) => {
      const asked = JSON.stringify([type, fields]);
      if (!underway.has(asked))
        underway.set(
          asked,
          command(type, fields)
            .catch((fault) => {
              complain(fault);
              draw();
            })
            .finally(() => underway.delete(asked)),
        );
      return /** @type {Promise<import("../types.js").Answer<typeof type> | undefined>} */ (
        underway.get(asked)
      );
    },
    act: (action) => desk.ask("act", { action, number: now().room?.number }), // on the position that is shown, and no other
    advise: (action) => middle.advise(action),
    pass: () => {
      handover.pass();
      draw();
    },
  };
  const told = facts(),
    around = people(desk),
    middle = stage(desk),
    past = story(desk, () => middle.again()),
    below = tools(desk),
    asked = asks(desk),
    parts = [told, around, past, middle, below, news(), asked, notices()];
  refill(
    place,
    h(
      "header",
      { class: "table-head" },
      h("a", { href: "/", class: "plain-icon", "aria-label": t("All games") }, icon("back")),
      h("h1", {}, title(game)),
      told.node,
    ),
    h("div", { class: "board-box seated" }, around.node, past.node, middle.node, asked.node),
    below.node,
  );
  let { bots } = now().prefs;
  const stops = [
    watch(["room", "prefs", "named"], draw),
    watch(["prefs"], ({ prefs }) => {
      if (prefs.bots !== bots) sendPreferences();
      ({ bots } = prefs);
    }),
  ];
  draw();
  return () => {
    stops.forEach((stop) => stop());
    for (const part of parts) part.stop?.();
  };
}
