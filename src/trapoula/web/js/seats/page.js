/** The page of a table for several: who is there, the game, and what comes before and after it. */

import { send } from "../api.js";
import { title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { go } from "../main.js";
import { chosenCards } from "../parts/chosen.js";
import { confirm } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { announce, complain } from "../parts/toast.js";
import { command, pending } from "../room.js";
import { now, watch } from "../store.js";
import { duration, percent, t } from "../texts.js";
import { drawing } from "./games.js";
import { Handover } from "./handover.js";
import { lobby } from "./lobby.js";
import { moving } from "./number.js";
import { result, together } from "./result.js";
import { showTalk } from "./talk.js";
import { actionName } from "./words.js";

/** @typedef {import("../types.js").Room} Room */

/**
 * @param {HTMLElement} place
 * @param {import("../types.js").Game} game
 */
export function seats(place, game) {
  place.className = "page-table";
  document.title = `${title(game)} · Trapoula`;
  const people = h("div", { class: "people" }), stage = h("div", { class: "seat-table" }), tools = h("nav", { class: "tools", "aria-label": t("Tools") });
  const facts = h("dl", { class: "facts" });
  refill(place, h("header", { class: "table-head" }, h("a", { href: "/", class: "plain-icon", "aria-label": t("To the hall") }, icon("back")), h("h1", {}, title(game)), facts), h("div", { class: "board-box seated" }, people, stage), tools);

  /** @param {string} type @param {object} [fields] */
  const ask = (type, fields) => command(type, fields).catch((fault) => { complain(fault); draw(); });
  const act = (/** @type {string} */ action) => { if (!pending()) void ask("act", { action }); };
  const handover = new Handover();
  const pass = () => { handover.pass(); draw(); };
  let own = drawing(game), heard = 0, saidTurn = "", between = "";

  const draw = () => {
    const room = now().room;
    if (!room) return;
    stage.parentElement?.classList.toggle("watching", room.seat === null);
    const due = handover.due(room);
    moving(stage, () => refill(stage, ...(due.length ? [handover.page(room, due, ask, draw)] : scene(room))));
    if (due.join() !== between) shut(due);
    refill(people, chairs(room, ask));
    refill(tools, ...toolsOf(room, game, ask, () => showTalk(ask), pass, due.length > 0));
    const talk = document.querySelector(".talk-list");
    if (talk && room.chat.length !== heard) talk.dispatchEvent(new Event("heard"));
    if (room.chat.length > heard && heard) announce(`${room.chat.at(-1)?.name}: ${room.chat.at(-1)?.text}`);
    heard = room.chat.length;
    if (!due.length) tell(room);
    tick();
  };
  /** Nothing of the last hand stays when the screen changes hands: no picked card, no hint. */
  const shut = (/** @type {number[]} */ due) => {
    between = due.join();
    if (!between) return;
    own = drawing(game);
    saidTurn = "";
    document.querySelectorAll(".toast, .menu").forEach((node) => node.remove());
    /** @type {HTMLElement | null} */ (stage.querySelector(".handover"))?.focus({ preventScroll: true });
  };
  const scene = (/** @type {Room} */ room) => {
    const names = namesOf(room);
    if (room.sitting.phase === "waiting" || !room.table) return [lobby(room, game, ask)];
    const shown = room.show?.table ?? room.table;
    const parts = [chosenCards(room), ...own.look({ view: shown.view, table: room.show ? /** @type {any} */ ({ ...shown, legal: [] }) : room.table, names, act })];
    if (room.show) return [...parts, together(room, ask)];
    return room.table.outcome || room.sitting.phase === "over" ? [...parts, result(room, names, ask, watchAgain)] : parts;
  };
  const watchAgain = async () => {
    try {
      const room = /** @type {Room} */ (now().room);
      const { replay } = await send("POST", `/api/rooms/${room.room}/share?round=${room.sitting.round}`);
      await go(`/replay/${replay}`);
    } catch (fault) {
      complain(fault);
    }
  };
  const tell = (/** @type {Room} */ room) => {
    const turn = `${room.sitting.round}/${room.table?.turn}`;
    if (turn !== saidTurn && room.table?.turn === room.seat && room.seat !== null) announce(t("It is your turn."));
    saidTurn = turn;
  };
  const tick = () => {
    const room = now().room;
    if (!room?.table) return facts.replaceChildren();
    const left = room.table.deadline === null ? null : room.table.deadline - Date.now() / 1000;
    refill(facts, left === null ? null : h("div", {}, h("dt", {}, t("Time left")), h("dd", {}, duration(left))), room.watching ? h("div", {}, h("dt", {}, t("Watching")), h("dd", {}, room.watching)) : null);
  };
  const stops = [watch(["room", "prefs"], draw)];
  const clock = setInterval(tick, 1000);
  draw();
  return () => {
    stops.forEach((stop) => stop());
    clearInterval(clock);
  };
}

/** Who sits where, by name. @param {Room} room */
export function namesOf(room) {
  return room.sitting.seats.map((chair, seat) => (seat === room.seat && room.held.length < 2 ? t("You") : chair.name ?? (chair.kind === "bot" ? t("Bot {n}", { n: seat + 1 }) : t("Seat {n}", { n: seat + 1 }))));
}

/** The people around the table. @param {Room} room @param {(type: string, fields?: object) => Promise<any>} ask */
function chairs(room, ask) {
  if (room.sitting.phase === "waiting") return null;
  const names = namesOf(room), hands = room.table?.view.hands;
  return room.sitting.seats.map((chair, seat) => {
    const here = chair.kind === "bot" || room.here.includes(seat);
    const state = chair.kind === "empty" ? t("empty") : chair.away ? t("a bot stands in") : !here ? t("away") : "";
    const choices = chairChoices(room, chair, seat, ask);
    const inside = [icon(chair.kind === "bot" || chair.away ? "bot" : "people"), h("span", {}, names[seat]), hands ? h("span", { class: "hand-count", "aria-label": t("cards in hand: {n}", { n: hands[seat] }) }, hands[seat]) : null, state ? h("span", { class: "state" }, state) : null];
    const kind = `person ${room.table?.turn === seat ? "on" : ""} ${here ? "" : "gone"}`;
    return choices.length ? h("button", { class: kind, onclick: (/** @type {Event} */ event) => openMenu(/** @type {any} */ (event.currentTarget), choices) }, inside) : h("div", { class: kind }, inside);
  });
}

/** @param {Room} room @param {import("../types.js").Chair} chair @param {number} seat @param {(type: string, fields?: object) => Promise<any>} ask */
function chairChoices(room, chair, seat, ask) {
  const items = [];
  if (!room.held.length && chair.kind !== "person") items.push({ icon: "people", label: t("Sit here"), act: () => void ask("sit", { seat }) });
  if (room.seat === seat && chair.away) items.push({ icon: "people", label: t("Take my seat back"), act: () => void ask("back") });
  if (room.hosting && chair.kind === "empty") items.push({ icon: "bot", label: t("Put a bot here"), act: () => void ask("bot", { seat }) });
  if (room.hosting && seat !== room.seat && chair.kind !== "empty") items.push({ icon: "close", label: t("Remove from the table"), act: () => void ask("remove", { seat }) });
  return items;
}

/**
 * @param {Room} room
 * @param {import("../types.js").Game} game
 * @param {(type: string, fields?: object) => Promise<any>} ask
 * @param {() => void} talk
 * @param {() => void} pass lets another have the screen
 * @param {boolean} between whether it is just being handed over
 */
function* toolsOf(room, game, ask, talk, pass, between) {
  const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act, kind = "", disabled = false) => h("button", { class: `tool ${kind}`, "data-tool": name, onclick: act, disabled: disabled || null }, icon(name), h("span", {}, label));
  const playing = room.sitting.phase === "playing", seated = room.seat !== null && !between;
  yield tool("rules", t("Rules"), async () => (await import("../parts/rules.js")).showRules(game, room.options), "first");
  if (seated && playing) {
    yield tool("undo", t("Undo"), () => void ask("undo"), "", !room.table?.undo);
    yield tool("hint", t("Hint"), () => void showHint(ask));
  }
  yield tool("chat", t("Talk"), talk);
  const more = h("button", { class: "tool apart", "aria-haspopup": "menu", "data-tool": "more", onclick: () => openMenu(more, [
    { icon: "settings", label: t("Settings"), act: async () => (await import("../parts/settings.js")).showSettings() },
    { icon: "share", label: t("Invite"), act: async () => (await import("./lobby.js")).invite(room) },
    playing && seated && room.held.length > 1 ? { icon: "people", label: t("Hand the screen over"), act: pass } : null,
    playing && seated ? { icon: "close", label: room.sitting.votes.includes(/** @type {number} */ (room.seat)) ? t("Vote to play on") : t("Vote to end the round"), act: () => void ask("vote", { end: !room.sitting.votes.includes(/** @type {number} */ (room.seat)) }) } : null,
    seated ? { icon: "people", label: t("Give up my seat"), act: async () => { if (await confirm(t("Give up your seat?"), t("Others may take it."), t("Give it up"))) void ask("stand"); } } : null,
  ].filter((item) => item !== null)) }, icon("more"), h("span", {}, t("More")));
  yield more;
}

/** What the strong bot would do from what this seat sees, why, and its chance. @param {(type: string, fields?: object) => Promise<any>} ask */
async function showHint(ask) {
  const { toast } = await import("../parts/toast.js");
  toast(t("Thinking…"), null, true);
  const answer = await ask("hint");
  if (!answer?.action) return;
  const { action, template, facts, chance } = answer;
  const told = [t("Hint: {action}", { action: actionName(action) }), t(template, facts)];
  if (chance !== null) told.push(t("Chance of winning: {share}", { share: percent(chance) }));
  toast(told.map((sentence) => sentence.replace(/[.]?$/, ".")).join(" "), null, true);
}
