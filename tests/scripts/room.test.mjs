/** The queue of a room: what is sent when, what is dropped, and what is asked for again. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { cut, last, rest, say, script, sent } from "./page.mjs";

const { cancelQuestion, command, enter, leave, pending } = await script("room.js");
const { commit, now } = await script("store.js");
commit({ prefs: { bots: "normal" } });

const ACTIONS = [
  { text: "turn", verb: "turn" },
  { text: "T1>T2", verb: "carry", from: "T1", to: "T2", size: 1 },
];
/** @param {number} number @param {Record<string, string[]>} [piles] */
const table = (number, piles = { T1: ["KH"], T2: [] }) => ({
  view: { piles },
  actions: ACTIONS,
  steps: number,
  last: [{ seat: 0, action: "turn", step: number }],
  undo: true,
});
/** @param {number} number @param {string} [room] */
const picture = (number, room = "A") => ({
  type: "room",
  room,
  number,
  table: table(number),
  sitting: { phase: "playing", round: 1, seats: [{}] },
  seat: 0,
  held: [0],
  chat: [],
  story: [],
  show: null,
});
/** @param {number} number @param {Record<string, string[]>} [piles] */
const event = (number, piles) => ({
  type: "event",
  what: "act",
  number,
  at: 1,
  table: table(number, piles),
});
/** What was said and refused, by its code. @param {Promise<any>} said */
const refused = (said) =>
  said.then(
    () => "done",
    ({ code }) => code,
  );

beforeEach(async () => {
  sent.length = 0;
  const entered = enter("A");
  await rest();
  await say({ ...picture(1), id: last("enter").id });
  await entered;
  sent.length = 0;
});
afterEach(() => leave());

test("commands go out one after another, each on the table as it was last committed", async () => {
  const first = command("act", { action: "turn" }),
    second = command("undo");
  assert.deepEqual(
    sent.map(({ type, number }) => [type, number]),
    [["act", 1]],
  );
  await say(event(2));
  await say({ type: "done", id: last("act").id, number: 2 });
  await first;
  assert.deepEqual([last("undo").type, last("undo").number], ["undo", 2]);
  await say({ type: "done", id: last("undo").id });
  await second;
  assert.equal(pending(), false);
});

test("a move that no longer means the same is not sent", async () => {
  const first = command("act", { action: "turn" }),
    second = refused(command("act", { action: "T1>T2" }));
  await say(event(2, { T1: ["KH", "QS"], T2: [] })); // another card lies on top now
  await say({ type: "done", id: last("act").id });
  await first;
  assert.equal(await second, "stale");
  assert.equal(sent.filter(({ type }) => type === "act").length, 1);
});

test("a stale refusal asks for the whole picture", async () => {
  const said = refused(command("undo"));
  await say({ type: "error", id: last("undo").id, code: "stale", template: "" });
  assert.equal(await said, "stale");
  assert.deepEqual([last("enter").room, last("enter").number], ["A", 1]);
});

test("an event is folded into the room, and what was told before is not told again", async () => {
  await say(event(2));
  assert.equal(now().room.number, 2);
  await say(event(2, { T1: [], T2: [] }));
  assert.deepEqual(now().room.table.view.piles.T1, ["KH"]);
});

test("a missed event asks for the whole picture, and changes nothing", async () => {
  await say(event(4));
  assert.equal(now().room.number, 1);
  assert.equal(last("enter").number, 1);
});

test("what was sent is sent again when the line is back; what was not is refused at once", async () => {
  const first = command("act", { action: "turn" }),
    second = refused(command("undo"));
  const { id } = last("act");
  await cut();
  assert.equal(await second, "offline");
  assert.equal(now().online, false);
  assert.equal(await refused(command("redo")), "offline");
  void enter("A"); // as the line does by itself, after a while
  await rest();
  await say({ ...picture(1), id: last("enter").id });
  assert.equal(last("act").id, id);
  await say({ type: "done", id });
  await first;
});

test("whoever goes to another room hears no more of the one before", async () => {
  const said = refused(command("act", { action: "turn" }));
  const entered = enter("B");
  assert.equal(await said, "left");
  await rest();
  await say(picture(7)); // still of the room before
  assert.notEqual(now().room?.number, 7);
  await say({ ...picture(3, "B"), id: last("enter").id });
  assert.equal((await entered).room, "B");
});

test("an event of the room before is not taken for one of the new room", async () => {
  await enter("B", { ...picture(3, "B"), type: undefined });
  await say(event(4, { T1: [], T2: [] }));
  assert.equal(now().room.number, 3);
  await say({ ...picture(3, "B"), id: last("enter").id });
  await say(event(4));
  assert.equal(now().room.number, 4);
});

test("a room that is not to be had is refused, and nothing is tried again", async () => {
  const entered = refused(enter("gone"));
  await rest();
  await say({ type: "error", id: last("enter").id, code: "no-room", template: "" });
  assert.equal(await entered, "no-room");
});

test("a question that nobody waits for is dropped, and a move is not", async () => {
  const asked = refused(command("verdict", { seconds: 5 })),
    move = command("act", { action: "turn" });
  cancelQuestion();
  assert.equal(await asked, "left");
  assert.equal(last("drop").type, "drop");
  await say({ type: "done", id: last("act").id });
  await say({ type: "done", id: last("drop").id });
  await move;
  assert.equal(pending(), false);
});
