/** A worker for hints, verdicts and bots, so that no move waits for them. */

import { python } from "./python.js";

const ready = python("trapoula.local.browser");

addEventListener("message", async ({ data: { id, packed } }) => {
  const thoughts = await ready;
  postMessage({ id, packed: thoughts.answer(packed) });
});
