/** The settings, in groups: how tables look, sound and play, and who you are. */

import { linkTo } from "../address.js";
import { BACKS, back } from "../cards/backs.js";
import { dressed, drawn, h, refill, s } from "../dom.js";
import { getJson, send } from "../api.js";
import { allGames, title } from "../catalogue.js";
import { BACK_COLOURS, FELTS, prefer } from "../prefs.js";
import { commit, now } from "../store.js";
import { date, language, languages, percent, t } from "../texts.js";
import { choices, open } from "./dialog.js";
import { linkField } from "./link.js";
import { callFields } from "./calling.js";
import { complain } from "./toast.js";

/** @type {Record<string, [string, string]>} */
const COLOURS = {
  green: ["Green", "#1f6b4e"],
  blue: ["Blue", "#28508f"],
  wine: ["Wine", "#7a2f3d"],
  slate: ["Slate", "#47525a"],
  sand: ["Sand", "#8a6f4a"],
  violet: ["Violet", "#51447f"],
  red: ["Red", "#9b2b2f"],
  black: ["Black", "#26262c"],
  terracotta: ["Terracotta", "#b25a35"],
};

/** @param {string} name @returns {[string, Node]} */
function swatch(name) {
  const [label, colour] = COLOURS[name];
  const dot = h("span", { class: "swatch" });
  dot.style.setProperty("--swatch", colour);
  return [name, h("span", { title: t(label) }, dot, h("span", { class: "unseen" }, t(label)))];
}

/** The last open group stays open while the page does. */
let shown = 0;

export async function showSettings() {
  await dressed("settings");
  /** @type {[string, (Node | null)[]][]} */
  const groups = [
    [t("Appearance"), looks()],
    [t("Cards"), cards()],
    [t("Playing"), play()],
    [t("Sound and motion"), sounds()],
    [t("You"), you()],
  ];
  const tabs = groups.map(([name], at) =>
    h(
      "button",
      {
        role: "tab",
        id: `settings-tab-${at}`,
        "aria-controls": `settings-${at}`,
        onclick: () => turn(at),
      },
      name,
    ),
  );
  const panels = groups.map(([, fields], at) =>
    h(
      "div",
      {
        role: "tabpanel",
        id: `settings-${at}`,
        class: "setting-fields",
        "aria-labelledby": `settings-tab-${at}`,
      },
      fields,
    ),
  );
  const turn = (/** @type {number} */ to) => {
    shown = (to + tabs.length) % tabs.length;
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === shown));
      tab.tabIndex = at === shown ? 0 : -1;
      panels[at].hidden = at !== shown;
    });
  };
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    turn(shown + by);
    tabs[shown].focus();
  };
  turn(shown);
  open(
    t("Settings"),
    [
      h(
        "div",
        { class: "tabs", role: "tablist", "aria-label": t("Settings"), onkeydown: step },
        tabs,
      ),
      ...panels,
    ],
    { wide: true, name: "settings" },
  );
}

/**
 * A preference with several values.
 * @param {keyof import("../prefs.js").Prefs} key
 * @param {string} label
 * @param {[string, string][]} words
 */
function choice(key, label, words) {
  return choices(label, key, words, String(now().prefs[key]), (value) => prefer({ [key]: value }));
}

/** A preference that is on or off. @param {"sound" | "clock" | "goals"} key @param {string} label */
function toggle(key, label) {
  return choices(
    label,
    key,
    [
      ["yes", t("On")],
      ["no", t("Off")],
    ],
    now().prefs[key] ? "yes" : "no",
    (value) => prefer({ [key]: value === "yes" }),
  );
}

function looks() {
  const { prefs } = now();
  return [
    choices(
      t("Language"),
      "lang",
      languages().map(({ code, name }) => [code, name]),
      language(),
      (lang) => {
        document.querySelector("dialog[open]")?.remove();
        prefer({ lang });
      },
    ),
    choice("theme", t("Theme"), [
      ["system", t("System")],
      ["light", t("Light")],
      ["dark", t("Dark")],
    ]),
    choices(t("Table"), "felt", FELTS.map(swatch), prefs.felt, (felt) => prefer({ felt })),
    choices(
      t("Table size"),
      "zoom",
      [
        ["1", t("Fit to screen")],
        ["1.5", percent(1.5)],
        ["2", percent(2)],
      ],
      prefs.zoom,
      (zoom) => prefer({ zoom: /** @type {import("../prefs.js").Prefs["zoom"]} */ (zoom) }),
    ),
  ];
}

