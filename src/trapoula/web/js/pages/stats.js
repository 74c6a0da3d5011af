/**
 * Statistics: achievements, figures for each game, the history with its replays; export and import.
 */

import { getJson, send } from "../api.js";
import { allGames } from "../catalogue.js";
import { settingName } from "../choices.js";
import { dressed, h, refill } from "../dom.js";
import { go } from "../main.js";
import { confirm } from "../parts/dialog.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { complain, toast } from "../parts/toast.js";
import { gameSheet, ladderSheet, list, mateName, numbers, share } from "../stats/sheets.js";
import { shelfOf } from "../stats/shelf.js";
import { now } from "../store.js";
import { date, duration, number, t, tn } from "../texts.js";

/**
 * @typedef {import("../wire.js").Statistics} Statistics
 * @typedef {import("../wire.js").Played} Played
 * @typedef {{game: string, options: import("../types.js").Options, seats?: number}} Setting
 */

const PAGE = 500, // games that are requested for plots, and games that are listed
  LISTED = 50;

/** @param {HTMLElement} place */
export async function stats(place) {
  /** @type {[import("../types.js").Game[], Statistics, {history: Played[]}, unknown]} */
  const [games, { games: own, left, ladders, shelf }, { history }] = await Promise.all([
    allGames(),
    getJson("/api/stats"),
    getJson(`/api/stats/history?limit=${PAGE}`),
    dressed("stats"),
  ]);
  if (!place.isConnected) return;
  document.title = `${t("Statistics")} · Trapoula`;
  place.className = "page";
  const game = (/** @type {string} */ id) => games.find((other) => other.game === id);
  const name = (/** @type {Setting} */ { game: id, options, seats }) => {
    const found = game(id);
    const setting = found ? settingName(found, options) : id;
    return found && found.seats[1] > 1
      ? `${setting} · ${tn("{n} player", "{n} players", seats ?? 1)}`
      : setting;
  };
  const achieved =
    now().prefs.goals && (own.length || Object.keys(shelf.firsts).length)
      ? shelfOf(shelf, games)
      : null;
  refill(
    place,
    head({ back: true, heading: t("Statistics") }),
    own.length ? overview(own, left, name) : nothing(place),
    achieved,
    h(
      "div",
      { class: "cards-of stats-games" },
      [...own]
        .sort((one, other) => other.last - one.last)
        .map((counted) => gameSheet(counted, name(counted), history)),
    ),
    ladders.map((ladder) => ladderSheet(ladder, game(ladder.game))),
    history.length
      ? h(
          "section",
          { class: "sheet scroll" },
          h("h2", {}, t("History")),
          historyList(history.slice(0, LISTED), name),
        )
      : null,
    own.length || history.length ? files(place) : null,
  );
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** The page before the first game. @param {HTMLElement} place */
function nothing(place) {
  return h(
    "div",
    { class: "nothing" },
    icon("stats"),
    h("p", {}, t("No games yet. A game counts when it ends.")),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: "/" }, t("All games")),
      opener(),
      bringer(place),
    ),
  );
}

/**
 * All games together.
 * @param {Statistics["games"]} own
 * @param {Statistics["left"]} left
 * @param {(setting: Setting) => string} name
 */
function overview(own, left, name) {
  const played = own.reduce((sum, counted) => sum + counted.played, 0),
    won = own.reduce((sum, counted) => sum + counted.won, 0);
  return h(
    "div",
    { class: "sheet overview" },
    numbers([
      [t("Games"), number(played)],
      [t("Won"), number(won)],
      [t("Win rate"), share(won, played)],
    ]),
    left.length
      ? h(
          "p",
          { class: "muted" },
          t("Unfinished, not counted: {games}.", {
            games: left.map((one) => `${name(one)} ${number(one.count)}`).join(", "),
          }),
          " ",
          h("a", { href: "/tables" }, t("Your tables")),
        )
      : null,
  );
}

/** Export and import. @param {HTMLElement} place */
function files(place) {
  const download = (/** @type {string} */ kind) =>
    h(
      "a",
      { class: "button", href: `/api/stats/export.${kind}`, download: `trapoula.${kind}` },
      icon("download"),
      kind.toUpperCase(),
    );
  return h(
    "div",
    { class: "row foot-row" },
    download("json"),
    download("csv"),
    opener(),
    bringer(place),
    h("button", { class: "button danger", onclick: () => forget(place) }, t("Delete statistics")),
  );
}

/** A button that imports statistics which were exported before. @param {HTMLElement} place */
function bringer(place) {
  return reader("deal", t("Import statistics"), ".json,application/json", async (text) => {
    const { brought } = await send("POST", "/api/stats", text);
    await stats(place);
    toast(
      brought
        ? tn("Imported {n} game.", "Imported {n} games.", brought)
        : t("You already have all of these games."),
    );
  });
}

/** @param {readonly Played[]} history @param {(setting: Setting) => string} name */
function historyList(history, name) {
  return list(
    "history",
    [t("Game"), t("Result"), t("Score"), t("Time"), t("Moves"), t("When"), ""],
    history.map((own) =>
      h(
        "tr",
        {},
        h(
          "td",
          {},
          name(own),
          own.company?.length
            ? h("span", { class: "muted" }, ` · ${own.company.map(mateName).join(", ")}`)
            : null,
        ),
        h("td", { class: own.won ? "won" : "" }, own.won ? t("won") : t("lost")),
        [number(own.score ?? 0), duration(own.seconds), number(own.moves), date(own.at)].map(
          (text) => h("td", {}, text),
        ),
        h(
          "td",
          {},
          h(
            "button",
            { class: "button small", onclick: () => watchAgain(own) },
            icon("play"),
            t("Watch"),
          ),
        ),
      ),
    ),
  );
}

/** @param {Played} own */
async function watchAgain(own) {
  try {
    const { replay } = await send("POST", `/api/rooms/${own.room}/share?round=${own.round}`);
    await go(`/replay/${replay}`);
  } catch (fault) {
    complain(fault);
  }
}

/** A button that opens a saved record as a replay. */
function opener() {
  return reader("play", t("Open a saved game"), ".trapoula,text/plain", async (text) => {
    const { replay } = await send("POST", "/api/replays", text);
    await go(`/replay/${replay}`);
  });
}

/**
 * A button that opens a file, also the same one again after a correction.
 * @param {string} sign
 * @param {string} label
 * @param {string} accept
 * @param {(text: string) => Promise<void>} use
 */
function reader(sign, label, accept, use) {
  const field = h("input", {
    type: "file",
    accept,
    hidden: true,
    onchange: async () => {
      const [file] = field.files;
      if (!file) return;
      await file.text().then(use).catch(complain);
      field.value = "";
    },
  });
  return h(
    "span",
    {},
    field,
    h("button", { class: "button", onclick: () => field.click() }, icon(sign), label),
  );
}

/** @param {HTMLElement} place */
async function forget(place) {
  if (
    !(await confirm(
      t("Delete all statistics?"),
      t("You can't undo this. Export them first if you might want them back."),
      t("Delete"),
      { danger: true },
    ))
  )
    return;
  await send("DELETE", "/api/stats").then(() => stats(place), complain);
}
