/** The legal actions of a solitaire, by gesture: carry, pair, tap, or press a button. */

/**
 * @typedef {import("./wire.js").Action} Action
 * @typedef {{kind: "carry" | "pair", text: string, source: string, target: string, size: number}} Move
 * @typedef {{kind: "tap", text: string, verb: string, pile: string}} Tap
 * @typedef {{text: string, verb: string}} Press
 */

export class Actions {
  /** @param {Action[]} all the legal actions, as the server sent them */
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

  /** The parsed action for a text, if it is legal. @param {string | null} text */
  only(text) {
    return new Actions(this.all.filter((action) => action.text === text));
  }

  /** Whether there is any legal action. */
  get any() {
    return this.all.length > 0;
  }

  /** The sizes that can be lifted from a pile. @param {string} pile */
  sizes(pile) {
    return [
      ...new Set(this.moves.filter((move) => move.source === pile).map((move) => move.size)),
    ].sort((a, b) => a - b);
  }

  /** The moves for that many cards of a pile. @param {string} pile @param {number} size */
  from(pile, size) {
    return this.moves.filter((move) => move.source === pile && move.size === size);
  }

  /** @param {string} pile @returns {Tap | undefined} */
  tap(pile) {
    return this.taps.find((tap) => tap.pile === pile);
  }

  /** The first move to a foundation. @param {(pile: string) => string} kind */
  homeward(kind) {
    return this.moves.find(
      (move) => kind(move.target) === "foundation" && kind(move.source) !== "foundation",
    );
  }

  /**
   * The best obvious move: to a foundation, a tap, onto cards, then anywhere. Skips piles where these cards have been.
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
