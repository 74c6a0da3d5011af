/** HTTP requests, for everything beside the table. */

import { BASE } from "./address.js";
import { Refusal } from "./refusal.js";
import * as transport from "./transport.js";

export { Refusal };

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function ask(path, init = {}) {
  /** @type {Response} */
  let response;
  try {
    response = await transport.ask(path, init);
  } catch (fault) {
    if (fault instanceof Refusal) throw fault;
    throw new Refusal({
      type: "error",
      code: "offline",
      template: "The server does not answer. Is it running?",
    });
  }
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({
    type: "error",
    code: "failed",
    template: "Something went wrong at the server.",
  }));
  throw new Refusal(fault);
}

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<import("./wire.js").Given<Path>>}
 */
export async function getJson(path) {
  return (await ask(path)).json();
}

/** @param {string} path */
export async function getText(path) {
  return (await ask(path)).text();
}

/** The path of a cacheable asset; it contains the version. @param {string} path */
export function still(path) {
  return new URL(`../${path}`, import.meta.url).pathname.slice(BASE.length);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object | string} [body] text is sent as it is
 */
export async function send(method, path, body) {
  const text = typeof body === "string";
  return (
    await ask(path, {
      method,
      headers: { "Content-Type": text ? "text/plain" : "application/json" },
      body: body === undefined ? undefined : text ? body : JSON.stringify(body),
    })
  ).json();
}
