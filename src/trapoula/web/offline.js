/** The page without the network: what a version needs is kept together, and another version never touches it. */

// @ts-nocheck: a service worker has globals of its own
const VERSION = "", FILES = []; // filled in where the files are written
const AT_ONCE = 8; // files that are asked for
const CACHE = `trapoula-${VERSION}`;

addEventListener("install", (event) => event.waitUntil(keep()));

/** Keep everything; what an older version has under the same address need not come again. */
async function keep() {
  const cache = await caches.open(CACHE), missing = [];
  for (const file of FILES) {
    const known = await caches.match(file);
    if (known && file !== "./" && file.includes("/")) await cache.put(file, known);
    else missing.push(file);
  }
  while (missing.length) await Promise.all(missing.splice(0, AT_ONCE).map((file) => cache.add(new Request(file, { cache: "no-cache" }))));
}

addEventListener("activate", (event) => event.waitUntil(takeOver()));

/** Be the one who answers; older versions are no longer needed. */
async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith("trapoula-") && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});

/** What was kept, or else what the network has; every page is the one page, whatever follows its question mark. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
