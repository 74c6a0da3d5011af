/** The backs of the cards: a Greek meander around a field, in several colours and patterns. */

/** That many square keys of the meander, 10 by 10, running to the right. @param {number} count */
const keys = (count) =>
  Array.from({ length: count }, (_, at) => `M${10 * at} 9h9v-8h-8v5.500h4.500v-2.500`).join("");

/** Few elements: there may be a hundred backs on a table. */
function border() {
  const [short, long] = [keys(8), keys(12)];
  return `<g fill="none" stroke="var(--back-line)" stroke-width="1.5">
    <path d="${short}" transform="translate(10 7)"/><path d="${short}" transform="translate(90 133) rotate(180)"/>
    <path d="${long}" transform="translate(93 10) rotate(90)"/><path d="${long}" transform="translate(7 130) rotate(-90)"/>
    <rect x="20.5" y="20.5" width="59" height="99" rx="2" stroke-width="1"/></g>`;
}

/** A path that repeats a figure over the field. @param {number} step @param {(x: number, y: number) => string} tile */
function tiled(step, tile) {
  let all = "";
  for (let y = 22 + step / 2; y < 120; y += step)
    for (let x = 22 + step / 2; x < 80; x += step) all += tile(x, y);
  return `<path d="${all}"/>`;
}
/** @param {number} x @param {number} y @param {number} r */
const circle = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

/** @type {Record<string, () => string>} */
const FIELDS = {
  meander: () =>
    `<path fill="none" stroke="var(--back-line)" stroke-width="1.2" opacity=".8" d="M50 34L72 70L50 106L28 70ZM50 44L66 70L50 96L34 70Z"/>
     <path fill="var(--back-line)" d="M50 54L60 70L50 86L40 70Z${[27, 73].map((x) => circle(x, 29, 2) + circle(x, 111, 2)).join("")}"/>`,
  waves: () =>
    `<path fill="none" stroke="var(--back-line)" stroke-width="1.4" opacity=".85" d="${Array.from({ length: 9 }, (_, row) => `M22 ${30 + row * 10}${"q3.5-7 7 0t7 0".repeat(4)}`).join("")}"/>`,
  olive: () =>
    `<path stroke="var(--back-line)" stroke-width="1.3" fill="none" d="M50 112C46 90 54 60 50 28"/><path fill="var(--back-line)" d="${[36, 48, 60, 72, 84, 96].map((y) => `M50 ${y}C40 ${y} 33 ${y - 4} 31 ${y - 11}C41 ${y - 11} 47 ${y - 7} 50 ${y}ZM50 ${y + 4}C60 ${y + 4} 67 ${y} 69 ${y - 7}C59 ${y - 7} 53 ${y - 3} 50 ${y + 4}Z`).join("")}"/>`,
  stars: () =>
    `<g fill="var(--back-line)" opacity=".85">${tiled(11.2, (x, y) => `M${x} ${y - 4}l1.2 2.800l2.8 1.200l-2.8 1.200l-1.2 2.800l-1.2-2.800l-2.8-1.200l2.8-1.200z`)}</g>`,
  tiles: () =>
    `<g fill="none" stroke="var(--back-line)" stroke-width="1.1" opacity=".8">${tiled(14, (x, y) => `${circle(x, y, 6.5)}M${x - 4} ${y}h8M${x} ${y - 4}v8`)}</g>`,
};

/** The names of all patterns; the first is the default. */
export const BACKS = Object.keys(FIELDS);

/** @param {string} pattern */
export function back(pattern) {
  return `<rect x=".5" y=".5" width="99" height="139" rx="7" fill="var(--card-paper)" stroke="var(--card-edge)"/>
    <rect x="4" y="4" width="92" height="132" rx="4.5" fill="var(--back-ground)"/>${border()}${(FIELDS[pattern] ?? FIELDS.meander)()}`;
}
