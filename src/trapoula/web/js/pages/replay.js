/** A replay: step, play, jump to a move, and play on from here. A solution is a replay with all cards open. */

import { title } from "../catalogue.js";
import { h, refill } from "../dom.js";
import { icon } from "../parts/icons.js";
import { Reel, tool, loadRecord } from "../parts/reel.js";
import { complain } from "../parts/toast.js";
import { t } from "../texts.js";
import { address, pageAt } from "../address.js";
import { sitDown } from "./game.js";

/** @param {HTMLElement} place @param {string} id */
export async function replay(place, id) {
  const { told, game } = await loadRecord(id);
  if (!place.isConnected) return;
  document.title = `${title(game)} · Trapoula`;
  place.className = "page-table";
  const asked = new URLSearchParams(location.search),
    table = asked.get("table"); // the step at which a solution was requested
  const reel = new Reel(told, game, {
    names: namesIn(asked.get("names")),
    open: Boolean(table),
    lead: (at) => void reel.show(at),
    seen: (at) => {
      const here = new URLSearchParams(asked);
      here.set("step", String(at));
      history.replaceState(history.state, "", address(`${pageAt()}?${here}`)); // a link to this very step
    },
    tools: [
      tool("fresh", t("Play on from here"), () => {
        reel.stop();
        sitDown({ game: told.game, replay: id, step: reel.at }).catch(complain);
      }),
    ],
  });
  refill(
    place,
    h(
      "header",
      { class: "table-head" },
      h(
        "a",
        {
          href: table ? `/table/${encodeURIComponent(table)}` : "/",
          class: "plain-icon",
          "aria-label": table ? t("Back to the table") : t("All games"),
        },
        icon("back"),
      ),
      h("h1", {}, title(game)),
      table ? h("span", { class: "deal chosen" }, t("Solution, all cards open")) : null,
      reel.where,
    ),
    h("div", { class: "board-box" }, reel.stage),
    reel.bar,
  );
  await reel.show(Number(asked.get("step")) || 0);
  return () => reel.end();
}

/** The names of the seats, from the address. @param {string | null} text @returns {string[]} */
function namesIn(text) {
  try {
    const named = JSON.parse(text ?? "[]");
    return Array.isArray(named) ? named.map((name) => String(name).slice(0, 24)) : [];
  } catch {
    return []; // a truncated link still finds its replay
  }
}
