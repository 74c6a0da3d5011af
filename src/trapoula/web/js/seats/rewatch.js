/** Links from a table to the replay of a round, with the players' names in the address. */

import { send } from "../api.js";
import { go } from "../main.js";
import { complain } from "../parts/toast.js";
import { botName } from "./people.js";

/** Open the replay of a round, at a step. @param {import("../types.js").Room} room @param {number} [round] @param {number} [step] */
export async function rewatch(room, round = room.sitting.round, step = 0) {
  const names = room.sitting.seats.map(
    ({ kind, name }, seat) => name ?? (kind === "bot" ? botName(room.room, seat) : ""),
  );
  try {
    const { replay } = await send("POST", `/api/rooms/${room.room}/share?round=${round}`);
    await go(
      `/replay/${replay}?${new URLSearchParams({ step: String(step), names: JSON.stringify(names) })}`,
    );
  } catch (fault) {
    complain(fault);
  }
}
