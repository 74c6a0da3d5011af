/** The odds: how often each solitaire can be won, with intervals, sortable. */

import { getJson, still } from "../api.js";
import { allGames, title } from "../catalogue.js";
import { settingName } from "../choices.js";
import { dressed, h, refill } from "../dom.js";
import { citation, csv, json } from "../odds-files.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { interval } from "../parts/plot.js";
import { number, percent, t } from "../texts.js";
import { familyName } from "../words.js";

/**
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Studied} Studied
 * @typedef {import("../dom.js").Child} Child
 * @typedef {{
 *   name: () => string,
 *   by: (row: Studied, game: Game) => number | string,
 *   cell: (row: Studied, game: Game) => Child | Child[],
 * }} Column
 */

/** @type {Column[]} */
const COLUMNS = [
  {
    name: () => t("Game"),
    by: (row, game) => `${familyName(game.family)} ${settingName(game, row.options)}`,
    cell: (row, game) => h("a", { href: `/rules/${row.game}` }, settingName(game, row.options)),
  },
  {
    name: () => t("Interval"),
    by: ({ bounds: [low, high] }) => high - low,
    cell: (row, game) =>
      interval(
        t("{game}: from {low} to {high}", {
          game: title(game),
          low: exact(row.bounds[0]),
          high: exact(row.bounds[1]),
        }),
        row.bounds,
        row.share,
        row.hints_bounds,
      ),
  },
  {
    name: () => t("Can be won"),
    by: ({ bounds: [low, high] }) => low + high,
    cell: ({ share, bounds: [low, high] }) => {
      const between = `${exact(low)} – ${exact(high)}`;
      return share === null ? between : [h("b", {}, exact(share)), " ", h("span", {}, between)];
    },
  },
  {
    name: () => t("By hints"),
    by: ({ hints }) => shareOf(hints) ?? -1,
    cell: ({ hints, hints_bounds: ends }) => played(hints, ends),
  },
  {
    name: () => t("Simple play"),
    by: ({ simple }) => shareOf(simple) ?? -1,
    cell: ({ simple }) => played(simple, null),
  },
  { name: () => t("Deals"), by: ({ deals }) => deals, cell: ({ deals }) => number(deals) },
  { name: () => t("Decided"), by: (row) => decided(row), cell: (row) => exact(decided(row)) },
  {
    name: () => t("Moves"),
    by: ({ length }) => length ?? -1,
    cell: ({ length }) => (length === null ? "–" : number(length)),
  },
];

/** @param {[number, number]} games won and played */
function shareOf([won, games]) {
  return games ? won / games : null;
}

/** @param {[number, number]} games won and played @param {[number, number] | null} ends */
function played(games, ends) {
  const share = shareOf(games);
  if (share === null) return "–";
  return ends
    ? [percent(share), " ", h("span", {}, `${percent(ends[0])} – ${percent(ends[1])}`)]
    : percent(share);
}

/**
 * The sort column, and whether it is descending; it stays while the page is open.
 */
const order = { column: 0, down: false };
let settings = false; // whether settings other than the defaults are shown

/** @param {HTMLElement} place */
export async function odds(place) {
  const [games, { odds: rows }] = await Promise.all([
    allGames(),
    /** @type {Promise<{odds: Studied[]}>} */ (getJson(still("api/odds"))),
    dressed("odds"),
  ]);
  if (!place.isConnected) return;
  document.title = `${t("Odds")} · Trapoula`;
  place.className = "page";
  const known = new Map(games.map((game) => [game.game, game]));
  const heads = h("tr", {}),
    lines = h("tbody", {});
  const draw = () => {
    refill(
      heads,
      COLUMNS.map(({ name }, at) =>
        h(
          "th",
          {
            scope: "col",
            "aria-sort": at === order.column ? (order.down ? "descending" : "ascending") : null,
          },
          h("button", { onclick: () => turn(at) }, name()),
        ),
      ),
    );
    const shown = sorted(
      rows.filter(
        (/** @type {Studied} */ row) =>
          known.has(row.game) && (settings || !Object.keys(row.options).length),
      ),
      known,
    );
    let family = "";
    refill(
      lines,
      shown.flatMap((row) => {
        const game = /** @type {Game} */ (known.get(row.game)),
          begins = order.column === 0 && game.family !== family;
        family = game.family;
        return begins ? [heading(family), line(row, game)] : [line(row, game)];
      }),
    );
  };
  const turn = (/** @type {number} */ at) => {
    order.down = at === order.column ? !order.down : at > 0; // names ascending, figures descending
    order.column = at;
    draw();
    /** @type {HTMLElement} */ (heads.children[at].firstElementChild).focus();
  };
  const others = h("input", {
    type: "checkbox",
    id: "settings",
    checked: settings || null,
    onchange: () => {
      settings = others.checked;
      draw();
    },
  });
  refill(
    place,
    head({ back: true, heading: t("Odds") }),
    h(
      "div",
      { class: "sheet prose" },
      h(
        "p",
        {},
        t(
          "How often each solitaire can be won if you know every card. Each deal was searched: it can be won, it cannot, or the time ran out first.",
        ),
      ),
      h(
        "p",
        {},
        t(
          "Wide band: the share of deals that can be won, however the undecided ones turn out. Dot: its middle, where less than 5% are undecided. Thin line: what hints alone win. Simple play looks one move ahead.",
        ),
      ),
    ),
    rows.some((/** @type {Studied} */ row) => Object.keys(row.options).length)
      ? h("p", {}, h("label", { for: "settings" }, others, " ", t("Other options too")))
      : null,
    h(
      "section",
      { class: "sheet scroll" },
      h("table", { class: "list odds" }, h("thead", {}, heads), lines),
    ),
    h(
      "div",
      { class: "sheet row" },
      h("span", { class: "muted" }, t("Download: {citation}", { citation: citation(rows) })),
      download("csv", "text/csv", csv(rows)),
      download("json", "application/json", json(rows)),
    ),
  );
  draw();
  if (location.hash)
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" });
}

/** @param {string} family */
function heading(family) {
  return h("tr", {}, h("th", { colspan: COLUMNS.length, scope: "rowgroup" }, familyName(family)));
}

/** A link that saves the table as a file. @param {string} kind @param {string} type @param {string} text */
function download(kind, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  return h(
    "a",
    { class: "button", download: `trapoula-odds.${kind}`, href },
    icon("download"),
    kind,
  );
}

/** @param {Studied} row @param {Game} game */
function line(row, game) {
  return h(
    "tr",
    { id: Object.keys(row.options).length ? null : row.game },
    COLUMNS.map(({ cell }) => h("td", {}, cell(row, game))),
  );
}

/** @param {Studied[]} rows @param {Map<string, Game>} known */
function sorted(rows, known) {
  const key = (/** @type {Studied} */ row) =>
    COLUMNS[order.column].by(row, /** @type {Game} */ (known.get(row.game)));
  const way = order.down ? -1 : 1;
  return [...rows].sort((one, other) => way * compared(key(one), key(other)));
}

/** @param {number | string} one @param {number | string} other */
function compared(one, other) {
  return typeof one === "string" ? one.localeCompare(String(other)) : one - Number(other);
}

/** @param {Studied} row */
function decided({ deals, winnable, lost }) {
  return (winnable + lost) / deals;
}

/** Do not round almost all to 100%, or almost none to 0%. @param {number} share */
function exact(share) {
  const end = Math.min(share, 1 - share),
    digits = end > 0 && end < 0.0005 ? 3 : 1;
  return number(share, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
