/** Four rows, two rising and two falling: cards are laid, the backwards trick shows, rows carry signals. */

import { h } from "../dom.js";
import { confirm, open } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { plainNumber, t, tn } from "../texts.js";
import { draggable, heap, numberCard } from "./number.js";
import { brokenName, cardCount, commandName, commandText, keenName, rowName, signalName } from "../seats/words.js";

/** @typedef {import("./scene.js").Scene} Scene */

export class Picture {
  /** @type {number | null} */ #held = null;
  /** @type {() => void} */ #redraw = () => {};

  /** @param {Scene} scene @returns {Node[]} */
  look(scene) {
    const { table } = scene;
    const lays = table.legal.map((text) => /^(\d+)>(\w+)$/.exec(text)).filter((match) => match !== null).map(([text, card, row]) => ({ text, card: Number(card), row }));
    if (this.#held !== null && !lays.some(({ card }) => card === this.#held)) this.#held = null;
    const root = h("div", { class: "rows-table" });
    this.#redraw = () => root.replaceChildren(...this.#parts(scene, lays));
    this.#redraw();
    return [root];
  }

  /** @param {Scene} scene @param {{text: string, card: number, row: string}[]} lays */
  #parts(scene, lays) {
    const { view } = scene;
    return [
      h("div", { class: "rows" }, Object.keys(view.rows).map((row) => this.#row(scene, lays, row)), h("div", { class: "row-slot pile-slot" }, heap(view.pile, t("Pile: {cards}", { cards: cardCount(view.pile) })), h("span", { class: "caption" }, t("Pile")))),
      view.phase === "begin" ? this.#asked(scene) : this.#task(scene),
      this.#hand(scene, lays),
    ];
  }

  /** @param {Scene} scene @param {{text: string, card: number, row: string}[]} lays @param {string} row */
  #row(scene, lays, row) {
    const { view, table } = scene, rising = row.startsWith("up"), { top, count, cards } = view.rows[row];
    const lay = this.#held === null ? undefined : lays.find((own) => own.card === this.#held && own.row === row);
    const trick = lay && (rising ? lay.card < top : lay.card > top);
    const doom = lay && view.dooms?.[lay.text];
    const command = view.commands?.[row], fire = view.fires?.[row];
    const label = t("{row}: {top}", { row: rowName(row), top: plainNumber(top) });
    const words = table.legal.filter((text) => text.startsWith(`signal ${row} `));
    const said = view.signals.filter((/** @type {any} */ own) => own.about === row);
    const talk = words.length ? h("button", { class: "plain-icon talk", "data-focus": `talk-${row}`, "aria-label": t("Say something about it: {row}", { row: rowName(row) }), onclick: (/** @type {Event} */ event) => openMenu(/** @type {any} */ (event.currentTarget), words.map((text) => ({ icon: "chat", label: signalName(row, text.split(" ")[2]), act: () => scene.act(text) }))) }, icon("chat")) : null;
    return h("div", { class: `row-slot ${rising ? "rising" : "falling"} ${lay ? "target" : ""} ${doom ? "doom" : ""}`, "data-drop": row },
      h("div", { class: "row-head" }, h("span", { class: "arrow", "aria-hidden": "true" }, rising ? "▲" : "▼"), h("span", { class: "caption" }, rising ? t("rising from 1") : t("falling from 100")), talk),
      h("button", { class: "row-place", "data-focus": `row-${row}`, onclick: () => (lay ? this.#lay(scene, lay.text) : command ? this.#explain(command) : null) },
        h("span", { class: "unseen" }, lay ? t("Lay {card} here. {row}", { card: plainNumber(lay.card), row: label }) : label),
        cards?.length > 1 ? h("span", { class: "spread", "aria-hidden": "true" }, cards.slice(-9, -1).map((/** @type {number} */ card) => h("span", {}, plainNumber(card)))) : null,
        numberCard(top, { key: count ? `n${top}` : `base-${row}`, kind: `${count ? "" : "base"} ${fire ? "fire" : ""}`, badge: command ? h("span", { class: "command" }, commandName(command)) : null }),
        trick ? h("span", { class: "trick" }, t("Trick: ten back!")) : lay ? h("span", { class: "step" }, `${rising ? "+" : "−"}${plainNumber(Math.abs(lay.card - top))}`) : null,
        fire ? h("span", { class: "burns" }, fire === "now" ? t("Cover it now!") : t("Cover it next turn")) : null),
      h("div", { class: "said" }, said.map((/** @type {any} */ own) => h("span", { class: "bubble" }, h("b", {}, scene.names[own.seat]), " ", signalName(own.about, own.word)))));
  }

  /** @param {Scene} scene */
  #task(scene) {
    const { view, table } = scene, mine = view.seat !== null && view.turn === view.seat && view.phase === "play";
    const end = table.legal.includes("end");
    const sentence = view.phase !== "play" ? "" : mine
      ? view.required ? tn("Your turn: lay at least {n} more card.", "Your turn: lay at least {n} more cards.", view.required) : end ? t("You may lay more, or end your turn.") : t("Your turn.")
      : view.turn === null ? "" : t("{name} is playing.", { name: scene.names[view.turn] });
    const hands = table.legal.filter((text) => text.startsWith("signal ") && !view.rows[text.split(" ")[1]]);
    return h("div", { class: "task" }, h("p", { role: "status" }, sentence), h("span", { class: "muted-felt" }, tn("{n} card left in all", "{n} cards left in all", view.left)),
      mine ? h("button", { class: "button main", "data-focus": "end", disabled: !end || null, onclick: () => this.#lay(scene, "end") }, t("End the turn")) : null,
      hands.length ? h("button", { class: "button small ghost", onclick: (/** @type {Event} */ event) => openMenu(/** @type {any} */ (event.currentTarget), hands.map((text) => ({ icon: "chat", label: signalName(text.split(" ")[1], text.split(" ")[2]), act: () => scene.act(text) }))) }, t("About commands…")) : null,
      view.signals.filter((/** @type {any} */ own) => !view.rows[own.about]).map((/** @type {any} */ own) => h("span", { class: "bubble" }, h("b", {}, scene.names[own.seat]), " ", signalName(own.about, own.word))));
  }

  /** @param {Scene} scene @param {{text: string, card: number, row: string}[]} lays */
  #hand(scene, lays) {
    const { view } = scene;
    if (!view.hand) return h("div");
    const carriers = Object.entries(view.carriers ?? {});
    return h("div", { class: "hand", role: "group", "aria-label": t("Your hand") }, view.hand.map((/** @type {number} */ card) => {
      const able = lays.filter((own) => own.card === card), held = this.#held === card;
      const command = carriers.find(([, cards]) => /** @type {number[]} */ (cards).includes(card))?.[0];
      const node = numberCard(card, { key: `n${card}`, kind: `${able.length ? "" : "idle"} ${held ? "held" : ""}`, label: command ? `${plainNumber(card)}, ${commandName(command)}` : plainNumber(card), pressed: held,
        badge: command ? h("span", { class: "command", title: commandText(command) }, commandName(command)) : null,
        act: () => {
          if (held && command) this.#explain(command);
          this.#held = held || !able.length ? null : card;
          if (!able.length && command) this.#explain(command);
          this.#redraw();
          /** @type {HTMLElement | null} */ (document.querySelector(`.hand [data-key="n${card}"]`))?.focus({ preventScroll: true });
        } });
      if (able.length) draggable(node, () => able.map(({ row }) => row), {
        lift: () => this.#mark(scene, lays, card),
        drop: (row) => { const lay = able.find((own) => own.row === row); if (lay) this.#lay(scene, lay.text); },
        back: () => { this.#held = null; this.#redraw(); },
      });
      return node;
    }));
  }

  /** Light the rows that take a card without drawing the hand anew, which is under a finger. @param {Scene} scene @param {{text: string, card: number, row: string}[]} lays @param {number} card */
  #mark(scene, lays, card) {
    for (const slot of document.querySelectorAll(".row-slot[data-drop]")) {
      const lay = lays.find((own) => own.card === card && own.row === /** @type {HTMLElement} */ (slot).dataset.drop);
      slot.classList.toggle("target", Boolean(lay));
      slot.classList.toggle("doom", Boolean(lay && scene.view.dooms?.[lay.text]));
    }
  }

  /** A move that loses at once is asked about first. @param {Scene} scene @param {string} action */
  async #lay(scene, action) {
    const doom = scene.view.dooms?.[action];
    this.#held = null;
    if (doom && !(await confirm(t("That loses the game"), t("If you do this, {rule}: the game is lost for all. Do it all the same?", { rule: brokenName(doom) }), t("Do it")))) return this.#redraw();
    scene.act(action);
  }

  /** @param {string} command */
  #explain(command) {
    open(commandName(command), [h("p", {}, commandText(command))]);
  }

  /** @param {Scene} scene */
  #asked(scene) {
    const words = scene.table.legal.filter((text) => text.startsWith("begin "));
    const { view } = scene;
    return h("div", { class: "asked" }, h("p", {}, words.length ? t("Would you like to begin?") : t("The team settles who begins.")),
      words.length ? h("div", { class: "row" }, words.map((text) => h("button", { class: "button", onclick: () => scene.act(text) }, keenName(text.slice(6))))) : null,
      view.said.length ? h("p", { class: "muted-felt" }, view.said.map((/** @type {string} */ word, /** @type {number} */ seat) => `${scene.names[seat]}: ${keenName(word)}`).join(" · ")) : null);
  }
}
