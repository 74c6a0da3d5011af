/**
 * Types of docs/wire.md. wire.js has those of the server's socket messages; the others are here.
 *
 * @typedef {import("./wire.js").Place} Place
 * @typedef {import("./wire.js").Option} Option
 * @typedef {Record<string, boolean | number | string>} Options
 * @typedef {import("./wire.js").Language} Language
 * @typedef {import("./wire.js").Odds} Odds
 * @typedef {{game: string, options: Options, deals: number, winnable: number, lost: number, share: number | null, bounds: [number, number], hints: [number, number], hints_bounds: [number, number] | null,
 *   simple: [number, number], length: number | null, limit: number, spent: number, date: string}} Studied a row of the table of odds
 * @typedef {import("./wire.js").Game & {draft?: boolean}} Game draft: it is being written, and its rules change; words: what a table for several calls things; tries: how a try at it is written; sample: some of its cards
 * @typedef {{piles: Record<string, string[]>, gone: string[], turned: number, redeals: number | null, phase: number, score: number, tally?: unknown}} PatienceView
 * @typedef {import("./wire.js").Outcome} Outcome
 * @typedef {import("./wire.js").Done} Done
 * @typedef {import("./wire.js").Table} Table
 * @typedef {import("./wire.js").Chair} Chair
 * @typedef {import("./wire.js").Sitting} Sitting
 * @typedef {import("./wire.js").Said} Said
 * @typedef {Omit<import("./wire.js").Room, "type" | "id">} Room
 * @typedef {import("./wire.js").Verdict} Verdict
 * @typedef {import("./wire.js").Fatal} Fatal
 * @typedef {import("./wire.js").Listed} RoomLine
 * @typedef {{type?: "error", id?: string, code?: string, message?: string, template?: string, facts?: Record<string, unknown>, number?: number}} Fault what is wrong, as the server or the page itself tells it
 * @typedef {Exclude<import("./wire.js").Told, import("./wire.js").Error> | (Fault & {type: "error"})} Message
 * @typedef {{hint: import("./wire.js").Hint, verdict: Verdict, fatal: Fatal, pick: import("./wire.js").Pick, review: import("./wire.js").Review, tips: import("./wire.js").Tips, why: import("./wire.js").Why, look: import("./wire.js").Room}} Answers what a command is answered with, where it is not just done
 */

/**
 * The answer to a command.
 * @template {string} Kind
 * @typedef {Kind extends keyof Answers ? Answers[Kind] : import("./wire.js").Finished} Answer
 */

/**
 * Send a command. Resolves to undefined if it was refused; the refusal has then been shown.
 * @typedef {<Kind extends string>(type: Kind, fields?: object) => Promise<Answer<Kind> | undefined>} Ask
 */

/**
 * A command that a page sends to its table.
 * @typedef {{type: string, id: string, room?: string | null, number?: number, action?: string} & Record<string, unknown>} Spoken
 */

/**
 * The callbacks of a page for its table.
 * @typedef {{message: (message: Message) => void, open: () => void, lost: () => void}} Listener
 */

/**
 * @typedef {{
 *   ask: (path: string, init: RequestInit) => Promise<Response>,
 *   alive: () => Promise<boolean>,
 *   connect: (hear: Listener) => void,
 *   disconnect: () => void,
 *   admitted: () => void,
 *   again: () => void,
 *   transmit: (message: Spoken) => boolean,
 * }} Transport
 *   `ask` answers what stands still; `alive`: whether anybody answers; `connect` and `disconnect`: hear of a table, or no longer;
 *   `admitted`: we were let in; `again`: come back a while later; `transmit`: say something, if it can be said now
 *
 * What lies under hands: it knows what is where, what can be lifted, and what becomes of it. A place is told by its `pile` and `index`.
 * @typedef {{pile: string, index: number}} Spot
 * @typedef {{
 *   hit: (x: number, y: number, event: PointerEvent) => Spot | null | undefined, lift: (spot: Spot) => boolean, carry: (dx: number, dy: number) => void,
 *   letGo: (x: number, y: number) => void, settle: () => void, loosen: () => void, tap: (spot: Spot | null) => boolean | void,
 *   doubleTap: (spot: Spot) => boolean, covers: (spot: Spot) => boolean, peek: (spot: Spot) => HTMLElement | null, hover: (spot: Spot | null | undefined) => string,
 * }} Surface
 *   hit: undefined where there is nothing for hands; lift: whether something came up; loosen: what was lifted is no longer in the grip;
 *   tap: whether it did something for good; doubleTap: whether it meant something
 */

export {};
