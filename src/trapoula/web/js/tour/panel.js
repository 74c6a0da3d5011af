/** The text of a step beside the table, and its buttons. */

import { h, refill } from "../dom.js";
import { icon } from "../parts/icons.js";
import { number, t } from "../texts.js";

/**
 * @typedef {{label: string, act: (() => void) | null}} Press a button; without an act it waits
 * @typedef {{sentence: string | (Node | string)[], at: number, all?: number, main: Press | null, second: Press | null, quiet: boolean, last?: boolean}} Page
 *   at: which step it is, of all, or which rule; last: there is nothing to skip any more
 */

export class Panel {
  /** @type {Page | null} */ #page = null;

  /** @param {() => void} skip */
  constructor(skip) {
    this.count = h("span", { class: "tour-count" });
    this.text = h("p", { class: "tour-text", "aria-live": "polite" });
    this.main = h("button", { class: "button main", onclick: () => this.#page?.main?.act?.() });
    this.second = h("button", {
      class: "button small",
      onclick: () => this.#page?.second?.act?.(),
    });
    this.skip = h("button", { class: "tour-skip", onclick: skip });
    this.bar = h("div", { class: "tour-bar", "aria-hidden": "true" });
    this.node = h(
      "section",
      { class: "tour", tabindex: -1, "aria-label": t("Tutorial") },
      this.bar,
      h(
        "h2",
        { class: "tour-head" },
        icon("hint"),
        h("span", { class: "tour-title" }, t("Tutorial")),
        this.count,
      ),
      this.text,
      h("div", { class: "tour-foot" }, this.skip, this.second, this.main),
    );
  }

  /** @param {Page} page */
  show(page) {
    const { sentence, at, all, main, second, last = at + 1 === all } = page,
      text = h("p", {}, sentence);
    this.#page = page;
    refill(
      this.count,
      all
        ? [
            h("span", { class: "unseen" }, t("Step {n} of {all}", { n: at + 1, all })),
            h("span", { "aria-hidden": "true" }, `${number(at + 1)}/${number(all)}`),
          ]
        : at
          ? t("Rule {n}", { n: number(at) })
          : "",
    );
    this.bar.style.setProperty("--done", String(all ? (at + 1) / all : 0));
    if (this.text.innerHTML !== text.innerHTML) refill(this.text, [...text.childNodes]);
    this.main.hidden = !main;
    refill(this.main, main?.label ?? "");
    this.main.classList.toggle("quiet", page.quiet);
    if (main?.act) this.main.removeAttribute("aria-disabled");
    else this.main.setAttribute("aria-disabled", "true");
    this.second.hidden = !second;
    refill(this.second, second?.label ?? "");
    this.skip.hidden = last;
    refill(this.skip, icon("close"), h("span", {}, t("Skip")));
    this.skip.setAttribute("aria-label", t("Skip the tutorial"));
  }
}
