/** The sprite: every card as a symbol of one hidden drawing in the page, drawn when first shown. */

import { drawn, s } from "../dom.js";
import { back } from "./backs.js";
import { court, joker } from "./courts.js";
import { PIPS, index, pip } from "./suits.js";

const FONT = `font-family="Georgia, 'DejaVu Serif', 'Noto Serif', 'Times New Roman', serif" font-weight="700" text-anchor="middle"`;
const PAPER = `<rect x=".5" y=".5" width="99" height="139" rx="7" fill="var(--card-paper)" stroke="var(--card-edge)"/>`;
const PLAIN = `font-family="Arial, 'Liberation Sans', Helvetica, Roboto, 'Noto Sans', sans-serif" font-weight="700" text-anchor="middle"`; // its J has a hook and its Q a tail above the line
/** The texts of playing cards. */
export const PLAYING = /^([A2-9TJQK][CDHS]|[BR]J)$/;
export const LARGE = "large",
  FULL = "full",
  TALL = "tall",
  FLAT = "flat",
  LOW = "low",
  OPEN = "open";

let pattern = "meander",
  plain = false;
/** The symbols that are in the page. @type {Set<string>} */
const made = new Set();

/** @param {string} rank @param {string} suit */
function corner(rank, suit) {
  const text = index(rank);
  const squeeze = text.length > 1 ? ` textLength="16" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="11" y="20" font-size="19" ${FONT}${squeeze}>${text}</text>${pip(suit, 11, 30, 13)}`;
}

/** The same side by side, for piles that show only upper edges. @param {string} rank @param {string} suit */
function flatCorner(rank, suit) {
  const text = index(rank);
  const squeeze = text.length > 1 ? ` textLength="16" lengthAdjust="spacingAndGlyphs"` : "";
  return `<rect x="3" y="3" width="35" height="16" rx="4" fill="var(--card-paper)"/><text x="12" y="19" font-size="19" ${FONT}${squeeze}>${text}</text>${pip(suit, 29, 12, 14)}`;
}

/** The middle of a card, drawn smaller so that it does not touch the corners. @param {string} drawing @param {number} size */
const within = (drawing, size) =>
  `<g transform="translate(50 70) scale(${size}) translate(-50 -70)">${drawing}</g>`;

/** @param {string} rank @param {string} suit @param {string} [corners] @param {number} [size] of what lies between them */
function full(rank, suit, corners = corner(rank, suit), size = PIPS[rank] ? 1 : 0.9) {
  const middle = plain
    ? pip(suit, 50, 72, 58)
    : PIPS[rank]
      ? PIPS[rank].map(([x, y]) => pip(suit, x, y, rank === "A" ? 46 : 19, y > 70)).join("")
      : court(rank, suit);
  return `${within(middle, size)}${corners}<g transform="rotate(180 50 70)">${corners}</g>`;
}

/** Rank and suit as large as possible, for small cards and large print. */
function large(/** @type {string} */ rank, /** @type {string} */ suit) {
  const text = index(rank);
  const squeeze = text.length > 1 ? ` textLength="48" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="30" y="42" font-size="50" ${PLAIN}${squeeze}>${text}</text>${pip(suit, 74, 26, 34)}${pip(suit, 50, 97, 66)}`;
}

/** Larger still, for widely spread columns: the suit below starts where the next card does. */
function open(/** @type {string} */ rank, /** @type {string} */ suit) {
  const text = index(rank);
  const squeeze = text.length > 1 ? ` textLength="52" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="31" y="51" font-size="62" ${PLAIN}${squeeze}>${text}</text>${pip(suit, 74, 31, 34)}${pip(suit, 50, 110, 50)}`;
}

/** The same for long columns, which show even less of a card. */
function low(/** @type {string} */ rank, /** @type {string} */ suit) {
  const text = index(rank);
  const squeeze = text.length > 1 ? ` textLength="38" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="26" y="27" font-size="34" ${PLAIN}${squeeze}>${text}</text>${pip(suit, 68, 15, 25)}${pip(suit, 50, 94, 72)}`;
}

/** The same for piles spread to the right, which show only the left edge of a card. */
function tall(/** @type {string} */ rank, /** @type {string} */ suit) {
  const text = index(rank);
  const squeeze = text.length > 1 ? ` textLength="38" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="23" y="44" font-size="46" ${PLAIN}${squeeze}>${text}</text>${pip(suit, 23, 70, 34)}${pip(suit, 72, 104, 46)}`;
}

/** @type {Record<string, (rank: string, suit: string) => string>} */
const FACES = {
  [FULL]: (rank, suit) => full(rank, suit),
  [FLAT]: (rank, suit) => full(rank, suit, flatCorner(rank, suit), PIPS[rank] ? 0.85 : 0.84),
  [LARGE]: large,
  [LOW]: low,
  [TALL]: tall,
  [OPEN]: open,
};

/** @param {string} card @param {string} style */
function face(card, style) {
  if (card === "BJ" || card === "RJ")
    return `<g class="ink-${card === "RJ" ? "H" : "S"}">${joker()}<text x="50" y="27" font-size="15" ${FONT} fill="var(--ink)">★ ★ ★</text></g>`;
  const [rank, suit] = card;
  return `<g class="ink-${suit}" fill="var(--ink)">${FACES[style](rank, suit)}</g>`;
}

/** @returns {SVGElement} */
function sprite() {
  const found = document.getElementById("sprite");
  if (found) return /** @type {SVGElement & HTMLElement} */ (found);
  const made = s(
    "svg",
    { id: "sprite", "aria-hidden": "true", width: 0, height: 0, class: "sprite" },
    s(
      "defs",
      {},
      ...drawn(`<clipPath id="half"><rect x="20" y="10" width="60" height="60"/></clipPath>`),
    ),
  );
  document.body.prepend(made);
  return made;
}

/** @param {string} id @param {string} drawing */
function symbol(id, drawing) {
  sprite().append(s("symbol", { id, viewBox: "0 0 100 140" }, ...drawn(drawing)));
}

/**
 * The reference to a card's drawing.
 * @param {string} card a card's text; "--" is its back
 * @param {string} [style]
 */
export function reference(card, style = FULL) {
  const id = card === "--" ? "card-back" : `card-${style}-${card}`;
  if (!made.has(id)) symbol(id, card === "--" ? back(pattern) : PAPER + face(card, style));
  made.add(id);
  return `#${id}`;
}

/**
 * Change the back of all cards.
 * @param {string} name
 */
export function chooseBack(name) {
  pattern = name;
  const old = document.getElementById("card-back");
  if (old) old.replaceChildren(...drawn(back(pattern)));
}

/**
 * Change the faces of all cards: classic with pips and courts, or plain with one suit sign.
 * @param {string} name
 */
export function chooseFace(name) {
  if (plain === (name === "plain")) return;
  plain = name === "plain";
  for (const id of made) {
    const [, style, card] = id.split("-");
    if (card) document.getElementById(id)?.replaceChildren(...drawn(PAPER + face(card, style)));
  }
}

/**
 * A drawing of one card.
 * @param {string} card
 * @param {string} [style]
 */
export function picture(card, style = FULL) {
  return s(
    "svg",
    { viewBox: "0 0 100 140", class: "card-picture", "aria-hidden": "true" },
    s("use", { href: reference(card, style) }),
  );
}
