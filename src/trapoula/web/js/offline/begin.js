/** Start Python in a worker, from the memory snapshot of the site or else from scratch. Imports nothing, so that any worker can use it. */

/**
 * One of our modules. `read` returns the compressed bytes of a pack as they arrive.
 * @param {string} name @param {Promise<{loadPyodide: (how: object) => Promise<any>} & Record<string, any>>} engine
 * @param {(pack: string) => Promise<ReadableStream>} read
 * @returns {Promise<any>}
 */
export async function begin(name, engine, read) {
  const ours = unpacked(read("trapoula")),
    begun = unpacked(read("snapshot"));
  const { loadPyodide, ...known } = await engine;
  /** @param {object} [how] */
  const load = async (how) => {
    const running = await loadPyodide({ ...known, ...how });
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
      console.warn(fault); // then it starts from scratch
      return load();
    });
  return running.pyimport(name);
}

/**
 * The files of a pack: the length of the index, the index of paths and lengths, then the files one after another.
 * @param {Promise<ReadableStream>} packed @returns {Promise<[string, Uint8Array][]>}
 */
async function unpacked(packed) {
  const stream = (await packed).pipeThrough(new DecompressionStream("gzip")),
    plain = await new Response(stream).arrayBuffer();
  const long = new DataView(plain).getUint32(0, true);
  let at = 4 + long;
  return JSON.parse(new TextDecoder().decode(new Uint8Array(plain, 4, long))).map(
    (/** @type {[string, number]} */ [path, length]) => {
      at += length;
      return [path, new Uint8Array(plain, at - length, length)];
    },
  );
}
