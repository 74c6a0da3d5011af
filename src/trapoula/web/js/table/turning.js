/** Advice for small upright screens. */

import { toast } from "../parts/toast.js";
import { t } from "../texts.js";

let advised = false; // once is enough

/** If cards are tiny because the screen is upright, suggest turning it. @param {import("../geometry.js").Plan | null} plan */
export function adviseTurning(plan) {
  if (advised || !plan || plan.room[0] > plan.room[1] || !matchMedia("(pointer: coarse)").matches)
    return;
  advised = true;
  toast(t("Turn the screen sideways, and the cards are larger."));
}
