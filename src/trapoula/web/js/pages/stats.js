/** Statistics: per game, with plots; the history with its replays; export and reset. */

import { getJson, send } from "../api.js";
import { allGames, title } from "../catalogue.js";
import { dressed, h, refill } from "../dom.js";
import { go } from "../main.js";
import { confirm } from "../parts/dialog.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { bars, line } from "../parts/plot.js";
import { complain, toast } from "../parts/toast.js";
import { date, duration, number, percent, plainNumber, t, tn } from "../texts.js";
import { settingName } from "../choices.js";
import { levelName } from "../seats/words.js";

const PAGE = 50,
  PLOTTED = 40,
  MET = 8;

/** @param {HTMLElement} place */
export async function stats(place) {
  const [games, { games: own, left, ladders }, { history }] = await Promise.all([
    allGames(),
    getJson("/api/stats"),
    getJson(`/api/stats/history?limit=${PAGE}`),
    dressed("stats"),
  ]);
  if (!place.isConnected) return;
  document.title = `${t("Statistics")} · Trapoula`;
  place.className = "page";
  const game = (/** @type {string} */ id) => games.find((other) => other.game === id);
  const name = (/** @type {any} */ line) => {
    const found = game(line.game);
    const setting = found ? settingName(found, line.options) : line.game;
    return found && found.seats[1] > 1
      ? `${setting} · ${tn("{n} player", "{n} players", line.seats)}`
      : setting;
  };
  if (!own.length)
    return refill(
      place,
      head({ back: true, heading: t("Statistics") }),
      h(
        "div",
        { class: "nothing" },
        icon("stats"),
        h("p", {}, t("No games yet. A game counts when it ends.")),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button main", href: "/" }, t("To the hall")),
          opener(),
          bringer(place),
        ),
      ),
    );
  const played = own.reduce(
      (/** @type {number} */ sum, /** @type {any} */ line) => sum + line.played,
      0,
    ),
    won = own.reduce((/** @type {number} */ sum, /** @type {any} */ line) => sum + line.won, 0);
  refill(
    place,
    head({ back: true, heading: t("Statistics") }),
    h(
      "div",
      { class: "sheet" },
      numbers([
        [t("Games"), number(played)],
        [t("Won"), number(won)],
        [t("Win rate"), share(won, played)],
      ]),
      unfinished(left, name),
    ),
    h(
      "div",
      { class: "cards-of stats-games" },
      own
        .sort((/** @type {any} */ one, /** @type {any} */ other) => other.last - one.last)
        .map((/** @type {any} */ line) => gameSheet(line, name(line))),
    ),
    ladders.map((/** @type {any} */ ladder) => ladderSheet(ladder, game(ladder.game))),
    h("section", { class: "sheet scroll" }, h("h2", {}, t("History")), historyList(history, name)),
    h(
      "div",
      { class: "row foot-row" },
      h(
        "a",
        { class: "button", href: "/api/stats/export.json", download: "trapoula.json" },
        icon("download"),
        "JSON",
      ),
      h(
        "a",
        { class: "button", href: "/api/stats/export.csv", download: "trapoula.csv" },
        icon("download"),
        "CSV",
      ),
      opener(),
      bringer(place),
      h("button", { class: "button danger", onclick: () => forget(place) }, t("Delete statistics")),
    ),
  );
}

