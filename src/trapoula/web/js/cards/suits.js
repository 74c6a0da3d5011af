/** The four suits as paths in a box from -50 to 50, and where the pips of each rank lie. */

/** @type {Record<string, string>} */
export const SUITS = {
  H: "M0 44C-9 30-46 8-46-18C-46-35-33-44-21-44C-11-44-3-38 0-29C3-38 11-44 21-44C33-44 46-35 46-18C46 8 9 30 0 44Z",
  D: "M0-48C9-29 22-13 38 0C22 13 9 29 0 48C-9 29-22 13-38 0C-22-13-9-29 0-48Z",
  S: "M0-47C8-30 45-8 45 15C45 29 35 36 25 36C15 36 8 31 4 23C5 34 9 42 17 47H-17C-9 42-5 34-4 23C-8 31-15 36-25 36C-35 36-45 29-45 15C-45-8-8-30 0-47Z",
  C: "M0-46A21 21 0 0 1 17-12A21 21 0 1 1 4 20C5 33 9 42 17 47H-17C-9 42-5 33-4 20A21 21 0 1 1-17-12A21 21 0 0 1 0-46Z",
};

const LEFT = 33,
  MIDDLE = 50,
  RIGHT = 67;

/**
 * The places of the pips of ace to ten on a card of 100 by 140.
 * @type {Record<string, [number, number][]>}
 */
export const PIPS = {
  A: [[MIDDLE, 70]],
  2: [
    [MIDDLE, 30],
    [MIDDLE, 110],
  ],
  3: [
    [MIDDLE, 30],
    [MIDDLE, 70],
    [MIDDLE, 110],
  ],
  4: [
    [LEFT, 30],
    [RIGHT, 30],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  5: [
    [LEFT, 30],
    [RIGHT, 30],
    [MIDDLE, 70],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  6: [
    [LEFT, 30],
    [RIGHT, 30],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  7: [
    [LEFT, 30],
    [RIGHT, 30],
    [MIDDLE, 50],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  8: [
    [LEFT, 30],
    [RIGHT, 30],
    [MIDDLE, 50],
    [LEFT, 70],
    [RIGHT, 70],
    [MIDDLE, 90],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  9: [
    [LEFT, 28],
    [RIGHT, 28],
    [LEFT, 56],
    [RIGHT, 56],
    [MIDDLE, 70],
    [LEFT, 84],
    [RIGHT, 84],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  T: [
    [LEFT, 28],
    [RIGHT, 28],
    [MIDDLE, 42],
    [LEFT, 56],
    [RIGHT, 56],
    [LEFT, 84],
    [RIGHT, 84],
    [MIDDLE, 98],
    [LEFT, 112],
    [RIGHT, 112],
  ],
};

/** @param {string} rank how it is printed on the card */
export function index(rank) {
  return rank === "T" ? "10" : rank;
}

/**
 * A suit at a place, with a width in units.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [turned] upside down
 */
export function pip(suit, x, y, size, turned = false) {
  const scale = size / 100;
  return `<path d="${SUITS[suit]}" transform="translate(${x} ${y}) scale(${scale} ${turned ? -scale : scale})"/>`;
}
