/** Where everything lies, on screens of many sizes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.mjs";

const { clearing, plan, style } = await script("geometry.js");

/** @param {string} pile @param {number} x @param {number} y @param {string} [fan] @param {string} [kind] */
const place = (pile, x, y, fan = "none", kind = fan === "down" ? "column" : "foundation") => ({
  pile,
  x,
  y,
  fan,
  kind,
  shown: 0,
});
/** A row of columns below a row of foundations. @param {number} count */
const columns = (count) => [
  place("S", 0, 0, "none", "stock"),
  ...Array.from({ length: 4 }, (_, at) => place(`F${at + 1}`, count - 4 + at, 0)),
  ...Array.from({ length: count }, (_, at) => place(`T${at + 1}`, at, 1, "down")),
];
/** @param {number} across @param {number} down */
const square = (across, down) =>
  Array.from({ length: across * down }, (_, at) =>
    place(`P${at + 1}`, at % across, Math.floor(at / across), "none", "column"),
  );
/** So many open cards in every column. @param {any[]} layout @param {number} count */
const dealt = (layout, count) =>
  Object.fromEntries(
    layout.map(({ pile, fan }) => [pile, fan === "down" ? Array(count).fill("KH") : ["AS"]]),
  );

const SIZES = [
  [320, 440],
  [360, 520],
  [390, 700],
  [768, 880],
  [1366, 640],
  [844, 300],
];

for (const [width, height] of SIZES)
  test(`nothing leaves a table of ${width} by ${height}`, () => {
    for (const layout of [columns(7), columns(10), columns(13), square(13, 4), square(5, 5)])
      for (const count of [1, 7, 19]) {
        const made = plan(layout, dealt(layout, count), width, height);
        for (const { x, y } of [...made.points.values(), ...made.slots.values()].flat()) {
          assert.ok(x >= -4 && x + made.width <= width + 1, `${x} of ${layout.length}`);
          assert.ok(y >= -4 && y + made.height <= height + 1, `${y} of ${layout.length}`);
        }
      }
  });

test("cards are as wide as a finger on a phone", () => {
  const wide = (/** @type {any[]} */ layout) => plan(layout, dealt(layout, 5), 390, 700).width;
  assert.ok(wide(columns(7)) >= 44);
  assert.ok(wide(columns(10)) >= 40);
  assert.ok(wide(square(13, 4)) >= 50);
});

test("neighbours lap on a phone only, and by no more than pictures allow", () => {
  const layout = square(13, 4),
    lap = (/** @type {any} */ made) =>
      1 - (made.slots.get("P2").x - made.slots.get("P1").x) / made.width;
  const phone = plan(layout, dealt(layout, 1), 390, 700),
    desk = plan(layout, dealt(layout, 1), 1366, 640);
  assert.ok(phone.lapped && lap(phone) > 0.3 && lap(phone) <= 0.52);
  assert.ok(!desk.lapped && lap(desk) < 0);
  assert.equal(style(phone, "P1", false), "tall");
});

test("columns are drawn alike, and larger where they have room", () => {
  const layout = columns(7),
    short = plan(layout, dealt(layout, 5), 390, 700),
    long = plan(layout, dealt(layout, 19), 390, 500);
  assert.equal(style(short, "T1", false), "open");
  assert.equal(style(long, "T1", false), "low");
});

test("sizes stay as they are while columns grow shorter", () => {
  const layout = columns(7),
    longest = { T1: 12 };
  const before = plan(layout, { ...dealt(layout, 5), T1: Array(12).fill("KH") }, 390, 700, longest),
    after = plan(layout, dealt(layout, 5), 390, 700, longest);
  assert.equal(before.width, after.width);
});

test("a left hand has everything mirrored, within the table", () => {
  const layout = columns(7),
    made = plan(layout, dealt(layout, 5), 390, 700, {}, { leftHanded: true });
  assert.ok(made.slots.get("S").x > made.slots.get("F4").x);
});

test("of a long waste the latest cards can be read, and the others lie below them", () => {
  const layout = [...columns(7), { ...place("W", 1, 0, "right", "waste"), shown: 26 }].filter(
      ({ pile }) => pile[0] !== "F",
    ),
    waste = Array(24).fill("KH"),
    made = plan(layout, { ...dealt(layout, 5), W: waste }, 390, 700),
    xs = made.points.get("W").map((/** @type {any} */ { x }) => x),
    steps = xs.slice(1).map((/** @type {number} */ x, /** @type {number} */ at) => x - xs[at]);
  const open = steps.filter((/** @type {number} */ step) => step > 0);
  assert.ok(open.length >= 8 && Math.min(...open) >= 0.35 * made.width);
  assert.deepEqual(steps, [...Array(23 - open.length).fill(0), ...open]);
});

test("the top of a heap lies in its place, and shows an edge of what is below", () => {
  const layout = columns(7),
    made = plan(layout, { ...dealt(layout, 5), S: Array(24).fill("--") }, 390, 700),
    [below, top] = made.points.get("S").slice(-2);
  assert.deepEqual(top, made.slots.get("S"));
  assert.ok(below.x > top.x && below.y > top.y);
});

test("what lies beside the cards covers none, or is left out", () => {
  const room = /** @type {[number, number]} */ ([320, 440]);
  const low = plan(columns(7), dealt(columns(7), 3), ...room);
  assert.deepEqual(clearing(low, [150, 46], room), { x: 85, y: 384 });
  const corner = [place("S", 0, 4, "none", "stock"), place("W", 1, 4, "none", "waste")];
  const beside = plan([...square(4, 4), ...corner], dealt([], 0), ...room);
  const at = clearing(beside, [100, 46], room);
  assert.ok(
    at && at.x >= Math.max(...["S", "W"].map((pile) => beside.slots.get(pile).x)) + beside.width,
  );
  const full = plan(square(6, 6), dealt(square(6, 6), 1), ...room);
  assert.equal(clearing(full, [150, 46], room), null);
});

test("the rows of a pyramid are drawn apart where a phone has height", () => {
  const pyramid = [
    place("S", 0, 0, "none", "stock"),
    ...Array.from({ length: 4 }, (_, row) =>
      Array.from({ length: row + 1 }, (_, at) =>
        place(`P${row}${at}`, 4 - row / 2 + at, 1 + row / 3, "none", "reserve"),
      ),
    ).flat(),
  ];
  const step = (/** @type {number} */ width, /** @type {number} */ height) => {
    const made = plan(pyramid, dealt(pyramid, 1), width, height);
    return (made.slots.get("P10").y - made.slots.get("P00").y) / made.height;
  };
  assert.ok(step(390, 700) > 0.6);
  assert.ok(step(1366, 640) < 0.4);
});

test("columns have the whole height to grow, foundations beside them or not", () => {
  const beside = [
    ...Array.from({ length: 4 }, (_, at) => place(`F${at + 1}`, 0, at)),
    ...Array.from({ length: 7 }, (_, at) => place(`T${at + 1}`, at + 1.5, 0, "down")),
  ];
  const made = plan(beside, dealt(beside, 11), 390, 700);
  assert.ok(made.slots.get("T1").y < made.height / 4);
});
