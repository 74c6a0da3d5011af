/** A sandboxed worker: Python with a shared program, and its tables. The page passes everything in, since it has no network. */

/** @type {MessagePort} */
let line;
/** Pending questions, by number. @type {Map<number, (packed: string) => void>} */
const awaited = new Map();
let asked = 0;

const page = {
  /** @param {string} told */
  say: (told) => line.postMessage({ told }),
  spread: () => {},
  /** @param {string} packed @returns {Promise<string>} */
  think: (packed) =>
    new Promise((resolve) => {
      awaited.set((asked += 1), resolve);
      line.postMessage({ think: asked, packed });
    }),
};

/** The blob address of a script text. @param {string} text */
const address = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** @param {{scripts: Record<string, string>, files: Record<string, ArrayBuffer>}} things */
async function prepare({ scripts, files }) {
  const kinds = /** @type {Record<string, string>} */ ({ wasm: "application/wasm" });
  Object.assign(globalThis, { importScripts: undefined }); // Pyodide asks by it whether this is a module
  globalThis.fetch = async (asked) => {
    const name = String(asked).split("/").at(-1) ?? "",
      kind = kinds[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    if (!(name in files)) throw new TypeError("nothing can be fetched here");
    return new Response(files[name], { headers: { "Content-Type": kind } });
  };
  const [{ begin }, { loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    [scripts.begin, scripts.engine, scripts.module].map((text) => import(address(text))),
  );
  const engine = { loadPyodide, createPyodideModule, indexURL: "https://python.invalid/" };
  const read = async (/** @type {string} */ name) =>
    /** @type {ReadableStream} */ (new Response(files[name]).body);
  const python = await begin("trapoula.local.workshop", Promise.resolve(engine), read);
  return { python, own: python.bench(page) };
}

/** The requests of a page. @type {Record<string, (at: {python: any, own: any}, what: any) => any>} */
const answers = {
  write: ({ own }, { source, number, lang }) => own.write(source, number, lang),
  words: ({ own }) => own.words(),
  begun: ({ own }, { game }) => own.begun(game),
  judge: ({ own }, { game, options, deal, seconds }) =>
    own.judge(game, JSON.stringify(options), deal, seconds),
  ponder: ({ python }, { packed }) => python.answer(packed),
  ask: ({ own }, { method, path, body }) => own.ask(method, path, body),
};

addEventListener(
  "message",
  ({ data, ports }) => {
    [line] = ports;
    const opened = prepare(data).then(async (at) => (await at.own.open(), at));
    opened.then(
      () => line.postMessage({ ready: true }),
      (fault) => line.postMessage({ broken: String(fault) }),
    );
    line.onmessage = async ({ data: what }) => {
      const at = await opened;
      if (what.said) return at.own.hear(what.said);
      if (what.thought) {
        awaited.get(what.thought)?.(what.packed);
        return awaited.delete(what.thought);
      }
      try {
        line.postMessage({ id: what.id, answer: await answers[what.what](at, what) });
      } catch (fault) {
        line.postMessage({ id: what.id, fault: String(fault) });
      }
    };
  },
  { once: true },
);
