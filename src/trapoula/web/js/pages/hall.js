/** The hall: today's table, your games, suggestions, and all games. */

import { ALONE } from "../address.js";
import { getJson } from "../api.js";
import { allGames, kinds, summary, title } from "../catalogue.js";
import { calendar, written } from "../days.js";
import { dressed, h, refill } from "../dom.js";
import { month, noTableYet, todaysTable } from "../hall/today.js";
import { picture, players, tile } from "../hall/tile.js";
import { go } from "../main.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { roomLine } from "../parts/room-line.js";
import { findGames } from "../search.js";
import { now } from "../store.js";
import { loadMessages, t, tn } from "../texts.js";
import { familyName } from "../words.js";

/**
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").RoomLine} RoomLine
 * @typedef {{lobby: RoomLine[], mine: RoomLine[]}} Rooms
 */

/** The search text stays while the page is open. */
let query = "";
const LOOKED = 1; // steps of a deal that was only looked at: the clock was stopped
const MOST_LEFT = 6; // unfinished games shown, and favourites shown
const MOST_LIKED = 8;
/** @type {Rooms} */
const NOBODY = { lobby: [], mine: [] }; // the tables, before they are loaded
const SOON = 400; // milliseconds that the games wait for the rest
const REFRESH = 5000; // milliseconds between requests for the tables
const FAMILIES = ["packers", "open", "spiders", "foundations", "pairs", "chains", "grids"];

/** @param {HTMLElement} place */
export async function hall(place) {
  document.title = "Trapoula";
  const today = new Date();
  const asked = Promise.all([
    getJson("/api/rooms").catch(() => NOBODY),
    calendar(written(new Date(today.getFullYear(), today.getMonth(), 1, 12))).catch(() => null),
  ]);
  const [games, known] = await Promise.all([
    allGames(),
    ALONE ? Promise.race([asked, new Promise((done) => setTimeout(done, SOON))]) : asked,
    dressed("hall"),
  ]);
  let [rooms, days] = known ?? [NOBODY, null]; // without a server the games do not wait for Python
  if (!place.isConnected) return;
  place.className = "page hall";
  const results = h("div", { class: "results" }),
    count = h("p", { class: "muted count", role: "status" });
  const around = h("div", { class: "around" }),
    more = h("div", { class: "results" });
  const draw = () => {
    const own = query ? findGames(games, query, kinds()) : null;
    count.textContent = !own
      ? ""
      : own.length
        ? tn("{n} game", "{n} games", own.length)
        : t("No game fits. Try other words.");
    if (own) return refill(results, found(own, draw));
    refill(around, tables(games, rooms));
    refill(
      results,
      h(
        "div",
        { class: "front" },
        days ? [todaysTable(days, games, rooms.mine), month(days)] : noTableYet(),
        around,
        friends(games),
      ),
      liked(games, draw),
      famous(games, draw),
      more,
    );
    mark(place, rooms.mine);
    if (more.childElementCount) drawMore();
  };
  const drawMore = () => refill(more, families(games, draw), feet());
  const stop = live(
    () => rooms,
    (fresh) => {
      rooms = fresh;
      refill(around, tables(games, rooms));
      mark(place, rooms.mine);
    },
  );
  refill(place, head(), searchRow(games, draw), count, results);
  draw();
  requestAnimationFrame(() => setTimeout(drawMore)); // what is below the first screen loads after it
  if (!known)
    asked.then((late) => {
      [rooms, days] = late;
      if (place.isConnected) draw();
    });
  return stop;
}

/**
 * The search field, and its suggestions.
 * @param {Game[]} games
 * @param {() => void} draw
 */
function searchRow(games, draw) {
  const look = (/** @type {string} */ wanted) => {
    query = wanted;
    draw();
  };
  const search = h("input", {
    type: "search",
    class: "input",
    id: "search",
    value: query,
    placeholder: t("Search: a name, easy, two packs…"),
    "aria-label": t("Search games"),
    autocomplete: "off",
    oninput: () => look(search.value),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !query) return;
      const [game] = findGames(games, query, kinds());
      if (game) go(`/game/${game.game}`);
    },
  });
  const ideas = [
    t("easy"),
    t("hard"),
    t("short"),
    t("two packs"),
    t("with friends"),
    ...FAMILIES.map((family) => familyName(family).toLocaleLowerCase()),
  ];
  return h(
    "search",
    { class: "search-row" },
    h("div", { class: "search" }, icon("search"), search),
    h(
      "button",
      { class: "button surprise", title: t("Surprise me"), onclick: () => surprise(games) },
      icon("dice"),
      h("span", { class: "wide-only" }, t("Surprise me")),
    ),
    h(
      "div",
      { class: "ideas" },
      ideas.map((idea) =>
        h(
          "button",
          {
            class: "button small",
            onclick: () => {
              search.value = idea;
              look(idea);
              search.focus();
            },
          },
          idea,
        ),
      ),
    ),
  );
}

/** @param {Game[]} own @param {() => void} redraw */
function found(own, redraw) {
  return h(
    "section",
    {},
    h("h2", { class: "unseen" }, t("Games found")),
    grid(own, { redraw, variants: true }),
  );
}

/**
 * Poll the tables while the page is visible. Changes are drawn, and your turn is announced.
 * @param {() => Rooms} known @param {(rooms: Rooms) => void} draw
 */
