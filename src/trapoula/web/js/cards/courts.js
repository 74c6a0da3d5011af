/** Our own court cards: a hoplite for the jack, a queen with a diadem, a king with beard and laurel. */

import { pip } from "./suits.js";

const GOLD = "var(--court-gold)",
  SKIN = "var(--court-skin)",
  HAIR = "var(--court-hair)",
  ROBE = "var(--ink)",
  LIGHT = "var(--court-light)";
const LINE = `stroke="var(--court-line)" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"`;

const FACE = `
  <path d="M45 47V56C45 60 55 60 55 56V47Z" fill="${SKIN}" ${LINE}/>
  <path d="M39.5 34C39.5 24 60.5 24 60.5 34C60.5 45 56 52 50 52C44 52 39.5 45 39.5 34Z" fill="${SKIN}" ${LINE}/>
  <path d="M43 36.500Q45 35 47 36.500M53 36.500Q55 35 57 36.500M50 37V42.500H48.6" fill="none" ${LINE}/>
  <g fill="var(--court-line)"><circle cx="45.2" cy="38.2" r="1"/><circle cx="54.8" cy="38.2" r="1"/></g>`;

const MOUTH = `<path d="M47.3 46.500Q50 48 52.7 46.5" fill="none" ${LINE}/>`;

/** @param {string} trim the stripes of the robe */
function robe(trim) {
  return `<path d="M20 71C21 60 33 56 44 54.500C46 60 54 60 56 54.500C67 56 79 60 80 71Z" fill="${ROBE}" ${LINE}/>${trim}`;
}

const MEANDER = (/** @type {number} */ y) =>
  `<path d="M24 ${y}h6v-4h-3.500v2h1.500M34 ${y}h6v-4h-3.500v2h1.500M60 ${y}h6v-4h-3.500v2h1.500M70 ${y}h6v-4h-3.500v2h1.5" fill="none" stroke="${GOLD}" stroke-width="1.1"/>`;