/** @param {[string, string][]} pairs */
function numbers(pairs) {
  return h(
    "dl",
    { class: "numbers" },
    pairs.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}

/** @param {number} won @param {number} played */
const share = (won, played) => (played ? percent(won / played) : "–");

/** What was begun and not ended. @param {any[]} left @param {(line: any) => string} name */
function unfinished(left, name) {
  if (!left.length) return null;
  return h(
    "p",
    { class: "muted" },
    t("Unfinished, not counted: {games}.", {
      games: left.map((one) => `${name(one)} ${number(one.count)}`).join(", "),
    }),
    " ",
    h("a", { href: "/tables" }, t("Your tables")),
  );
}

/** A button that brings statistics which were exported before. @param {HTMLElement} place */
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

/** @param {any} line @param {string} name */
function gameSheet(line, name) {
  const plots = h("div", { class: "plots" });
  const sheet = h(
    "section",
    { class: "sheet" },
    h("h2", {}, name),
    numbers([
      [t("Played"), number(line.played)],
      [t("Won"), number(line.won)],
      [t("Win rate"), share(line.won, line.played)],
      [t("Streak"), number(Math.max(0, line.streak))],
      [t("Best streak"), number(line.best_streak)],
      [t("Best score"), number(line.best_score ?? 0)],
      ...(line.best_seconds === null
        ? []
        : /** @type {[string, string][]} */ ([[t("Best time"), duration(line.best_seconds)]])),
      ...(line.seats > 1
        ? []
        : /** @type {[string, string][]} */ ([
            [t("Hints"), number(line.hints)],
            [t("Undos"), number(line.undos)],
            [t("Won without help"), number(line.unaided)],
          ])),
      ...(line.dead
        ? /** @type {[string, string][]} */ ([[t("Dead deals"), number(line.dead)]])
        : []),
    ]),
    line.met.length ? metList(line) : null,
    plots,
  );
  drawPlots(line, plots).catch(complain);
  return sheet;
}

/** Somebody else at a table. @param {{name: string, level: string}} mate */
const mateName = ({ name, level }) =>
  level ? t("bot: {level}", { level: levelName(level) }) : name;

/** How it has gone with the same partners, or against the same rivals. @param {any} line */
function metList({ met, rivals }) {
  return h(
    "table",
    { class: "list met" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [
          rivals ? t("Against") : t("Team with"),
          t("Played"),
          t("Won"),
          rivals ? t("Best score") : t("Fewest left"),
        ].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      met
        .slice(0, MET)
        .map((/** @type {any} */ one) =>
          h(
            "tr",
            {},
            h("td", {}, one.mates.map(mateName).join(", ")),
            h("td", {}, number(one.played)),
            h("td", {}, number(one.won)),
            h("td", {}, number(one.best_score)),
          ),
        ),
    ),
  );
}

/** The ratings at a game. @param {any} ladder @param {import("../types.js").Game | undefined} game */
function ladderSheet({ game: id, rated }, game) {
  return h(
    "section",
    { class: "sheet scroll ladder" },
    h("h2", {}, t("Ratings: {game}", { game: game ? title(game) : id })),
    h(
      "p",
      { class: "muted" },
      t(
        "Who wins against the strong gains more. The less somebody has played, the wider the range.",
      ),
    ),
    h(
      "table",
      { class: "list" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          [t("Player"), t("Rating"), t("Played")].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        rated.map((/** @type {any} */ one) =>
          h(
            "tr",
            { class: one.you ? "won" : "" },
            h("td", {}, one.you ? t("You") : mateName(one.mate)),
            h("td", {}, `${plainNumber(one.rating)} ± ${plainNumber(2 * one.deviation)}`),
            h("td", {}, number(one.played)),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} line @param {HTMLElement} place */
async function drawPlots(line, place) {
  const { history } = await getJson(`/api/stats/history?game=${line.game}&limit=${PAGE}`);
  const same = JSON.stringify(line.options);
  const past = history
    .filter(
      (/** @type {any} */ own) => own.seats === line.seats && JSON.stringify(own.options) === same,
    )
    .slice(0, PLOTTED)
    .reverse();
  if (past.length < 2) return;
  let wins = 0;
  const rate = past.map(
    (/** @type {any} */ own, /** @type {number} */ at) => (wins += own.won ? 1 : 0) / (at + 1),
  );
  refill(
    place,
    line_(t("Win rate over time"), rate),
    bars(
      t("Scores"),
      past.map((/** @type {any} */ own) => ({ value: own.score, won: own.won })),
      number,
    ),
    bars(
      t("Times"),
      past.map((/** @type {any} */ own) => ({ value: own.seconds, won: own.won })),
      duration,
    ),
  );
}

/** @param {string} label @param {number[]} rate */
const line_ = (label, rate) => line(label, rate, percent);

/** @param {any[]} history @param {(line: any) => string} name */
function historyList(history, name) {
  return h(
    "table",
    { class: "list" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [t("Game"), t("Result"), t("Score"), t("Time"), t("Moves"), t("When"), ""].map((text) =>
          text ? h("th", { scope: "col" }, text) : h("td", {}),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      history.map((own) =>
        h(
          "tr",
          {},
          h(
            "td",
            {},
            name(own),
            own.company.length
              ? h("span", { class: "muted" }, ` · ${own.company.map(mateName).join(", ")}`)
              : null,
          ),
          h("td", { class: own.won ? "won" : "" }, own.won ? t("won") : t("lost")),
          h("td", {}, number(own.score)),
          h("td", {}, duration(own.seconds)),
          h("td", {}, number(own.moves)),
          h("td", {}, date(own.at)),
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
    ),
  );
}

/** @param {any} own */
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

/** A button that asks for a file, also for the same one again when it was mended. @param {string} sign @param {string} label @param {string} accept @param {(text: string) => Promise<void>} use */
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
