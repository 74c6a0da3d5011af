/** The pictures of cards, of which a table has a hundred: each is few elements. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.mjs";

const { BACKS, back } = await script("cards/backs.js");

for (const name of BACKS)
  test(`the back ${name} is drawn by few elements`, () => {
    const elements = back(name).match(/<\w+/g).length;
    assert.ok(elements <= 12, String(elements));
    assert.ok(!back(name).includes("NaN"));
  });
