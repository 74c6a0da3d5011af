/** As much of a browser as the modules without a picture need, and a server that says what a test wants. */

const JS = new URL("../../src/trapoula/web/js/", import.meta.url);

/** What the page has sent, in its order. @type {any[]} */
export const sent = [];
/** The line that is open now. @type {Line | null} */
let line = null;

class Line extends EventTarget {
  static OPEN = 1;
  readyState = 0;

  constructor() {
    super();
    line = this;
    queueMicrotask(() => {
      this.readyState = Line.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** @param {string} text */
  send(text) {
    sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }
}

const page = new EventTarget();
Object.assign(globalThis, {
  document: Object.assign(page, { querySelector: () => null, visibilityState: "visible" }),
  location: new URL("http://table.example/"),
  addEventListener: () => {},
  WebSocket: Line,
});
const timers = globalThis.setTimeout;
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ act, /** @type {number} */ wait) => timers(act, wait).unref()
); // no test waits for a line to be tried again

/** One of the page's own modules. @param {string} name */
export const script = (name) => import(new URL(name, JS).href);

/** Let the server say something, and the page hear it. @param {any} message */
export async function say(message) {
  line?.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  await rest();
}

/** Cut the line; the page notices. */
export async function cut() {
  line?.close();
  line?.dispatchEvent(new Event("close"));
  await rest();
}

/** Until everything that was set going has been done. */
export const rest = () => new Promise((resolve) => setImmediate(resolve));

/** The last thing sent of a kind. @param {string} type */
export const last = (type) => sent.findLast((message) => message.type === type);
