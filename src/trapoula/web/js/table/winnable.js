/** A winnable deal of a chosen level, and its difficulty. */

import { h } from "../dom.js";
import { choices, open } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { percent, plainNumber, t } from "../texts.js";

/** @type {Record<string, string>} */
const LEVELS = { easy: "Easy", medium: "Medium", hard: "Hard" };

/**
 * Ask for a level, find a deal and show its difficulty; null if cancelled.
 * @param {import("../types.js").Ask} ask
 * @returns {Promise<{deal: number, level: string} | null>}
 */
export async function askWinnable(ask) {
  let level = "";
  const { dialog, closed } = open(
    t("A deal that can be won"),
    [
      choices(
        t("How hard?"),
        "level",
        [
          ["", t("Any")],
          ...Object.entries(LEVELS).map(
            ([name, told]) => /** @type {[string, string]} */ ([name, t(told)]),
          ),
        ],
        level,
        (chosen) => {
          level = chosen;
        },
      ),
    ],
    {
      foot: [
        h(
          "button",
          { class: "button main", onclick: () => dialog.close("yes") },
          t("Look for one"),
        ),
      ],
    },
  );
  if ((await closed) !== "yes") return null;
  for (;;) {
    const found = await look(ask, level);
    if (!found) return null;
    const answer = await offer(found);
    if (answer !== "other") return answer === "yes" ? { deal: found.deal, level } : null;
  }
}

/**
 * Find a deal that can be won.
 * @param {import("../types.js").Ask} ask @param {string} level
 * @returns {Promise<import("../wire.js").Pick | undefined>}
 */
export async function look(ask, level) {
  const close = toast(t("Looking for a deal…"), null, true);
  const found = await ask("pick", level ? { level } : {});
  if (found) close();
  return found;
}

/** Show the difficulty of a deal before it is played. @param {import("../wire.js").Pick} found */
function offer({ deal, difficulty }) {
  const { dialog, closed } = open(
    t("Deal {deal}", { deal: plainNumber(deal) }),
    (difficulty ? told(difficulty) : [t("It can be won.")]).map((sentence) => h("p", {}, sentence)),
    {
      foot: [
        h("button", { class: "button", onclick: () => dialog.close("other") }, t("Another")),
        h("button", { class: "button main", onclick: () => dialog.close("yes") }, t("Deal")),
      ],
    },
  );
  return closed;
}

/** @param {import("../wire.js").Difficulty} difficulty */
function told({ level, simple, tries, narrow }) {
  return [
    `${t(LEVELS[level])}.`,
    t("Simple play, which looks at the next move only, wins {won} of {tries} games.", {
      won: simple,
      tries,
    }),
    narrow
      ? t(
          "You have to find the first {share} of a winning line; from there simple play wins too.",
          { share: percent(narrow) },
        )
      : "",
  ].filter(Boolean);
}
