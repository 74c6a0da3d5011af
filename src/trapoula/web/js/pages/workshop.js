/** The workshop: write a solitaire, and play it beside its program. */

import { address, ALONE, BESIDE } from "../address.js";
import { Refusal } from "../api.js";
import { dressed, h, refill } from "../dom.js";
import { head } from "../parts/head.js";
import { icon } from "../parts/icons.js";
import { complain, reason, toast } from "../parts/toast.js";
import { leave } from "../room.js";
import { language, t } from "../texts.js";
import { through } from "../transport.js";
import { carried } from "../workshop/parcel.js";

/** @typedef {import("../workshop/codemirror.js").Editor} Editor */
/** @typedef {import("../workshop/codemirror.js").Fault} Fault */
/** @typedef {import("../workshop/codemirror.js").Word} Word */

const DRAFT = "trapoula.workshop"; // where the program is kept in this browser
const PAUSE = 400; // ms after the last key until the program is read

/** @param {HTMLElement} place */
export async function workshop(place) {
  document.title = `${t("Workshop")} · Trapoula`;
  place.className = "page workshop";
  await dressed("workshop");
  if (!ALONE && !BESIDE) return missing(place);
  const given = await carried(location.hash);
  if (given === null && location.hash.startsWith("#code="))
    toast(t("The program in this link cannot be read: it may have been cut short."));
  return bench(place, given);
}

/** Say what the workshop needs. @param {HTMLElement} place */
function missing(place) {
  const why = t(
    "Here you write a game and play it at once. This server does not lend Python to browsers: start it with {command}.",
    { command: "trapoula serve --local" },
  );
  refill(
    place,
    head({ back: true, heading: t("Workshop") }),
    h(
      "div",
      { class: "nothing" },
      icon("lost"),
      h("p", {}, why),
      h("a", { href: "/", class: "button main" }, t("All games")),
    ),
  );
}

