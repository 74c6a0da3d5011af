/** The history of the round: everybody's actions, turn by turn, in words with small cards. */

import { h } from "../dom.js";
import { icon } from "../parts/icons.js";
import { patch } from "../parts/patch.js";
import { toast } from "../parts/toast.js";
import { told } from "../scenes/telling.js";
import { plainNumber, t } from "../texts.js";
import { namesOf } from "./people.js";

/**
 * @typedef {import("../wire.js").Done} Done
 * @typedef {import("./page.js").Desk} Desk
 */

/** The actions of a round by turn: consecutive actions of one seat. @param {Done[]} story @returns {Done[][]} */
function turns(story) {
  /** @type {Done[][]} */
  const found = [];
  for (const one of story) {
    const last = found.at(-1);
    if (
      last &&
      last[0].seat === one.seat &&
      !one.talk === !last[0].talk &&
      !one.undone === !last[0].undone
    )
      last.push(one);
    else found.push([one]);
  }
  return found;
}

/**
 * A turn in short: cards with the same action together, and repeated actions counted.
 * @param {Done[]} turn
 * @returns {{words: import("../wire.js").Phrase, times: number}[]}
 */
function inShort(turn) {
  /** @type {{words: import("../wire.js").Phrase, times: number}[]} */
  const found = [];
  for (const { words } of turn) {
    const last = found.at(-1),
      { cards, ...rest } = /** @type {{cards?: number[]}} */ (words?.facts ?? {});
    if (!words) continue;
    const same = last?.words.template === words.template && !Object.keys(rest).length;
    if (last && same && cards)
      last.words = {
        ...words,
        facts: { cards: [/** @type {number[]} */ (last.words.facts.cards), cards].flat() },
      };
    else if (last && same) last.times += 1;
    else found.push({ words, times: 1 });
  }
  return found;
}

/** @param {import("../wire.js").Chair | undefined} chair */
function byBot(chair) {
  return chair?.kind === "bot" || chair?.away;
}

/** The kind of line. @param {Done} done */
function kindOf({ talk, undone, seat }) {
  if (undone) return "taken-back";
  return talk ? "said-so" : seat < 0 ? "chance" : "";
}

/** The reasons of a bot's turn, each once. @param {Desk["ask"]} ask @param {Done[]} turn @param {string} name */
async function explain(ask, turn, name) {
  const reasons = new Set();
  for (const { step } of turn) {
    const answer = await ask("why", { step });
    if (answer?.template) reasons.add(t(answer.template, answer.facts));
  }
  if (reasons.size) toast(`${name}: ${[...reasons].join(" ")}`, null, true);
}

/** @param {Desk} desk @param {() => void} again replays what others did since your last turn @returns {import("./page.js").Part & {node: HTMLElement}} */
export function story({ ask }, again) {
  const list = h("ol", { "aria-live": "polite", "aria-label": t("What happened"), tabindex: 0 });
  const toggle = h(
    "button",
    {
      class: "story-toggle",
      "aria-expanded": "false",
      onclick: () => open(!node.classList.contains("open")),
    },
    icon("story"),
    h("span", {}, t("What happened")),
  );
  const node = h(
    "aside",
    { class: "story", hidden: true },
    toggle,
    list,
    h(
      "button",
      {
        class: "button small ghost show-again",
        onclick: () => {
          open(false);
          again();
        },
      },
      icon("play"),
      t("Show me again"),
    ),
  );
  const open = (/** @type {boolean} */ wanted) => {
    node.classList.toggle("open", wanted);
    toggle.setAttribute("aria-expanded", String(wanted));
    list.scrollTop = list.scrollHeight;
  };
  /** @type {Done[] | null} */
  let shown = null;
  return {
    node,
    draw: (room, due) => {
      const { story: done } = room,
        names = namesOf(room);
      node.hidden = room.sitting.phase === "waiting" || due.length > 0;
      if (done === shown) return;
      const below = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
      shown = done;
      const all = turns(done),
        latest = all.findLast(([{ talk }]) => !talk) ?? all.at(-1); // if there is space for one
      const explained = all.findLast(
        ([{ seat, talk, undone }]) => !talk && !undone && byBot(room.sitting.seats[seat]),
      );
      patch(
        list,
        all.map((own, at) =>
          h(
            "li",
            {
              "data-key": own[0].undone ? `back ${at}` : own[0].step,
              class: `${kindOf(own[0])} ${own === latest ? "latest" : ""}`,
            },
            own[0].seat < 0 ? null : h("b", {}, names[own[0].seat]),
            " ",
            inShort(own).flatMap(({ words, times }, at) => [
              at ? " · " : "",
              ...told(words, names),
              times > 1 ? ` ×${plainNumber(times)}` : "",
            ]),
            own === explained
              ? h(
                  "button",
                  { class: "why", onclick: () => void explain(ask, own, names[own[0].seat]) },
                  t("Why?"),
                )
              : null,
          ),
        ),
      );
      if (below) list.scrollTop = list.scrollHeight;
    },
  };
}
