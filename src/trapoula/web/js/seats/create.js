/** Creating a table game: with whom, how many, options and settings. */

import { chosen, oneGame, summary, title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { sitDown } from "../pages/game.js";
import { choices } from "../parts/dialog.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { turnTime } from "../parts/room-line.js";
import { complain } from "../parts/toast.js";
import { optionFields } from "../table/options.js";
import { now } from "../store.js";
import { plainNumber, t } from "../texts.js";
import { prefer } from "../prefs.js";
import { capital } from "../words.js";
import { chairs, HERE } from "./chairs.js";
import { LONG } from "./holiday.js";
import { call } from "./naming.js";

/**
 * The values of the form. `chairs` has an entry for each other seat: a bot's level, HERE, or "" for a friend.
 * @typedef {{company: import("../prefs.js").Company, seats: number, chairs: string[], names: string[], lobby: boolean, watch: string,
 *   talk: string, clock: number, absent: string, late: string, join: string}} Wishes
 */

const CLOCKS = [0, 30, 90, 12 * 3600, 24 * 3600, 72 * 3600]; // seconds a turn

/** @param {HTMLElement} place @param {import("../types.js").Game} game */
export async function create(place, game) {
  const found = await oneGame(game.game);
  const [least, most] = found.seats;
  const options = {
    ...Object.fromEntries(found.options.map(({ name, default: usual }) => [name, usual])),
    ...now().prefs.chosen[found.game],
  };
  /** @type {Wishes} */
  const wishes = {
    company: now().prefs.company,
    seats: 2,
    chairs: [],
    names: Array.from({ length: most }, (_, seat) => t("Player {n}", { n: seat + 1 })),
    lobby: false,
    watch: "anyone",
    talk: "signals",
    clock: 0,
    absent: "wait",
    late: "wait",
    join: "rounds",
  };
  const mine = now().named
    ? null
    : h("input", {
        class: "input",
        id: "name-0",
        maxlength: 24,
        autocomplete: "nickname",
        placeholder: t("Your name"),
        "aria-label": t("Your name"),
      });
  const steps = await (await import("../tour/offer.js")).offer(found),
    fresh = steps && !now().prefs.recent.includes(found.game);
  const players = h("section", { class: "sheet" }),
    kept = h("section", { class: "sheet" }),
    done = h("button", { class: "button main", type: "submit" });
  /** Draw what depends on the company, and reset the other seats. */
  const draw = () => {
    const { company } = wishes,
      fewest = company === "here" ? least : Math.max(2, least);
    wishes.seats = company === "here" ? least : Math.min(most, Math.max(fewest, wishes.seats));
    const usual = { friends: "", bots: found.levels.at(-1) ?? "", here: HERE }[company];
    wishes.chairs = Array(most).fill(usual);
    const seats = h("div", { class: "chairs" });
    const drawChairs = () => refill(seats, chairs(wishes, found, mine));
    drawChairs();
    refill(
      players,
      h("h2", {}, t("Players")),
      choices(
        t("How many, with you"),
        "seats",
        Array.from({ length: most - fewest + 1 }, (_, at) => [
          String(fewest + at),
          plainNumber(fewest + at),
        ]),
        String(wishes.seats),
        (value) => {
          wishes.seats = Number(value);
          drawChairs();
        },
      ),
      seats,
    );
    kept.hidden = company !== "friends";
    done.textContent = company === "friends" ? t("Set the table") : t("Play");
  };
  draw();
  refill(kept, tableFields(wishes));
  place.className = "page";
  refill(
    place,
    head({ back: true, heading: title(found) }),
    h("p", { class: "lead" }, capital(summary(found))),
    fresh
      ? h(
          "div",
          { class: "sheet fresh" },
          h(
            "span",
            {},
            t("New to this game? Play a round with bots; you are told each rule when it matters."),
          ),
          steps,
        )
      : null,
    h(
      "form",
      {
        class: "create",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void make(found, wishes, options, mine);
        },
      },
      withWhom(found, wishes.company, (company) => {
        wishes.company = company;
        draw();
      }),
      players,
      found.options.length
        ? h(
            "section",
            { class: "sheet" },
            h("h2", {}, t("Options of the game")),
            optionFields(found, options),
          )
        : null,
      kept,
      h(
        "div",
        { class: "row foot-row" },
        h(
          "button",
          {
            class: "button",
            type: "button",
            onclick: async () => (await import("../parts/rules.js")).showRules(found, options),
          },
          icon("rules"),
          t("Rules"),
        ),
        fresh ? null : steps,
        h("a", { class: "button", href: "/join" }, icon("people"), t("Join a table")),
      ),
      h("div", { class: "row foot-row create-foot" }, done),
    ),
  );
}

