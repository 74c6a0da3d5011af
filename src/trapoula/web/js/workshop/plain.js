/** The editor as a plain text field, if CodeMirror is not available: same completions, same errors. */

import { h, refill } from "../dom.js";
import { t } from "../texts.js";

const MOST = 6; // completions shown at a time

/** @param {{text: string, changed: () => void, words: () => import("./codemirror.js").Word[], label: string}} how @returns {import("./codemirror.js").Editor} */
export function plain({ text, changed, words, label }) {
  const offered = h("div", { class: "offered row", role: "group" }),
    told = h("p", { class: "told", hidden: true });
  const field = h("textarea", {
    class: "plain-code",
    "aria-label": label,
    spellcheck: "false",
    autocapitalize: "off",
    oninput: () => {
      offer();
      changed();
    },
  });
  field.value = text;
  /** The beginning of a word before the caret. */
  const beginning = () =>
    /[A-Za-z_]\w*$/.exec(field.value.slice(0, field.selectionStart))?.[0] ?? "";
  const offer = () => {
    const begun = beginning(),
      like = begun.toLowerCase();
    const found = begun
      ? words().filter(({ name }) => name !== begun && name.toLowerCase().startsWith(like))
      : [];
    refill(
      offered,
      found.slice(0, MOST).map(({ name, told: said }) =>
        h(
          "button",
          {
            class: "button small",
            title: said,
            onclick: () => {
              const end = field.selectionStart;
              field.setRangeText(name, end - begun.length, end, "end");
              field.focus();
              offer();
              changed();
            },
          },
          name,
        ),
      ),
    );
  };
  return {
    node: h("div", { class: "code-editor" }, field, told, offered),
    read: () => field.value,
    write: (said) => {
      field.value = said;
    },
    show: (fault) => {
      told.hidden = !fault;
      told.textContent = fault ? t("Line {line}: {told}", fault) : "";
    },
    focus: () => field.focus(),
  };
}
