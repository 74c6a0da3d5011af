/** The house in this browser: a worker that does what a server does for one person, over a drawer of the browser's own. */

import { openDrawer } from "./drawer.js";
import { python } from "./python.js";

const others = new BroadcastChannel("trapoula"); // the other pages of this browser
/** @type {Worker | null} */
let thinker = null;
/** Who waits for a thought, by the number of the question. @type {Map<number, (packed: string) => void>} */
const awaited = new Map();
let asked = 0;

const screen = {
  /** @param {string} told */
  say: (told) => postMessage({ told }),
  /** @param {string} room */
  spread: (room) => others.postMessage(room),
  /** @param {string} packed @param {number} pause seconds @returns {Promise<string>} */
  think: (packed, pause) => new Promise((resolve) => void setTimeout(() => ponder(packed, resolve), pause * 1000)),
};

async function open() {
  const drawer = openDrawer().catch(() => {
    postMessage({ forgetful: true });
    return undefined;
  });
  const { worker } = await python("trapoula.local.browser");
  const house = worker(screen, await drawer);
  await house.open();
  return house;
}

const house = open();
house.catch((fault) => {
  console.error(fault);
  postMessage({ broken: true });
});

/** @param {string} packed @param {(packed: string) => void} then */
function ponder(packed, then) {
  if (!thinker) {
    thinker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module", name: "thinker" });
    thinker.addEventListener("message", ({ data }) => {
      awaited.get(data.id)?.(data.packed);
      awaited.delete(data.id);
    });
  }
  awaited.set((asked += 1), then);
  thinker.postMessage({ id: asked, packed });
}

addEventListener("message", async ({ data }) => {
  const own = await house; // they are heard in the order in which they came
  if (data.said) return own.hear(data.said);
  const [status, kind, body] = JSON.parse(await own.ask(data.method, data.path, data.body));
  postMessage({ id: data.id, status, kind, body });
});
others.addEventListener("message", async ({ data }) => (await house).news(data));
