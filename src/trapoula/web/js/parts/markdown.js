/** The Markdown of rules pages as elements: headings, paragraphs, lists, tables, emphasis, links, places for pictures. */

import { h } from "../dom.js";

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  const pattern = /\*\*(.+?)\*\*|\*(.+?)\*|_(.+?)_|`(.+?)`|\[(.+?)\]\((\S+?)\)/g;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(at, match.index));
    const [whole, strong, stress, other, code, label, link] = match;
    if (strong) parts.push(h("strong", {}, inline(strong)));
    else if (stress ?? other) parts.push(h("em", {}, inline(stress ?? other)));
    else if (code) parts.push(h("code", {}, code));
    else parts.push(/^(\/|#|https?:)/.test(link) ? h("a", { href: link }, inline(label)) : label);
    at = match.index + whole.length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** @param {string} line */
const cells = (line) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

/** @param {string} text @returns {Node[]} */
export function markdown(text) {
  /** @type {Node[]} */
  const made = [];
  for (const block of text.replaceAll("\r", "").split(/\n{2,}/)) {
    let lines = block.split("\n").filter((line) => line.trim());
    const heading = lines[0] && /^(#{1,4}) (.*?)(?: \{#([\w-]+)\})?$/.exec(lines[0]);
    if (heading) {
      made.push(
        h(`h${heading[1].length}`, heading[3] ? { id: heading[3] } : {}, inline(heading[2])),
      );
      lines = lines.slice(1);
    }
    if (!lines.length) continue;
    const figure = /^!\[(.*?)\]\((\w+)\)$/.exec(lines[0]);
    if (figure)
      made.push(
        h(
          "figure",
          { class: "still", "data-picture": figure[2] },
          h("figcaption", { class: "muted" }, figure[1]),
        ),
      );
    else if (lines[0].startsWith("|")) {
      const [head, , ...rows] = lines;
      made.push(
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              cells(head).map((cell) => h("th", {}, inline(cell))),
            ),
          ),
          h(
            "tbody",
            {},
            rows.map((row) =>
              h(
                "tr",
                {},
                cells(row).map((cell) => h("td", {}, inline(cell))),
              ),
            ),
          ),
        ),
      );
    } else if (/^([-*]|\d+\.) /.test(lines[0])) {
      /** @type {{text: string, inner: string[]}[]} */
      const items = [];
      for (const line of lines) {
        const item = items[items.length - 1];
        if (/^([-*]|\d+\.) /.test(line))
          items.push({ text: line.replace(/^([-*]|\d+\.) /, ""), inner: [] });
        else if (/^ +- /.test(line)) item.inner.push(line.replace(/^ +- /, ""));
        else item.text += ` ${line.trim()}`;
      }
      const list = (/** @type {string[]} */ inner) =>
        inner.length
          ? [
              h(
                "ul",
                {},
                inner.map((text) => h("li", {}, inline(text))),
              ),
            ]
          : [];
      made.push(
        h(
          /^\d/.test(lines[0]) ? "ol" : "ul",
          {},
          items.map(({ text, inner }) => h("li", {}, inline(text), list(inner))),
        ),
      );
    } else made.push(h("p", {}, inline(lines.join(" "))));
  }
  return made;
}
