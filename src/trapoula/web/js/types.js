/**
 * What comes over the wire, as docs/wire.md tells it.
 *
 * @typedef {{pile: string, zone: string, kind: string, x: number, y: number, fan: "none" | "down" | "right", shown: number, dealt: [number, number]}} Place dealt: how many cards lie there at a deal, face down and in all
 * @typedef {{name: string, choices: (boolean | number | string)[], default: boolean | number | string}} Option
 * @typedef {Record<string, boolean | number | string>} Options
 * @typedef {{code: string, name: string, short: string, plurals: string}} Language
 * @typedef {{game: string, family: string, titles: Record<string, string>, names: Record<string, string[]>, summaries: Record<string, string>, seats: [number, number],
 *   cards: number, decks: number | null, hidden: boolean, options: Option[], presets: Record<string, Options>, levels: string[],
 *   famous?: number | null, odds?: number | null, length?: number | null, layout: Place[] | null, taps: Record<string, string[]> | null, chosen?: Options}} Game
 * @typedef {{won: boolean, scores: number[], reason: string, facts: Record<string, any>}} Outcome
 * @typedef {{seat: number, action: string, undone?: boolean}} Done
 * @typedef {{piles: Record<string, string[]>, gone: string[], turned: number, redeals: number | null, phase: number, score: number, [key: string]: any}} PatienceView
 * @typedef {{view: any, legal: string[], turn: number | null, steps: number, outcome: Outcome | null, seconds: number, running: boolean,
 *   deadline: number | null, undo: boolean, redo: boolean, finish: boolean, last: Done[]}} Table
 * @typedef {{kind: "empty" | "person" | "bot", name?: string, level?: string, away?: boolean, with?: number}} Chair
 * @typedef {{phase: "waiting" | "playing" | "over", round: number, seats: Chair[], host: number | null, votes: number[], wishes: {seat: number, deal: number}[]}} Sitting
 * @typedef {{number: number, seat: number | null, name: string, text: string, at: number}} Said
 * @typedef {{room: string, number: number, at: number, game: string, options: Options, deal: number | null, cards: "chance" | "number" | "record",
 *   settings: {watch: string, lobby: boolean, talk: string, clock: number | null, absent: string, join: string},
 *   sitting: Sitting, here: number[], watching: number, seat: number | null, held: number[], hosting: boolean, table: Table | null,
 *   show: {round: number, step: number, of: number, table: Table} | null, chat: Said[], missed?: any[] | null}} Room
 * @typedef {{room: string, game: string, options: Options, seats: Chair[], phase: string, host: string, mine: boolean, created: number, active: number, steps: number}} RoomLine
 * @typedef {{verdict: "winnable" | "lost" | "unknown", until_shuffle: boolean, best: number | null}} Verdict
 * @typedef {{winnable: number | null, lost: number | null, action: string | null, card: string | null}} Fatal
 * @typedef {{type: string, id?: string, code?: string, message?: string, template?: string, facts?: Record<string, any>, number?: number, [key: string]: any}} Message
 */
export {};
