/** Today's deal, ready to play, and the calendar. */

import { title } from "../catalogue.js";
import { noon, told, written } from "../days.js";
import { h, refill } from "../dom.js";
import { icon } from "../parts/icons.js";
import { table } from "../parts/still.js";
import { now } from "../store.js";
import { number, t, tn } from "../texts.js";

/**
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").RoomLine} RoomLine
 * @typedef {import("../wire.js").Calendar} Calendar
 * @typedef {import("../wire.js").DayDeal} DayDeal
 */

const small = matchMedia("(max-width: 640px)"); // as in css/hall.css

/** The last selected game stays while the page is open. */
let looked = "";

/**
 * The selected deal of today: by default the first not won yet.
 * @param {readonly DayDeal[]} deals
 */
function first(deals) {
  return deals.find(({ game }) => game === looked) ?? deals.find(({ won }) => !won) ?? deals[0];
}

/**
 * Today's table; a click starts it.
 * @param {Calendar} days
 * @param {Game[]} games
 * @param {RoomLine[]} mine
 */
export function todaysTable({ days }, games, mine) {
  const { day, deals } = days[days.length - 1];
  const place = h("section", { class: "today", "aria-labelledby": "today" });
  const draw = () => {
    const deal = first(deals),
      game = games.find((own) => own.game === deal.game);
    if (!game?.layout || !deal.piles) return;
    const begun = mine.some(
      (room) =>
        room.cards === "day" &&
        room.game === deal.game &&
        room.deal === deal.deal &&
        room.phase === "playing" &&
        room.steps > 1,
    );
    const link = `/game/${game.game}?day=${day}`;
    refill(
      place,
      h(
        "div",
        { class: "today-text" },
        h(
          "p",
          { class: "today-date" },
          told(noon(day), { weekday: "long", day: "numeric", month: "long" }),
        ),
        h("h2", { id: "today" }, t("Today's table")),
        h("p", { class: "today-game" }, title(game)),
        h(
          "p",
          { class: "today-sure" },
          icon("finish"),
          deal.won ? t("You won this one.") : t("This deal can be won."),
        ),
        h(
          "a",
          { class: "button today-play", href: link },
          icon("play"),
          deal.won ? t("Play again") : begun ? t("Continue") : t("Play"),
        ),
      ),
      h(
        "a",
        { class: "today-board", href: link, tabindex: -1, "aria-hidden": "true" },
        table(game.layout, { piles: deal.piles, lifted: [], to: [] }, small.matches),
      ),
      h(
        "div",
        { class: "today-deals", role: "group", "aria-label": t("Deals of the day") },
        deals.map((own) => chip(own, own === deal)),
      ),
    );
  };
  /** @param {DayDeal} deal @param {boolean} shown */
  const chip = (deal, shown) => {
    const game = games.find((own) => own.game === deal.game);
    return game
      ? h(
          "button",
          {
            "aria-pressed": String(shown),
            onclick: () => {
              looked = deal.game;
              draw();
              /** @type {HTMLElement} */ (place.querySelector("[aria-pressed=true]")).focus();
            },
          },
          deal.won
            ? [icon("finish"), h("span", { class: "unseen" }, t("You won this one."))]
            : null,
          title(game),
        )
      : null;
  };
  draw();
  return place;
}

/** The placeholder of today's table while it loads. */
export function noTableYet() {
  return h("div", { class: "today", "aria-hidden": "true" });
}

/**
 * The month with the days that were won, and the streak; nothing if the player has turned goals off.
 * @param {Calendar} days
 */
export function month({ days, streak, best_streak: best }) {
  const today = new Date(),
    own = new Map(days.map((day) => [day.day, day]));
  const counted = now().prefs.goals;
  const from = new Date(today.getFullYear(), today.getMonth(), 1, 12),
    lead = (from.getDay() + 6) % 7,
    last = new Date(today.getFullYear(), today.getMonth() + 1, 0, 12).getDate();
  const week = Math.floor((lead + today.getDate() - 1) / 7);
  const cells = Array.from({ length: last }, (_, at) => {
    const date = new Date(today.getFullYear(), today.getMonth(), at + 1, 12),
      day = own.get(written(date));
    const wins = day?.deals.filter(({ won }) => won).length ?? 0;
    const named = `${told(date, { dateStyle: "full" })}: ${tn("{n} won", "{n} won", wins)}`;
    return h(
      "li",
      { class: Math.floor((lead + at) / 7) === week ? "this-week" : null },
      day
        ? h(
            "a",
            {
              href: `/daily?day=${day.day}`,
              class: wins ? (wins === day.deals.length ? "all" : "some") : null,
              "aria-label": named,
              "aria-current": at + 1 === today.getDate() ? "date" : null,
            },
            number(at + 1),
          )
        : h("span", {}, number(at + 1)),
    );
  });
  return h(
    "section",
    { class: "month-card", "aria-labelledby": "month" },
    h(
      "h2",
      { id: "month", class: "month-title" },
      counted && streak
        ? [
            icon("flame"),
            h("span", {}, tn("{n} day in a row", "{n} days in a row", streak)),
            best > streak
              ? h("span", { class: "muted" }, t("best: {n}", { n: number(best) }))
              : null,
          ].filter(Boolean)
        : h("span", {}, told(today, { month: "long", year: "numeric" })),
      h(
        "a",
        { class: "plain-icon", href: "/daily", "aria-label": t("Calendar"), title: t("Calendar") },
        icon("calendar"),
      ),
    ),
    h(
      "p",
      { class: "weekdays", "aria-hidden": "true" },
      Array.from(
        { length: 7 },
        (_, at) => h("span", {}, told(new Date(2024, 0, 1 + at, 12), { weekday: "narrow" })), // a Monday first
      ),
    ),
    h("ol", { class: "month-days", vars: { "--first": lead + 1 } }, cells),
  );
}