/** @type {Record<string, string>} */
const HALVES = {
  J: `${robe(`<path d="M44 54.500L50 71L56 54.5" fill="${LIGHT}" ${LINE}/><path d="M22 66C34 60 40 58 44 54.500M78 66C66 60 60 58 56 54.5" fill="none" stroke="${GOLD}" stroke-width="2"/>`)}
    <path d="M40 33C37 42 38 50 36.5 53C42 54 43 48 43 44ZM60 33C63 42 62 50 63.5 53C58 54 57 48 57 44Z" fill="${HAIR}" ${LINE}/>
    ${FACE}${MOUTH}
    <path d="M37.5 39C36 22 64 22 62.5 39L59 45.500C59.5 38 58 34.5 55 34L51.5 34.500L51 43H49L48.5 34.500L45 34C42 34.5 40.5 38 41 45.500Z" fill="${GOLD}" ${LINE}/>
    <path d="M33 31C32 15 46 12.5 50 14C54 12.5 68 15 67 31C64 23.5 58 21.5 50 21.500C42 21.5 36 23.5 33 31Z" fill="${ROBE}" ${LINE}/>
    <path d="M38 19.500L39.5 24M44 16.500L44.5 21.800M50 15.500V21.500M56 16.500L55.5 21.800M62 19.500L60.5 24" ${LINE} opacity=".7"/>
    <path d="M75 71L71 22" stroke="var(--court-line)" stroke-width="2.4" stroke-linecap="round"/><path d="M70.8 24L67.8 17L70.2 11.500L73.4 16.800Z" fill="${LIGHT}" ${LINE}/>`,
  Q: `<path d="M50 19C34 19 35 34 34 44C33 52 29 55 31 60C37 62 41 58 42 52H58C59 58 63 62 69 60C71 55 67 52 66 44C65 34 66 19 50 19Z" fill="${HAIR}" ${LINE}/>
    ${robe(`${MEANDER(68)}<path d="M41 56C44 64 56 64 59 56" fill="none" stroke="${GOLD}" stroke-width="2"/><circle cx="50" cy="63.5" r="2.3" fill="${GOLD}" ${LINE}/>`)}
    ${FACE}<path d="M47 46.300Q50 49.2 53 46.300Q50 45.4 47 46.300Z" fill="var(--court-lip)"/>
    <path d="M39 33C40 25 45 24.5 50 27C55 24.5 60 25 61 33C58 28.5 54 29 50 31C46 29 42 28.5 39 33Z" fill="${HAIR}" ${LINE}/>
    <path d="M37 27C41 20.5 59 20.5 63 27L65 18.500L58.5 20.500L56 14.500L50 19L44 14.500L41.5 20.500L35 18.500Z" fill="${GOLD}" ${LINE}/><circle cx="50" cy="22.2" r="1.5" fill="${ROBE}"/>
    <path d="M39 43.500v3M61 43.500v3" stroke="${GOLD}" stroke-width="1.8" stroke-linecap="round"/>
    <path d="M73 71C71 58 74 48 73 40" fill="none" stroke="var(--court-leaf)" stroke-width="1.8"/><path d="M73 52C68 51 67 47 67 45C71 46 73 48 73 52ZM73.3 46C77 45 78.5 42 78.5 39.500C75 40 73.3 42.5 73.3 46Z" fill="var(--court-leaf)"/>
    <path d="M73 40C67 38 67 31 70 29L73 32L76 29C79 31 79 38 73 40Z" fill="${LIGHT}" ${LINE}/>`,
  K: `${robe(`${MEANDER(68)}<path d="M40 56L50 71L60 56" fill="${LIGHT}" ${LINE}/>`)}
    <path d="M38 32C35 42 37 50 40 55L60 55C63 50 65 42 62 32Z" fill="${HAIR}" ${LINE}/>
    ${FACE}
    <path d="M39.5 38C39 50 42 61 50 65C58 61 61 50 60.5 38C59.5 44 56 45.5 53 44C51.5 43.2 48.5 43.2 47 44C44 45.5 40.5 44 39.5 38Z" fill="${HAIR}" ${LINE}/>
    <path d="M47.5 47Q50 48.6 52.5 47" fill="none" stroke="${SKIN}" stroke-width="1.3" stroke-linecap="round"/><path d="M46 54Q47 59 50 62M54 54Q53 59 50 62" fill="none" stroke="${SKIN}" stroke-width=".7" opacity=".7"/>
    <path d="M38 31C38 24 62 24 62 31L65 15L58 21L54.5 13.500L50 19.500L45.5 13.500L42 21L35 15Z" fill="${GOLD}" ${LINE}/>
    <path d="M37.5 30.500C42 26 58 26 62.5 30.500C58 29 42 29 37.5 30.500Z" fill="${ROBE}" ${LINE}/><circle cx="50" cy="23.8" r="1.7" fill="${ROBE}"/>
    <path d="M75 71L72.5 30" stroke="${GOLD}" stroke-width="2.8" stroke-linecap="round"/><circle cx="72.2" cy="25.5" r="4.6" fill="${ROBE}" ${LINE}/><path d="M72 20.500V16M69.8 18.200H74.2" stroke="${GOLD}" stroke-width="1.7"/>`,
};

/**
 * The middle of a court card: the same half twice, once upside down.
 * @param {string} rank
 * @param {string} suit
 */
export function court(rank, suit) {
  const half = `<g clip-path="url(#half)">${HALVES[rank]}<g fill="var(--ink)">${pip(suit, 27.5, 20, 12)}</g></g>`;
  return `<rect x="20" y="10" width="60" height="120" rx="4" fill="var(--court-ground)" stroke="var(--ink)" stroke-opacity=".45" stroke-width=".8"/>
    ${half}<g transform="rotate(180 50 70)">${half}</g><path d="M20 70H80" stroke="${GOLD}" stroke-width="1.6"/>`;
}

/** The joker: an owl, as on the old silver coins. */
export function joker() {
  return `<g ${LINE}><path d="M50 112C30 112 28 84 31 62C33 46 40 40 50 40C60 40 67 46 69 62C72 84 70 112 50 112Z" fill="var(--ink)"/>
    <path d="M33 42C38 45 44 44 50 48C56 44 62 45 67 42C68 58 62 66 50 66C38 66 32 58 33 42Z" fill="${LIGHT}"/>
    <circle cx="42" cy="54" r="6.5" fill="${GOLD}"/><circle cx="58" cy="54" r="6.5" fill="${GOLD}"/><circle cx="42" cy="54" r="2.8" fill="var(--court-line)"/><circle cx="58" cy="54" r="2.8" fill="var(--court-line)"/>
    <path d="M50 57L47 62L50 66L53 62Z" fill="${GOLD}"/><path d="M40 76l5 4l5-4l5 4l5-4M40 86l5 4l5-4l5 4l5-4M42 96l4 4l4-4l4 4l4-4" fill="none" stroke="${LIGHT}" stroke-width="1.6"/>
    <path d="M42 112v7M46 112v7M54 112v7M58 112v7" stroke="${GOLD}" stroke-width="2"/></g>`;
}
