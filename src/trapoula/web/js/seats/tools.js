/** The tools below a table for several. */

import { h } from "../dom.js";
import { confirm } from "../parts/dialog.js";
import { go } from "../main.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { patch } from "../parts/patch.js";
import { toast } from "../parts/toast.js";
import { now, watch } from "../store.js";
import { wholePercent, t } from "../texts.js";
import { LONG, holidayEnd, showHoliday } from "./holiday.js";
import { showTalk } from "./talk.js";

/**
 * @typedef {import("../types.js").Room} Room
 * @typedef {import("./page.js").Desk} Desk
 */

/** @param {Desk} desk @returns {import("./page.js").Part} */
export function tools(desk) {
  const node = h("nav", { class: "tools", "aria-label": t("Tools") });
  return { node, draw: (room, due) => patch(node, ...toolsOf(room, desk, due.length > 0)) };
}

/** @param {Room} room @param {Desk} desk @param {boolean} between whether the screen is being passed on */
function* toolsOf(room, { game, ask, pass, advise }, between) {
  const tool = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {() => void} */ act,
    kind = "",
    disabled = false,
  ) =>
    h(
      "button",
      {
        class: `tool ${kind}`,
        "data-key": name,
        "data-tool": name,
        onclick: act,
        disabled: disabled || null,
      },
      icon(name),
      h("span", {}, label),
    );
  const playing = room.sitting.phase === "playing",
    seated = room.seat !== null && !between;
  yield tool(
    "rules",
    t("Rules"),
    async () => (await import("../parts/rules.js")).showRules(game, room.options),
    "first",
  );
  if (seated && playing) {
    yield tool("undo", t("Undo"), () => void ask("undo"), "", !room.table?.undo);
    if (game.levels.length)
      yield tool(
        "hint",
        t("Hint"),
        () => void showHint(ask, advise),
        "",
        room.table?.turn !== room.seat,
      );
  }
  yield tool("chat", t("Talk"), () => showTalk());
  yield h(
    "button",
    {
      class: "tool apart",
      "aria-haspopup": "menu",
      "data-key": "more",
      "data-tool": "more",
      onclick: (/** @type {Event} */ event) =>
        openMenu(/** @type {HTMLElement} */ (event.currentTarget), [
          ...menuOf(room, game, ask, pass, playing && seated),
        ]),
    },
    icon("more"),
    h("span", {}, t("More")),
  );
}

/** @param {Room} room @param {Desk["game"]} game @param {Desk["ask"]} ask @param {() => void} pass @param {boolean} playing */
function* menuOf(room, game, ask, pass, playing) {
  const own = /** @type {number} */ (room.seat);
  yield {
    icon: "settings",
    label: t("Settings"),
    act: async () => (await import("../parts/settings.js")).showSettings(),
  };
  yield {
    icon: "share",
    label: t("Invite"),
    act: async () => (await import("./lobby.js")).invite(room),
  };
  if (playing && game.first_round)
    yield {
      icon: "hint",
      label: t("Explain the rules as I play"),
      act: () => void go(`/table/${room.room}?steps`, { replace: true }),
    };
  if (room.sitting.round > 1 || room.sitting.phase === "over")
    yield {
      icon: "story",
      label: t("Rounds of this table"),
      act: async () => (await import("./rounds.js")).showRounds(room),
    };
  if (room.held.length && now().prefs.notices === "yes")
    yield {
      icon: "sound",
      label: t("Notifications"),
      act: async () => (await import("../parts/calling.js")).showCalling(room.room),
    };
  if (room.held.length && (room.settings.clock ?? 0) >= LONG)
    yield holidayEnd(room.sitting.seats[own])
      ? { icon: "calendar", label: t("I am back"), act: () => void ask("holiday", { days: 0 }) }
      : { icon: "calendar", label: t("Be away for some days…"), act: () => showHoliday(ask) };
  if (playing && room.held.length > 1)
    yield { icon: "people", label: t("Hand the screen over"), act: pass };
  if (playing)
    yield {
      icon: "close",
      label: room.sitting.votes.includes(own) ? t("Vote to play on") : t("Vote to end the round"),
      act: () => void ask("vote", { end: !room.sitting.votes.includes(own) }),
    };
  if (room.seat !== null)
    yield {
      icon: "people",
      label: t("Give up my seat"),
      act: async () => {
        if (await confirm(t("Give up your seat?"), t("Others may take it."), t("Give it up")))
          void ask("stand");
      },
    };
}

/** The coach's advice for this seat: the action shown on the table, the reason and the chance. @param {Desk["ask"]} ask @param {Desk["advise"]} advise */
async function showHint(ask, advise) {
  toast(t("Thinking…"), null, true);
  const answer = await ask("hint");
  if (!answer?.action) return;
  const { action, template, facts, chance, odds } = answer;
  const told = [t("Hint: {action}", { action: advise(action) }), t(template, facts)];
  if (odds) told.push(t(odds, { share: wholePercent(chance ?? 0) }));
  const close = toast(told.map((sentence) => sentence.replace(/[.]?$/, ".")).join(" "), null, true),
    steps = now().room?.table?.steps;
  const stop = watch(["room"], ({ room }) => {
    if (room?.table?.steps === steps) return;
    close(); // it was about an old position
    stop();
  });
}
