/** The local host: a worker that does what a server does, for one person, with the browser's storage. */

import { BASE } from "../address.js";
import { openStorage } from "./storage.js";
import { unsentRooms, SERVERS, tell } from "./owed.js";
import { python } from "./python.js";

const BESIDE = self.name === "beside"; // whether there is a server whose tables are played here too
const OWN = BESIDE ? SERVERS : "trapoula";
const others = new BroadcastChannel(OWN); // the other pages of this browser
/** @type {Worker | null} */
let thinker = null;
/** Pending questions, by number. @type {Map<number, (packed: string) => void>} */
const awaited = new Map();
let asked = 0;

const screen = {
  /** @param {string} told */
  say: (told) => postMessage({ told }),
  /** @param {string} room */
  spread: (room) => others.postMessage(room),
  /** @param {string} packed @param {number} pause seconds @returns {Promise<string>} */
  think: (packed, pause) =>
    new Promise((resolve) => void setTimeout(() => ponder(packed, resolve), pause * 1000)),
};

const storage = openStorage(OWN);

async function open() {
  const kept = storage.catch((fault) => {
    if (BESIDE) throw fault; // then the server keeps the table, as always
    postMessage({ forgetful: true });
    return undefined;
  });
  const { worker } = await python("trapoula.local.browser");
  const house = worker.callKwargs(screen, await kept, { beside: BESIDE });
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
    thinker = new Worker(new URL("./thinker.js", import.meta.url), {
      type: "module",
      name: "thinker",
    });
    thinker.addEventListener("message", ({ data }) => {
      awaited.get(data.id)?.(data.packed);
      awaited.delete(data.id);
    });
  }
  awaited.set((asked += 1), then);
  thinker.postMessage({ id: asked, packed });
}

/** @param {any} own the house @param {any} data what the page says */
async function hear(own, data) {
  if (data.said) return own.hear(data.said);
  const [status, kind, body] = JSON.parse(await own.ask(data.method, data.path, data.body));
  postMessage({ id: data.id, status, kind, body });
}

// --- beside a server: one step at a time, so that a table is never settled during a move ---

/** @type {Promise<any>} */
let turn = house;
/** @type {Promise<void> | null} */
let telling = null;
let more = false; // whether commands were stored since the server was last told
let coming = 0; // commands that are not stored yet

/** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
const inTurn = (work) => (turn = turn.then(work, work));

/** Load the server's table; 0 if that is impossible. @param {any} own @param {string} room @param {boolean} [refused] */
async function join(own, room, refused = false) {
  const answer = await fetch(`${BASE}/api/rooms/${room}/log`, { credentials: "same-origin" }).catch(
    () => null,
  );
  if (answer?.status === 404) await own.ask("DELETE", `/api/rooms/${room}`, "");
  return answer?.ok ? own.join(await answer.text(), refused) : 0;
}

/** Send the server all commands that it does not have, also those stored meanwhile. @param {any} own */
function deliver(own) {
  more = true;
  telling ??= (async () => {
    let owes = false;
    while (more) {
      more = owes = false;
      for (const room of await unsentRooms(await storage)) {
        let how = await tell(await storage, room);
        for (let tries = 0; tries < 3 && (how === "moved" || how === "refused"); tries += 1) {
          const refused = how === "refused";
          how = (await inTurn(() => join(own, room, refused)))
            ? await tell(await storage, room)
            : "away";
        }
        owes ||= how !== "told";
      }
    }
    return owes || coming > 0;
  })()
    .catch(() => true)
    .then((owes) => {
      telling = null;
      postMessage({ owes });
      if (more) void deliver(own); // stored after the last look
    });
  return telling;
}

/** @param {any} own @param {any} data */
async function hearBeside(own, data) {
  if (data.deliver) {
    await deliver(own);
    return postMessage({ id: data.id });
  }
  if (data.free) return hear(own, data); // a question; no move waits for it
  if (data.said) coming += 1;
  await inTurn(async () => {
    if (!data.join) return hear(own, data);
    const number = (await behind(own, data))
      ? await join(own, data.join).catch(() => 0)
      : own.number();
    postMessage({ id: data.id, number });
  }).finally(() => (coming -= data.said ? 1 : 0));
  if (data.said) void deliver(own);
}

/** Whether the server's table differs from ours, judging by the numbers. @param {any} own @param {any} data */
async function behind(own, { join: room, happened, whole }) {
  if (!happened) return true;
  if (!whole) return happened > own.number(); // a lower number is our own command
  return happened !== own.number() - JSON.parse(await (await storage).read(`owed/${room}/`)).length;
}

addEventListener("message", async ({ data }) => {
  const own = await house; // they are handled in the order of arrival
  return BESIDE ? hearBeside(own, data) : hear(own, data);
});
others.addEventListener("message", async ({ data }) => {
  const own = await house;
  return BESIDE ? inTurn(() => own.news(data)) : own.news(data);
});
