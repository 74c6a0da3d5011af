/** Notices for somebody who looks elsewhere: the title, a sound, a buzz, and what the browser itself can show. */

import { BASE, pageAt } from "../address.js";
import { still } from "../api.js";
import { prefer } from "../prefs.js";
import { now } from "../store.js";
import { subscribe, unsubscribe } from "./push.js";
import { sound } from "./sounds.js";

const MARK = "● ";
const BUZZ = 120; // milliseconds

let pushed = false; // whether the server tells this browser, whatever page is open
let plain = ""; // the title as it was before it was marked

/** Whether somebody looks at the page. */
function seen() {
  return !document.hidden && document.hasFocus();
}

/**
 * Tell something that concerns whoever is at this page, and the more so the less they look.
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
    // some phones show none from a page; title, sound and buzz are left
  }
}

/** Whether it is worth asking whether notices are wanted: nobody was asked yet, and the browser can. */
export function unasked() {
  return (
    !now().prefs.notices &&
    "Notification" in window &&
    Notification.permission === "default" &&
    window.isSecureContext
  );
}

/** Whether notices may be shown from now on. @param {boolean} wanted */
export async function permit(wanted) {
  const granted = wanted && (await Notification.requestPermission()) === "granted";
  prefer({ notices: granted ? "yes" : "no" });
  return callBack();
}

/** Have the server tell this browser, or no longer, as is wanted; the open page still tells what it can. */
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
