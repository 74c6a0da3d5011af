/** A replay: step, play, jump to any move, and play on from here; a solution is one with all cards open. */

import { getJson } from "../api.js";
import { chosen, oneGame, title } from "../catalogue.js";
import { dressed, h, refill } from "../dom.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/toast.js";
import { pace } from "../prefs.js";
import { number, t } from "../texts.js";
import { address, pageAt } from "../address.js";
import { sitDown } from "./game.js";
import "../table/board.js";

const CHUNK = 100;

/** @param {HTMLElement} place @param {string} id */
export async function replay(place, id) {
  const told = await getJson(`/api/replays/${id}`);
  const bare = await oneGame(told.game);
  const options = chosen(bare, told.options), game = Object.keys(options).length ? await oneGame(told.game, options) : bare;
  if (!place.isConnected) return;
  document.title = `${title(game)} · Trapoula`;
  place.className = "page-table";
  const asked = new URLSearchParams(location.search), table = asked.get("table"); // where a solution was asked for
  let seat = game.layout && !table ? "0" : "all";
  const names = namesIn(asked.get("names"), told.seats);
  const stage = game.layout ? h("card-board") : h("div", { class: "seat-table" });
  /** @type {import("../scenes/play.js").Play | null} */
  let seats = null;
  /** @type {Map<number, Promise<any[]>>} */
  const chunks = new Map();
  const step = async (/** @type {number} */ at) => {
    const from = Math.floor(at / CHUNK) * CHUNK;
    if (!chunks.has(from)) chunks.set(from, getJson(`/api/replays/${id}/steps?from=${from}&to=${Math.min(from + CHUNK - 1, told.steps)}&seat=${seat}`).then(({ steps }) => steps));
    return (await /** @type {Promise<any[]>} */ (chunks.get(from)))[at - from];
  };

  const first = Math.max(0, Math.min(told.steps, Number(asked.get("step")) || 0));
  let at = first;
  /** @type {number | undefined} */
  let playing;
  const where = h("span", { class: "where", role: "status" });
  const slider = h("input", { type: "range", min: 0, max: told.steps, value: 0, "aria-label": t("Move"), oninput: () => { stop(); show(Number(slider.value)); } });
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) => h("button", { class: "tool", "data-tool": name, onclick: act }, icon(name), h("span", {}, label));
  const play = button("play", t("Play"), () => (playing ? stop() : start()));

  const show = async (/** @type {number} */ to) => {
    const wanted = Math.max(0, Math.min(told.steps, to)), far = Math.abs(wanted - at) > 1;
    at = wanted;
    try {
      const found = await step(wanted);
      if (!game.layout && !seats) stage.append((seats = await tableOf(found.view, game)).node);
      if (at !== wanted) return;
      slider.value = String(at);
      where.textContent = t("Move {at} of {all}", { at: number(at), all: number(told.steps) });
      if (game.layout) /** @type {import("../table/board.js").CardBoard} */ (stage).show(game, { view: table ? turnedOpen(found.view) : found.view, legal: [], last: found.last }, { still: far });
      else await showSeats(found);
      const here = new URLSearchParams(asked);
      here.set("step", String(at));
      history.replaceState(history.state, "", address(`${pageAt()}?${here}`)); // a link to this very step
    } catch (fault) {
      stop();
      complain(fault);
    }
  };
  /** The table, what was done in words, and everybody's hand where all are looked at. @param {any} found */
  const showSeats = async (found) => {
    seats?.show({ view: found.view, table: found, names, story: found.last, live: false });
    const [{ told: inWords }, { turnedUp }] = await Promise.all([import("../scenes/telling.js"), import("../seats/tally.js")]);
    refill(deed, found.last.map((/** @type {any} */ { seat: who, words }) => (words ? h("p", {}, h("b", {}, names[who] ?? ""), " ", inWords(words, names)) : null)), turnedUp(found.view.secret?.hands ?? [], names));
  };
  const deed = game.layout ? null : h("div", { class: "deed", role: "status" });
  const viewpoint = game.layout ? null : h("select", { class: "input", "aria-label": t("Whose cards are seen"), onchange: () => { seat = viewpoint.value; chunks.clear(); void show(at); } },
    h("option", { value: "all" }, t("All hands")), names.map((name, own) => h("option", { value: String(own) }, name)), h("option", { value: "none" }, t("What spectators saw")));
  const stop = () => {
    clearInterval(playing);
    playing = undefined;
    refill(play, icon("play"), h("span", {}, t("Play")));
  };
  const start = () => {
    if (at >= told.steps) at = -1;
    playing = setInterval(() => (at >= told.steps ? stop() : show(at + 1)), Math.max(450, pace() * 2.5));
    refill(play, icon("pause"), h("span", {}, t("Pause")));
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === slider || document.querySelector("dialog[open]")) return;
    if (event.key === "ArrowRight") { stop(); show(at + 1); }
    else if (event.key === "ArrowLeft") { stop(); show(at - 1); }
    else if (event.key === "Home") { stop(); show(0); }
    else if (event.key === "End") { stop(); show(told.steps); }
    else if (event.key === " " && event.target === document.body) { event.preventDefault(); playing ? stop() : start(); }
  };
  document.addEventListener("keydown", keys);
  refill(place,
    h("header", { class: "table-head" }, h("a", { href: table ? `/table/${encodeURIComponent(table)}` : "/", class: "plain-icon", "aria-label": table ? t("Back to the table") : t("To the hall") }, icon("back")),
      h("h1", {}, title(game)), table ? h("span", { class: "deal chosen" }, t("Solution, all cards open")) : null, where),
    h("div", { class: "board-box" }, stage),
    h("div", { class: "replay-bar" }, deed, slider, h("div", { class: "row" }, viewpoint,
      button("previous", t("Back"), () => { stop(); show(at - 1); }), play, button("next", t("Forward"), () => { stop(); show(at + 1); }),
      button("fresh", t("Play on from here"), () => { stop(); sitDown({ game: told.game, replay: id, step: at }).catch(complain); }))));
  await show(first);
  return () => {
    stop();
    document.removeEventListener("keydown", keys);
  };
}

/** Who sat where, as the address tells it; numbers where it does not. @param {string | null} text @param {number} seats @returns {string[]} */
function namesIn(text, seats) {
  let named = [];
  try {
    named = JSON.parse(text ?? "[]");
  } catch {
    // a link that was cut short still leads to its replay
  }
  return Array.from({ length: seats }, (_, seat) => (Array.isArray(named) && named[seat] ? String(named[seat]).slice(0, 24) : t("Seat {n}", { n: seat + 1 })));
}

/** A table for several, only to be looked at. @param {any} view @param {import("../types.js").Game} game */
async function tableOf(view, game) {
  const { fetchScene, playAt } = await import("../scenes/scene.js");
  await Promise.all([fetchScene(view), dressed("seats")]);
  return /** @type {import("../scenes/play.js").Play} */ (playAt(view, { game, act: async () => {} }));
}

/** A view with every card open, also those that lie face down. @param {import("../types.js").PatienceView} view */
function turnedOpen(view) {
  return { ...view, piles: Object.fromEntries(Object.entries(view.piles).map(([pile, cards]) => [pile, cards.map((card) => card.replace("?", ""))])) };
}
