/** The hall: every game with a small picture of its table, to be searched, filtered and opened. */

import { ALONE } from "../address.js";
import { getJson } from "../api.js";
import { allGames, otherTitle, summary, title } from "../catalogue.js";
import { calendar } from "../days.js";
import { dressed, h, refill } from "../dom.js";
import { go } from "../main.js";
import { dayDeals } from "../parts/day.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { mini, miniTable } from "../parts/mini.js";
import { notify } from "../parts/notify.js";
import { roomLine } from "../parts/room-line.js";
import { toggleFavourite } from "../prefs.js";
import { findGames } from "../search.js";
import { now } from "../store.js";
import { percent, t, tn } from "../texts.js";
import { capital, familyName } from "../words.js";

/**
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Odds} Odds
 * @typedef {import("../types.js").RoomLine} RoomLine
 * @typedef {{search: string, family: string, decks: string, cards: string, players: string, odds: string, length: string}} Filter
 */

/** What was looked for stays while the page is open. @type {Filter} */
const filter = { search: "", family: "", decks: "", cards: "", players: "", odds: "", length: "" };
/** The levels of what can be measured, the highest first, each with the least it takes. @type {[string, number][]} */
const ODDS = [
    ["often", 2 / 3],
    ["sometimes", 0.2],
    ["rarely", 0],
  ],
  LENGTHS = /** @type {[string, number][]} */ ([
    ["long", 100],
    ["medium", 50],
    ["short", 0],
  ]);
const LOOKED = 1; // steps of a deal that somebody only looked at: the clock was stopped
const NOBODY = { lobby: [], mine: [] }; // the tables, while none is known
const SOON = 400; // milliseconds that the games wait for the rest
const REFRESH = 5000; // milliseconds after which tables are looked at again
const FAMILIES = ["table", "packers", "open", "spiders", "foundations", "pairs", "chains", "grids"];

/** @param {HTMLElement} place */
export async function hall(place) {
  document.title = "Trapoula";
  const asked = Promise.all([
    getJson("/api/rooms").catch(() => NOBODY),
    calendar().catch(() => null),
  ]);
  const [games, known] = await Promise.all([
    allGames(),
    ALONE ? Promise.race([asked, new Promise((done) => setTimeout(done, SOON))]) : asked,
    dressed("hall"),
    dressed("daily"),
    dressed("tables"),
  ]);
  let [rooms, days] = known ?? [NOBODY, null]; // without a server the games do not wait until Python has come
  if (!place.isConnected) return;
  place.className = "page hall";
  const results = h("div", { class: "results" }),
    count = h("p", { class: "muted count", role: "status" });
  const around = h("div", { class: "around" });
  const found = () => findGames(games, filter.search).filter((game) => fits(game, filter));
  const draw = () => {
    const own = found(),
      plain = Object.values(filter).every((value) => !value);
    count.textContent = plain
      ? ""
      : own.length
        ? tn("{n} game", "{n} games", own.length)
        : t("No game fits. Try fewer words or filters.");
    if (plain) refill(around, tables(games, rooms));
    refill(
      results,
      plain
        ? [today(days, games), around, ...sections(games, draw)]
        : [h("section", {}, h("h2", { class: "unseen" }, t("Games found")), grid(own, draw))],
    );
    mark(place, rooms.mine);
  };
  const stop = live(
    () => rooms,
    (fresh) => {
      rooms = fresh;
      refill(around, tables(games, rooms));
      mark(place, rooms.mine);
    },
  );
  const search = h("input", {
    type: "search",
    class: "input",
    id: "search",
    value: filter.search,
    placeholder: t("Search by name"),
    "aria-label": t("Search by name"),
    autocomplete: "off",
    oninput: () => {
      filter.search = search.value;
      draw();
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const [first] = filter.search && event.key === "Enter" ? found() : [];
      if (first) go(`/game/${first.game}`);
    },
  });
  refill(
    place,
    head(),
    h(
      "div",
      { class: "search-row" },
      h("div", { class: "search" }, icon("search"), search),
      h(
        "button",
        { class: "button", onclick: () => surprise(games) },
        icon("dice"),
        t("Surprise me"),
      ),
    ),
    h(
      "details",
      {
        class: "filters",
        open: Object.entries(filter).some(([name, value]) => name !== "search" && value) || null,
      },
      h("summary", {}, icon("options"), t("Filters")),
      h("div", { class: "filter-fields" }, selects(games, draw)),
    ),
    h("p", { class: "muted" }, h("a", { href: "/odds" }, t("How often can they be won?"))),
    count,
    results,
  );
  draw();
  if (!known)
    asked.then((late) => {
      [rooms, days] = late;
      if (place.isConnected) draw();
    });
  return stop;
}

