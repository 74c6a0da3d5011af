/** One row that grows in small steps: lay beside its last card, twist a card away, or take it all. */

import { h } from "../dom.js";
import { plainNumber, t, tn } from "../texts.js";
import { draggable, heap, numberCard } from "./number.js";
import { cardCount } from "../seats/words.js";

/** @typedef {import("./scene.js").Scene} Scene */

export class Picture {
  /** @type {number | null} */ #held = null;
  /** @type {() => void} */ #redraw = () => {};

  /** @param {Scene} scene @returns {Node[]} */
  look(scene) {
    if (this.#held !== null && !scene.view.hand?.includes(this.#held)) this.#held = null;
    const root = h("div", { class: "strip-table" });
    this.#redraw = () => root.replaceChildren(this.#sides(scene), this.#row(scene), this.#task(scene), this.#hand(scene));
    this.#redraw();
    return [root];
  }

  /** What lies beside each player. @param {Scene} scene */
  #sides({ view, names }) {
    return h("div", { class: "sides" }, names.map((name, seat) =>
      h("div", { class: `side ${view.turn === seat ? "on" : ""}` }, h("strong", {}, name),
        h("span", {}, t("Twisted: {n}", { n: view.twisted[seat].length })), h("span", {}, t("Taken: {n}", { n: view.taken[seat] })), h("span", {}, t("Points: {n}", { n: view.totals[seat] })))),
      h("div", { class: "side" }, h("strong", {}, t("Round {n} of {all}", { n: view.round, all: view.of })), h("span", {}, t("Pile: {cards}", { cards: cardCount(view.pile) }))));
  }

  /** @param {Scene} scene */
  #row({ view, table }) {
    const held = this.#held, lay = held !== null && table.legal.includes(`lay ${held}`), twist = held !== null && table.legal.includes(`twist ${held}`);
    const twin = held === null ? 0 : (held % 10) * 10 + Math.floor(held / 10);
    return h("div", { class: "strip", role: "group", "aria-label": t("The row") },
      view.row.map((/** @type {number} */ card) => {
        const node = numberCard(card, { key: `n${card}`, kind: `${twist && card === twin ? "target" : ""} ${toad(card)}`, label: plainNumber(card) });
        node.dataset.drop = "twist";
        return node;
      }),
      h("div", { class: `num gap ${lay ? "target" : ""} ${view.row.length ? "" : "open"}`, "data-drop": "lay" }, view.row.length ? "" : t("Open the row")),
      h("div", { class: "strip-pile" }, heap(view.pile, t("Pile: {cards}", { cards: cardCount(view.pile) }))));
  }

  /** @param {Scene} scene */
  #task(scene) {
    const { view, table, names } = scene, mine = view.seat !== null && view.turn === view.seat;
    const button = (/** @type {string} */ action, /** @type {string} */ label, /** @type {string} */ kind) => table.legal.includes(action)
      ? h("button", { class: `button ${kind}`, "data-focus": action.split(" ")[0], onclick: () => scene.act(action) }, label) : null;
    const sentence = mine ? (view.phase === "open" ? t("Your turn: open the row with any card.") : t("Your turn: lay, twist or take.")) : view.turn === null || view.turn < 0 ? "" : t("{name} is playing.", { name: names[view.turn] });
    return h("div", { class: "task" }, h("p", { role: "status" }, sentence),
      this.#held === null ? null : [button(`lay ${this.#held}`, t("Lay {card}", { card: plainNumber(this.#held) }), "main"), button(`twist ${this.#held}`, t("Twist {card}", { card: plainNumber(this.#held) }), "main")],
      button("take", tn("Take the row ({n} card)", "Take the row ({n} cards)", view.row.length), ""));
  }

  /** @param {Scene} scene */
  #hand(scene) {
    const { view, table } = scene;
    if (!view.hand) return h("div");
    return h("div", { class: "hand", role: "group", "aria-label": t("Your hand") }, view.hand.map((/** @type {number} */ card) => {
      const able = ["lay", "twist"].filter((verb) => table.legal.includes(`${verb} ${card}`)), held = this.#held === card;
      const node = numberCard(card, { key: `n${card}`, kind: `${able.length ? "" : "idle"} ${held ? "held" : ""} ${toad(card)}`, label: plainNumber(card), pressed: held, act: () => {
        if (held && able.length === 1) return scene.act(`${able[0]} ${card}`);
        this.#held = held ? null : card;
        this.#redraw();
        /** @type {HTMLElement | null} */ (document.querySelector(`.hand [data-key="n${card}"]`))?.focus({ preventScroll: true });
      } });
      if (able.length) draggable(node, () => able, { lift: () => {}, drop: (verb) => scene.act(`${verb} ${card}`), back: () => {} });
      return node;
    }));
  }
}

/** Cards with two equal digits are the toads. @param {number} card */
function toad(card) {
  return Math.floor(card / 10) === card % 10 ? "toad" : "";
}
