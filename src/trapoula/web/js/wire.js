/**
 * What the server says. Made by `python -m tests.server.make_wire` from room/wire.py.
 *
 * @typedef {{name: "every-family" | "first-win" | "hard-deal" | "hundred-wins" | "month-of-days" | "no-help" | "no-undo" | "together" | "week-in-a-row" | "whole-day", have: number, need: number, at: number | null}} Achievement
 * @typedef {{text: string, verb: string, from?: string, to?: string, size?: number, label?: Phrase, picks?: Facet[], talk?: boolean, facts?: Record<string, unknown>}} Action
 * @typedef {{action: Action, chance: number | null, template: string, facts: Record<string, unknown>}} Advice
 * @typedef {{brought: number}} Brought
 * @typedef {{type: "bye", code: string}} Bye
 * @typedef {{days: Day[], streak: number, best_streak: number}} Calendar
 * @typedef {{games: Game[], kinds: Record<string, string[]>}} Catalogue
 * @typedef {{kind: "bot" | "empty" | "person", level?: string, name?: string, away?: boolean, until?: number, with?: number}} Chair
 * @typedef {{code: string, seconds: number}} Code
 * @typedef {{game: string, options: Record<string, boolean | number | string>, seats: number, played: number, won: number, lost: number, streak: number, best_streak: number, worst_streak: number, best_score: number | null, mean_score: number | null, best_seconds: number | null, mean_seconds: number | null, dead: number, hints: number, undos: number, unaided: number, last: number, rivals: boolean | null, met: Met[]}} Counted
 * @typedef {{day: string, deals: DayDeal[]}} Day
 * @typedef {{game: string, deal: number, won: boolean, piles?: Record<string, string[]>}} DayDeal
 * @typedef {{done: Did[], refused: Error | null}} Delivered
 * @typedef {{device: string, since: number, here: boolean}} Device
 * @typedef {{devices: Device[]}} Devices
 * @typedef {{id: string, number: number}} Did
 * @typedef {{level: "easy" | "hard" | "medium", simple: number, tries: number, narrow: number}} Difficulty
 * @typedef {{seat: number, action: string, verb?: string, from?: string, to?: string, size?: number, undone?: boolean, step?: number, talk?: boolean, words?: Phrase}} Done
 * @typedef {{type: "error", code: string, message: string, template: string, facts: Record<string, unknown>, id?: string, number?: number}} Error
 * @typedef {{type: "event", number: number, what: "act" | "advice" | "again" | "back" | "bot" | "create" | "finish" | "flag" | "holiday" | "pause" | "redo" | "remove" | "rename" | "restart" | "say" | "show" | "sit" | "stand" | "start" | "undo" | "vote" | "wish", at: number, seat?: number | null, action?: string, name?: string, text?: string, level?: string, end?: boolean, round?: number, step?: number | null, deal?: number | null, cards?: "chance" | "day" | "number" | "record" | "shown", matter?: "again" | "bot" | "undo", about?: number | null, yes?: boolean, turn?: boolean, days?: number, sitting?: Sitting, you?: You, table?: Table, shown?: Shown | null, id?: string}} Event
 * @typedef {{text: string, sign: string, colour: string}} Face
 * @typedef {{ask: Phrase, answer: Phrase}} Facet
 * @typedef {{number: number, what: "act" | "advice" | "again" | "back" | "bot" | "create" | "finish" | "flag" | "holiday" | "pause" | "redo" | "remove" | "rename" | "restart" | "say" | "show" | "sit" | "stand" | "start" | "undo" | "vote" | "wish", at: number, seat?: number | null, action?: string, name?: string, text?: string, level?: string, end?: boolean, round?: number, step?: number | null, deal?: number | null, cards?: "chance" | "day" | "number" | "record" | "shown", matter?: "again" | "bot" | "undo", about?: number | null, yes?: boolean, turn?: boolean, days?: number}} Fact
 * @typedef {{type: "fatal", id: string, number: number, winnable: number | null, lost: number | null, action: Action | null, card: string | null}} Fatal
 * @typedef {{type: "done", id: string, number?: number}} Finished
 * @typedef {{seat: number, level: string}} FirstBot
 * @typedef {{deal: number, seats: number, bots: FirstBot[], options: Record<string, boolean | number | string>}} FirstRound
 * @typedef {{forgotten: number}} Forgotten
 * @typedef {{room: string}} Found
 * @typedef {{game: string, family: string, titles: Record<string, string>, famous: number | null, names: Record<string, string[]>, summaries: Record<string, string>, seats: [number, number], cards: number, decks: number | null, hidden: boolean, options: Option[], presets: Record<string, Preset>, levels: string[], odds: Odds | null, length: number | null, wanders: boolean, layout: Place[] | null, taps: Record<string, string[]> | null, texts?: Record<string, Record<string, string>>, words?: Record<string, string>, faces?: Record<string, string>, looks?: Record<string, Face>, tries?: Try[], sample?: string[], first_round?: FirstRound, chosen: Record<string, boolean | number | string>}} Game
 * @typedef {{gone?: true}} Gone
 * @typedef {{ok: boolean, degraded: boolean, rooms: number, sockets: number}} Health
 * @typedef {{type: "hint", id: string, number: number, action: string, because: string, template: string, facts: Record<string, unknown>, chance?: number | null, odds?: string | null}} Hint
 * @typedef {{history: Played[]}} History
 * @typedef {{invited: string[]}} Invited
 * @typedef {{step: number, own: Advice, best: Advice}} Judged
 * @typedef {{label: string | null, closed: boolean | null, muted?: boolean | null}} Kept
 * @typedef {{game: string, rated: Rated[]}} Ladder
 * @typedef {{code: string, name: string, short: string, plurals: string}} Language
 * @typedef {{languages: Language[]}} Languages
 * @typedef {{game: string, options: Record<string, boolean | number | string>, count: number}} Left
 * @typedef {{label: Phrase, scores: number[], total?: boolean, round?: number, kind?: string}} Line
 * @typedef {{link: string, seconds: number}} Link
 * @typedef {{room: string, game: string, options: Record<string, boolean | number | string>, cards?: "chance" | "day" | "number" | "record" | "shown", deal?: number | null, seats: Chair[], host: string | null, phase: "over" | "playing" | "waiting", watch?: "anyone" | "nobody", clock?: number | null, deadline?: number | null, turn?: number | null, yours: boolean, mine: boolean, created: number, active: number, steps: number, label: string, closed: boolean, muted?: boolean, invited?: string}} Listed
 * @typedef {{room: string, rows: LogRow[]}} Log
 * @typedef {{at: number, event: Record<string, unknown>}} LogRow
 * @typedef {{name: string, level: string}} Mate
 * @typedef {{name: string, named: boolean}} Me
 * @typedef {{mates: Mate[], played: number, won: number, best_score: number}} Met
 * @typedef {{step: number, words: Phrase}} Moment
 * @typedef {{share: number | null, low: number, high: number}} Odds
 * @typedef {{name: string, titles: Record<string, string>, choices: (boolean | number | string)[], words: Record<string, string[]>, explained: Record<string, Record<string, string>>, variants: Record<string, string[]>, default: boolean | number | string}} Option
 * @typedef {{won: boolean, scores: number[], reason: string, facts: Record<string, unknown>, told?: Phrase[]}} Outcome
 * @typedef {{template: string, facts: Record<string, unknown>}} Phrase
 * @typedef {{type: "pick", id: string, number: number, deal: number, difficulty: Difficulty | null}} Pick
 * @typedef {{piles: Record<string, (string | number | null)[]>, lifted: ([string, number])[], to: string[]}} Picture
 * @typedef {{deal?: Picture, example?: Picture}} Pictures
 * @typedef {{pile: string, zone: string, kind: "cell" | "column" | "foundation" | "reserve" | "stock" | "waste", x: number, y: number, fan: "down" | "none" | "right", shown: number, dealt: [number, number], sign: string}} Place
 * @typedef {{room: string, round: number, game: string, options: Record<string, boolean | number | string>, seats: number, seat: number, deal: number | null, won: boolean, score: number | null, reason: string, seconds: number, moves: number, at: number, hints?: number, undos?: number, cards?: "chance" | "day" | "number" | "record" | "shown", company?: Mate[], level?: "" | "easy" | "hard" | "medium"}} Played
 * @typedef {{type: "pong", id: string}} Pong
 * @typedef {{type: "presence", here: number[], watching: number}} Presence
 * @typedef {{titles: Record<string, string>, options: Record<string, boolean | number | string>}} Preset
 * @typedef {{type: "progress", id: string, done: number, of: number}} Progress
 * @typedef {{key: string | null}} Push
 * @typedef {{mate: Mate, you: boolean, rating: number, deviation: number, played: number}} Rated
 * @typedef {{counts: Phrase[], lines: Line[], moments: Moment[], standing: Standing | null}} Recap
 * @typedef {{replay: string, game: string, options: Record<string, boolean | number | string>, seats: number, deal: number | null, seconds: number, steps: number, outcome: Outcome | null, record: string}} Replay
 * @typedef {{type: "review", id: string, number: number, round: number, seat: number, decisions: Judged[], turning: number[]}} Review
 * @typedef {{type: "room", room: string, number: number, at: number, game: string, options: Record<string, boolean | number | string>, deal: number | null, cards: "chance" | "day" | "number" | "record" | "shown", settings: Settings, sitting: Sitting, seat: number | null, held: number[], hosting: boolean, table: Table | null, show: Shown | null, chat: Said[], story: Done[], here: number[], watching: number, id?: string, missed?: Fact[] | null, free?: number[], made_way?: string[]}} Room
 * @typedef {{lobby: Listed[], mine: Listed[]}} Rooms
 * @typedef {{round: number, won: boolean[], scores: number[], names: string[], seconds: number, at: number}} Round
 * @typedef {{rounds: Round[]}} Rounds
 * @typedef {{number: number, seat: number | null, name: string, text: string, at: number}} Said
 * @typedef {{watch?: "anyone" | "nobody", lobby?: boolean, talk?: "chat" | "signals", clock?: number | null, absent?: "bot" | "wait", late?: "bot" | "wait", join?: "anytime" | "rounds"}} Settings
 * @typedef {{replay: string}} Shared
 * @typedef {{firsts: Record<string, number>, achievements: Achievement[]}} Shelf
 * @typedef {{round: number, step: number, of: number, table: Step}} Shown
 * @typedef {{phase: "over" | "playing" | "waiting", round: number, seats: Chair[], host: number | null, votes: number[], wishes: Wish[]}} Sitting
 * @typedef {{verdict: "lost" | "unknown" | "winnable", replay: string | null, step: number}} Solution
 * @typedef {{percent: number | null}} Solver
 * @typedef {{rounds: number, won: number[], streak: number, best: number, before: number | null}} Standing
 * @typedef {{games: Counted[], left: Left[], ladders: Ladder[], shelf: Shelf}} Statistics
 * @typedef {{step: number, view: Record<string, unknown>, turn: number | null, last: Done[], outcome: Outcome | null}} Step
 * @typedef {{steps: Step[]}} Steps
 * @typedef {{view: Record<string, unknown>, legal: string[], actions: Action[], turn: number | null, steps: number, outcome: Outcome | null, seconds: number, running: boolean, deadline: number | null, undo: boolean, redo: boolean, finish: boolean, last: Done[], task?: Phrase | null, tally?: Line[], hands?: number[][], recap?: Recap}} Table
 * @typedef {{standing: Listed[]}} Tables
 * @typedef {{rule: string, words: Phrase, action: string | null}} Tip
 * @typedef {{type: "tips", id: string, number: number, tips: Tip[]}} Tips
 * @typedef {{to: string, text: string}} Try
 * @typedef {{type: "verdict", id: string, number: number, verdict: string, until_shuffle: boolean, best: number | null, moves?: number | null, spent: number}} Verdict
 * @typedef {{level: "easy" | "hard" | "medium" | null}} Weighed
 * @typedef {{type: "welcome", name: string, version: string}} Welcome
 * @typedef {{type: "why", id: string, number: number, because: string, template: string, facts: Record<string, unknown>}} Why
 * @typedef {{seat: number, matter: "again" | "bot" | "undo", deal: number | null, about: number | null}} Wish
 * @typedef {{seat: number | null, held: number[], hosting: boolean, free?: number[]}} You
 * @typedef {Welcome | Room | Event | Presence | Finished | Pong | Hint | Tips | Why | Verdict | Fatal | Pick | Progress | Review | Error | Bye} Told
 */

/**
 * What HTTP answers at a path.
 * @template {string} Path
 * @typedef {Path extends `${infer Plain}?${string}` ? Given<Plain> : Path extends `/api/rules/${string}/pictures` ? Pictures : Path extends `/api/rooms/${string}/rounds` ? Rounds : Path extends `/api/rooms/${string}/log` ? Log : Path extends `/api/replays/${string}/steps` ? Steps : Path extends `/api/me/devices` ? Devices : Path extends `/api/games/${string}` ? Game : Path extends `/api/rooms/${string}` ? Room : Path extends `/api/codes/${string}` ? Found : Path extends `/api/replays/${string}` ? Replay : Path extends `/api/stats/history` ? History : Path extends `/api/stats/export.json` ? History : Path extends `/api/me` ? Me : Path extends `/api/push` ? Push : Path extends `/api/games` ? Catalogue : Path extends `/api/languages` ? Languages : Path extends `/api/rooms` ? Rooms : Path extends `/api/tables` ? Tables : Path extends `/api/solver` ? Solver : Path extends `/api/stats` ? Statistics : Path extends `/api/daily` ? Calendar : Path extends `/health` ? Health : unknown} Given
 */
export {};
