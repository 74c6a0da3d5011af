/** Setting a table for several: who plays, how, and who may look. */

import { chosen, oneGame, summary, title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { sitDown } from "../pages/game.js";
import { choices } from "../parts/dialog.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { complain } from "../parts/toast.js";
import { optionFields } from "../table/options.js";
import { now } from "../store.js";
import { plainNumber, t } from "../texts.js";
import { prefer } from "../prefs.js";
import { capital } from "../words.js";
import { call } from "./naming.js";
import { levelName } from "./words.js";

const HERE = "here"; // a chair of somebody at this screen

/** What marks who sits on a chair: a bot, or somebody. @param {string} chair */
function signOf(chair) {
  return chair && chair !== HERE ? "bot" : "people";
}

/**
 * @param {HTMLElement} place
 * @param {import("../types.js").Game} game
 */
export async function create(place, game) {
  const found = await oneGame(game.game);
  const [least, most] = found.seats;
  const options = {
    ...Object.fromEntries(found.options.map(({ name, default: usual }) => [name, usual])),
    ...now().prefs.chosen[found.game],
  };
  const table = {
    seats: Math.max(least, Math.min(2, most)),
    lobby: false,
    watch: "anyone",
    talk: "signals",
    clock: 0,
    absent: "wait",
    join: "rounds",
  };
  /** What sits on each other chair: a level, somebody here, or nobody yet. @type {string[]} */
  const chairs = Array(most).fill(found.levels.at(-1) ?? "");
  /** What those here are called. @type {string[]} */
  const names = chairs.map((_, seat) => t("Player {n}", { n: seat + 1 }));
  place.className = "page";
  const seats = h("div", { class: "chairs" });
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
  const drawSeats = () =>
    refill(
      seats,
      Array.from({ length: table.seats }, (_, seat) =>
        seat === 0
          ? h("div", { class: "chair-line" }, icon("people"), h("span", {}, t("You")), mine)
          : chairLine(seat),
      ),
    );
  const chairLine = (/** @type {number} */ seat) => {
    const sign = () =>
      h(
        "span",
        { class: "chair-sign", "data-sign": signOf(chairs[seat]) },
        icon(signOf(chairs[seat])),
      );
    const field = h(
      "select",
      {
        id: `chair-${seat}`,
        onchange: () => {
          chairs[seat] = field.value;
          name.hidden = field.value !== HERE;
          line.firstElementChild?.replaceWith(sign());
        },
      },
      h("option", { value: "" }, t("free, for a friend")),
      h("option", { value: HERE }, t("at this screen")),
      found.levels.map((level) =>
        h("option", { value: level }, t("bot: {level}", { level: levelName(level) })),
      ),
    );
    field.value = chairs[seat];
    const name = h("input", {
      class: "input",
      id: `name-${seat}`,
      maxlength: 24,
      autocomplete: "off",
      value: names[seat],
      "aria-label": t("Name at seat {n}", { n: seat + 1 }),
      oninput: () => (names[seat] = name.value),
    });
    name.hidden = chairs[seat] !== HERE;
    const line = h(
      "div",
      { class: "chair-line" },
      sign(),
      h("label", { for: `chair-${seat}` }, t("Seat {n}", { n: seat + 1 })),
      field,
      name,
    );
    return line;
  };
  const make = async () => {
    prefer({ chosen: { ...now().prefs.chosen, [found.game]: options } });
    if (mine) await call(mine.value);
    const others = chairs
      .slice(1, table.seats)
      .map((level, at) => ({ seat: at + 1, level }))
      .filter(({ level }) => level);
    const bots = others.filter(({ level }) => level !== HERE);
    const hold = others
      .filter(({ level }) => level === HERE)
      .map(({ seat }) => ({ seat, name: names[seat].trim() || t("Player {n}", { n: seat + 1 }) }));
    const full = others.length === table.seats - 1;
    await sitDown({
      game: found.game,
      options: chosen(found, options),
      seats: table.seats,
      lobby: table.lobby,
      watch: table.watch,
      talk: table.talk,
      clock: table.clock || null,
      absent: table.absent,
      join: table.join,
      bots,
      hold,
      start: full,
    }).catch(complain);
  };
  drawSeats();
  refill(
    place,
    head({ back: true, heading: title(found) }),
    h("p", { class: "lead" }, capital(summary(found))),
    h(
      "form",
      {
        class: "create",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void make();
        },
      },
      h(
        "section",
        { class: "sheet" },
        h("h2", {}, t("Players")),
        choices(
          t("How many"),
          "seats",
          Array.from({ length: most - least + 1 }, (_, at) => [
            String(least + at),
            plainNumber(least + at),
          ]),
          String(table.seats),
          (value) => {
            table.seats = Number(value);
            drawSeats();
          },
        ),
        seats,
      ),
      found.options.length
        ? h(
            "section",
            { class: "sheet" },
            h("h2", {}, t("Options of the game")),
            optionFields(found, options),
          )
        : null,
      h(
        "section",
        { class: "sheet" },
        h("h2", {}, t("The table")),
        h(
          "div",
          { class: "option-fields" },
          choices(
            t("Who can find it"),
            "lobby",
            [
              ["no", t("those with the link")],
              ["yes", t("everyone in the hall")],
            ],
            "no",
            (value) => (table.lobby = value === "yes"),
          ),
          choices(
            t("Who may watch"),
            "watch",
            [
              ["anyone", t("anyone")],
              ["nobody", t("nobody")],
            ],
            table.watch,
            (value) => (table.watch = value),
          ),
          choices(
            t("Talk"),
            "talk",
            [
              ["signals", t("signals of the game")],
              ["chat", t("free words too")],
            ],
            table.talk,
            (value) => (table.talk = value),
          ),
          choices(
            t("Time for a turn"),
            "clock",
            [
              ["0", t("without limit")],
              ["30", t("30 seconds")],
              ["90", t("90 seconds")],
              ["86400", t("a day")],
            ],
            "0",
            (value) => (table.clock = Number(value)),
          ),
          choices(
            t("When somebody leaves"),
            "absent",
            [
              ["wait", t("wait")],
              ["bot", t("a bot plays on")],
            ],
            table.absent,
            (value) => (table.absent = value),
          ),
          choices(
            t("Who may take over a hand"),
            "join",
            [
              ["rounds", t("nobody while a game lasts")],
              ["anytime", t("whoever sits down")],
            ],
            table.join,
            (value) => (table.join = value),
          ),
        ),
      ),
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
        await (await import("../tour/offer.js")).offer(found),
      ),
      h(
        "div",
        { class: "row foot-row create-foot" },
        h("button", { class: "button main", type: "submit" }, t("Set the table")),
      ),
    ),
  );
}
