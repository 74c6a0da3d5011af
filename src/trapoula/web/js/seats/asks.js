/** Questions for the players at the table: take a seat back, an absent player, wishes of others. */

import { h, refill } from "../dom.js";
import { now } from "../store.js";
import { t } from "../texts.js";
import { nameField } from "./naming.js";
import { wishText } from "./notices.js";
import { hasSlowTurns } from "./holiday.js";
import { namesOf } from "./people.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("./page.js").Desk} Desk
 *
 * A question or a remark, with its answers. The same key is the same question.
 * @typedef {{key: string, text: string, answers: [string, () => void][], urgent?: boolean, field?: HTMLElement}} Question
 */

const GRACE = 4000; // until an absent player is asked about

/** @param {Desk} desk @returns {import("./page.js").Part & {node: HTMLElement}} */
export function asks({ ask, redraw }) {
  const node = h("div", { class: "asks", role: "status" });
  /** Questions answered with "not now". @type {Set<string>} */
  const dismissed = new Set();
  /** Since when each seat's person is away. @type {Map<number, number>} */
  const gone = new Map();
  let drawn = "";
  /** @type {number | undefined} */
  let later;

  /** Note who is away, and check again when it is time to ask. @param {Room} room */
  const miss = (room) => {
    clearTimeout(later);
    const missing = room.sitting.phase === "playing" ? absent(room) : [];
    for (const seat of [...gone.keys()])
      if (!missing.includes(seat)) (gone.delete(seat), dismissed.delete(`gone ${seat}`));
    for (const seat of missing) if (!gone.has(seat)) gone.set(seat, performance.now());
    if (missing.length) later = setTimeout(redraw, GRACE);
  };
  const long = (/** @type {number} */ seat) =>
    performance.now() - (gone.get(seat) ?? Infinity) >= GRACE - 50;
  /** Take the seat back when the player returns. */
  const look = () => {
    const room = now().room;
    if (room && !document.hidden && lost(room)) void ask("back");
  };
  document.addEventListener("visibilitychange", look);
  return {
    node,
    draw: (room, due) => {
      miss(room);
      const put = (/** @type {string} */ key) => () => {
        dismissed.add(key);
        redraw();
      };
      const questions = due.length
        ? []
        : [...all(room, ask, put, long)].filter(({ key }) => !dismissed.has(key)).slice(0, 1); // one at a time
      const keys = JSON.stringify(
        questions.map(({ key, text, answers }) => [key, text, answers.map(([label]) => label)]),
      );
      if (keys === drawn) return;
      drawn = keys;
      refill(node, questions.map(line));
    },
    stop: () => {
      clearTimeout(later);
      document.removeEventListener("visibilitychange", look);
    },
  };
}

/** @param {Question} question */
function line({ key, text, answers, urgent, field }) {
  return h(
    "div",
    { class: `asking ${urgent ? "urgent" : ""}`, "data-asks": key.split(" ")[0] },
    h("span", {}, text),
    field,
    answers.length
      ? h(
          "span",
          { class: "row" },
          answers.map(([label, act], at) =>
            h(
              "button",
              { class: `button small ${at || field ? "" : "main"}`, onclick: act },
              label,
            ),
          ),
        )
      : null,
  );
}

/** Whether a bot plays for the player at this screen. @param {Room} room */
function lost({ held, sitting }) {
  return held.length > 0 && held.every((seat) => sitting.seats[seat].away);
}

/** The seats without an active player. @param {Room} room */
function absent({ sitting, here }) {
  return sitting.seats
    .map((_, seat) => seat)
    .filter((seat) => {
      const { kind, away } = sitting.seats[seat];
      return kind === "empty" || (kind === "person" && !away && !here.includes(seat));
    });
}

/**
 * All questions and remarks, most urgent first.
 * @param {Room} room @param {Desk["ask"]} ask @param {(key: string) => () => void} put @param {(seat: number) => boolean} long
 * @returns {Generator<Question>}
 */
