/** The geometry of a table, from the game's layout, the lengths of its piles and the space. */

import { FLAT, FULL, LARGE, LOW, OPEN, TALL } from "./cards/sprite.js";

/**
 * @typedef {import("./types.js").Place} Place
 * @typedef {{x: number, y: number}} Point
 * @typedef {{width: number, height: number, room: [number, number], compact: boolean, lapped: boolean, points: Map<string, Point[]>, slots: Map<string, Point>, fans: Map<string, Point>,
 *   strips: Map<string, number>}} Plan lapped: whether neighbours hide each other's right sides; strips: how much of a covered card of a column is seen, in card heights
 */

const RATIO = 1.4; // a card's height by its width
const GAP = 0.1,
  NARROW_GAP = 0.035; // between neighbours, in card widths; the second on small screens
const NARROW = 520; // pixels: a phone held upright
const FINGER = 1 / 8.7; // of a phone's width: a card this wide can be tapped; neighbours may overlap for it
const LAP = { columns: 0.09, steps: 0.14, squares: 0.5 }; // how much of a card may overlap, if the picture allows it
const APART = 0.62; // card heights between the rows of a pyramid, at most
const MANY = 11; // columns of a square that are laid out like fans
const WIDEST = 250,
  WIDEST_SHARE = 0.165; // pixels, or a share of the height if that is more
const THIN = 0.2; // the width of an empty column on a narrow screen
const SPREAD = 3.1; // the most card widths of a pile spread to the right, if space is short
const LOW_ROOM = 480; // pixels: below this height cards are small, and more of each must be visible
const COLUMN = 1.75; // wanted card heights of a column below its first card
const LONG = 3.4; // and at most, with large print
const DOWN = 0.11,
  DEEPER = 0.16,
  UP = 0.25,
  UP_COMPACT = 0.34,
  RIGHT = 0.24,
  RIGHT_COMPACT = 0.42; // fans, in card heights or widths
const READ = 0.2,
  READ_COMPACT = 0.36; // how much of each waste card is visible, or only of the latest ones
const WIDE = 1.4,
  WIDER = 1.76; // how much wider columns are spread if there is space; the second on a phone
const LEAST = 0.23,
  BACK = 0.06; // what must be visible of a covered card, face up or down, in card heights
const SMALLEST = 0.45; // of the width that would fit across: the smallest card
const SHORT = 7; // cards: columns are spread as if the longest had at least this many
const EDGES = 2,
  EDGE = 1.2; // cards of a stacked pile with visible edges, and pixels of each
const LEGIBLE = 0.32,
  SPACIOUS = 0.42; // of a card's height: if less is visible, smaller print; if more, larger print
const SHORE = 10; // pixels between the edge of a table and what lies on it beside the cards
export const COMPACT = 78; // cards narrower than this show only rank and suit

/** @param {Place} one @param {Place} other */
const sameColumn = (one, other) => Math.abs(one.x - other.x) < 1;
/** @param {Place} one @param {Place} other */
const sameRow = (one, other) => Math.abs(one.y - other.y) < 1;

/**
 * The plan of a table.
 * @param {Place[]} layout
 * @param {Record<string, string[]>} piles
 * @param {number} width
 * @param {number} height
 * @param {Record<string, number>} [longest] the most cards that each pile has held, so that sizes do not change
 * @param {{largePrint?: boolean, leftHanded?: boolean}} [wish] left-handed: left and right are swapped
 * @returns {Plan}
 */
