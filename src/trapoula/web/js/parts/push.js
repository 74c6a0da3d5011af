/** Push messages: this browser subscribes, and is notified even if no page is open. */

import { BASE } from "../address.js";
import { getJson, send } from "../api.js";
import { now } from "../store.js";
import { language } from "../texts.js";

/** Whether this browser supports push: only over https, and not every browser. */
export function possible() {
  return window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

/** Subscribe, or update the server's settings; null if the server sends no push. */
export async function subscribe() {
  if (!possible()) return null;
  const { key } = await getJson("/api/push");
  if (!key) return null;
  await navigator.serviceWorker.register(`${BASE}/worker.js`);
  const { pushManager } = await navigator.serviceWorker.ready,
    old = await pushManager.getSubscription();
  if (old && keyOf(old) !== key) await old.unsubscribe(); // the server has another key
  const own = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
    { p256dh, auth } = own.toJSON().keys ?? {},
    { quiet } = now().prefs;
  await send("POST", "/api/push", {
    endpoint: own.endpoint,
    p256dh,
    auth,
    site: location.origin,
    lang: language(),
    quiet: quiet ? quiet.split("-").map(Number) : null,
    zone: -new Date().getTimezoneOffset(),
  });
  return own;
}

/** Unsubscribe this browser. */
export async function unsubscribe() {
  if (!possible()) return;
  const own = await (
    await navigator.serviceWorker.getRegistration()
  )?.pushManager.getSubscription();
  if (!own) return;
  await own.unsubscribe();
  await send("DELETE", "/api/push", { endpoint: own.endpoint });
}

/** The server's key that a subscription was made with. @param {PushSubscription} subscription */
function keyOf({ options }) {
  const raw = String.fromCharCode(
    ...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)),
  );
  return btoa(raw).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=+$/, "");
}