/** The last program written here. @returns {string} */
function draft() {
  try {
    return localStorage.getItem(DRAFT) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} program */
function keep(program) {
  try {
    localStorage.setItem(DRAFT, program);
  } catch {
    // a browser without storage still works
  }
}

/** @param {HTMLElement} place @param {string | null} given a shared program, which runs only after a click */
async function bench(place, given) {
  const [line, shelf, { stage }, { twenty }] = await Promise.all([
    import("../workshop/line.js"),
    import("../workshop/shelf.js"),
    import("../workshop/stage.js"),
    import("../workshop/twenty.js"),
  ]);
  /** The game that is played. @type {{game: string, file: string} | null} */
  let read = null;
  /** @type {Word[]} */
  let words = [];
  let turn = 0, // grows with every change
    held = given !== null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const editor = await makeEditor(given ?? draft(), {
    changed: () => changed(),
    words: () => words,
    label: t("The program"),
  });
  if (!place.isConnected) return undefined;
  const back = through(line),
    table = stage();
  const status = h("p", { class: "muted line", role: "status" }),
    verdicts = h("section", { class: "verdicts", "aria-label": t("Can it be won?"), hidden: true }),
    files = shelf.fileField((program) => replace(program));
  const asker = tool("verdict", t("Can it be won?"), () => void judge(), true);
  asker.disabled = true;

  /** Save the program, and parse it after a pause in typing. */
  const changed = () => {
    const program = editor.read();
    if (given === null) keep(program);
    else
      void shelf.path(program).then((own) => {
        if (place.isConnected) history.replaceState(null, "", address(own));
      });
    turn += 1;
    clearTimeout(later);
    if (!held) later = setTimeout(() => void reread(), PAUSE);
  };

  /** Parse the program, and deal again if its rules changed. */
  const reread = async () => {
    const own = turn;
    if (!table.laid()) table.say(t("Python is starting…"));
    try {
      const found = await line.write(editor.read(), language());
      if (!words.length) words = await line.words();
      if (own !== turn || !place.isConnected) return;
      tell("told" in found ? found : null);
      if ("told" in found) return;
      const same = table.laid() && read?.game === found.game;
      read = found;
      asker.disabled = false;
      if (same) return;
      verdicts.hidden = true; // they belong to other rules
      await table.lay(found.game);
    } catch (fault) {
      if (own === turn && place.isConnected) fail(fault);
    }
  };

  /** @param {Fault} fault */
  const tell = (fault) => {
    editor.show(fault);
    status.textContent = fault ? t("Line {line}: {told}", fault) : "";
    table.age(Boolean(fault));
    if (fault && !table.laid()) table.say(t("The table comes when the program can be read."));
  };

  /** @param {unknown} fault */
  const fail = (fault) => {
    read = null;
    asker.disabled = true;
    const again = h("button", { class: "button", onclick: () => void reread() }, t("Try again"));
    table.say(reason(fault), again);
  };

  /** Replace the program, and offer an undo. @param {string} program */
  const replace = (program) => {
    const before = editor.read();
    const put = (/** @type {string} */ text) => {
      editor.write(text);
      held = false;
      changed();
    };
    put(program);
    if (before.trim() && before !== program)
      toast(t("Another program is in the editor."), { label: t("Undo"), act: () => put(before) });
  };

  const start = async () => {
    const game = await shelf.askGame();
    if (game) await line.begun(game).then(replace, complain);
  };

  const judge = async () => {
    if (!read) return;
    const { game } = read;
    verdicts.hidden = false;
    await twenty(verdicts, {
      judge: async (deal, seconds) => {
        if (read?.game !== game) throw new Refusal({ type: "error", code: "left" });
        return line.judge(game, table.options(), deal, seconds);
      },
      play: (deal) => {
        turnTo("table");
        table.show(deal).catch(complain);
      },
    }).catch(complain);
  };

  const program = h(
    "section",
    { class: "program", "aria-label": t("The program") },
    h(
      "div",
      { class: "row" },
      tool("fresh", t("Start from…"), () => void start()),
      tool("rules", t("Open"), () => files.click()),
      files,
      tool("download", t("Save"), () => shelf.save(editor.read(), read?.file ?? "my_game.py")),
      tool("share", t("Share"), () => void shelf.share(editor.read())),
    ),
    editor.node,
    h("div", { class: "row nowrap" }, status, asker),
    verdicts,
  );
  const { node: tabs, turnTo } = tabsOf(place);
  refill(
    place,
    head({ back: true, heading: t("Workshop") }),
    tabs,
    h(
      "div",
      { class: "bench" },
      program,
      h("section", { class: "stage", "aria-label": t("The table") }, table.node),
    ),
  );
  turnTo("program");
  line.wake((fault) => place.isConnected && fault.code === "stuck" && fail(fault));
  const play = () => {
    held = false;
    void reread();
  };
  if (held)
    table.say(
      t(
        "Somebody wrote this program, so it waits for you. It runs in a closed part of this page: it sees nothing of your games and has no network.",
      ),
      h("button", { class: "button main", onclick: play }, icon("play"), t("Play")),
    );
  else {
    const from = new URLSearchParams(location.search).get("from"); // a game to change
    if (from) history.replaceState(null, "", address("/workshop"));
    const written = !from && editor.read().trim();
    if (!written) line.begun(from ?? shelf.TEMPLATE).then(replace, fail);
    void (written ? reread() : table.say(t("Python is starting…")));
  }

  return () => {
    clearTimeout(later);
    table.bare();
    leave();
    line.close();
    back();
  };
}

/**
 * A button with an icon; on small screens its label is only for screen readers.
 * @param {string} name @param {string} label @param {() => void} act @param {boolean} [always] whether the label is always shown
 */
function tool(name, label, act, always = false) {
  return h(
    "button",
    { class: "button small", title: always ? null : label, onclick: act },
    icon(name),
    h("span", { class: always ? null : "wide-only" }, label),
  );
}

/** What is shown on a small screen: the program or the table. @param {HTMLElement} place */
function tabsOf(place) {
  const names = { program: t("The program"), table: t("The table") };
  const turnTo = (/** @type {string} */ name) => {
    place.dataset.tab = name;
    for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.name === name));
  };
  const tabs = Object.entries(names).map(([name, label]) =>
    h("button", { class: "button small", "data-name": name, onclick: () => turnTo(name) }, label),
  );
  return {
    node: h("div", { class: "row tabs", role: "group", "aria-label": t("Show") }, tabs),
    turnTo,
  };
}

/** The best editor available. @param {string} text @param {{changed: () => void, words: () => Word[], label: string}} how @returns {Promise<Editor>} */
async function makeEditor(text, how) {
  const brought = new URL("../../editor/codemirror.js", import.meta.url).href;
  const cm = await import(brought).catch(() => ({}));
  if (!cm.EditorView) return (await import("../workshop/plain.js")).plain({ text, ...how });
  return (await import("../workshop/codemirror.js")).codeMirror(cm, { text, ...how });
}