/** Look at the tables again and again while the page is looked at; what changed is drawn, and a turn is told. @param {() => {lobby: RoomLine[], mine: RoomLine[]}} known @param {(rooms: any) => void} draw */
function live(known, draw) {
  const again = async () => {
    const fresh = await getJson("/api/rooms").catch(() => null),
      old = known();
    if (!fresh || JSON.stringify(fresh) === JSON.stringify(old)) return;
    const waited = new Set(old.mine.filter(({ yours }) => yours).map(({ room }) => room));
    draw(fresh);
    if (fresh.mine.some((/** @type {RoomLine} */ { yours, room }) => yours && !waited.has(room)))
      notify("turn", t("It is your turn."));
  };
  const clock = setInterval(() => void again(), REFRESH);
  addEventListener("focus", again);
  return () => {
    clearInterval(clock);
    removeEventListener("focus", again);
  };
}

/** Mark the games at which it is one's turn. @param {HTMLElement} place @param {RoomLine[]} mine */
function mark(place, mine) {
  const waiting = new Set(
    mine.filter(({ yours, seats }) => yours && seats.length > 1).map(({ game }) => game),
  );
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".tile"))) {
    const badge = tile.querySelector(".badge"),
      due = waiting.has(tile.dataset.game ?? "");
    if (due && !badge)
      tile.querySelector(".tile-text")?.prepend(h("span", { class: "badge" }, t("Your turn")));
    else if (!due) badge?.remove();
  }
}

/** @param {Game} game @param {Filter} filter */
function fits(game, { family, decks, cards, players, odds, length }) {
  return (
    (!family || game.family === family) &&
    (!decks || String(game.decks) === decks) &&
    (!cards || game.hidden === (cards === "hidden")) &&
    (!players || (game.seats[0] <= Number(players) && Number(players) <= game.seats[1])) &&
    (!odds || level(middle(game.odds), ODDS) === odds) &&
    (!length || level(game.length, LENGTHS) === length)
  );
}

/**
 * The first level that a measured figure reaches; none where nothing was measured.
 * @param {number | null | undefined} figure @param {[string, number][]} levels
 */
function level(figure, levels) {
  return typeof figure === "number" ? levels.find(([, least]) => figure >= least)?.[0] : undefined;
}

/** @param {Game[]} games @param {() => void} draw */
function selects(games, draw) {
  const select = (
    /** @type {keyof Filter} */ name,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ choices,
  ) => {
    const field = h(
      "select",
      {
        id: `filter-${name}`,
        onchange: () => {
          filter[name] = field.value;
          draw();
        },
      },
      h("option", { value: "" }, t("any")),
      choices.map(([value, text]) => h("option", { value }, text)),
    );
    field.value = filter[name];
    return h("label", { class: "field", for: `filter-${name}` }, h("span", {}, label), field);
  };
  const has = (/** @type {"odds" | "length"} */ key) =>
    games.some((game) => game[key] !== null && game[key] !== undefined);
  return [
    select(
      "family",
      t("Family"),
      FAMILIES.map((family) => [family, familyName(family)]),
    ),
    select(
      "decks",
      t("Packs of cards"),
      ["1", "2", "3"].map((n) => [n, n]),
    ),
    select("cards", t("Cards at the deal"), [
      ["open", t("all open")],
      ["hidden", t("some hidden")],
    ]),
    select(
      "players",
      t("Players"),
      ["1", "2", "3", "4", "5"].map((n) => [n, n]),
    ),
    has("odds")
      ? select("odds", t("Can be won"), [
          ["often", t("often")],
          ["sometimes", t("sometimes")],
          ["rarely", t("rarely")],
        ])
      : null,
    has("length")
      ? select("length", t("Length"), [
          ["short", t("short")],
          ["medium", t("medium")],
          ["long", t("long")],
        ])
      : null,
  ];
}

/** The deals of today. @param {import("../wire.js").Calendar | null} days @param {Game[]} games */
function today(days, games) {
  const day = days?.days[days.days.length - 1];
  if (!day) return null;
  return h(
    "section",
    { class: "today" },
    h(
      "div",
      { class: "row" },
      h("h2", {}, t("Deals of the day")),
      days.streak
        ? h("span", { class: "muted" }, tn("{n} day in a row", "{n} days in a row", days.streak))
        : null,
      h("a", { class: "apart", href: "/daily" }, t("Calendar")),
    ),
    dayDeals(day, games),
  );
}

