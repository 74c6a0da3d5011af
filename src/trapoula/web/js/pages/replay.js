/** A replay: step, play, jump to any move, and play on from here; a solution is one with all cards open. */

import { getJson } from "../api.js";
import { chosen, oneGame, title } from "../catalogue.js";
import { dressed, h, refill } from "../dom.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/toast.js";
import { pace } from "../prefs.js";
import { number, t } from "../texts.js";
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
  const seat = game.layout && !table ? "0" : "all";
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
      if (game.layout) /** @type {import("../table/board.js").CardBoard} */ (stage).show(game, { view: table ? open(found.view) : found.view, legal: [], last: found.last }, { still: far });
      else seats?.show({ view: found.view, table: found, names: Array.from({ length: told.seats }, (_, seat) => t("Seat {n}", { n: seat + 1 })), story: found.last, live: false });
    } catch (fault) {
      stop();
      complain(fault);
    }
  };
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
  };
  document.addEventListener("keydown", keys);
  refill(place,
    h("header", { class: "table-head" }, h("a", { href: table ? `/table/${encodeURIComponent(table)}` : "/", class: "plain-icon", "aria-label": table ? t("Back to the table") : t("To the hall") }, icon("back")),
      h("h1", {}, title(game)), table ? h("span", { class: "deal chosen" }, t("Solution, all cards open")) : null, where),
    h("div", { class: "board-box" }, stage),
    h("div", { class: "replay-bar" }, slider, h("div", { class: "row" },
      button("previous", t("Back"), () => { stop(); show(at - 1); }), play, button("next", t("Forward"), () => { stop(); show(at + 1); }),
      button("fresh", t("Play on from here"), () => { stop(); sitDown({ game: told.game, replay: id, step: at }).catch(complain); }))));
  await show(first);
  return () => {
    stop();
    document.removeEventListener("keydown", keys);
  };
}

/** A table for several, only to be looked at. @param {any} view @param {import("../types.js").Game} game */
async function tableOf(view, game) {
  const { fetchScene, playAt } = await import("../scenes/scene.js");
  await Promise.all([fetchScene(view), dressed("seats")]);
  return /** @type {import("../scenes/play.js").Play} */ (playAt(view, { game, act: async () => {} }));
}
