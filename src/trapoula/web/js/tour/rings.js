/** Rings around the places of a step, drawn over the table and following it. */

import { h, refill } from "../dom.js";

/** @typedef {{order: number, x: number, y: number, width: number, height: number}} Box where something is, and when it is its turn to be touched */

const MARGIN = 3,
  LATER = [350, 900]; // look at moving cards again when they have arrived

export class Rings {
  /** @type {() => Box[]} */ #find = () => [];
  #frame = 0;
  /** @type {number[]} */ #timers = [];

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.node = h("div", { class: "rings", "aria-hidden": "true" });
    place.append(this.node);
    this.sizes = new ResizeObserver(() => this.#soon());
    this.changes = new MutationObserver(() => this.#soon());
    for (const table of place.querySelectorAll("card-board, .seat-table"))
      this.sizes.observe(table);
    for (const table of place.querySelectorAll(".seat-table"))
      this.changes.observe(table, { childList: true, subtree: true });
    this.scroll = () => this.#soon();
    place.addEventListener("scroll", this.scroll, { capture: true, passive: true });
  }

  /** Draw rings around what `find` returns, in order. @param {() => Box[]} find */
  around(find) {
    this.#find = find;
    this.#soon();
    this.#timers.forEach(clearTimeout);
    this.#timers = LATER.map((wait) => setTimeout(() => this.#soon(), wait));
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw() {
    const base = this.place.getBoundingClientRect(),
      boxes = this.#find();
    const several = boxes.some(({ order }) => order !== boxes[0].order);
    refill(
      this.node,
      boxes.map(({ order, x, y, width, height }) =>
        h("div", {
          class: "ring",
          "data-order": several ? order + 1 : null,
          vars: {
            left: `${x - base.x - MARGIN}px`,
            top: `${y - base.y - MARGIN}px`,
            width: `${width + 2 * MARGIN}px`,
            height: `${height + 2 * MARGIN}px`,
          },
        }),
      ),
    );
  }

  stop() {
    this.sizes.disconnect();
    this.changes.disconnect();
    this.place.removeEventListener("scroll", this.scroll, { capture: true });
    this.#timers.forEach(clearTimeout);
    cancelAnimationFrame(this.#frame);
    this.node.remove();
  }
}
