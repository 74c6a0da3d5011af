/** Before the game: the seats, the settings, the link to send, and the start button. */

import { linkTo, pageAt } from "../address.js";
import { title } from "../catalogue.js";
import { told } from "../choices.js";
import { h } from "../dom.js";
import { chosenCards } from "../parts/chosen.js";
import { reach } from "../parts/calling.js";
import { open } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { linkField } from "../parts/link.js";
import { permit, unasked } from "../parts/notify.js";
import { qr } from "../parts/qr.js";
import { turnTime } from "../parts/room-line.js";
import { now } from "../store.js";
import { t, tn } from "../texts.js";
import { codeOf } from "./code.js";
import { companies } from "./company.js";
import { nameField } from "./naming.js";
import { botName, remove } from "./people.js";
import { levelName } from "./words.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Ask} Ask
 */

const HERE = /^(localhost|127\..*|\[::1\])$/; // names that mean another machine elsewhere

/** @param {Room} room @param {Game} game @param {Ask} ask */
export function lobby(room, game, ask) {
  const { seats } = room.sitting,
    free = seats.filter(({ kind }) => kind === "empty").length;
  return h(
    "section",
    { class: "lobby" },
    h("h2", {}, t("{game}: who plays?", { game: title(game) })),
    chosenCards(room),
    settled(room, game),
    room.held.length || room.hosting ? codeOf(room.room) : null,
    h(
      "ul",
      { class: "lobby-seats" },
      seats.map((_, seat) => chair(room, game, seat, ask)),
    ),
    room.held.length && !now().named
      ? h("div", { class: "field" }, h("span", {}, t("What should others call you?")), nameField())
      : null,
    room.held.length && unasked()
      ? h(
          "div",
          { class: "row notices" },
          h("span", {}, t("Get a notification when it is your turn?")),
          h("button", { class: "button small", onclick: () => void permit(true) }, t("Yes")),
          h("button", { class: "button small", onclick: () => void permit(false) }, t("No")),
        )
      : null,
    room.held.length && !window.isSecureContext ? h("p", { class: "muted" }, reach(false)) : null,
    h("div", { class: "invite" }, inviting(room)),
    h(
      "div",
      { class: "row lobby-start" },
      room.held.length
        ? h(
            "button",
            { class: "button main", disabled: free > 0 || null, onclick: () => void ask("start") },
            free ? tn("Waiting for {n} player…", "Waiting for {n} players…", free) : t("Start"),
          )
        : h("p", {}, standing(room, free)),
    ),
  );
}

/** The state of a seat, for a player without one. @param {Room} room @param {number} free */
function standing({ sitting, free: own }, free) {
  const bots = sitting.seats.filter(({ kind }) => kind === "bot").length;
  if (!own?.length && (free || bots)) return t("The host has asked you to leave this table.");
  if (free)
    return tn("{n} seat is free: sit down to play.", "{n} seats are free: sit down to play.", free);
  return bots
    ? tn("A bot sits here: take its seat.", "Bots sit here: take the seat of one.", bots)
    : t("People sit on all seats: you can watch.");
}

/** The settings of the table: the game's options, the clock, talk and spectators. @param {Room} room @param {Game} game */
function settled({ options, settings, watching }, game) {
  const { clock, talk, watch, absent } = settings;
  return h(
    "ul",
    { class: "settled" },
    [
      ...told(game, options),
      clock ? turnTime(clock) : t("no clock"),
      talk === "chat" ? t("chat") : t("signals only"),
      watch === "nobody" ? t("nobody watches") : null,
      absent === "bot" ? t("a bot plays for anyone who is away") : null,
      watching ? tn("{n} is watching", "{n} are watching", watching) : null,
    ]
      .filter((line) => line !== null)
      .map((line) => h("li", {}, line)),
  );
}

/** @param {Room} room @param {Game} game @param {number} seat @param {Ask} ask */
function chair(room, game, seat, ask) {
  const { kind, name, level, with: beside } = room.sitting.seats[seat],
    own = seat === (room.seat ?? room.held[0]);
  const best = game.levels.at(-1);
  const who = kind === "empty" ? t("free") : kind === "bot" ? botName(room.room, seat) : name;
  const about = [
    own ? t("You") : "",
    beside === undefined ? "" : t("at the same screen"),
    seat === room.sitting.host ? t("host") : "",
    kind === "bot" && level ? levelName(level) : "",
    kind === "person" && !room.here.includes(seat) ? t("away") : "",
  ].filter(Boolean);
  return h(
    "li",
    { class: `lobby-seat ${kind === "empty" ? "empty" : ""}` },
    icon(kind === "bot" ? "bot" : "people"),
    h("span", { class: "who" }, [who, ...about].join(" · ")),
    room.hosting && kind === "empty" && best
      ? h(
          "button",
          { class: "button small", onclick: () => void ask("bot", { seat, level: best }) },
          t("Add a bot"),
        )
      : null,
    room.free?.includes(seat)
      ? h(
          "button",
          { class: "button small main", onclick: () => void ask("sit", { seat }) },
          kind === "bot" ? t("Take its seat") : t("Sit here"),
        )
      : null,
    room.held.length === 1 && !room.hosting && kind === "empty"
      ? h(
          "button",
          { class: "button small", onclick: () => void ask("sit", { seat }) },
          t("Move here"),
        )
      : null,
    room.hosting && kind !== "empty" && !own
      ? h(
          "button",
          {
            class: "plain-icon",
            "aria-label": t("Remove from the table"),
            onclick: () => void remove(room.sitting.seats[seat], seat, ask),
          },
          icon("close"),
        )
      : null,
  );
}

/** @param {Room} room */
function inviting(room) {
  const link = linkTo(pageAt());
  return [
    linkField(t("Send this link to your friends"), link),
    "share" in navigator
      ? h(
          "button",
          {
            class: "button",
            onclick: () => navigator.share({ title: document.title, url: link }).catch(() => {}), // the player cancelled
          },
          icon("share"),
          t("Share"),
        )
      : null,
    room.held.length && room.sitting.seats.some(({ kind }) => kind !== "person")
      ? companies(room.room)
      : null,
    HERE.test(location.hostname)
      ? h(
          "p",
          { class: "warning", role: "note" },
          t(
            "This link works on this machine only. Started with --lan, the server lets others in the same network in, and says under which address.",
          ),
        )
      : null,
    qr(link, t("QR code of the link")),
  ];
}

/** @param {Room} room */
export function invite(room) {
  open(t("Invite"), [
    h("div", { class: "invite" }, room.held.length ? codeOf(room.room) : null, inviting(room)),
  ]);
}
