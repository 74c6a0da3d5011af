/** The deals of the day, and the calendar of those before. */

import { allGames } from "../catalogue.js";
import { calendar, noon, told, written } from "../days.js";
import { dressed, h, refill } from "../dom.js";
import { dayDeals } from "../parts/day.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/toast.js";
import { now } from "../store.js";
import { number, t, tn } from "../texts.js";

const OLDEST = 12; // months back

/** @param {HTMLElement} place */
export async function daily(place) {
  const [games] = await Promise.all([allGames(), dressed("daily")]),
    today = written(new Date());
  if (!place.isConnected) return;
  document.title = `${t("Deals of the day")} · Trapoula`;
  place.className = "page daily";
  let chosen = asked(today), // the day whose deals are shown
    back = monthsBefore(chosen);
  const rows = h("div", { class: "day-rows" }),
    month = h("section", { class: "sheet month" }),
    facts = h("p", { class: "days-won", role: "status" });
  const draw = async () => {
    const date = new Date(),
      first = new Date(date.getFullYear(), date.getMonth() - back, 1, 12),
      last = new Date(date.getFullYear(), date.getMonth() - back + 1, 0, 12);
    const { days, streak, best_streak: best } = await calendar(written(first));
    const shown = days.filter(({ day }) => day <= written(last));
    if (!shown.some(({ day }) => day === chosen)) chosen = shown[shown.length - 1].day;
    facts.hidden = !now().prefs.goals;
    const row = [
      streak
        ? tn("{n} day in a row", "{n} days in a row", streak)
        : t("Win one today, and another tomorrow."),
      best > streak ? t("best: {n}", { n: number(best) }) : "",
    ];
    refill(facts, icon("flame"), h("span", {}, row.filter(Boolean).join(" · ")));
    const own = shown.find(({ day }) => day === chosen);
    refill(
      rows,
      h("h2", {}, chosen === today ? t("Today") : told(noon(chosen), { dateStyle: "full" })),
      own ? dayDeals(own, games) : null,
    );
    refill(
      month,
      h(
        "div",
        { class: "row month-head" },
        h(
          "button",
          {
            class: "plain-icon",
            "aria-label": t("Previous month"),
            disabled: back >= OLDEST || null,
            onclick: () => turn(1),
          },
          icon("back"),
        ),
        h("h2", {}, told(first, { month: "long", year: "numeric" })),
        h(
          "button",
          {
            class: "plain-icon forth",
            "aria-label": t("Next month"),
            disabled: back === 0 || null,
            onclick: () => turn(-1),
          },
          icon("back"),
        ),
      ),
      h(
        "ol",
        { class: "days", vars: { "--first": ((first.getDay() + 6) % 7) + 1 } },
        Array.from({ length: last.getDate() }, (_, at) =>
          dayCell(written(new Date(first.getFullYear(), first.getMonth(), at + 1, 12)), shown),
        ),
      ),
    );
  };
  const turn = (/** @type {number} */ by) => {
    back += by;
    draw().catch(complain);
  };
  /** @param {string} day @param {readonly import("../wire.js").Day[]} shown */
  const dayCell = (day, shown) => {
    const own = shown.find((other) => other.day === day),
      wins = own?.deals.filter(({ won }) => won).length ?? 0;
    const label = `${told(noon(day), { dateStyle: "full" })}: ${tn("{n} won", "{n} won", wins)}`;
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: `day ${wins ? "won" : ""}`,
          "aria-label": label,
          "aria-pressed": String(day === chosen),
          "aria-current": day === today ? "date" : null,
          disabled: !own || null,
          onclick: () => {
            chosen = day;
            draw().catch(complain);
          },
        },
        h("span", {}, String(noon(day).getDate())),
        h(
          "span",
          { class: "wins", "aria-hidden": "true" },
          own?.deals.map(({ won }) => h("i", { class: won ? "on" : "" })),
        ),
      ),
    );
  };
  refill(
    place,
    head({ back: true, heading: t("Deals of the day") }),
    h("p", { class: "promise" }, t("The same deals for everyone. Each of them can be won.")),
    facts,
    h("div", { class: "day-page" }, rows, month),
  );
  await draw();
}

/** The day in the address, if it is in range. @param {string} today */
function asked(today) {
  const day = new URLSearchParams(location.search).get("day") ?? "";
  const known = /^\d{4}-\d\d-\d\d$/.test(day) && day <= today && monthsBefore(day) <= OLDEST;
  return known ? day : today;
}

/** How many months ago a day was. @param {string} day */
function monthsBefore(day) {
  const date = new Date();
  return (
    12 * (date.getFullYear() - Number(day.slice(0, 4))) +
    date.getMonth() +
    1 -
    Number(day.slice(5, 7))
  );
}