export function plan(
  layout,
  piles,
  width,
  height,
  longest = {},
  { largePrint = false, leftHanded = false } = {},
) {
  const narrow = width < NARROW && width < height;
  const margin = narrow ? 3 : Math.max(4, Math.min(width, height) * 0.018);
  const roomX = width - 2 * margin,
    roomY = height - 2 * margin,
    upright = roomX < roomY;
  const most = (/** @type {Place} */ place) =>
    Math.max(piles[place.pile]?.length ?? 0, longest[place.pile] ?? 0);
  const need = (/** @type {Place} */ place) => {
    if (place.shown) return 1 + (Math.min(place.shown, 4) - 1) * RIGHT_COMPACT;
    if (upright) return Math.min(SPREAD, 1 + (Math.max(most(place), 3) - 1) * RIGHT_COMPACT);
    const cards = Math.max(most(place), 5);
    return Math.max(
      1 + (Math.min(cards, 14) - 1) * 0.2,
      roomY < LOW_ROOM ? 1 + (Math.min(cards, 7) - 1) * 0.32 : 0,
    );
  };
  if (upright) layout = squash(tighten(layout, need));
  const columns = Math.max(...layout.map((place) => place.x)) + 1;
  const gap = narrow ? between(layout, columns) : GAP;

  let across = (columns - 1) * (1 + gap) + 1;
  for (const place of layout) {
    if (place.fan !== "right" || layout.some((other) => sameRow(place, other) && other.x > place.x))
      continue;
    across = Math.max(across, place.x * (1 + gap) + need(place));
  }
  const line = 1 + (GAP / RATIO) * 1.3;
  if (upright) layout = loosen(layout, (roomY * across) / roomX / RATIO / line);
  const rows = Math.max(...layout.map((place) => place.y)) + 1;
  const tallest = Math.max(SHORT, ...layout.filter(({ fan }) => fan === "down").map(most));
  const column = largePrint ? Math.min(LONG, Math.max(COLUMN, (tallest - 1) * UP_COMPACT)) : COLUMN;
  const growing = layout.filter(
    (place) =>
      place.fan === "down" &&
      !layout.some((other) => sameColumn(place, other) && other.y > place.y),
  );
  const down = (rows - 1) * line + 1;
  const wish = Math.max(down, ...growing.map((place) => place.y * line + 1 + column));

  const fitting = Math.min(
    roomX / across,
    roomY / down / RATIO,
    Math.max(WIDEST, roomY * WIDEST_SHARE),
  );
  const wanted = Math.min(fitting, Math.max(roomY / wish / RATIO, fitting * 0.66));
  const legible =
    roomY /
    RATIO /
    Math.max(
      down,
      ...layout.map((place) => place.y * line + seen(layout, place, piles[place.pile] ?? [], line)),
    );
  const w = Math.floor(Math.min(wanted, Math.max(legible, fitting * SMALLEST)));
  const h = Math.round(w * RATIO);
  const compact = largePrint || w < COMPACT;

  const left = margin + Math.max(0, (roomX - across * w) / 2);
  const top =
    margin + Math.max(0, Math.min((roomY - wish * h) / 2, growing.length ? h * 0.12 : roomY));
  /** @type {Plan} */
  const made = {
    width: w,
    height: h,
    room: [width, height],
    compact,
    lapped: gap < -LAP.steps,
    points: new Map(),
    slots: new Map(),
    fans: new Map(),
    strips: new Map(),
  };
  for (const place of layout) {
    const at = {
      x: Math.round(left + place.x * w * (1 + gap)),
      y: Math.round(top + place.y * h * line),
    };
    made.slots.set(place.pile, at);
    const cards = piles[place.pile] ?? [];
    if (place.fan === "down")
      fanDown(made, layout, place, at, cards, {
        h,
        line,
        top,
        bottom: height - margin,
        tallest,
        narrow,
      });
    else if (place.fan === "right")
      fanRight(made, layout, place, at, cards, { w, gap, left, right: width - margin });
    else
      made.points.set(
        place.pile,
        cards.map((_, index) => heaped(made, at, cards.length - 1 - index)),
      );
  }
  if (leftHanded) mirror(made);
  return made;
}

/** The gap between neighbours on a phone; negative if cards would be too narrow to tap. @param {Place[]} layout @param {number} columns */
function between(layout, columns) {
  const square = layout.every(({ x, y, fan }) => fan === "none" && x % 1 === 0 && y % 1 === 0);
  const lap = layout.some(({ fan }) => fan === "down")
    ? LAP.columns
    : square && columns >= MANY
      ? LAP.squares
      : LAP.steps;
  const wide = square && columns >= MANY ? FINGER * 1.3 : FINGER;
  return Math.min(NARROW_GAP, Math.max(-lap, (1 / wide - 1) / (columns - 1) - 1));
}

