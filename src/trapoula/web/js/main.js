/** The entry point: loads the player and the games, and shows the page of the address. */

import { address, ALONE, BESIDE, owes, pageAt } from "./address.js";
import { getJson, Refusal } from "./api.js";
import { oneGame } from "./catalogue.js";
import { h, refill } from "./dom.js";
import { load } from "./prefs.js";
import { commit, now, watch } from "./store.js";
import { loadMessages, readLanguages, setLanguage, t } from "./texts.js";
import { alive, beside } from "./transport.js";
import { head } from "./parts/head.js";
import { icon } from "./parts/icons.js";
import { complain } from "./parts/toast.js";

/**
 * A page draws into its own main element, which stays in the document while the page is shown. The function that it
 * returns is called when the page is left.
 * @typedef {(place: HTMLElement, ...parts: string[]) => void | (() => void) | Promise<void | (() => void)>} Page
 */

const OF = ["game", "join", "replay", "rules", "table"],
  PLAIN = ["daily", "join", "odds", "stats", "tables", "workshop"]; // pages with a parameter, and others

/**
 * The name and parameter of a page, by its path; undefined if there is none.
 * @param {string} path
 */
function named(path) {
  const [, name = "", of = ""] = /^\/(\w*)(?:\/([\w-]+))?$/.exec(path) ?? [];
  if (path === "/") return ["hall"];
  return OF.includes(name) && of ? [name, of] : PLAIN.includes(name) && !of ? [name] : null;
}

/** The part of the messages that a page needs. @param {string} [name] */
const wordsOf = (name) => (name === "hall" ? "first" : "");

/** @type {void | (() => void)} */
let leave;
let shown = 0;

/** Draw the page of the address. */
async function show() {
  const found = named(pageAt()),
    turn = (shown += 1);
  try {
    if (!found) throw new Error("no such page");
    const [name, ...parts] = found;
    const [scripts] = await Promise.all([
      import(`./pages/${name}.js`),
      loadMessages(wordsOf(name)),
    ]);
    /** @type {Page} */
    const page = scripts[name];
    if (turn !== shown) return;
    leave?.();
    leave = undefined;
    document
      .querySelectorAll("dialog[open]")
      .forEach((dialog) => /** @type {HTMLDialogElement} */ (dialog).close());
    document.querySelector(".menu")?.remove();
    const left = await page(blank(), ...parts);
    if (turn === shown) leave = left;
    else left?.();
  } catch (fault) {
    const away = !(await alive());
    if (turn !== shown) return;
    leave?.();
    leave = undefined;
    if (away) {
      apology(
        t("The server does not answer. Is it running?"),
        t("Connection lost – trying again…"),
        null,
      );
      return void comeBack(turn);
    }
    if (found && !(fault instanceof Refusal)) complain(fault);
    nothing(fault instanceof Refusal ? fault : null, found?.[0]);
  }
}

/**
 * Replace the page's element. Code that still draws into the old one has no effect.
 */
function blank(kind = "") {
  const place = /** @type {HTMLElement} */ (
    h("main", { id: "page", class: kind, "data-at": pageAt() })
  );
  document.getElementById("page")?.replaceWith(place);
  return place;
}

/** Messages for broken links, by page. */
const LOST = {
  table: "We can't find this table.",
  replay: "We can't find this replay.",
};

/**
 * Say why there is no page, and link to another.
 * @param {Refusal | null} fault @param {string} [kind] of page
 */
function nothing(fault, kind = "") {
  const on = h("a", { href: "/", class: "button main" }, t("All games"));
  const gone = !fault || ["no-room", "not-found"].includes(fault.code);
  if (gone && (kind === "table" || kind === "replay"))
    apology(
      t(LOST[kind]),
      t("The link may be out of date, or the game may have been deleted."),
      on,
    );
  else if (gone)
    apology(t("We can't find this page."), t("The link may be out of date or misspelt."), on);
  else apology(t("We can't open this page."), t(fault.template, fault.facts), on);
}

