/** The code of a table: requested once, and renewed while it is shown. */

import { send } from "../api.js";
import { linkTo } from "../address.js";
import { h, refill } from "../dom.js";
import { t } from "../texts.js";

const EARLY = 120; // seconds before its end when a code is renewed

/** The shown element, kept across redraws. @type {{room: string, node: HTMLElement} | null} */
let shown = null;

/** A line with the code; empty if there is none. @param {string} room */
export function codeOf(room) {
  if (shown?.room !== room) shown = { room, node: made(room) };
  return shown.node;
}

/** @param {string} room */
function made(room) {
  const node = h("div", { class: "say-code", "data-key": "code", hidden: true });
  const ask = async () => {
    try {
      const { code, seconds } = await send("POST", `/api/rooms/${room}/code`);
      node.hidden = false;
      refill(
        node,
        h(
          "span",
          {},
          t("Say this code: your friends type it at {place}", {
            place: linkTo("/join").replace(/^https?:\/\//, ""),
          }),
        ),
        h("b", { class: "code", translate: "no" }, `${code.slice(0, 3)} ${code.slice(3)}`),
      );
      setTimeout(() => node.isConnected && void ask(), 1000 * (seconds - EARLY));
    } catch {
      node.hidden = true; // the link is enough
    }
  };
  void ask();
  return node;
}
