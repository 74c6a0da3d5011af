/** Python in this browser, with the rules as they are everywhere. */

const THERE = new URL("../../python/", import.meta.url).href;
const SNAPSHOT = `${THERE}snapshot`; // what Python had in mind after its first imports, so that it need not import them again
const CACHE = `trapoula-${new URL("../..", import.meta.url).pathname.split("/").at(-2)}`;

/** A module of ours. @param {string} name @returns {Promise<any>} */
export async function python(name) {
  const ours = fetch(`${THERE}trapoula.zip`).then((answer) => answer.arrayBuffer());
  const { loadPyodide, indexURL } = await import(`${THERE}engine.js`);
  const load = (/** @type {object} */ how) => loadPyodide({ indexURL, ...how });
  const running = (await awakened(load, ours)) ?? (await begun(load, ours));
  return running.pyimport(name);
}

/** Python as it was, where it was here before. @param {(how: object) => Promise<any>} load @param {Promise<ArrayBuffer>} ours */
async function awakened(load, ours) {
  try {
    const kept = await (await caches.open(CACHE)).match(SNAPSHOT);
    if (!kept) return null;
    const running = await load({ _loadSnapshot: new Uint8Array(await kept.arrayBuffer()) });
    unpack(running, await ours);
    return running;
  } catch {
    return null; // then it begins anew
  }
}

/** Python for the first time; what it has in mind before anything compiled is loaded is kept for the next. @param {(how: object) => Promise<any>} load @param {Promise<ArrayBuffer>} ours */
async function begun(load, ours) {
  const running = await load({ _makeSnapshot: true });
  unpack(running, await ours);
  running.pyimport("trapoula.local.beforehand").destroy();
  const snapshot = running.makeMemorySnapshot();
  const keep = async () => (await caches.open(CACHE)).put(SNAPSHOT, new Response(snapshot));
  setTimeout(() => void keep().catch(() => {}), 4000); // when the first table lies
  return running;
}

/** @param {any} running @param {ArrayBuffer} ours */
function unpack(running, ours) {
  running.unpackArchive(ours, "zip", { extractDir: running.runPython("import site; site.getsitepackages()[0]") });
}
