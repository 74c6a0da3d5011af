/** The one store: everything is drawn from it, and listeners are called when it changes. */

/**
 * `event` is the room's last event, `received` when its table arrived; `apart`: the connection is lost, and the table
 * is played locally.
 * @typedef {{
 *   name: string, named: boolean, online: boolean, apart: boolean, forgetful: boolean, newer: boolean, games: import("./types.js").Game[],
 *   room: import("./types.js").Room | null, event: import("./wire.js").Event | null, received: number, ended: import("./api.js").Refusal | null, prefs: import("./prefs.js").Prefs,
 * }} State
 */

/** @type {State} */
const state = {
  name: "",
  named: false,
  online: true,
  apart: false,
  forgetful: false,
  newer: false,
  games: [],
  room: null,
  event: null,
  received: 0,
  ended: null,
  prefs: /** @type {import("./prefs.js").Prefs} */ ({}),
};

/** @type {Map<keyof State, Set<(state: State) => void>>} */
const listeners = new Map();

/** @returns {Readonly<State>} */
export function now() {
  return state;
}

/**
 * Commit changes, then call each listener of a changed key once.
 * @param {Partial<State>} changes
 */
export function commit(changes) {
  Object.assign(state, changes);
  const told = new Set();
  for (const key of /** @type {(keyof State)[]} */ (Object.keys(changes)))
    for (const listener of listeners.get(key) ?? []) told.add(listener);
  for (const listener of told) listener(state);
}

/**
 * Listen to some keys; returns a function that stops.
 * @param {(keyof State)[]} keys
 * @param {(state: State) => void} listener
 */
export function watch(keys, listener) {
  for (const key of keys) {
    if (!listeners.has(key)) listeners.set(key, new Set());
    listeners.get(key)?.add(listener);
  }
  return () => keys.forEach((key) => listeners.get(key)?.delete(listener));
}
