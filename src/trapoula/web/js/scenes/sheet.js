/** A sheet of boxes to be crossed off with single cards and with pairs that add up. */

import { h, s } from "../dom.js";
import { openMenu } from "../parts/menu.js";
import { number, plainNumber, t, tn } from "../texts.js";
import { heap, numberCard } from "./number.js";
import { cardCount, drawName } from "../seats/words.js";

/**
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {{text: string, cards: number[], label: string, row: number, count: number}} Play
 */

/** The plays of the hand with the cards that they take. @param {string[]} legal @returns {Play[]} */
function playsOf(legal) {
  /** @type {Play[]} */
  const plays = [];
  for (const text of legal) {
    const cross = /^cross (\d+): (.+)$/.exec(text), discard = /^discard (\d+)(?:x(\d+))?$/.exec(text);
    if (cross) {
      const parts = cross[2].split(" "), row = Number(cross[1]);
      plays.push({ text, row, count: parts.length, cards: parts.flatMap((part) => part.split("+").map(Number)), label: tn("Cross {n} box of row {row}: {cards}", "Cross {n} boxes of row {row}: {cards}", parts.length, { row: plainNumber(row), cards: parts.join(", ") }) });
    } else if (discard) {
      const count = Number(discard[2] ?? 1), value = Number(discard[1]);
      plays.push({ text, row: 0, count, cards: Array(count).fill(value), label: t("Discard {n} × {card}", { n: count, card: plainNumber(value) }) });
    }
  }
  return plays;
}

/** @param {number[]} one @param {number[]} other */
function same(one, other) {
  const sorted = (/** @type {number[]} */ cards) => [...cards].sort((a, b) => a - b).join();
  return sorted(one) === sorted(other);
}

export class Picture {
  /** Places in the hand that are picked. @type {Set<number>} */ #picked = new Set();
  #hand = "";
  /** @type {() => void} */ #redraw = () => {};

  /** @param {Scene} scene @returns {Node[]} */
  look(scene) {
    const hand = JSON.stringify(scene.view.hand);
    if (hand !== this.#hand) this.#picked.clear();
    this.#hand = hand;
    const plays = playsOf(scene.table.legal), root = h("div", { class: "sheet-table" });
    this.#redraw = () => root.replaceChildren(this.#middle(scene), this.#sheets(scene, plays), this.#task(scene, plays), this.#own(scene));
    this.#redraw();
    return [root];
  }

  /** @param {Scene} scene */
  #middle({ view, table, act }) {
    return h("div", { class: "draws" }, Object.entries(view.piles).map(([name, pile]) => {
      const able = table.legal.includes(`draw ${name}`);
      return h("button", { class: `draw ${able ? "target" : ""}`, "data-focus": `draw-${name}`, disabled: !able || null, onclick: () => act(`draw ${name}`) },
        h("span", { class: "unseen" }, drawName(name)), pile.top === null ? heap(pile.count) : numberCard(pile.top), h("span", { class: "caption" }, cardCount(pile.count)));
    }), h("div", { class: "draw" }, view.discards.length ? numberCard(view.discards.at(-1), { kind: "idle" }) : h("div", { class: "num gap" }), h("span", { class: "caption" }, t("Discards: {n}", { n: view.discards.length }))));
  }