/** Swap left and right; spread cards still show their left edges. @param {Plan} made */
function mirror(made) {
  for (const [pile, slot] of made.slots) {
    const x = made.room[0] - made.width - slot.x,
      top = made.fans.get(pile);
    const shift = x - (top?.x ?? slot.x);
    made.points.set(
      pile,
      (made.points.get(pile) ?? []).map((at) => ({ x: at.x + shift, y: at.y })),
    );
    if (top) made.fans.set(pile, { x, y: top.y });
    made.slots.set(pile, { x, y: slot.y });
  }
}

/**
 * The height that a column needs so that its cards can be read, in card heights. It is limited by the piles below it.
 * @param {Place[]} layout @param {Place} place @param {string[]} cards @param {number} line
 */
function seen(layout, place, cards, line) {
  const strips = cards.slice(0, -1).reduce((sum, card) => sum + (card === "--" ? BACK : LEAST), 0);
  const below = Math.min(
    ...layout
      .filter((other) => sameColumn(place, other) && other.y - place.y >= 1)
      .map(({ y }) => y - place.y),
  );
  return place.fan === "down" && (below === Infinity || strips > below * line - 1) ? 1 + strips : 1;
}

/**
 * The same layout for a narrow screen: columns that are never used become thin gaps.
 * @param {Place[]} layout
 * @param {(place: Place) => number} need how many card widths a pile spread to the right needs
 * @returns {Place[]}
 */
function tighten(layout, need) {
  const spans = layout
    .map((place) => {
      const next = layout
        .filter((other) => sameRow(place, other) && other.x > place.x)
        .map(({ x }) => x);
      return {
        from: place.x,
        to:
          place.fan === "right" && next.length
            ? Math.min(...next, place.x + need(place))
            : place.x + 1,
      };
    })
    .sort((one, other) => one.from - other.from);
  let covered = spans[0]?.to ?? 0,
    saved = 0;
  /** @type {Map<number, number>} */
  const shifts = new Map();
  for (const { from, to } of spans) {
    if (from - covered > THIN) saved += from - covered - THIN;
    shifts.set(from, saved);
    covered = Math.max(covered, to);
  }
  return layout.map((place) => ({ ...place, x: place.x - (shifts.get(place.x) ?? 0) }));
}

/**
 * Rows of a pyramid are drawn apart where there is height to spare.
 * @param {Place[]} layout
 * @param {number} high how many card heights there are
 * @returns {Place[]}
 */
function loosen(layout, high) {
  const lapping = layout.some((place) =>
    layout.some((other) => sameColumn(place, other) && other.y > place.y && sameRow(place, other)),
  );
  if (!lapping || layout.some(({ fan }) => fan === "down")) return layout;
  const rows = [...new Set(layout.map(({ y }) => y))].sort((one, other) => one - other);
  const steps = rows.slice(1).map((y, at) => y - rows[at]);
  const spare = (high - rows[rows.length - 1] - 1) / steps.filter((step) => step < 1).length;
  let y = rows[0];
  /** @type {Map<number, number>} */
  const drawn = new Map([[y, y]]);
  steps.forEach((step, at) => {
    y += step < 1 ? Math.max(step, Math.min(APART, step + spare)) : step;
    drawn.set(rows[at + 1], y);
  });
  return layout.map((place) => ({ ...place, y: drawn.get(place.y) ?? place.y }));
}

/**
 * Let foundations overlap if only they would make a table of many columns wider.
 * @param {Place[]} layout
 * @returns {Place[]}
 */
function squash(layout) {
  const columns = layout.filter(({ fan }) => fan === "down"),
    end = Math.max(...layout.filter(({ kind }) => kind !== "foundation").map(({ x }) => x));
  return layout.map((place) => {
    const line = layout
      .filter((other) => other.kind === "foundation" && other.y === place.y)
      .map(({ x }) => x);
    const first = Math.min(...line),
      last = Math.max(...line);
    if (columns.length < 8 || place.kind !== "foundation" || last <= end || end <= first)
      return place;
    return { ...place, x: first + ((place.x - first) * (end - first)) / (last - first) };
  });
}

/**
 * The top of a stacked pile is at its place; edges of the cards below show its height.
 * @param {Plan} made @param {Point} at @param {number} depth
 */
function heaped({ width, height, room }, at, depth) {
  const lower = Math.min(depth, EDGES) * EDGE;
  return {
    x: Math.min(at.x + lower, room[0] - width),
    y: Math.min(at.y + lower, room[1] - height),
  };
}

