/** Gestures at any table: drag, tap, double tap, long press and right click, by mouse, finger or pen. */

const SLOP = { mouse: 4, touch: 9, pen: 7 };
const LONG = 420,
  TWICE = 380;

/**
 * @typedef {import("../types.js").Spot} Spot
 * @typedef {{id: number, x: number, y: number, at: {x: number, y: number}, spot: Spot | null, slop: number, lifted: boolean, frame: number, long: number, peeked: boolean}} Grip
 */

export class Gestures {
  /** @type {Grip | null} */ #grip = null;
  /** @type {{spot: Spot, at: number} | null} */ #tapped = null;
  /** The place of the last tap that acted: a double tap must not act again there. @type {{pile: string, at: number} | null} */ #sent =
    null;
  /** @type {HTMLElement | null} */ #peek = null;

  /** @param {HTMLElement} place @param {import("../types.js").Surface} surface */
  constructor(place, surface) {
    this.place = place;
    this.surface = surface;
    place.addEventListener("pointerdown", (event) => this.#down(event));
    place.addEventListener("pointermove", (event) => this.#move(event));
    place.addEventListener("pointerup", (event) => this.#up(event));
    place.addEventListener("pointercancel", () => this.#break());
    place.addEventListener("lostpointercapture", () => this.#grip && this.#break());
  }

  /** Whether something is being dragged. */
  get lifted() {
    return this.#grip?.lifted ?? false;
  }

  /** The position on the table. @param {PointerEvent} event */
  #point(event) {
    const box = this.place.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#grip) return this.#break(); // a second finger cancels
    const { x, y } = this.#point(event),
      spot = this.surface.hit(x, y, event);
    if (spot === undefined) return;
    if (event.button === 2) return this.#peekAt(spot);
    if (event.button !== 0) return;
    this.place.setPointerCapture(event.pointerId);
    const slop = SLOP[/** @type {"mouse"} */ (event.pointerType)] ?? SLOP.touch;
    this.#grip = {
      id: event.pointerId,
      x,
      y,
      at: { x, y },
      spot,
      slop,
      lifted: false,
      frame: 0,
      long: 0,
      peeked: false,
    };
    if (event.pointerType !== "mouse") this.#grip.long = setTimeout(() => this.#long(), LONG);
  }

  #long() {
    const grip = this.#grip;
    if (!grip?.spot || grip.lifted || !this.surface.covers(grip.spot)) return;
    grip.peeked = true;
    this.#peekAt(grip.spot);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const grip = this.#grip;
    if (!grip && event.pointerType === "mouse") {
      const { x, y } = this.#point(event);
      this.place.style.cursor = this.surface.hover(this.surface.hit(x, y, event));
    }
    if (!grip || event.pointerId !== grip.id) return;
    grip.at = this.#point(event);
    const moved = Math.hypot(grip.at.x - grip.x, grip.at.y - grip.y) > grip.slop;
    if (!grip.lifted && moved && !this.#lift(grip)) return;
    if (grip.lifted && !grip.frame) grip.frame = requestAnimationFrame(() => this.#draw(grip));
  }

  /** @param {Grip} grip @returns {boolean} */
  #lift(grip) {
    clearTimeout(grip.long);
    if (!grip.spot || !this.surface.lift(grip.spot)) return false;
    this.#unpeek(); // peeking at a card can turn into a drag
    this.#tapped = null;
    this.place.style.cursor = "grabbing";
    return (grip.lifted = true);
  }

  /** @param {Grip} grip */
  #draw(grip) {
    grip.frame = 0;
    this.surface.carry(grip.at.x - grip.x, grip.at.y - grip.y);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#unpeek();
    const grip = this.#grip;
    if (!grip || event.pointerId !== grip.id) return;
    this.#grip = null;
    clearTimeout(grip.long);
    if (grip.lifted) return this.#let(grip);
    if (grip.peeked) return;
    if (Math.hypot(grip.at.x - grip.x, grip.at.y - grip.y) > Math.max(grip.slop, 12)) return;
    const { spot } = grip,
      { surface } = this,
      at = event.timeStamp;
    const hasty = spot && this.#sent?.pile === spot.pile && at - this.#sent.at < TWICE;
    this.#sent = null;
    if (hasty) return;
    const twice =
      spot &&
      this.#tapped?.spot.pile === spot.pile &&
      this.#tapped.spot.index === spot.index &&
      at - this.#tapped.at < TWICE;
    this.#tapped = twice || !spot ? null : { spot, at };
    if (twice && surface.doubleTap(spot)) return;
    if (surface.tap(spot) && spot) this.#sent = { pile: spot.pile, at };
  }

  /** Drop the dragged cards; on a target they stay lifted until the move is committed. @param {Grip} grip */
  #let(grip) {
    cancelAnimationFrame(grip.frame);
    this.#draw(grip);
    this.place.style.cursor = "";
    this.surface.loosen();
    this.surface.letGo(grip.at.x, grip.at.y);
  }

  #break() {
    this.#unpeek();
    const { lifted } = this;
    this.cancel();
    if (lifted) this.surface.settle();
  }

  /** Cancel the gesture; the caller puts the cards down. */
  cancel() {
    const grip = this.#grip;
    this.#grip = null;
    if (!grip) return;
    clearTimeout(grip.long);
    cancelAnimationFrame(grip.frame);
    if (grip.lifted) this.surface.loosen();
  }

  /** Show a covered card fully while the button is down. @param {Spot | null} spot */
  #peekAt(spot) {
    this.#unpeek();
    const node = spot && this.surface.peek(spot);
    if (!node) return;
    this.#peek = node;
    node.classList.add("peek");
    addEventListener("pointerup", () => this.#unpeek(), { once: true });
  }

  #unpeek() {
    this.#peek?.classList.remove("peek");
    this.#peek = null;
  }
}
