/** The page without the network: what a version needs is kept together, and another version never touches it. */

// @ts-nocheck: a service worker has globals of its own
const VERSION = "",
  FILES = [],
  SERVED = false; // filled in where the files are written; served: a server has the newest page
const PATIENCE = 4000; // ms that a server may take to answer with a page
const AT_ONCE = 8; // files that are asked for
const BASE = new URL(".", location).pathname.slice(0, -1), // under which we lie on this host, beside others perhaps
  OURS = `trapoula${BASE}-`,
  CACHE = OURS + VERSION;

addEventListener("install", (event) => event.waitUntil(keep()));

/** Keep everything; what an older version has under the same address need not come again. */
async function keep() {
  const cache = await caches.open(CACHE),
    missing = [];
  for (const file of FILES) {
    const known = await caches.match(file);
    if (known && file !== "./" && file.includes("/")) await cache.put(file, known);
    else missing.push(file);
  }
  while (missing.length)
    await Promise.all(
      missing.splice(0, AT_ONCE).map((file) => cache.add(new Request(file, { cache: "no-cache" }))),
    );
}

addEventListener("activate", (event) => event.waitUntil(takeOver()));

/** Be the one who answers; older versions are no longer needed. */
async function takeOver() {
  for (const name of await caches.keys())
    if (name !== CACHE && (await holds(name))) await caches.delete(name);
  await clients.claim();
}

/** Whether a cache is of ours: by its name, or by our page in it, as earlier versions called it. */
async function holds(name) {
  return name.replace(/-\w*$/, "-") === OURS || (await caches.open(name)).match("./");
}

const KEPT = new Set(FILES.map((file) => new URL(file, location).href));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && (request.mode === "navigate" || KEPT.has(request.url)))
    event.respondWith(answer(request));
});

/** What was kept, or else what the network has; every page is the one page, whatever its address. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const visit = request.mode === "navigate",
    kept = await cache.match(visit ? "./" : request);
  if (!kept) return fetch(request);
  if (!visit || !SERVED) return kept;
  return Promise.race([fetch(request), new Promise((_, late) => setTimeout(late, PATIENCE))]).catch(
    () => kept,
  );
}

addEventListener("message", ({ data, source }) => {
  if (data === "take over" || data.shown === VERSION) skipWaiting();
  else if (data.shown) source.postMessage("newer");
});

// --- called back by a push, whether a page is open or not ---

addEventListener("push", (event) => event.waitUntil(call(event.data?.json() ?? {})));

/** Show what happened at a table, unless somebody looks at it here. */
async function call({ title, body, path }) {
  for (const page of await pages())
    if (page.visibilityState === "visible" && shows(page, path)) return;
  await registration.showNotification(title, {
    body,
    tag: path,
    renotify: true,
    icon: `${BASE}/assets/${VERSION}/icon-192.png`,
    data: { path },
  });
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(come(event.notification.data.path));
});

/** Bring the table to the front: where it is open, else in a page of ours, else in a new one. */
async function come(path) {
  const open = await pages(),
    there = open.find((page) => shows(page, path)) ?? open[0];
  if (!there) return clients.openWindow(BASE + path);
  await there.focus();
  if (!shows(there, path))
    await there.navigate(BASE + path).catch(() => clients.openWindow(BASE + path)); // of a page that we do not control
}

function shows(page, path) {
  return new URL(page.url).pathname === BASE + path;
}

/** Our pages; others of the same host are none of our business. */
async function pages() {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return open.filter((page) => new URL(page.url).pathname.startsWith(`${BASE}/`));
}
