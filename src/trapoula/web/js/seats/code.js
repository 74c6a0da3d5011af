/** The code of a table, to be said aloud: asked for once and renewed while somebody looks at it. */

import { send } from "../api.js";
import { linkTo } from "../address.js";
import { h, refill } from "../dom.js";
import { t } from "../texts.js";

const EARLY = 120; // seconds before its end that a code is renewed

/** The one that is shown, so that it outlives whatever is drawn around it. @type {{room: string, node: HTMLElement} | null} */
let shown = null;

/** A line that says the code; empty where there can be none. @param {string} room */
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
