/** A QR code drawn by us: byte mode, error correction L, mask 0, up to version 5. */

import { s } from "../dom.js";

/** Data and check bytes by version. @type {[number, number][]} */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
];
const FORMAT = 0b111011111000100; // level L with mask 0

/** @type {number[]} */
const POWERS = [],
  LOGS = Array(256).fill(0);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  POWERS[exponent] = POWERS[exponent + 255] = value;
  LOGS[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** @param {number} one @param {number} other */
const times = (one, other) => (one && other ? POWERS[LOGS[one] + LOGS[other]] : 0);

/** Reed-Solomon check bytes. @param {number[]} data @param {number} count */
function checks(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root += 1)
    generator = Array.from(
      { length: generator.length + 1 },
      (_, at) => (generator[at] ?? 0) ^ times(at ? generator[at - 1] : 0, POWERS[root]),
    );
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at];
    generator.forEach((coefficient, step) => (rest[at + step] ^= times(coefficient, factor)));
  });
  return rest.slice(data.length);
}

/** @param {number[]} bytes */
const toBits = (bytes) => bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");

/** @param {string} text @returns {boolean[][] | null} null when it is too long */
export function matrix(text) {
  const raw = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([size]) => raw.length + 2 <= size) + 1;
  if (!version) return null;
  const [size, count] = SIZES[version - 1],
    width = 17 + 4 * version;
  let bits = `0100${toBits([raw.length])}${toBits(raw)}`;
  bits += "0".repeat(Math.min(4, size * 8 - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let at = 0; data.length < size; at += 1) data.push(at % 2 ? 0x11 : 0xec);
  /** @type {(boolean | null)[][]} */
  const grid = Array.from({ length: width }, () => Array(width).fill(null));
  for (const [top, left] of [
    [0, 0],
    [0, width - 7],
    [width - 7, 0],
  ])
    finder(grid, top, left);
  if (version > 1)
    for (let dy = -2; dy <= 2; dy += 1)
      for (let dx = -2; dx <= 2; dx += 1)
        grid[width - 7 + dy][width - 7 + dx] = Math.max(Math.abs(dx), Math.abs(dy)) !== 1;
  for (let at = 8; at < width - 8; at += 1) grid[6][at] = grid[at][6] = at % 2 === 0;
  format(grid);
  fill(grid, toBits([...data, ...checks(data, count)]));
  return grid.map((row) => row.map(Boolean));
}

/** @param {(boolean | null)[][]} grid @param {number} top @param {number} left */
function finder(grid, top, left) {
  for (let dy = -1; dy < 8; dy += 1)
    for (let dx = -1; dx < 8; dx += 1)
      if (grid[top + dy]?.[left + dx] !== undefined)
        grid[top + dy][left + dx] = [0, 1, 3].includes(
          Math.max(Math.abs(dy - 3), Math.abs(dx - 3)),
        );
}

/** @param {(boolean | null)[][]} grid */
function format(grid) {
  const width = grid.length;
  const first = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => [8, x]),
    ...[7, 5, 4, 3, 2, 1, 0].map((y) => [y, 8]),
  ];
  const second = [
    ...Array.from({ length: 7 }, (_, at) => [width - 1 - at, 8]),
    ...Array.from({ length: 8 }, (_, at) => [8, width - 8 + at]),
  ];
  for (const places of [first, second])
    places.forEach(([y, x], at) => (grid[y][x] = Boolean((FORMAT >> (14 - at)) & 1)));
  grid[width - 8][8] = true;
}

/** @param {(boolean | null)[][]} grid @param {string} bits */
function fill(grid, bits) {
  const width = grid.length,
    columns = [];
  for (let column = width - 1; column > 6; column -= 2) columns.push(column);
  let at = 0;
  [...columns, 5, 3, 1].forEach((right, turn) => {
    for (let row = 0; row < width; row += 1) {
      const y = turn % 2 ? row : width - 1 - row;
      for (const x of [right, right - 1])
        if (grid[y][x] === null) grid[y][x] = (bits[at++] === "1") !== ((x + y) % 2 === 0);
    }
  });
}

/** The code as a drawing, or null if the text is too long. @param {string} text @param {string} label */
export function qr(text, label) {
  const grid = matrix(text);
  if (!grid) return null;
  const path = grid
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return s(
    "svg",
    {
      viewBox: `-4 -4 ${grid.length + 8} ${grid.length + 8}`,
      class: "qr",
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    s("rect", { x: -4, y: -4, width: grid.length + 8, height: grid.length + 8, fill: "#fff" }),
    s("path", { d: path, fill: "#000" }),
  );
}
