/** What may be done at a patience, sorted by what a hand can do: carry, pair, tap, press a button. */

/**
 * @typedef {import("./wire.js").Action} Action
 * @typedef {{kind: "carry" | "pair", text: string, source: string, target: string, size: number}} Move
 * @typedef {{kind: "tap", text: string, verb: string, pile: string}} Tap
 * @typedef {{text: string, verb: string}} Press
 */

export class Actions {
  /** @param {Action[]} all what may be done, as it came over the wire */
  constructor(all) {
    this.all = all;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Tap[]} */
    this.taps = [];
    /** @type {Press[]} */
    this.presses = [];
    for (const action of all) this.#sort(action);
  }

  /** @param {Action} action */
  #sort({ text, verb, from, to, size = 1 }) {
    if (!from) return void this.presses.push({ text, verb });
    if (!to) return void this.taps.push({ kind: "tap", text, verb, pile: from });
    const kind = verb === "pair" ? "pair" : "carry";
    this.moves.push({ kind, text, source: from, target: to, size });
    if (kind === "pair" && from !== to)
      this.moves.push({ kind, text, source: to, target: from, size });
  }

  /** An action and nothing else, if it may be done. @param {string | null} text */
  only(text) {
    return new Actions(this.all.filter((action) => action.text === text));
  }

  /** Whether anything can be done at all. */
  get any() {
    return this.all.length > 0;
  }

  /** The sizes that can be lifted from a pile. @param {string} pile */
  sizes(pile) {
    return [
      ...new Set(this.moves.filter((move) => move.source === pile).map((move) => move.size)),
    ].sort((a, b) => a - b);
  }

  /** What can be done with so many cards of a pile. @param {string} pile @param {number} size */
  from(pile, size) {
    return this.moves.filter((move) => move.source === pile && move.size === size);
  }

  /** @param {string} pile @returns {Tap | undefined} */
  tap(pile) {
    return this.taps.find((tap) => tap.pile === pile);
  }

  /** The first move that brings cards home. @param {(pile: string) => string} kind */
  homeward(kind) {
    return this.moves.find(
      (move) => kind(move.target) === "foundation" && kind(move.source) !== "foundation",
    );
  }

  /**
   * The best obvious move: to a foundation, by a tap, onto cards, then anywhere; not to piles where these cards have been.
   * @param {string} pile
   * @param {number} size
   * @param {(pile: string) => string} kind
   * @param {(pile: string) => number} count
   * @param {Set<string>} [been]
   */
  best(pile, size, kind, count, been = new Set()) {
    const moves = this.from(pile, size).filter(({ target }) => !been.has(target));
    const away = (/** @type {Move} */ move) => move.target !== pile;
    return (
      moves.find((move) => kind(move.target) === "foundation" && kind(pile) !== "foundation") ??
      this.tap(pile) ??
      moves.find(
        (move) => away(move) && kind(move.target) === "column" && count(move.target) > 0,
      ) ??
      moves.find((move) => away(move) && kind(move.target) === "waste") ??
      moves.find((move) => away(move) && kind(move.target) === "column") ??
      moves[0]
    );
  }
}
