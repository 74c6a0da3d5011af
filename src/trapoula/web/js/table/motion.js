/** Animation of committed positions: every card is at its final place, and only appears to move. */

/** @typedef {Animation & {from?: {x: number, y: number}}} Flight */
/**
 * A card node with what was last drawn of it; reading the page would be slower.
 * @typedef {HTMLElement & {at?: {x: number, y: number}, z?: number, flight?: Flight | null, drawing?: string, depth?: number}} CardNode
 */

/** @param {{x: number, y: number}} at */
export function translate(at) {
  return `translate(${at.x}px, ${at.y}px)`;
}

/** Where a card appears now, moving or at rest. @param {CardNode} node */
export function seen(node) {
  const { at = { x: 0, y: 0 }, flight } = node;
  if (!flight?.from) return at;
  const far = flight.effect?.getComputedTiming().progress ?? 1; // reading its style would force a layout
  return {
    x: flight.from.x + (at.x - flight.from.x) * far,
    y: flight.from.y + (at.y - flight.from.y) * far,
  };
}

/** Stop a card at its final place. @param {CardNode} node */
export function land(node) {
  node.flight?.cancel();
  node.flight = null;
}

/**
 * Place a card, animated from where it appeared last.
 * @param {CardNode} node
 * @param {{x: number, y: number}} at
 * @param {number} z
 * @param {number} duration 0: at once
 * @param {number} [delay] until it starts
 */
export function fly(node, at, z, duration, delay = 0) {
  if (!node.flight && node.z === z && node.at?.x === at.x && node.at.y === at.y) return;
  const from = seen(node);
  const moved = node.at !== undefined && Math.hypot(from.x - at.x, from.y - at.y) > 1;
  land(node);
  node.at = at;
  node.style.transform = translate(at);
  node.style.zIndex = String(z);
  node.z = z;
  if (!moved || !duration) return;
  const far = Math.min(1.6, 0.7 + Math.hypot(from.x - at.x, from.y - at.y) / 900);
  node.style.zIndex = String(z + 20000);
  const waiting = delay ? [{ opacity: 0 }, { opacity: 1, offset: 0.01 }] : []; // no card is visible before its turn
  const flight = /** @type {Flight} */ (
    node.animate(
      [
        { ...waiting[0], transform: translate(from) },
        ...waiting.slice(1),
        { transform: translate(at) },
      ],
      { duration: duration * far, delay, easing: "cubic-bezier(.2,.7,.25,1)", fill: "backwards" },
    )
  );
  flight.from = from;
  node.flight = flight;
  const rest = () => {
    if (node.flight !== flight) return;
    node.flight = null;
    node.style.zIndex = String(z);
  };
  flight.finished.then(rest, () => {});
}

/** Animate a card turning over. @param {CardNode} node @param {number} duration */
export function turnOver(node, duration) {
  if (duration)
    node.firstElementChild?.animate([{ transform: "scaleX(.05)" }, { transform: "scaleX(1)" }], {
      duration: duration * 0.9,
      easing: "ease-out",
    });
}

/** Animate a refusal. @param {CardNode} node @param {number} duration */
export function shake(node, duration) {
  if (duration)
    node.firstElementChild?.animate(
      [0, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` })),
      { duration: 200 },
    );
}
