/** A worker that thinks, so that the table need not wait: hints, verdicts and bots. */

import { python } from "./python.js";

const ready = python("trapoula.local.browser");

addEventListener("message", async ({ data: { id, packed } }) => {
  const thoughts = await ready;
  postMessage({ id, packed: thoughts.answer(packed) });
});