function cards() {
  const { prefs } = now();
  return [
    choice("colours", t("Suit colours"), [
      ["two", t("Two")],
      ["four", t("Four")],
    ]),
    choice("print", t("Card labels"), [
      ["normal", t("Regular")],
      ["large", t("Large")],
    ]),
    choice("face", t("Court cards"), [
      ["classic", t("Pictures")],
      ["plain", t("Letters")],
    ]),
    choices(
      t("Card back"),
      "back",
      BACKS.map((own) => [own, backPicture(own)]),
      prefs.back,
      (own) => prefer({ back: own }),
    ),
    choices(
      t("Back colour"),
      "backColour",
      BACK_COLOURS.map(swatch),
      prefs.backColour,
      (backColour) => prefer({ backColour }),
    ),
  ];
}

function play() {
  const pointed = h("span");
  explained().then(
    (game) =>
      game &&
      refill(
        pointed,
        h("a", { href: `/rules/${game.game}` }, t("How {game} is scored", { game: title(game) })),
      ),
    () => {},
  );
  return [
    choice("tap", t("Tapping a card"), [
      ["plays", t("Plays it")],
      ["picks", t("Picks it up")],
    ]),
    choice("home", t("Move cards to the foundations"), [
      ["never", t("Never")],
      ["safe", t("When it's safe")],
      ["all", t("Always")],
    ]),
    choice("hand", t("Layout"), [
      ["right", t("Right-handed")],
      ["left", t("Left-handed")],
    ]),
    toggle("clock", t("Clock")),
    h(
      "div",
      {},
      choice("points", t("Score"), [
        ["", t("Game's own")],
        ["standard", t("Standard")],
        ["vegas", t("Vegas")],
      ]),
      h(
        "p",
        { class: "muted note" },
        t("Standard and Vegas work in games like Klondike."),
        " ",
        pointed,
      ),
    ),
  ];
}

function sounds() {
  return [
    toggle("sound", t("Sound")),
    choice("speed", t("Animation"), [
      ["off", t("None")],
      ["slow", t("Slow")],
      ["normal", t("Normal")],
      ["fast", t("Fast")],
    ]),
    choice("bots", t("Bots play"), [
      ["slow", t("Slowly")],
      ["normal", t("Normally")],
      ["quick", t("At once")],
    ]),
    ...callFields(),
  ];
}

function you() {
  const name = h("input", {
    class: "input",
    id: "own-name",
    maxlength: 24,
    value: now().name,
    autocomplete: "nickname",
    onchange: () =>
      send("PATCH", "/api/me", { name: name.value.trim() }).then(
        (me) => commit({ name: me.name, named: me.named }),
        complain,
      ),
  });
  return [
    h("label", { class: "field", for: "own-name" }, h("span", {}, t("Your name")), name),
    toggle("goals", t("Streaks and achievements")),
    devices(),
  ];
}

/** Your devices, and a link for another one. */
function devices() {
  const linked = h("ul", { class: "devices" });
  const link = h(
    "div",
    {},
    h(
      "button",
      {
        class: "button small",
        onclick: () =>
          send("POST", "/api/me/link").then(
            ({ link: path }) =>
              link.replaceChildren(
                linkField(t("Open this link on the other device within 15 minutes"), linkTo(path)),
              ),
            complain,
          ),
      },
      t("Add a device"),
    ),
  );
  const signOut = (/** @type {string} */ id) =>
    void send("DELETE", `/api/me/devices/${id}`).then(draw).catch(complain);
  const draw = async () => {
    /** @type {import("../wire.js").Devices} */
    const { devices: known } = await getJson("/api/me/devices");
    refill(
      linked,
      known.map(({ device, since, here }) =>
        h(
          "li",
          { class: "row" },
          h("span", {}, here ? t("This device") : t("Another device")),
          h("span", { class: "muted" }, t("since {date}", { date: date(since) })),
          h("button", { class: "button small", onclick: () => signOut(device) }, t("Sign out")),
        ),
      ),
    );
  };
  draw().catch(() => {});
  return h("fieldset", { class: "field" }, h("legend", {}, t("Your devices")), linked, link);
}

/**
 * A solitaire with optional points: the one on the table, or else the most famous one.
 */
async function explained() {
  const games = await allGames(),
    { room } = now(),
    kinds = ["stock", "waste", "foundation", "column"];
  if (room?.table?.tally?.some(({ kind }) => kind))
    return games.find(({ game }) => game === room.game);
  const famous = games.filter(
    (game) => game.famous && kinds.every((kind) => game.layout?.some((own) => own.kind === kind)),
  );
  return famous.sort((one, other) => Number(one.famous) - Number(other.famous))[0];
}

/** @type {Record<string, string>} */
const PATTERNS = {
  meander: "Meander",
  waves: "Waves",
  olive: "Olive branch",
  stars: "Stars",
  tiles: "Tiles",
};

/** @param {string} pattern */
function backPicture(pattern) {
  const name = t(PATTERNS[pattern] ?? pattern);
  return h(
    "span",
    { title: name },
    s(
      "svg",
      { viewBox: "0 0 100 140", class: "back-sample", "aria-hidden": "true" },
      ...drawn(back(pattern)),
    ),
    h("span", { class: "unseen" }, name),
  );
}