function* all(room, ask, put, long) {
  const { sitting, held } = room,
    playing = sitting.phase === "playing",
    names = namesOf(room);
  if (playing && lost(room))
    yield {
      key: "away",
      text: t("A bot is playing for you."),
      answers: [[t("Take my seat back"), () => void ask("back")]],
      urgent: true,
    };
  yield* wished(room, ask, names);
  if (held.length && playing) {
    for (const seat of absent(room)) {
      const asked = sitting.wishes.some(({ matter, about }) => matter === "bot" && about === seat);
      if (asked || seat !== room.table?.turn || !long(seat) || hasSlowTurns(room)) continue;
      const key = `gone ${seat}`,
        text =
          sitting.seats[seat].kind === "empty"
            ? t("Nobody sits at seat {n}: wait, or let a bot play?", { n: seat + 1 })
            : t("{name} is away: wait, or let a bot play?", { name: names[seat] });
      yield {
        key,
        text,
        answers: [
          [t("Let a bot play"), () => void ask("wish", { matter: "bot", about: seat })],
          [t("Wait"), put(key)],
        ],
      };
    }
    yield* voted(room, ask, put, names);
  }
  if (!held.length && sitting.phase !== "waiting") yield watching(room, ask);
  const company = sitting.seats.some(({ kind }, seat) => kind === "person" && !held.includes(seat));
  if (company && held.length && playing && !now().named)
    yield {
      key: "name",
      text: t("What should others call you?"),
      answers: [[t("Later"), put("name")]],
      field: nameField(),
    };
}

/** Wishes, of others and of yours. @param {Room} room @param {Desk["ask"]} ask @param {string[]} names @returns {Generator<Question>} */
function* wished(room, ask, names) {
  const { wishes } = room.sitting,
    own = (/** @type {number} */ seat) => room.held.includes(seat);
  /** @type {Set<string>} */
  const told = new Set();
  for (const wish of wishes) {
    const { matter, about, deal } = wish,
      same = wishes.filter(
        (other) => other.matter === matter && other.about === about && other.deal === deal,
      );
    const key = `wish ${matter} ${about} ${deal}`;
    if (told.has(key)) continue;
    told.add(key);
    const no = () => void ask("wish", { matter, about, yes: false });
    const yes = () =>
      void (matter === "again"
        ? ask("again", deal === null ? {} : { deal })
        : ask("wish", { matter, about }));
    const mine = same.some(({ seat }) => own(seat));
    /** @type {[string, () => void][]} */
    const answers = !room.held.length
      ? []
      : mine
        ? [[t("Never mind"), no]]
        : [
            [matter === "again" ? t("Me too") : t("Agreed"), yes],
            [t("No"), no],
          ];
    yield {
      key: `${key} ${same.length}`,
      text: mine ? t("The others are being asked whether they agree.") : wishText(wish, names),
      answers,
    };
  }
}

/** Votes to end the round. @param {Room} room @param {Desk["ask"]} ask @param {(key: string) => () => void} put @param {string[]} names @returns {Generator<Question>} */
function* voted({ sitting, held, seat }, ask, put, names) {
  const { votes, seats } = sitting,
    persons = seats.filter(({ kind }) => kind === "person").length;
  if (!votes.length) return;
  const key = `vote ${votes}`,
    mine = votes.some((own) => held.includes(own));
  const text = t("To end the round: {names}. It takes {n} votes.", {
    names: votes.map((own) => names[own]).join(", "),
    n: Math.floor(persons / 2) + 1,
  });
  const vote = (/** @type {boolean} */ end) => () =>
    void ask("vote", { end, ...(seat === null ? {} : { seat }) });
  yield {
    key,
    text,
    answers: mine
      ? [
          [t("Vote to play on"), vote(false)],
          [t("Wait"), put(key)],
        ]
      : [
          [t("End it"), vote(true)],
          [t("Keep playing"), put(key)],
        ],
  };
}

/** The message for a player without a seat. @param {Room} room @param {Desk["ask"]} ask @returns {Question} */
function watching({ sitting, free = [] }, ask) {
  if (sitting.seats.every(({ kind }) => kind === "person"))
    return { key: "watching", text: t("You are watching: every seat is taken."), answers: [] };
  if (!free.length)
    return {
      key: "watching",
      text: t("You are watching: no seat is free for you now."),
      answers: [],
    };
  return {
    key: `watching ${free}`,
    text: t("You are watching."),
    answers: [[t("Sit down"), () => void ask("sit", { seat: free[0] })]],
  };
}
