/** The backs of the cards: a Greek meander around a field, in several colours and patterns. */

/** A square key of the meander, 10 by 10, running to the right. */
const KEY = "M0 9H9V1H1V6.500H5.500V4";

/** @param {number} count @param {string} transform */
function run(count, transform) {
  const keys = Array.from(
    { length: count },
    (_, at) => `<path d="${KEY}" transform="translate(${at * 10} 0)"/>`,
  ).join("");
  return `<g transform="${transform}">${keys}</g>`;
}

function border() {
  return `<g fill="none" stroke="var(--back-line)" stroke-width="1.5">
    ${run(8, "translate(10 7)")}${run(8, "translate(90 133) rotate(180)")}
    ${run(12, "translate(93 10) rotate(90)")}${run(12, "translate(7 130) rotate(-90)")}
    <rect x="20.5" y="20.5" width="59" height="99" rx="2" stroke-width="1"/></g>`;
}

/** @param {number} step @param {(x: number, y: number) => string} tile */
function tiled(step, tile) {
  let all = "";
  for (let y = 22 + step / 2; y < 120; y += step)
    for (let x = 22 + step / 2; x < 80; x += step) all += tile(x, y);
  return all;
}

/** @type {Record<string, () => string>} */
const FIELDS = {
  meander: () =>
    `<g fill="none" stroke="var(--back-line)" stroke-width="1.2" opacity=".8"><path d="M50 34L72 70L50 106L28 70Z"/><path d="M50 44L66 70L50 96L34 70Z"/></g>
     <g fill="var(--back-line)"><path d="M50 54L60 70L50 86L40 70Z"/><circle cx="27" cy="29" r="2"/><circle cx="73" cy="29" r="2"/><circle cx="27" cy="111" r="2"/><circle cx="73" cy="111" r="2"/></g>`,
  waves: () =>
    `<g fill="none" stroke="var(--back-line)" stroke-width="1.4" opacity=".85">${Array.from({ length: 9 }, (_, row) => `<path d="M22 ${30 + row * 10}${"q3.5-7 7 0t7 0".repeat(4)}"/>`).join("")}</g>`,
  olive: () =>
    `<g stroke="var(--back-line)" stroke-width="1.3" fill="none"><path d="M50 112C46 90 54 60 50 28"/></g><g fill="var(--back-line)">${[36, 48, 60, 72, 84, 96].map((y) => `<path d="M50 ${y}C40 ${y} 33 ${y - 4} 31 ${y - 11}C41 ${y - 11} 47 ${y - 7} 50 ${y}ZM50 ${y + 4}C60 ${y + 4} 67 ${y} 69 ${y - 7}C59 ${y - 7} 53 ${y - 3} 50 ${y + 4}Z"/>`).join("")}</g>`,
  stars: () =>
    `<g fill="var(--back-line)" opacity=".85">${tiled(11.2, (x, y) => `<path d="M${x} ${y - 4}l1.2 2.800l2.8 1.200l-2.8 1.200l-1.2 2.800l-1.2-2.800l-2.8-1.200l2.8-1.200z"/>`)}</g>`,
  tiles: () =>
    `<g fill="none" stroke="var(--back-line)" stroke-width="1.1" opacity=".8">${tiled(14, (x, y) => `<circle cx="${x}" cy="${y}" r="6.5"/><path d="M${x - 4} ${y}h8M${x} ${y - 4}v8"/>`)}</g>`,
};

/** The names of all patterns, the first one the usual. */
export const BACKS = Object.keys(FIELDS);

/** @param {string} pattern */
export function back(pattern) {
  return `<rect x=".5" y=".5" width="99" height="139" rx="7" fill="var(--card-paper)" stroke="var(--card-edge)"/>
    <rect x="4" y="4" width="92" height="132" rx="4.5" fill="var(--back-ground)"/>${border()}${(FIELDS[pattern] ?? FIELDS.meander)()}`;
}
