/** Python in this browser, with the rules as they are everywhere. */

const THERE = new URL("../../python/", import.meta.url).href;

/** A module of ours. @param {string} name @returns {Promise<any>} */
export async function python(name) {
  const ours = unpacked("trapoula"),
    begun = unpacked("snapshot");
  const { loadPyodide, indexURL } = await import(`${THERE}engine.js`);
  /** @param {object} [how] */
  const load = async (how) => {
    const running = await loadPyodide({ indexURL, ...how });
    const there = running.runPython("import site; site.getsitepackages()[0]");
    for (const [path, body] of await ours) {
      const file = `${there}/${path}`;
      running.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
      running.FS.writeFile(file, body);
    }
    return running;
  };
  const running = await begun
    .then(([[, snapshot]]) => load({ _loadSnapshot: snapshot }))
    .catch((fault) => {
      console.warn(fault); // then it begins anew
      return load();
    });
  return running.pyimport(name);
}

/**
 * The files of a pack: a list of their paths and lengths, which has its own length before it, and then one after the other.
 * @param {string} name @returns {Promise<[string, Uint8Array][]>}
 */
async function unpacked(name) {
  const { ok, body } = await fetch(`${THERE}${name}.pack`);
  if (!ok || !body) throw new Error(`there is no ${name}`);
  const plain = await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const long = new DataView(plain).getUint32(0, true);
  let at = 4 + long;
  return JSON.parse(new TextDecoder().decode(new Uint8Array(plain, 4, long))).map(
    (/** @type {[string, number]} */ [path, length]) => {
      at += length;
      return [path, new Uint8Array(plain, at - length, length)];
    },
  );
}
