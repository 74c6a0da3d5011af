/** The keyboard at the table: a cursor that moves between cards and piles. */

import { t } from "../texts.js";
import { cardName } from "../words.js";

/**
 * @typedef {import("./board.js").CardBoard} CardBoard
 * @typedef {import("./board.js").Spot} Spot
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  /** @type {Spot | null} */ #cursor = null;

  /** @param {CardBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener("keydown", (event) => this.#press(event));
    board.addEventListener("focusin", (event) =>
      this.#focus(/** @type {HTMLElement} */ (event.target)),
    );
    board.addEventListener("focusout", () => this.#draw(false));
  }

  /** Keep the cursor on an existing card after the table changed. */
  settle() {
    const { board } = this;
    const first = board.layout[0]?.pile;
    if (!first) return;
    if (!this.#cursor || !(this.#cursor.pile in board.piles))
      this.#cursor = { pile: first, index: board.piles[first].length - 1 };
    const { pile, index } = this.#cursor;
    const last = board.piles[pile].length - 1;
    if (index > last || index < 0 || board.piles[pile][index] === "--")
      this.#cursor = { pile, index: last };
    this.#roam();
    this.#draw(board.contains(document.activeElement));
  }

  /** @param {HTMLElement} target */
  #focus(target) {
    const pile = target.dataset.pile;
    if (!pile) return;
    if (this.#cursor?.pile !== pile)
      this.#cursor = { pile, index: this.board.piles[pile].length - 1 };
    this.#roam();
    this.#draw(target.matches(":focus-visible"));
  }

  /** Only the cursor's place is in the tab order. */
  #roam() {
    for (const [pile, slot] of this.board.slots) {
      const index = pile === this.#cursor?.pile ? 0 : -1;
      if (slot.tabIndex !== index) slot.tabIndex = index;
    }
  }

  /** Whether the cursor is visible; if not, the space bar is for the stock. */
  get #shown() {
    return this.board.querySelector(".cursor") !== null;
  }

  /** @param {boolean} shown */
  #draw(shown) {
    const { board } = this;
    board.querySelectorAll(".cursor").forEach((node) => node.classList.remove("cursor"));
    if (!shown || !this.#cursor) return;
    const { pile, index } = this.#cursor;
    const node =
      index < 0
        ? board.slots.get(pile)
        : board.lying.find((own) => own.pile === pile && own.index === index)?.node;
    node?.classList.add("cursor");
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#cursor) return;
    if (event.key in ARROWS) this.#go(...ARROWS[event.key]);
    else if (event.key === "Enter" || (event.key === " " && this.#shown))
      this.#choose(event.shiftKey);
    else if (event.key === "Escape") this.board.drop();
    else if (event.key === "Home" || event.key === "End")
      this.#to({
        pile: this.#cursor.pile,
        index:
          event.key === "Home"
            ? this.#firstSeen(this.#cursor.pile)
            : this.board.piles[this.#cursor.pile].length - 1,
      });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {boolean} best */
  #choose(best) {
    if (!this.#cursor) return;
    if (best) this.board.doubleTap(this.#cursor);
    else this.board.tap(this.#cursor);
  }

  /** @param {string} pile */
  #firstSeen(pile) {
    return Math.max(
      0,
      this.board.piles[pile].findIndex((card) => card !== "--"),
    );
  }

  /** Handle an arrow key while nothing at the table has the focus. @param {KeyboardEvent} event @returns {boolean} whether it was handled */
  arrive(event) {
    if (!(event.key in ARROWS) || !this.#cursor) return false;
    this.#to(this.#cursor);
    return true;
  }

  /** @param {number} dx @param {number} dy */
  #go(dx, dy) {
    const { board } = this,
      { pile, index } = /** @type {Spot} */ (this.#cursor);
    if (board.held) {
      const lit = new Set([
        board.held.pile,
        ...board.actions.from(board.held.pile, board.held.size).map(({ target }) => target),
      ]);
      const next = this.#neighbour(pile, index, dx, dy, lit);
      if (next) this.#to({ pile: next, index: board.piles[next].length - 1 });
      return;
    }
    const place = board.layout.find((own) => own.pile === pile);
    const step = place?.fan === "down" ? dy : place?.fan === "right" && !place.shown ? dx : 0;
    const next = index + step;
    if (step && next >= this.#firstSeen(pile) && next < board.piles[pile].length)
      return this.#to({ pile, index: next });
    const found = this.#neighbour(pile, index, dx, dy);
    if (found) this.#to({ pile: found, index: board.piles[found].length - 1 });
  }

  /** The nearest pile in a direction, of all or of some. @param {string} pile @param {number} index @param {number} dx @param {number} dy @param {Set<string>} [some] */
  #neighbour(pile, index, dx, dy, some) {
    const made = this.board.plan;
    if (!made) return undefined;
    const from =
      (dy > 0 || dx > 0 ? made.points.get(pile)?.[Math.max(0, index)] : null) ??
      made.slots.get(pile);
    const home = made.slots.get(pile);
    if (!from || !home) return undefined;
    let best,
      least = Infinity;
    for (const [other, at] of made.slots) {
      if (other === pile || (some && !some.has(other))) continue;
      const x = at.x - home.x,
        y = at.y - home.y;
      const ahead = (x * dx) / made.width + (y * dy) / made.height,
        aside = Math.abs((x * dy) / made.width) + Math.abs((y * dx) / made.height);
      if (ahead < 0.25) continue;
      const far = ahead + aside * 2.2;
      if (far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** @param {Spot} spot */
  #to(spot) {
    const same = this.#cursor?.pile === spot.pile;
    this.#cursor = spot;
    this.#roam();
    this.board.slots.get(spot.pile)?.focus({ preventScroll: true });
    this.#draw(true);
    if (same && spot.index >= 0) {
      const more = this.board.piles[spot.pile].length - 1 - spot.index;
      const card = cardName(this.board.piles[spot.pile][spot.index]);
      this.board.announce(more ? t("{card} and {n} more on it", { card, n: more }) : card);
    }
  }
}