/**
 * A page with a message in place of its content.
 * @param {string} heading
 * @param {string} why
 * @param {Node | null} on
 */
function apology(heading, why, on) {
  document.title = `${heading} · Trapoula`;
  refill(
    blank("page"),
    head(),
    h(
      "div",
      { class: "nothing" },
      icon("lost"),
      h("h2", {}, heading),
      h("p", { role: "status" }, why),
      on,
    ),
  );
}

/** The server closed the room: say why. */
function showEnd() {
  const { ended } = now();
  if (!ended) return;
  shown += 1;
  leave?.();
  leave = undefined;
  commit({ ended: null });
  document
    .querySelectorAll("dialog[open]")
    .forEach((dialog) => /** @type {HTMLDialogElement} */ (dialog).close());
  nothing(ended, "table");
}

/**
 * Show the page when the server is back, unless the player has left it.
 * @param {number} turn
 */
async function comeBack(turn) {
  while (!(await alive())) await new Promise((resolve) => setTimeout(resolve, 1500));
  if (turn === shown) location.reload(); // only this loads failed scripts again
}

/**
 * Go to another page.
 * @param {string} path
 * @param {{replace?: boolean}} [how]
 */
export function go(path, { replace = false } = {}) {
  return visit(address(path), replace);
}

/** @param {string} there @param {boolean} [replace] */
function visit(there, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", there);
  scrollTo(0, 0);
  return show();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target) return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.hasAttribute("download") || !named(pageAt(link))) return;
  event.preventDefault();
  visit(link.href);
});

/** On hover over a game's link, preload what draws its table. */
document.addEventListener("pointerover", ({ target }) => {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.origin !== location.origin || named(pageAt(link))?.[0] !== "game") return;
  void loadMessages();
  for (const part of ["pages/game.js", "pages/table.js", "table/patience.js"])
    import(`./${part}`).catch(() => {});
});

addEventListener("popstate", () => show());

/** Show a message while the server is unreachable. */
function showLine() {
  const { online, apart } = now(),
    old = document.querySelector(".line-down");
  const said = apart
    ? t("Offline: you can play on, and your moves are sent later.")
    : online
      ? ""
      : t("Connection lost – trying again…");
  if (old?.textContent === said) return;
  old?.remove();
  if (!said) return;
  const notice = h("div", { class: "line-down", role: "status" }, said);
  document.body.append(notice);
  document.body.style.setProperty("--notice", `${notice.offsetHeight}px`); // one line or two, depending on the screen's width
}

async function begin() {
  load();
  if (ALONE) import("./offline/alone.js").then(({ startLocal }) => startLocal()).catch(complain);
  watch(["online", "apart"], showLine);
  watch(["ended"], showEnd);
  const met = getJson("/api/me").then(({ name, named }) => commit({ name, named }));
  const asked = /^\/game\/([\w-]+)$/.exec(pageAt())?.[1];
  if (asked) oneGame(asked).catch(() => {}); // requested while the texts load
  readLanguages();
  const setLanguageHere = () => setLanguage(now().prefs.lang, wordsOf(named(pageAt())?.[0]));
  await setLanguageHere();
  let { lang } = now().prefs;
  watch(["prefs"], async ({ prefs }) => {
    if (prefs.lang === lang) return;
    lang = prefs.lang;
    await setLanguageHere();
    show();
  });
  if (BESIDE && owes())
    await import("./offline/owed.js").then(({ tellAll }) => tellAll()).catch(() => {});
  await Promise.all([show(), met]);
  if (now().prefs.notices === "yes")
    import("./parts/notify.js").then(({ callBack }) => callBack()).catch(() => {}); // for players who turned it on before
  if (BESIDE)
    setTimeout(
      () =>
        beside().then(
          ({ startLocal }) => startLocal(),
          () => {},
        ),
      500,
    ); // the table loads first
}

begin().catch((fault) => {
  complain(fault);
  setTimeout(() => location.reload(), 4000);
});
