/** Hands: a drag, a tap, a double tap, a long press or a right click, with mouse, finger or pen. */

import { now } from "../store.js";
import { translate, land, seen } from "./motion.js";

const SLOP = { mouse: 4, touch: 9, pen: 7 };
const LONG = 420, TWICE = 380;

/**
 * @typedef {import("./board.js").CardBoard} CardBoard
 * @typedef {import("./board.js").Spot} Spot
 * @typedef {{id: number, x: number, y: number, spot: Spot | null, slop: number, held: import("./board.js").Held | null,
 *   nodes: import("./motion.js").CardNode[], from: {x: number, y: number}[], dx: number, dy: number, frame: number, long: number, peeked: boolean}} Grip
 */

export class Gestures {
  /** @type {Grip | null} */ #grip = null;
  /** @type {{spot: Spot, at: number} | null} */ #tapped = null;
  /** The pile whose card a tap last sent away: a double tap must not send the next one after it. @type {{pile: string, at: number} | null} */ #sent = null;
  /** @type {HTMLElement | null} */ #peek = null;

  /** @param {CardBoard} board */
  constructor(board) {
    this.board = board;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.#break());
    board.addEventListener("lostpointercapture", () => this.#grip && this.#break());
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    // a touch on the table plays; it never scrolls, zooms or selects
    board.addEventListener("touchstart", (event) => event.cancelable && event.preventDefault(), { passive: false });
  }

  /** Where on the board. @param {PointerEvent} event */
  #point(event) {
    const box = this.board.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#grip) return this.#break(); // a second finger lets go
    const { x, y } = this.#point(event);
    const spot = this.board.hit(x, y);
    if (event.button === 2) return this.#peekAt(spot);
    if (event.button !== 0) return;
    this.board.setPointerCapture(event.pointerId);
    const slop = SLOP[/** @type {"mouse"} */ (event.pointerType)] ?? SLOP.touch;
    this.#grip = { id: event.pointerId, x, y, spot, slop, held: null, nodes: [], from: [], dx: 0, dy: 0, frame: 0, long: 0, peeked: false };
    if (event.pointerType !== "mouse") this.#grip.long = setTimeout(() => this.#long(), LONG);
  }

  #long() {
    const grip = this.#grip;
    if (!grip || grip.held || !this.#covered(grip.spot)) return;
    grip.peeked = true;
    this.#peekAt(grip.spot);
  }

  /** Whether something lies on a card. @param {Spot | null} spot */
  #covered(spot) {
    return Boolean(spot && spot.index >= 0 && (spot.index < this.board.piles[spot.pile].length - 1 || this.board.liftable(spot) === 0));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const grip = this.#grip;
    const { x, y } = this.#point(event);
    if (!grip && event.pointerType === "mouse") this.#hover(x, y);
    if (!grip || event.pointerId !== grip.id || grip.peeked) return;
    grip.dx = x - grip.x;
    grip.dy = y - grip.y;
    if (!grip.held && Math.hypot(grip.dx, grip.dy) > grip.slop && !this.#lift(grip)) return;
    if (grip.held && !grip.frame) grip.frame = requestAnimationFrame(() => this.#draw(grip));
  }

  /** The pointer says what a hand could do here. @param {number} x @param {number} y */
  #hover(x, y) {
    const { board } = this, spot = board.hit(x, y);
    const grabs = spot && spot.index >= 0 && board.liftable(spot) > 0;
    const answers = spot && (board.actions.tap(spot.pile) || (board.held && board.actions.from(board.held.pile, board.held.size).some(({ target }) => target === spot.pile)));
    board.style.cursor = answers ? "pointer" : grabs ? "grab" : "";
  }

  /** @param {Grip} grip @returns {boolean} */
  #lift(grip) {
    clearTimeout(grip.long);
    const { spot } = grip;
    const size = spot && spot.index >= 0 ? this.board.liftable(spot) : 0;
    if (!spot || !size) return false;
    this.#tapped = null;
    this.board.style.cursor = "grabbing";
    grip.held = { pile: spot.pile, size };
    this.board.pick(grip.held);
    grip.nodes = this.board.nodes(grip.held);
    grip.from = grip.nodes.map(seen);
    grip.nodes.forEach((node, index) => {
      land(node);
      node.classList.add("dragged");
      node.style.zIndex = String(30000 + index);
      node.z = undefined;
    });
    return true;
  }

  /** @param {Grip} grip */
  #draw(grip) {
    grip.frame = 0;
    grip.nodes.forEach((node, index) => {
      node.at = { x: grip.from[index].x + grip.dx, y: grip.from[index].y + grip.dy };
      node.style.transform = translate(node.at);
    });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#unpeek();
    const grip = this.#grip;
    if (!grip || event.pointerId !== grip.id) return;
    this.#grip = null;
    clearTimeout(grip.long);
    if (grip.peeked) return;
    if (grip.held) return this.#let(grip);
    if (Math.hypot(grip.dx, grip.dy) > Math.max(grip.slop, 12)) return;
    const hasty = grip.spot && this.#sent?.pile === grip.spot.pile && event.timeStamp - this.#sent.at < TWICE;
    this.#sent = null;
    if (hasty) return;
    const twice = this.#tapped && grip.spot && this.#tapped.spot.pile === grip.spot.pile && this.#tapped.spot.index === grip.spot.index && event.timeStamp - this.#tapped.at < TWICE;
    this.#tapped = twice || !grip.spot ? null : { spot: grip.spot, at: event.timeStamp };
    if (twice && grip.spot && (this.board.held || this.board.kind(grip.spot.pile) === "foundation")) this.board.doubleTap(grip.spot);
    else if (this.board.tap(grip.spot, now().prefs.tap === "plays") && grip.spot) this.#sent = { pile: grip.spot.pile, at: event.timeStamp };
  }

  /** Let go of dragged cards: on a target they stay in the air until the move is committed. @param {Grip} grip */
  #let(grip) {
    cancelAnimationFrame(grip.frame);
    this.#draw(grip);
    grip.nodes.forEach((node) => node.classList.remove("dragged"));
    this.board.style.cursor = "";
    const move = grip.held && grip.nodes[0]?.at && this.board.targetAt(grip.held, grip.nodes[0].at);
    if (move) this.board.act(move.text);
    else this.board.settle();
  }

  #break() {
    this.#unpeek();
    const grip = this.#grip;
    this.cancel();
    if (grip?.held) this.board.settle();
  }

  /** Forget what the hand was doing; the cards are laid down by whoever asks. */
  cancel() {
    const grip = this.#grip;
    this.#grip = null;
    if (!grip) return;
    clearTimeout(grip.long);
    cancelAnimationFrame(grip.frame);
    grip.nodes.forEach((node) => node.classList.remove("dragged"));
  }

  /** Show the whole of a covered card while the button is down. @param {Spot | null} spot */
  #peekAt(spot) {
    this.#unpeek();
    if (!spot) return;
    const own = this.board.lying.find(({ pile, index }) => pile === spot.pile && index === spot.index);
    if (!own || own.card === "--") return;
    this.#peek = own.node;
    own.node.classList.add("peek");
    addEventListener("pointerup", () => this.#unpeek(), { once: true });
  }

  #unpeek() {
    this.#peek?.classList.remove("peek");
    this.#peek = null;
  }
}
