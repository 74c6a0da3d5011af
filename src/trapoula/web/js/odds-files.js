/** The table of odds as files for other programs, with the citation. */

/** @typedef {import("./types.js").Studied} Studied */

/** @type {[string, (row: Studied) => string | number][]} */
const COLUMNS = [
  ["game", ({ game }) => game],
  [
    "options",
    ({ options }) =>
      Object.entries(options)
        .map((one) => one.join("="))
        .join(" "),
  ],
  ["deals", ({ deals }) => deals],
  ["winnable", ({ winnable }) => winnable],
  ["lost", ({ lost }) => lost],
  ["low", ({ bounds }) => bounds[0]],
  ["high", ({ bounds }) => bounds[1]],
  ["hints_won", ({ hints }) => hints[0]],
  ["hints_played", ({ hints }) => hints[1]],
  ["simple_won", ({ simple }) => simple[0]],
  ["simple_played", ({ simple }) => simple[1]],
  ["moves", ({ length }) => length ?? ""],
  ["date", ({ date }) => date],
]; // no value contains a comma or a quote

/** The citation: the table and the date of its last row. @param {Studied[]} rows */
export function citation(rows) {
  const last =
    rows
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? "";
  return `The Trapoula authors, What can be won? Table of odds, ${last}`;
}

/** The table as CSV, after a comment. @param {Studied[]} rows */
export function csv(rows) {
  const lines = rows.map((row) => COLUMNS.map(([, value]) => value(row)).join(","));
  return `# ${citation(rows)}\n${[COLUMNS.map(([name]) => name).join(","), ...lines].join("\n")}\n`;
}

/** The table as JSON. @param {Studied[]} rows */
export function json(rows) {
  return JSON.stringify({ citation: citation(rows), odds: rows }, null, 1);
}
