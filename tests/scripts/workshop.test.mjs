/** Programs that travel in links, and what is counted of twenty deals. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { script } from "./page.mjs";

const { carried, LONGEST, unwrap, wrap } = await script("workshop/parcel.js");
const { tally } = await script("workshop/twenty.js");

test("a program comes out of its link as it went in", async () => {
  for (const program of ["", 'picture="""\n  S W\n"""', "Κλόνταϊκ: «φύλλα» 🂡", "x".repeat(5000)])
    assert.equal(await unwrap(await wrap(program)), program);
});
test("a link has letters that addresses have, and few of them", async () => {
  const letters = await wrap("Carry('T', to='F'), ".repeat(50));
  assert.match(letters, /^[\w-]+$/);
  assert.ok(letters.length < 100, letters);
});
test("only a link with a program carries one", async () => {
  const letters = await wrap("x = 1");
  assert.equal(await carried(`#code=${letters}`), "x = 1");
  for (const hash of ["", "#", "#rules", `#code=${letters}!`, "#code="])
    assert.equal(await carried(hash), null);
});
test("a link that was cut short, or was never one, carries nothing", async () => {
  const letters = await wrap("Carry('T', to='F')\n".repeat(3) + "goal=Home('F')");
  assert.equal(await carried(`#code=${letters.slice(0, -8)}`), null);
  assert.equal(await unwrap("AAAA"), null);
});
test("a small link that holds too much is not unpacked", async () => {
  assert.equal(await unwrap(await wrap("x".repeat(LONGEST))), "x".repeat(LONGEST));
  assert.equal(await unwrap(await wrap("x".repeat(50 * LONGEST))), null);
});
test("what is undecided counts as neither won nor lost", () => {
  assert.deepEqual(tally(["winnable", "unknown", "lost", "winnable", undefined]), {
    won: 2,
    lost: 1,
    open: 1,
  });
});