  /** @param {Scene} scene @param {Play[]} plays */
  #sheets(scene, plays) {
    const { view, names } = scene, own = view.seat ?? 0;
    const order = names.map((_, seat) => (own + seat) % names.length);
    return h("div", { class: "sheets" }, order.map((seat, at) => this.#sheet(scene, plays, seat, at === 0 && view.seat !== null)));
  }

  /** @param {Scene} scene @param {Play[]} plays @param {number} seat @param {boolean} mine */
  #sheet(scene, plays, seat, mine) {
    const { view, table, names } = scene, crossed = view.crossed[seat];
    const left = view.sheet.reduce((/** @type {number} */ sum, /** @type {number} */ boxes, /** @type {number} */ at) => sum + boxes - crossed[at], 0);
    return h("section", { class: `paper ${mine ? "mine" : ""} ${view.turn === seat ? "on" : ""}`, "aria-label": t("Sheet: {name}", { name: names[seat] }) },
      h("h2", {}, names[seat], h("span", { class: "caption" }, tn("{n} box open", "{n} boxes open", left)), mine ? null : h("span", { class: "caption" }, cardCount(view.hands[seat]))),
      h("div", { class: "boxes" }, view.sheet.map((/** @type {number} */ boxes, /** @type {number} */ at) => {
        const value = at + 1, bonus = mine && table.legal.includes(`bonus ${value}`), own = mine ? plays.filter(({ row }) => row === value) : [];
        const label = t("Row {row}: {crossed} of {boxes} crossed", { row: plainNumber(value), crossed: number(crossed[at]), boxes: number(boxes) });
        const able = bonus || own.length;
        return h(able ? "button" : "div", { class: `box-row ${crossed[at] === boxes ? "done" : ""} ${bonus ? "target" : ""} ${own.length ? "able" : ""}`, role: able ? null : "img", "aria-label": label, "data-focus": `row-${seat}-${value}`,
          onclick: !able ? null : (/** @type {Event} */ event) => (bonus ? scene.act(`bonus ${value}`) : openMenu(/** @type {any} */ (event.currentTarget), own.map(({ text, label: name }) => ({ icon: "finish", label: name, act: () => scene.act(text) })))) },
          h("span", { class: "box-value", "aria-hidden": "true" }, plainNumber(value)),
          Array.from({ length: boxes }, (_, box) => s("svg", { viewBox: "0 0 20 20", class: `box ${box < crossed[at] ? "crossed" : ""}`, "aria-hidden": "true" }, s("rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 3 }), box < crossed[at] ? s("path", { d: "M5 5L15 15M15 5L5 15" }) : null)));
      })));
  }

  /** @param {Scene} scene @param {Play[]} plays */
  #task(scene, plays) {
    const { view, table, names } = scene, mine = view.seat !== null && view.turn === view.seat;
    const picked = [...this.#picked].map((at) => view.hand[at]);
    const fitting = picked.length ? plays.filter(({ cards }) => same(cards, picked)) : [];
    /** @type {Record<string, string>} */
    const sentences = { bonus: t("A row is finished: make an extra cross in another row."), draw: t("Draw a second card."), act: t("Your turn: draw, discard, or pick cards and cross off boxes.") };
    const sentence = mine ? sentences[view.phase] ?? "" : view.turn === null || view.turn < 0 ? "" : t("{name} is playing.", { name: names[view.turn] });
    return h("div", { class: "task" }, h("p", { role: "status" }, sentence), fitting.map(({ text, label, row }) => h("button", { class: `button ${row ? "main" : ""}`, "data-focus": text, onclick: () => scene.act(text) }, label)),
      picked.length && !fitting.length && table.legal.length ? h("span", { class: "muted-felt" }, t("These cards make nothing together.")) : null);
  }

  /** @param {Scene} scene */
  #own({ view }) {
    if (!view.hand) return h("div");
    return h("div", { class: "hand", role: "group", "aria-label": t("Your hand") }, view.hand.map((/** @type {number} */ card, /** @type {number} */ at) => {
      const held = this.#picked.has(at);
      return numberCard(card, { key: `h${at}-${card}`, kind: held ? "held" : "", label: plainNumber(card), pressed: held, act: () => {
        if (held) this.#picked.delete(at);
        else this.#picked.add(at);
        this.#redraw();
        /** @type {HTMLElement | null} */ (document.querySelector(`.hand [data-key="h${at}-${card}"]`))?.focus({ preventScroll: true });
      } });
    }));
  }
}
