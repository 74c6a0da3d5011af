/** Notifications for a player who looks elsewhere: the title, a sound, vibration, and the browser's own. */

import { BASE, pageAt } from "../address.js";
import { still } from "../api.js";
import { prefer } from "../prefs.js";
import { now } from "../store.js";
import { subscribe, unsubscribe } from "./push.js";
import { sound } from "./sounds.js";

const MARK = "● ";
const BUZZ = 120; // milliseconds

let pushed = false; // whether the server sends push messages to this browser
let plain = ""; // the title as it was before it was marked

/** Whether the page is visible and focused. */
function seen() {
  return !document.hidden && document.hasFocus();
}

/**
 * Notify the player of this page, more loudly if the page is hidden.
 * @param {"turn" | "word" | "ask"} tone
 * @param {string} sentence
 */
export function notify(tone, sentence) {
  sound(tone);
  if (tone === "turn" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  if (seen()) return;
  if (!document.title.startsWith(MARK)) plain = document.title;
  document.title = `${MARK}${sentence}`;
  if (now().prefs.notices === "yes" && !pushed) show(sentence);
}

/** @param {string} sentence */
function show(sentence) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const notice = new Notification("Trapoula", {
      body: sentence,
      tag: pageAt(),
      icon: BASE + still("icon-192.png"),
    });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // some phones show none from a page; title, sound and vibration remain
  }
}

/** Whether to ask about notifications: not asked yet, and the browser supports them. */
export function unasked() {
  return (
    !now().prefs.notices &&
    "Notification" in window &&
    Notification.permission === "default" &&
    window.isSecureContext
  );
}

/** Turn notifications on or off. @param {boolean} wanted */
export async function permit(wanted) {
  const granted = wanted && (await Notification.requestPermission()) === "granted";
  prefer({ notices: granted ? "yes" : "no" });
  return callBack();
}

/** Subscribe to push or unsubscribe, by the settings. The open page notifies in any case. */
export async function callBack() {
  try {
    if (now().prefs.notices === "yes") pushed = Boolean(await subscribe());
    else {
      pushed = false;
      await unsubscribe();
    }
  } catch (fault) {
    pushed = false;
    console.info("not subscribed", fault); // a browser without a push service
  }
  return pushed;
}

function look() {
  if (seen() && document.title.startsWith(MARK)) document.title = plain;
}
addEventListener("focus", look);
document.addEventListener("visibilitychange", look);
