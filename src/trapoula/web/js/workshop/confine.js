/** The sandbox of a shared program: its worker runs in a frame without an origin, sees nothing of this site, and has no network. */

import { THERE } from "../offline/python.js";

/** The frame's policy: only scripts and workers that it makes itself. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:";
const ENGINE = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

/** @type {ReturnType<typeof things> | null} */
let fetched = null;

/** Everything that Python needs, loaded by the page, since the sandbox has no network. */
async function things() {
  const { indexURL } = await import(`${THERE}engine.js`),
    here = import.meta.url;
  const get = async (/** @type {string | URL} */ url) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`there is no ${url}`);
    return answer;
  };
  const text = async (/** @type {string | URL} */ url) => (await get(url)).text();
  const bytes = async (/** @type {string} */ url) => (await get(url)).arrayBuffer();
  const [code, cage, begin, engine, module, ...bodies] = await Promise.all([
    text(new URL("./bench.js", here)),
    text(new URL("./cage.js", here)),
    text(new URL("../offline/begin.js", here)),
    text(`${indexURL}pyodide.mjs`),
    text(`${indexURL}pyodide.asm.mjs`),
    bytes(`${THERE}trapoula.pack`),
    bytes(`${THERE}snapshot.pack`).catch(() => undefined), // then Python starts from scratch
    ...ENGINE.map((name) => bytes(`${indexURL}${name}`)),
  ]);
  const names = ["trapoula", "snapshot", ...ENGINE];
  const files = Object.fromEntries(names.map((name, at) => [name, bodies[at]]));
  const frame = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${cage}</script>`;
  return { code, frame, things: { scripts: { begin, engine, module }, files } };
}

/**
 * Start a worker in its own frame. `end` stops it, whatever its program is doing.
 * @param {(said: any) => void} hear
 * @returns {Promise<{say: (what: object) => void, end: () => void}>}
 */
export async function confine(hear) {
  const fetching = (fetched ??= things());
  fetching.catch(() => (fetched = null)); // another time
  const { code, frame, things: all } = await fetching;
  const box = document.createElement("iframe");
  box.sandbox.add("allow-scripts");
  box.hidden = true;
  box.title = "Python";
  box.srcdoc = frame;
  const { port1: line, port2: other } = new MessageChannel();
  line.onmessage = ({ data }) => hear(data);
  await new Promise((resolve) => {
    box.onload = resolve;
    document.body.append(box);
  });
  box.contentWindow?.postMessage({ code, things: all }, "*", [other]);
  return {
    say: (what) => line.postMessage(what),
    end: () => {
      line.close();
      box.remove();
    },
  };
}
