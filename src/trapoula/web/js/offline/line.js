/** The line to the house in this browser: a worker that keeps the tables, with the rules as they are everywhere. */

import { BASE } from "../address.js";
import { Refusal } from "../refusal.js";
import { commit } from "../store.js";

const LATER = 1000; // ms until what could not be done is tried again

/** @type {Worker | null} */
let worker = null;
/** What went wrong with the worker as a whole. @type {Refusal | null} */
let broken = null;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (fault: Refusal) => void}>} */
const asked = new Map();
let asking = 0;
/** The name of the worker: by it the worker knows whether there is a server beside it. */
let name = "house";
/** Told whether a server is still to be told something. @type {(owes: boolean) => void} */
let owes = () => {};
/** @type {import("../types.js").Listener} */
let listener = { message: () => {}, open: () => {}, lost: () => {} };

/** The worker, which is begun when it is first needed. */
function house() {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", () => heard({ broken: true }));
  return worker;
}

/** @param {any} data what the worker says: an answer, a message of the table, or that it cannot go on */
function heard(data) {
  if (data.told) listener.message(JSON.parse(data.told));
  else if (data.broken) {
    broken = new Refusal({
      type: "error",
      code: "failed",
      template: "This browser can't save tables by itself.",
    });
    for (const { reject } of asked.values()) reject(broken);
    asked.clear();
  } else if (data.forgetful) commit({ forgetful: true });
  else if ("owes" in data) owes(data.owes);
  else {
    asked.get(data.id)?.resolve(data);
    asked.delete(data.id);
  }
}

/** Be the line to a house beside a server. @param {(owes: boolean) => void} note told whether the server is still to be told something */
export function beside(note) {
  name = "beside";
  owes = note;
}

/** Ask the worker for something. @param {object} what @returns {Promise<any>} */
export function request(what) {
  if (broken) return Promise.reject(broken);
  const id = (asking += 1);
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    house().postMessage({ ...what, id });
  });
}

/** Begin before anybody asks: the rules take a moment to come. */
export function wake() {
  house();
}

/**
 * Ask for what stands still: from the files of this folder where it was written down, else from the house.
 * @param {string} path @param {RequestInit} init
 * @returns {Promise<Response>}
 */
export async function ask(path, init) {
  const [, api] = /^.*?\/(api\/.*)$/.exec(path) ?? [];
  if (!api) return fetch(BASE + path, init);
  const written =
    init.method || name === "beside"
      ? null
      : /^api\/(games|texts\/\w+)(?:\/([\w-]+)|\?part=(\w+)|\?lang=\w+)?$/.exec(api);
  if (written) {
    const [, file, game, part] = written,
      answer = await fetch(
        new URL(`../../api/${file}${part ? `-${part}` : ""}.json`, import.meta.url),
      );
    if (!game) return answer;
    const found = (await answer.json()).games.find(
      (/** @type {{game: string}} */ one) => one.game === game,
    );
    if (found) return Response.json(found); // as it is by itself: no need to wait for the rules
  }
  const { body, status, kind } = await request({
    method: init.method ?? "GET",
    path: `/${api}`,
    body: init.body ?? "",
  });
  return new Response(body, { status, headers: { "Content-Type": kind } });
}

/** Whether the house can answer at all. */
export function alive() {
  return Promise.resolve(true);
}

/** @param {import("../types.js").Listener} hear */
export function connect(hear) {
  listener = hear;
}

/** Nobody sits at the screen's table any more. */
export function disconnect() {
  if (worker) transmit({ type: "leave", id: "leave" });
  listener = { message: () => {}, open: () => {}, lost: () => {} };
}

/** We were let in: there is no other way here. */
export function admitted() {}

/** Come back a while later. */
export function again() {
  setTimeout(() => listener.open(), LATER);
}

/** @param {object} message @param {boolean} [free] whether nothing else waits for it */
export function transmit(message, free = false) {
  if (broken) return false;
  house().postMessage({ said: JSON.stringify(message), free });
  return true;
}