function live(known, draw) {
  const again = async () => {
    /** @type {Rooms | null} */
    const fresh = await getJson("/api/rooms").catch(() => null),
      old = known();
    if (!fresh || JSON.stringify(fresh) === JSON.stringify(old)) return;
    const waited = new Set(old.mine.filter(({ yours }) => yours).map(({ room }) => room));
    draw(fresh);
    if (fresh.mine.some(({ yours, room }) => yours && !waited.has(room)))
      (await Promise.all([import("../parts/notify.js"), loadMessages()]))[0].notify(
        "turn",
        t("It is your turn."),
      );
  };
  const clock = setInterval(() => void again(), REFRESH);
  addEventListener("focus", again);
  return () => {
    clearInterval(clock);
    removeEventListener("focus", again);
  };
}

/** Mark the games in which it is your turn. @param {HTMLElement} place @param {RoomLine[]} mine */
function mark(place, mine) {
  const waiting = new Set(
    mine.filter(({ yours, seats }) => yours && seats.length > 1).map(({ game }) => game),
  );
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (
    place.querySelectorAll("[data-game]")
  )) {
    const badge = tile.querySelector(".badge"),
      due = waiting.has(tile.dataset.game ?? "");
    if (due && !badge)
      tile.querySelector(".tile-text")?.prepend(h("span", { class: "badge" }, t("Your turn")));
    else if (!due) badge?.remove();
  }
}

/**
 * Your tables, and the public ones.
 * @param {Game[]} games
 * @param {Rooms} rooms
 */
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
    .slice(0, MOST_LEFT);
  /** @param {string} name @param {RoomLine[]} own @param {Node | null} [more] */
  const list = (name, own, more = null) =>
    own.length
      ? h(
          "section",
          {},
          h("div", { class: "section-head" }, h("h2", {}, name), more),
          h(
            "div",
            { class: "tables" },
            own.map((room) => roomLine(room, games)),
          ),
        )
      : null;
  const all = h("a", { href: "/tables" }, t("All your tables"));
  return [
    list(t("Where you left off"), left, all),
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

/** The table games, in little space. @param {Game[]} games */
function friends(games) {
  const own = games.filter(({ seats }) => seats[1] > 1);
  return h(
    "section",
    { class: "friends" },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, t("With friends")),
      h("a", { href: "/join" }, t("Join a table")),
    ),
    h(
      "ul",
      {},
      own.map((game) =>
        h(
          "li",
          { "data-game": game.game },
          h(
            "a",
            { href: `/game/${game.game}`, title: summary(game) },
            picture(game),
            h(
              "span",
              { class: "tile-text" },
              h("strong", {}, title(game)),
              h("span", { class: "muted" }, players(game)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Favourites and recent games, in one row.
 * @param {Game[]} games
 * @param {() => void} redraw
 */
function liked(games, redraw) {
  const { favourites, recent } = now().prefs;
  const own = [...new Set([...favourites, ...recent])]
    .map((id) => games.find(({ game }) => game === id))
    .filter((game) => game !== undefined)
    .slice(0, Math.max(MOST_LIKED, favourites.length));
  return own.length
    ? h(
        "section",
        { class: "liked" },
        h("h2", {}, t("Favourites and recent")),
        grid(own, { redraw }),
      )
    : null;
}

/** @param {Game[]} games @param {() => void} redraw */
function famous(games, redraw) {
  const own = games
    .filter((game) => game.famous)
    .sort((one, other) => Number(one.famous) - Number(other.famous));
  return h(
    "section",
    { class: "famous" },
    h("h2", {}, t("Famous games")),
    grid(own, { redraw, variants: true }),
  );
}

/** @param {Game[]} games @param {() => void} redraw */
function families(games, redraw) {
  return FAMILIES.map((family) => {
    const own = games
      .filter((game) => game.family === family)
      .sort((one, other) => title(one).localeCompare(title(other)));
    return own.length
      ? h("section", {}, h("h2", {}, familyName(family)), grid(own, { redraw }))
      : null;
  });
}

/** Links to pages that explain. */
function feet() {
  return h(
    "nav",
    { class: "feet", "aria-label": t("More") },
    now().prefs.goals ? h("a", { href: "/stats#achievements" }, t("Achievements")) : null,
    h("a", { href: "/odds" }, t("How often can they be won?")),
    h("a", { href: "/rules/glossary" }, t("Card words")),
    h("a", { href: "/tables" }, t("Your tables")),
    h("a", { href: "/workshop" }, t("Write a game")),
  );
}

/** @param {Game[]} games @param {{redraw: () => void, variants?: boolean}} how */
function grid(games, how) {
  return h(
    "ul",
    { class: "grid" },
    games.map((game) => tile(game, how)),
  );
}

/** A random solitaire that was not played recently. @param {Game[]} games */
function surprise(games) {
  const lately = now().prefs.recent.slice(0, 3);
  const fitting = findGames(games, query, kinds()).filter((game) => game.seats[0] === 1);
  const fresh = fitting.filter(({ game }) => !lately.includes(game));
  const pool = [fresh, fitting, games].find(({ length }) => length) ?? games;
  go(`/game/${pool[Math.floor(Math.random() * pool.length)].game}`);
}
