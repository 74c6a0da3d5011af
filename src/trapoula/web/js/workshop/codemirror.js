/** The editor with CodeMirror, if it is available: colours, completion, and errors under their lines. */

import { h } from "../dom.js";
import { t } from "../texts.js";

/**
 * @typedef {{name: string, takes: string, told: string}} Word of the vocabulary
 * @typedef {{line: number, told: string} | null} Fault
 * @typedef {{node: HTMLElement, read: () => string, write: (text: string) => void, show: (fault: Fault) => void, focus: () => void}} Editor
 */

/** @param {any} cm the parts of CodeMirror @param {{text: string, changed: () => void, words: () => Word[], label: string}} how @returns {Editor} */
export function codeMirror(cm, { text, changed, words, label }) {
  const node = h("div", { class: "code-editor" }),
    root = node.attachShadow({ mode: "open" }); // its styles work there without a style element
  const faults = faultLines(cm);
  let silent = false;
  const view = new cm.EditorView({
    root,
    parent: root,
    state: cm.EditorState.create({
      doc: text,
      extensions: [
        cm.lineNumbers(),
        cm.history(),
        cm.drawSelection(),
        cm.highlightActiveLine(),
        cm.indentOnInput(),
        cm.bracketMatching(),
        cm.closeBrackets(),
        cm.autocompletion({ override: [(/** @type {any} */ at) => completions(at, words())] }),
        cm.keymap.of([
          ...cm.closeBracketsKeymap,
          ...cm.defaultKeymap,
          ...cm.historyKeymap,
          ...cm.completionKeymap,
          cm.indentWithTab,
        ]),
        cm.python(),
        cm.indentUnit.of("    "),
        cm.EditorState.phrases.of({ Completions: t("Words") }),
        cm.syntaxHighlighting(colours(cm)),
        cm.EditorView.theme(LOOK),
        cm.EditorView.contentAttributes.of({
          tabindex: "0",
          "aria-label": label,
          "aria-description": t("Press Escape and then Tab to leave the editor."),
        }),
        cm.EditorView.updateListener.of(
          (/** @type {any} */ update) => update.docChanged && !silent && changed(),
        ),
        faults.field,
      ],
    }),
  });
  return {
    node,
    read: () => view.state.doc.toString(),
    write: (said) => {
      silent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: said } });
      silent = false;
    },
    show: (fault) => view.dispatch({ effects: faults.set.of(fault) }),
    focus: () => view.focus(),
  };
}

/** Completions for the word at the caret. @param {any} at @param {Word[]} words */
function completions(at, words) {
  const word = at.matchBefore(/\w+/);
  if (!word && !at.explicit) return null;
  return {
    from: word?.from ?? at.pos,
    validFor: /^\w*$/,
    options: words.map(({ name, takes, told }) => ({
      label: name,
      info: () =>
        h("div", {}, takes ? h("code", {}, `${name}(${takes})`) : null, h("div", {}, told)),
      type: takes ? "function" : "constant",
    })),
  };
}

/** A line with an error, and the message under it. @param {any} cm */
function faultLines(cm) {
  const set = cm.StateEffect.define();
  class Told extends cm.WidgetType {
    /** @param {string} told */
    constructor(told) {
      super();
      this.told = told;
    }
    /** @param {Told} other */
    eq(other) {
      return other.told === this.told;
    }
    toDOM() {
      return h("div", { class: "cm-told" }, this.told);
    }
  }
  const field = cm.StateField.define({
    create: () => cm.Decoration.none,
    update(/** @type {any} */ shown, /** @type {any} */ change) {
      for (const { value: fault } of change.effects.filter((/** @type {any} */ own) =>
        own.is(set),
      )) {
        if (!fault) return cm.Decoration.none;
        const { doc } = change.state,
          line = doc.line(Math.min(Math.max(fault.line, 1), doc.lines));
        return cm.Decoration.set([
          cm.Decoration.line({ class: "cm-wrong" }).range(line.from),
          cm.Decoration.widget({ widget: new Told(fault.told), block: true, side: 1 }).range(
            line.to,
          ),
        ]);
      }
      return shown.map(change.changes);
    },
    provide: (/** @type {any} */ own) => cm.EditorView.decorations.from(own),
  });
  return { set, field };
}

/** Colours by the names of the design. @param {any} cm */
function colours({ HighlightStyle, tags }) {
  return HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-word)" },
    { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
    { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
    {
      tag: [tags.definition(tags.function(tags.variableName)), tags.className],
      fontWeight: "bold",
    },
  ]);
}

const LOOK = {
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" }, // the box around it has one
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "var(--text-s)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", paddingBlock: "10px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--surface-2) 45%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in srgb, var(--focus) 28%, transparent)" },
  ".cm-wrong": { boxShadow: "inset 3px 0 0 var(--danger)" },
  ".cm-told": {
    fontFamily: "var(--font)",
    color: "var(--danger)",
    backgroundColor: "color-mix(in srgb, var(--danger) 9%, var(--surface))",
    borderLeft: "3px solid var(--danger)",
    padding: "4px 10px",
    whiteSpace: "normal",
  },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxWidth: "80vw" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--accent-text)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionInfo": { maxWidth: "min(22rem, 70vw)", padding: "6px 10px" },
};
