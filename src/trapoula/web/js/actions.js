/** The written actions of a patience, sorted by what a hand can do: carry, pair, tap, press a button. */

const CARRY = /^(\w+?)(?::(\d+))?>(\w+)$/;
const PAIR = /^(\w+)\+(\w+)$/;
const TAP = /^([a-z]+)(?: (\w+))?$/;

/**
 * @typedef {{kind: "carry" | "pair", text: string, source: string, target: string, size: number}} Move
 * @typedef {{kind: "tap", text: string, verb: string, pile: string}} Tap
 * @typedef {{text: string, verb: string}} Press
 */

export class Actions {
  /**
   * @param {string[]} legal
   * @param {Record<string, string[]>} taps
   */
  constructor(legal, taps) {
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Tap[]} */
    this.taps = [];
    /** @type {Press[]} */
    this.presses = [];
    for (const text of legal) this.#sort(text, taps);
  }

  /** @param {string} text @param {Record<string, string[]>} taps */
  #sort(text, taps) {
    let match = CARRY.exec(text);
    if (match) return void this.moves.push({ kind: "carry", text, source: match[1], target: match[3], size: Number(match[2] ?? 1) });
    match = PAIR.exec(text);
    if (match) {
      this.moves.push({ kind: "pair", text, source: match[1], target: match[2], size: 1 });
      if (match[1] !== match[2]) this.moves.push({ kind: "pair", text, source: match[2], target: match[1], size: 1 });
      return;
    }
    match = TAP.exec(text);
    if (!match) return;
    const pile = match[2] ?? taps[match[1]]?.[0];
    if (pile) this.taps.push({ kind: "tap", text, verb: match[1], pile });
    else this.presses.push({ text, verb: match[1] });
  }

  /** Whether anything can be done at all. */
  get any() {
    return this.moves.length + this.taps.length + this.presses.length > 0;
  }

  /** The sizes that can be lifted from a pile. @param {string} pile */
  sizes(pile) {
    return [...new Set(this.moves.filter((move) => move.source === pile).map((move) => move.size))].sort((a, b) => a - b);
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
    return this.moves.find((move) => kind(move.target) === "foundation" && kind(move.source) !== "foundation");
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
      moves.find((move) => away(move) && kind(move.target) === "column" && count(move.target) > 0) ??
      moves.find((move) => away(move) && kind(move.target) === "waste") ??
      moves.find((move) => away(move) && kind(move.target) === "column") ??
      moves[0]
    );
  }
}

/** The first tap that a pile is for, as it is written, legal or not. @param {string} pile @param {Record<string, string[]>} taps */
export function written(pile, taps) {
  const verb = Object.keys(taps).find((own) => taps[own].includes(pile)) ?? "";
  return verb && taps[verb].length > 1 ? `${verb} ${pile}` : verb;
}