/** The tables there are: one's own, and those for everyone. @param {Game[]} games @param {{lobby: RoomLine[], mine: RoomLine[]}} rooms */
function tables(games, { lobby, mine }) {
  const same = (/** @type {RoomLine} */ one, /** @type {RoomLine} */ other) =>
    one.game === other.game &&
    one.cards === other.cards &&
    JSON.stringify(one.options) === JSON.stringify(other.options);
  const left = mine
    .filter(({ closed }) => !closed)
    .filter(
      ({ phase, steps, seats }) =>
        phase === "waiting" || (phase === "playing" && (steps > LOOKED || seats.length > 1)),
    )
    .filter(
      (room, at, all) =>
        room.seats.length > 1 || all.findIndex((other) => same(room, other)) === at,
    )
    .sort(
      (one, other) =>
        Number(other.yours && other.seats.length > 1) - Number(one.yours && one.seats.length > 1),
    )
    .slice(0, 6);
  const list = (/** @type {string} */ name, /** @type {RoomLine[]} */ own) =>
    own.length
      ? h(
          "section",
          {},
          h("h2", {}, name),
          h(
            "div",
            { class: "tables" },
            own.map((room) => roomLine(room, games)),
          ),
        )
      : null;
  return [
    list(t("Where you left off"), left),
    mine.length ? h("p", {}, h("a", { href: "/tables" }, t("All your tables"))) : null,
    list(
      t("Open tables"),
      lobby.filter(({ phase }) => phase === "waiting"),
    ),
    list(
      t("Tables being played"),
      lobby.filter(({ phase, mine: own }) => phase === "playing" && !own),
    ),
  ];
}

/** @param {Game[]} games @param {() => void} draw */
function sections(games, draw) {
  const { favourites, recent } = now().prefs;
  const named = (/** @type {string[]} */ ids) =>
    ids.map((id) => games.find(({ game }) => game === id)).filter((game) => game !== undefined);
  const section = (/** @type {string} */ name, /** @type {Game[]} */ own) =>
    own.length ? h("section", {}, h("h2", {}, name), grid(own, draw)) : null;
  return [
    section(t("Favourites"), named(favourites)),
    section(
      t("The famous ones"),
      games
        .filter(({ famous }) => famous)
        .sort((one, other) => Number(one.famous) - Number(other.famous)),
    ),
    section(
      t("Played lately"),
      named(recent)
        .filter(({ game }) => !favourites.includes(game))
        .slice(0, 6),
    ),
    ...FAMILIES.map((family) =>
      section(
        familyName(family),
        games
          .filter((game) => game.family === family)
          .sort((one, other) => title(one).localeCompare(title(other))),
      ),
    ),
  ];
}

/** @param {Game[]} games @param {() => void} draw */
function grid(games, draw) {
  return h(
    "ul",
    { class: "grid" },
    games.map((game) => tile(game, draw)),
  );
}

/** @param {Game} game @param {() => void} draw */
function tile(game, draw) {
  const [lang, name] = otherTitle(game);
  return h(
    "li",
    { class: "tile", "data-game": game.game },
    h(
      "a",
      { href: `/game/${game.game}`, class: "tile-link" },
      h(
        "span",
        { class: "tile-picture" },
        game.layout ? mini(game.layout) : miniTable(game.sample),
      ),
      h(
        "span",
        { class: "tile-text" },
        h("strong", {}, title(game)),
        h("span", { class: "muted other", lang: lang || null }, name),
        h("span", { class: "muted measured" }, measured(game)),
        h("span", { class: "muted summary" }, capital(summary(game))),
      ),
    ),
    star(game, draw),
  );
}

/** The share that is told, or the middle of those it lies between. @param {Odds | null | undefined} odds */
function middle(odds) {
  return odds ? (odds.share ?? (odds.low + odds.high) / 2) : null;
}

/** How often it can be won and how long it takes, where that is known and worth knowing. @param {Game} game */
function measured({ odds, length, wanders }) {
  const share =
    odds &&
    (odds.share === null ? `${percent(odds.low)} – ${percent(odds.high)}` : percent(odds.share));
  return [
    share ? t("can be won: {share}", { share }) : "",
    typeof length === "number" && !wanders
      ? tn("won in about {n} move", "won in about {n} moves", length)
      : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {Game} game @param {() => void} draw */
function star(game, draw) {
  const favourite = now().prefs.favourites.includes(game.game);
  return h(
    "button",
    {
      class: `plain-icon star ${favourite ? "on" : ""}`,
      "aria-pressed": String(favourite),
      "aria-label": t("Favourite: {game}", { game: title(game) }),
      onclick: () => {
        toggleFavourite(game.game);
        draw();
      },
    },
    icon("star"),
  );
}

/** @param {Game[]} games */
function surprise(games) {
  const alone = findGames(games, filter.search).filter(
    (game) =>
      game.seats[0] === 1 &&
      fits(game, filter) &&
      !now().prefs.recent.slice(0, 3).includes(game.game),
  );
  const pool = alone.length ? alone : games;
  go(`/game/${pool[Math.floor(Math.random() * pool.length)].game}`);
}
