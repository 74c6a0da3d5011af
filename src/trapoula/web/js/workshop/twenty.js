/** Whether deals of the program can be won: twenty of them, one after another. */

import { h, refill } from "../dom.js";
import { number, plainNumber, t } from "../texts.js";

const DEALS = 20;
const SECONDS = 3; // for each of them
const LONGER = 5; // times longer, for undecided deals

/** @typedef {import("../wire.js").Verdict["verdict"]} Finding */

/** Count the findings. @param {(Finding | undefined)[]} findings */
export function tally(findings) {
  const count = (/** @type {Finding} */ what) => findings.filter((one) => one === what).length;
  return { won: count("winnable"), lost: count("lost"), open: count("unknown") };
}

/** @type {Record<Finding, [string, string]>} */
const SAID = {
  winnable: ["✓", "can be won"],
  lost: ["✗", "cannot be won"],
  unknown: ["?", "undecided"],
};

/**
 * @param {HTMLElement} place
 * @param {{judge: (deal: number, seconds: number) => Promise<Finding>, play: (deal: number) => void}} how
 * @returns {Promise<void>} when all were looked at, or it was stopped
 */
export async function twenty(place, { judge, play }) {
  /** @type {Finding[]} */
  const findings = [];
  const told = h("p", { role: "status" }),
    list = h("ol", { class: "findings" }),
    foot = h("div", { class: "row nowrap" });
  refill(place, h("h2", {}, t("Can it be won?")), told, list, foot);

  /** @param {number} seconds */
  const tell = (seconds) => {
    const { won, lost, open } = tally(findings);
    told.textContent = t(
      "Deals 1 to {deals}: {won} can be won, {lost} cannot, {open} undecided after {seconds} seconds each.",
      {
        deals: findings.length,
        won: number(won),
        lost: number(lost),
        open: number(open),
        seconds,
      },
    );
  };

  /** @param {number} deal @param {Finding} found */
  const show = (deal, found) => {
    if (findings[deal - 1] === found) return;
    findings[deal - 1] = found;
    const item = h("li", {}, button(deal, found, play)),
      old = list.children[deal - 1];
    if (old) old.replaceWith(item);
    else list.append(item);
  };

  /**
   * Judge some deals, and offer to search undecided ones longer.
   * @param {number[]} deals @param {number} seconds @param {number} [before] spent on each already
   */
  const look = async (deals, seconds, before = seconds) => {
    let stopped = false;
    const bar = h("progress", { max: deals.length, value: 0, "aria-label": t("Deals") });
    const end = () => {
      stopped = true;
      foot.replaceChildren();
    };
    const stop = h("button", { class: "button small", onclick: end }, t("Cancel"));
    refill(foot, bar, stop);
    try {
      for (const [at, deal] of deals.entries()) {
        const found = await judge(deal, seconds);
        if (stopped || !list.isConnected) return;
        show(deal, found);
        bar.value = at + 1;
        tell(before);
      }
    } finally {
      if (!stopped) foot.replaceChildren();
    }
    tell(seconds);
    const open = findings.flatMap((found, at) => (found === "unknown" ? [at + 1] : []));
    if (!open.length) return;
    const longer = () => void look(open, seconds * LONGER, seconds).catch(() => {}); // there is another program
    foot.append(h("button", { class: "button small", onclick: longer }, t("Look longer")));
  };
  told.textContent = t("Looking at the first of {deals} deals…", { deals: DEALS });
  await look(
    Array.from({ length: DEALS }, (_, at) => at + 1),
    SECONDS,
  );
}

/** A deal with its finding. @param {number} deal @param {Finding} found @param {(deal: number) => void} play */
function button(deal, found, play) {
  const [sign, said] = SAID[found];
  return h(
    "button",
    {
      class: `finding ${found}`,
      "aria-label": `${t("Deal {deal}", { deal: plainNumber(deal) })}: ${t(said)}`,
      onclick: () => play(deal),
    },
    h("span", { "aria-hidden": "true" }, `${deal} ${sign}`),
  );
}
