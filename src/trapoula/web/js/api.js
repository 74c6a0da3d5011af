/** What is asked over HTTP. */

/** A refusal of the server: a code, and a sentence that can be told in any language. */
export class Refusal extends Error {
  /** @param {import("./types.js").Message} message */
  constructor(message) {
    super(message.message ?? message.code ?? "");
    this.code = message.code ?? "failed";
    this.template = message.template ?? message.message ?? "";
    this.facts = message.facts ?? {};
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function ask(path, init) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Refusal({ type: "error", code: "offline", template: "The server does not answer. Is it running?" });
  }
  if (response.ok) return response;
  const fault = await response.json().catch(() => ({ type: "error", code: "failed", template: "Something went wrong at the server." }));
  throw new Refusal(fault);
}

/** @param {string} path */
export async function getJson(path) {
  return (await ask(path)).json();
}

/** @param {string} path */
export async function getText(path) {
  return (await ask(path)).text();
}

/** The address of something that stands still, which browsers keep: it changes with the version of this script. @param {string} path */
export function still(path) {
  return new URL(`../${path}`, import.meta.url).pathname;
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