/** The first question of all. @param {import("../types.js").Game} game @param {string} company @param {(company: import("../prefs.js").Company) => void} change */
function withWhom({ levels, seats }, company, change) {
  /** @type {[import("../prefs.js").Company, string, string, string][]} */
  const all = [
    ["friends", "people", t("With friends"), t("They join by a link or a code. Their seats wait.")],
    ["bots", "bot", t("With bots"), t("The game starts at once.")],
    seats[0] === 1
      ? ["here", "phone", t("Alone or on one device"), t("Pass the screen around.")]
      : ["here", "phone", t("On one device"), t("Pass the screen around.")],
  ];
  return h(
    "fieldset",
    { class: "with-whom" },
    h("legend", {}, t("With whom?")),
    all
      .filter(([name]) => name !== "bots" || levels.length)
      .map(([name, sign, label, about]) =>
        h(
          "label",
          { class: "whom" },
          h("input", {
            type: "radio",
            name: "company",
            value: name,
            checked: name === company,
            onchange: () => change(name),
          }),
          h("span", {}, icon(sign), h("b", {}, label), h("span", { class: "muted" }, about)),
        ),
      ),
  );
}

/** The settings of a table that others can join. @param {Wishes} wishes */
function tableFields(wishes) {
  const late = h(
    "div",
    { hidden: true },
    choices(
      t("When the time is up"),
      "late",
      [
        ["bot", t("a bot plays that turn")],
        ["wait", t("the others decide")],
      ],
      "wait",
      (value) => (wishes.late = value),
    ),
  );
  return [
    h("h2", {}, t("The table")),
    h(
      "div",
      { class: "option-fields" },
      choices(
        t("Time per turn"),
        "clock",
        CLOCKS.map((seconds) => [
          String(seconds),
          seconds ? turnTime(seconds, true) : t("no limit"),
        ]),
        "0",
        (value) => {
          wishes.clock = Number(value);
          late.hidden = !wishes.clock;
          wishes.late = wishes.clock < LONG ? "bot" : "wait"; // with days for a turn, no bot steps in unasked
          /** @type {HTMLInputElement} */ (late.querySelector(`[value=${wishes.late}]`)).checked =
            true;
        },
      ),
      late,
      choices(
        t("Who can find it"),
        "lobby",
        [
          ["no", t("those with the link")],
          ["yes", t("everyone on this server")],
        ],
        "no",
        (value) => (wishes.lobby = value === "yes"),
      ),
      choices(
        t("Who may watch"),
        "watch",
        [
          ["anyone", t("anyone")],
          ["nobody", t("nobody")],
        ],
        wishes.watch,
        (value) => (wishes.watch = value),
      ),
      choices(
        t("Talk"),
        "talk",
        [
          ["signals", t("game signals only")],
          ["chat", t("chat too")],
        ],
        wishes.talk,
        (value) => (wishes.talk = value),
      ),
      choices(
        t("When somebody leaves"),
        "absent",
        [
          ["wait", t("wait")],
          ["bot", t("a bot plays on")],
        ],
        wishes.absent,
        (value) => (wishes.absent = value),
      ),
      choices(
        t("Taking over a seat"),
        "join",
        [
          ["rounds", t("nobody during a game")],
          ["anytime", t("anyone who sits down")],
        ],
        wishes.join,
        (value) => (wishes.join = value),
      ),
    ),
  ];
}

/**
 * Make the table. It starts at once if no seat waits for a friend.
 * @param {import("../types.js").Game} game @param {Wishes} wishes @param {import("../types.js").Options} options @param {HTMLInputElement | null} mine
 */
async function make(game, wishes, options, mine) {
  const { company, seats, names, chairs: sat, clock, ...settings } = wishes,
    shared = company === "friends";
  prefer({ company, chosen: { ...now().prefs.chosen, [game.game]: options } });
  if (mine) await call(mine.value);
  const others = sat
    .slice(1, seats)
    .map((who, at) => ({ seat: at + 1, who }))
    .filter(({ who }) => who);
  await sitDown({
    game: game.game,
    options: chosen(game, options),
    seats,
    ...(shared ? { ...settings, clock: clock || null } : {}),
    bots: others.filter(({ who }) => who !== HERE).map(({ seat, who: level }) => ({ seat, level })),
    hold: others
      .filter(({ who }) => who === HERE)
      .map(({ seat }) => ({ seat, name: names[seat].trim() || t("Player {n}", { n: seat + 1 }) })),
    start: others.length === seats - 1,
  }).catch(complain);
}
