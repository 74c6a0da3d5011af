/** The review of a round: each of your decisions beside what the strong bot would have done from your seat. */

import { dressed, h, refill } from "../dom.js";
import { open } from "../parts/dialog.js";
import { line } from "../parts/plot.js";
import { complain } from "../parts/toast.js";
import { command } from "../room.js";
import { number, wholePercent, t, tn } from "../texts.js";
import { rewatch } from "./rewatch.js";

/**
 * @typedef {import("../wire.js").Review} Review
 * @typedef {import("../wire.js").Judged} Judged
 * @typedef {import("../wire.js").Advice} Advice
 */

/** Request a review, and show its progress; closing the dialog cancels it. @param {import("../types.js").Room} room */
export async function showReview(room) {
  const bar = h("progress", { "aria-label": t("Review") }),
    body = h(
      "div",
      { class: "review" },
      h(
        "p",
        { role: "status" },
        t("The coach looks at each of your turns, and sees only what you saw."),
      ),
      bar,
    );
  const { dialog, closed } = open(t("Review"), [body], {
    wide: true,
    foot: [h("button", { class: "button", onclick: () => dialog.close() }, t("Close"))],
  });
  let waits = true;
  void closed.then(() => void (waits && command("drop").catch(() => {})));
  try {
    await dressed("stats"); // the look of a curve
    const found = await command("review", { round: room.sitting.round }, ({ done, of }) => {
      bar.max = of;
      bar.value = done;
    });
    if (dialog.open) refill(body, ...told(found, (step) => void rewatch(room, found.round, step)));
  } catch (fault) {
    if (dialog.open) dialog.close();
    complain(fault);
  } finally {
    waits = false;
  }
}

/** @param {Review} review @param {(step: number) => void} see */
function told({ decisions, turning }, see) {
  if (!decisions.length) return [h("p", {}, t("There was nothing to decide in this round."))];
  const same = decisions.filter(({ own, best }) => own.action.text === best.action.text).length;
  const known = decisions.filter(({ best }) => best.chance !== null),
    turns = new Set(turning);
  const grave = decisions.filter(({ step }) => turns.has(step));
  return [
    h(
      "p",
      {},
      tn(
        "In {n} of {all} decision you did what the bot would have done.",
        "In {n} of {all} decisions you did what the bot would have done.",
        decisions.length,
        { n: number(same), all: number(decisions.length) },
      ),
    ),
    known.length > 1
      ? line(
          t("Chance of winning, turn by turn"),
          known.map(({ best }) => best.chance ?? 0),
          wholePercent,
          known.flatMap(({ step }, at) => (turns.has(step) ? [at] : [])),
        )
      : null,
    h(
      "h3",
      {},
      grave.length
        ? tn("{n} turning point", "{n} turning points", grave.length)
        : t("No turn gave much away."),
    ),
    grave.length
      ? h(
          "ol",
          { class: "turning" },
          grave.map((one) => h("li", {}, decision(one, see, true))),
        )
      : null,
    h(
      "details",
      {},
      h("summary", {}, t("All decisions")),
      h(
        "ol",
        {},
        decisions.map((one) =>
          h("li", { class: turns.has(one.step) ? "grave" : "" }, decision(one, see, false)),
        ),
      ),
    ),
  ];
}

/** One decision in words. @param {Judged} judged @param {(step: number) => void} see @param {boolean} reason whether to say why */
function decision({ step, own, best }, see, reason) {
  const same = own.action.text === best.action.text;
  return [
    h("span", {}, t("You: {action}", { action: named(own) }), " · "),
    same
      ? h("span", { class: "muted" }, t("So would the bot."))
      : h(
          "span",
          {},
          t("The bot: {action}", { action: named(best) }),
          reason ? h("span", { class: "muted" }, ` ${t(best.template, best.facts)}`) : null,
        ),
    " ",
    h("button", { class: "button small", onclick: () => see(step) }, t("See it")),
  ];
}

/** An action, and its chance if it is known. @param {Advice} advice */
function named({ action: { text, label }, chance }) {
  const name = label ? t(label.template, label.facts) : text;
  return chance === null ? name : `${name} (${wholePercent(chance)})`;
}
