/** The settings: how the table looks and moves, and which language is spoken. */

import { BACKS, back } from "../cards/backs.js";
import { drawn, h, refill, s } from "../dom.js";
import { getJson, send } from "../api.js";
import { allGames, title } from "../catalogue.js";
import { BACK_COLOURS, FELTS, prefer } from "../prefs.js";
import { commit, now } from "../store.js";
import { date, language, languages, percent, t } from "../texts.js";
import { choices, open } from "./dialog.js";
import { linkField } from "./link.js";
import { permit } from "./notify.js";
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
  return [name, h("span", { class: "row" }, dot, t(label))];
}

export function showSettings() {
  const { prefs } = now();
  const name = h("input", {
    class: "input",
    id: "own-name",
    maxlength: 24,
    value: now().name,
    autocomplete: "nickname",
    onchange: async () => {
      try {
        const me = await send("PATCH", "/api/me", { name: name.value.trim() });
        commit({ name: me.name, named: me.named });
      } catch (fault) {
        complain(fault);
      }
    },
  });
  const device = h(
    "div",
    {},
    h(
      "button",
      {
        class: "button small",
        onclick: async () => {
          try {
            const { link } = await send("POST", "/api/me/link");
            device.replaceChildren(
              linkField(
                t("Open this once on the other device, within a quarter of an hour"),
                location.origin + link,
              ),
            );
          } catch (fault) {
            complain(fault);
          }
        },
      },
      t("Play on from another device"),
    ),
  );
  const linked = h("ul", { class: "devices" });
  const drawLinked = async () =>
    refill(
      linked,
      (await getJson("/api/me/devices")).devices.map(
        (
          /** @type {{device: string, since: number, here: boolean}} */ { device: id, since, here },
        ) =>
          h(
            "li",
            { class: "row" },
            h(
              "span",
              {},
              t("A device of yours since {date}", { date: date(since) }),
              here ? ` · ${t("this one")}` : "",
            ),
            h(
              "button",
              {
                class: "button small",
                onclick: () =>
                  void send("DELETE", `/api/me/devices/${id}`).then(drawLinked).catch(complain),
              },
              t("Sign out"),
            ),
          ),
      ),
    );
  drawLinked().catch(() => {});
  const pointed = h("span");
  explained().then(
    (game) =>
      game &&
      refill(
        pointed,
        h(
          "a",
          { href: `/rules/${game.game}` },
          t("What they are given for: {game}", { game: title(game) }),
        ),
      ),
    () => {},
  );
  open(
    t("Settings"),
    [
      choices(
        t("Language"),
        "lang",
        languages().map(({ code, name }) => [code, name]),
        language(),
        async (lang) => {
          document.querySelector("dialog[open]")?.remove();
          prefer({ lang });
        },
      ),
      choices(
        t("Light or dark"),
        "theme",
        [
          ["system", t("as the system")],
          ["light", t("light")],
          ["dark", t("dark")],
        ],
        prefs.theme,
        (theme) => prefer({ theme: /** @type {any} */ (theme) }),
      ),
      choices(t("Felt"), "felt", FELTS.map(swatch), prefs.felt, (felt) => prefer({ felt })),
      choices(
        t("Colours of the suits"),
        "colours",
        [
          ["two", t("two")],
          ["four", t("four")],
        ],
        prefs.colours,
        (colours) => prefer({ colours: /** @type {any} */ (colours) }),
      ),
      choices(
        t("Print on the cards"),
        "print",
        [
          ["normal", t("usual")],
          ["large", t("large")],
        ],
        prefs.print,
        (print) => prefer({ print: /** @type {any} */ (print) }),
      ),
      choices(
        t("Faces of the cards"),
        "face",
        [
          ["classic", t("with figures")],
          ["plain", t("plain")],
        ],
        prefs.face,
        (face) => prefer({ face: /** @type {any} */ (face) }),
      ),
      choices(
        t("Back of the cards"),
        "back",
        BACKS.map((own) => [own, backPicture(own)]),
        prefs.back,
        (own) => prefer({ back: own }),
      ),
      choices(
        t("Colour of the back"),
        "backColour",
        BACK_COLOURS.map(swatch),
        prefs.backColour,
        (backColour) => prefer({ backColour }),
      ),
      choices(
        t("Movement"),
        "speed",
        [
          ["off", t("none")],
          ["slow", t("slow")],
          ["normal", t("usual")],
          ["fast", t("fast")],
        ],
        prefs.speed,
        (speed) => prefer({ speed: /** @type {any} */ (speed) }),
      ),
      choices(
        t("Bots play"),
        "bots",
        [
          ["slow", t("slowly")],
          ["normal", t("at their ease")],
          ["quick", t("at once")],
        ],
        prefs.bots,
        (bots) => prefer({ bots: /** @type {any} */ (bots) }),
      ),
      choices(
        t("A tap on a card"),
        "tap",
        [
          ["plays", t("plays it")],
          ["picks", t("picks it up")],
        ],
        prefs.tap,
        (tap) => prefer({ tap: /** @type {any} */ (tap) }),
      ),
      choices(
        t("The hand that plays"),
        "hand",
        [
          ["right", t("the right one")],
          ["left", t("the left one: left and right change places")],
        ],
        prefs.hand,
        (hand) => prefer({ hand: /** @type {any} */ (hand) }),
      ),
      choices(
        t("Size of the table"),
        "zoom",
        [
          ["1", t("fits the screen")],
          ["1.5", percent(1.5)],
          ["2", percent(2)],
        ],
        prefs.zoom,
        (zoom) => prefer({ zoom: /** @type {any} */ (zoom) }),
      ),
      choices(
        t("Cards go home by themselves"),
        "home",
        [
          ["never", t("never")],
          ["safe", t("where it does no harm")],
          ["all", t("all that can")],
        ],
        prefs.home,
        (home) => prefer({ home: /** @type {any} */ (home) }),
      ),
      choices(
        t("Score"),
        "points",
        [
          ["", t("as the game counts")],
          ["standard", t("Standard")],
          ["vegas", t("Vegas")],
        ],
        prefs.points,
        (points) => prefer({ points: /** @type {any} */ (points) }),
      ),
      h(
        "p",
        { class: "muted" },
        t(
          "Standard and Vegas points are for patiences with stock, waste, columns and foundations.",
        ),
        " ",
        pointed,
      ),
      choices(
        t("Sounds"),
        "sound",
        [
          ["yes", t("heard")],
          ["no", t("none")],
        ],
        prefs.sound ? "yes" : "no",
        (heard) => prefer({ sound: heard === "yes" }),
      ),
      "Notification" in window
        ? choices(
            t("Notices of the browser"),
            "notices",
            [
              ["yes", t("when it is my turn")],
              ["no", t("none")],
            ],
            prefs.notices === "yes" ? "yes" : "no",
            (wanted) => void permit(wanted === "yes"),
          )
        : null,
      choices(
        t("Clock"),
        "clock",
        [
          ["yes", t("shown")],
          ["no", t("hidden")],
        ],
        prefs.clock ? "yes" : "no",
        (shown) => prefer({ clock: shown === "yes" }),
      ),
      h("label", { class: "field", for: "own-name" }, h("span", {}, t("Your name")), name),
      device,
      linked,
    ],
    { wide: true, name: "settings" },
  );
}

/** A patience whose rules tell of other points: the one on the table, or else the most famous one. */
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
  return h(
    "span",
    { class: "row" },
    s(
      "svg",
      { viewBox: "0 0 100 140", class: "back-sample", "aria-hidden": "true" },
      ...drawn(back(pattern)),
    ),
    t(PATTERNS[pattern] ?? pattern),
  );
}
