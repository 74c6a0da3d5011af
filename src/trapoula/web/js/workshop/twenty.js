/** Whether deals of the program can be won: twenty of them, one after the other, with what is known so far. */

import { h, refill } from "../dom.js";
import { number, plainNumber, t } from "../texts.js";

const DEALS = 20;
const SECONDS = 3; // for each of them

/** @typedef {import("../wire.js").Verdict["verdict"]} Finding */

/** How many of each there are. @param {(Finding | undefined)[]} findings */
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
 * @returns {Promise<void>} when all are known, or it was stopped
 */
export async function twenty(place, { judge, play }) {
  /** @type {Finding[]} */
  const findings = [];
  let stopped = false;
  const bar = h("progress", { max: DEALS, value: 0, "aria-label": t("Deals") }),
    told = h("p", { role: "status" }),
    list = h("ol", { class: "findings" });
  const stop = h("button", { class: "button small", onclick: () => close() }, t("Stop"));
  const close = () => {
    stopped = true;
    bar.remove();
    stop.remove();
  };
  refill(place, h("h2", {}, t("Can it be won?")), told, bar, list, stop);
  const tell = () => {
    const { won, lost, open } = tally(findings);
    told.textContent = t(
      "Deals 1 to {deals}: {won} can be won, {lost} cannot, {open} undecided after {seconds} seconds each.",
      {
        deals: findings.length,
        won: number(won),
        lost: number(lost),
        open: number(open),
        seconds: SECONDS,
      },
    );
  };
  told.textContent = t("Looking at the first of {deals} deals…", { deals: DEALS });
  try {
    for (let deal = 1; deal <= DEALS && !stopped && place.isConnected; deal += 1) {
      const found = await judge(deal, SECONDS);
      if (stopped) break;
      findings.push(found);
      bar.value = deal;
      const [sign, said] = SAID[found];
      list.append(
        h(
          "li",
          {},
          h(
            "button",
            {
              class: `finding ${found}`,
              "aria-label": `${t("Deal {deal}", { deal: plainNumber(deal) })}: ${t(said)}`,
              onclick: () => play(deal),
            },
            h("span", { "aria-hidden": "true" }, `${deal} ${sign}`),
          ),
        ),
      );
      tell();
    }
  } finally {
    close();
  }
}
