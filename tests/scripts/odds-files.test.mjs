import assert from "node:assert/strict";
import { test } from "node:test";

import { citation, csv, json } from "../../src/trapoula/web/js/odds-files.js";

const ROW = {
  game: "klondike",
  options: { draw: 3, redeals: "unlimited" },
  deals: 100,
  winnable: 80,
  lost: 18,
  share: 0.81,
  bounds: [0.71, 0.89],
  hints: [0, 0],
  hints_bounds: null,
  simple: [11, 100],
  length: null,
  limit: 1,
  spent: 0.1,
  date: "2026-11-19",
};

test("the table is a file of values between commas, and begins with what to cite", () => {
  const [head, names, first, end] = csv([{ ...ROW, date: "2026-01-02" }, ROW]).split("\n");
  assert.equal(head, `# ${citation([ROW])}`);
  assert.ok(head.endsWith("2026-11-19"));
  const row = Object.fromEntries(names.split(",").map((name, at) => [name, first.split(",")[at]]));
  assert.equal(row.options, "draw=3 redeals=unlimited");
  assert.deepEqual([row.low, row.high, row.moves], ["0.71", "0.89", ""]);
  assert.ok(end.startsWith("klondike,"));
});

test("the table as JSON is cited too", () => {
  assert.deepEqual(JSON.parse(json([ROW])), { citation: citation([ROW]), odds: [ROW] });
});
