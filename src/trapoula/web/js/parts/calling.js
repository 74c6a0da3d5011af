/** The fields for notifications, in the settings and at a table. */

import { getJson, send } from "../api.js";
import { h } from "../dom.js";
import { prefer } from "../prefs.js";
import { now } from "../store.js";
import { t } from "../texts.js";
import { choices, open } from "./dialog.js";
import { callBack, permit } from "./notify.js";
import { possible } from "./push.js";
import { complain } from "./toast.js";

/** The quiet hours, from and to. */
const QUIET = ["22-8", "23-7", "0-9"];

/** What this browser can do, in a sentence. @param {boolean} pushed whether the server sends push messages */
export function reach(pushed) {
  if (pushed) return t("This browser tells you even when Trapoula is closed.");
  return window.isSecureContext
    ? t("This browser tells you while Trapoula is open.")
    : t(
        "Browsers send notifications only over https. Here, the title, a sound and a buzz tell you while Trapoula is open.",
      );
}

/** The fields of the settings. */
export function callFields() {
  const told = h("p", { class: "muted", role: "status" }, reach(false));
  const say = (/** @type {boolean} */ pushed) => void (told.textContent = reach(pushed));
  if (!("Notification" in window) || !window.isSecureContext)
    return [h("fieldset", {}, h("legend", {}, t("Notifications")), told)];
  if (now().prefs.notices === "yes") void callBack().then(say);
  return [
    choices(
      t("Notifications"),
      "notices",
      [
        ["yes", t("When it's my turn")],
        ["no", t("Never")],
      ],
      now().prefs.notices === "yes" ? "yes" : "no",
      (wanted) => void permit(wanted === "yes").then(say),
    ),
    told,
    possible()
      ? choices(
          t("Quiet hours"),
          "quiet",
          [
            ["", t("None")],
            .../** @type {[string, string][]} */ (QUIET.map((hours) => [hours, spoken(hours)])),
          ],
          now().prefs.quiet,
          (quiet) => {
            prefer({ quiet });
            if (now().prefs.notices === "yes") void callBack().then(say);
          },
        )
      : null,
  ];
}

/** @param {string} hours */
function spoken(hours) {
  return hours
    .split("-")
    .map((hour) => `${hour}:00`)
    .join("–");
}

/** Whether this table sends notifications. @param {string} id */
export async function showCalling(id) {
  try {
    const { mine } = await getJson("/api/rooms"),
      line = mine.find((/** @type {{room: string}} */ { room }) => room === id);
    open(t("Notifications"), [
      choices(
        t("For this table"),
        "muted",
        [
          ["no", t("When it's my turn")],
          ["yes", t("Never")],
        ],
        line?.muted ? "yes" : "no",
        (muted) =>
          void send("PATCH", `/api/rooms/${id}`, { muted: muted === "yes" }).catch(complain),
      ),
      h("p", { class: "muted" }, t("For all tables there is a switch in the settings.")),
    ]);
  } catch (fault) {
    complain(fault);
  }
}
