/** Python in this browser, with the rules as they are everywhere. */

const THERE = new URL("../../python/", import.meta.url).href;

/** A module of ours. @param {string} name @returns {Promise<any>} */
export async function python(name) {
  const ours = fetch(`${THERE}trapoula.zip`).then((answer) => answer.arrayBuffer());
  const { loadPyodide } = await import(`${THERE}pyodide.mjs`);
  const running = await loadPyodide({ indexURL: THERE });
  running.unpackArchive(await ours, "zip", { extractDir: running.runPython("import site; site.getsitepackages()[0]") });
  return running.pyimport(name);
}
