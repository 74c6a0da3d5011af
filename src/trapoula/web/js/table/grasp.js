/** Dragging the cards of a solitaire. */

import { now } from "../store.js";
import { land, seen, translate } from "./motion.js";

/**
 * @typedef {import("./board.js").CardBoard} CardBoard
 * @typedef {import("../types.js").Surface} Surface
 * @typedef {import("../types.js").Spot} Spot
 */

/** @implements {Surface} */
export class Grasp {
  /** @type {import("./board.js").Held | null} */ #held = null;
  /** @type {import("./motion.js").CardNode[]} */ #nodes = [];
  /** @type {{x: number, y: number}[]} */ #from = [];

  /** @param {CardBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {number} x @param {number} y */
  hit(x, y) {
    return this.board.hit(x, y);
  }

  /** @param {Spot} spot */
  lift(spot) {
    const size = spot.index >= 0 ? this.board.liftable(spot) : 0;
    if (!size) return false;
    this.#held = { pile: spot.pile, size };
    this.board.pick(this.#held);
    this.#nodes = this.board.nodes(this.#held);
    this.#from = this.#nodes.map(seen);
    this.#nodes.forEach((node, index) => {
      land(node);
      node.classList.add("dragged");
      node.style.zIndex = String(30000 + index);
      node.z = undefined;
    });
    return true;
  }

  /** @param {number} dx @param {number} dy */
  carry(dx, dy) {
    this.#nodes.forEach((node, index) => {
      node.at = { x: this.#from[index].x + dx, y: this.#from[index].y + dy };
      node.style.transform = translate(node.at);
    });
  }

  loosen() {
    this.#nodes.forEach((node) => node.classList.remove("dragged"));
  }

  letGo() {
    const move =
      this.#held && this.#nodes[0]?.at && this.board.targetAt(this.#held, this.#nodes[0].at);
    if (move) this.board.act(move.text);
    else this.board.settle();
  }

  settle() {
    this.board.settle();
  }

  /** @param {Spot | null} spot */
  tap(spot) {
    return this.board.tap(spot, now().prefs.tap === "plays");
  }

  /** @param {Spot} spot */
  doubleTap(spot) {
    if (!this.board.held && this.board.kind(spot.pile) !== "foundation") return false;
    this.board.doubleTap(spot);
    return true;
  }

  /** Whether something lies on a card. @param {Spot} spot */
  covers(spot) {
    return (
      spot.index >= 0 &&
      (spot.index < this.board.piles[spot.pile].length - 1 || this.board.liftable(spot) === 0)
    );
  }

  /** @param {Spot} spot */
  peek(spot) {
    const own = this.board.lying.find(
      ({ pile, index }) => pile === spot.pile && index === spot.index,
    );
    return own && own.card !== "--" ? own.node : null;
  }

  /** Set the cursor by what is possible here. @param {Spot | null | undefined} spot */
  hover(spot) {
    const { board } = this;
    if (!spot) return "";
    const answers =
      board.actions.tap(spot.pile) ||
      (board.held &&
        board.actions
          .from(board.held.pile, board.held.size)
          .some(({ target }) => target === spot.pile));
    return answers ? "pointer" : spot.index >= 0 && board.liftable(spot) > 0 ? "grab" : "";
  }
}