/**
 * @param {Plan} made @param {Place[]} layout @param {Place} place @param {Point} at @param {string[]} cards
 * @param {{h: number, line: number, top: number, bottom: number, tallest: number, narrow: boolean}} room
 */
function fanDown(made, layout, place, at, cards, { h, line, top, bottom, tallest, narrow }) {
  let end = bottom;
  for (const other of layout)
    if (other !== place && sameColumn(place, other) && other.y > place.y && other.y - place.y >= 1)
      end = Math.min(end, top + other.y * h * line - h * 0.06);
  const usual = (made.compact ? UP_COMPACT : UP) * h;
  const open = Math.min(
    usual * (narrow ? WIDER : WIDE),
    Math.max(usual, (end - at.y - h) / (tallest - 1)),
  );
  const steps = cards
    .slice(0, -1)
    .map((card) => (card === "--" ? (narrow ? DEEPER : DOWN) * h : open));
  squeeze(steps, end - at.y - h);
  made.strips.set(
    place.pile,
    Math.min(...steps.filter((_, index) => cards[index] !== "--"), open) / h,
  );
  let y = at.y;
  made.points.set(
    place.pile,
    cards.map((_, index) => ({ x: at.x, y: (y += index ? steps[index - 1] : 0) })),
  );
  made.fans.set(place.pile, { x: at.x, y });
}

/**
 * @param {Plan} made @param {Place[]} layout @param {Place} place @param {Point} at @param {string[]} cards
 * @param {{w: number, gap: number, left: number, right: number}} room
 */
function fanRight(made, layout, place, at, cards, { w, gap, left, right }) {
  let end = right;
  for (const other of layout)
    if (other !== place && sameRow(place, other) && other.x > place.x)
      end = Math.min(end, left + other.x * w * (1 + gap) - w * 0.06);
  const least = (made.compact ? READ_COMPACT : READ) * w,
    legible = 1 + Math.max(0, Math.floor((end - at.x - w) / least)),
    spread = Math.min(place.shown || cards.length, place.kind === "waste" ? legible : cards.length);
  const steps = cards
    .slice(0, -1)
    .map((card, index) =>
      index < cards.length - spread || (card === "--" && place.kind === "waste")
        ? 0
        : (card === "--" ? 0.12 : made.compact ? RIGHT_COMPACT : RIGHT) * w,
    );
  squeeze(steps, end - at.x - w);
  let x = at.x;
  made.points.set(
    place.pile,
    cards.map((_, index) => ({ x: (x += index ? steps[index - 1] : 0), y: at.y })),
  );
  made.fans.set(place.pile, { x, y: at.y });
}

/** The drawing of a card that is readable in its pile. @param {Plan} made @param {string} pile @param {boolean} sideways whether it is spread to the right */
export function style(made, pile, sideways) {
  const column = made.strips.has(pile);
  if (!made.compact) return column ? FLAT : FULL;
  if (sideways || made.lapped) return TALL;
  const strip = Math.min(...made.strips.values()); // all columns alike
  if (!column || strip < SPACIOUS) return column && strip < LEGIBLE ? LOW : LARGE;
  return OPEN;
}

/**
 * Where something can lie on a table without covering a card: at its foot or its head, in the middle or at a side.
 * @param {Plan} made @param {[number, number]} size @param {[number, number]} room of the table that is in sight
 * @returns {Point | null} null where there is no such place
 */
export function clearing(made, [width, height], [across, down]) {
  const taken = [...made.slots.values(), ...[...made.points.values()].flat()];
  const clear = (/** @type {Point} */ { x, y }) =>
    taken.every(
      (at) =>
        at.x >= x + width ||
        at.x + made.width <= x ||
        at.y >= y + height ||
        at.y + made.height <= y,
    );
  const places = [down - height - SHORE, SHORE].flatMap((y) =>
    [(across - width) / 2, across - width - SHORE, SHORE].map((x) => ({ x, y })),
  );
  return places.find(clear) ?? null;
}

/** Shrink steps so that together they fit. @param {number[]} steps @param {number} room */
function squeeze(steps, room) {
  const wanted = steps.reduce((sum, step) => sum + step, 0);
  if (wanted <= room) return;
  const share = Math.max(0, room) / wanted;
  for (let at = 0; at < steps.length; at += 1) steps[at] *= share;
}
