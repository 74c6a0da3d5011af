/** Build elements without markup: text is never interpreted as HTML. */

import { address, ALONE, BASE } from "./address.js";
import { still } from "./api.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) listen(element, name.slice(2), value);
    else if (name === "vars")
      for (const [key, v] of Object.entries(value))
        /** @type {HTMLElement} */ (element).style.setProperty(key, String(v));
    else if (name === "value") /** @type {HTMLInputElement} */ (element).value = value;
    else if (name === "checked") /** @type {HTMLInputElement} */ (element).checked = value;
    else if (
      name === "href" &&
      String(value).startsWith("/") &&
      element.localName === "a" &&
      !(ALONE && attributes.download)
    )
      element.setAttribute(name, address(value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
}

/** @type {WeakMap<Element, Record<string, any>>} */
const answers = new WeakMap();

/** @param {Element} element */
export function heard(element) {
  return answers.get(element) ?? {};
}

/** Set the one handler of an element for a type of event. @param {Element} element @param {string} type @param {any} act */
export function listen(element, type, act) {
  const own = heard(element);
  if (!(type in own))
    element.addEventListener(type, (event) => heard(element)[type]?.call(element, event));
  answers.set(element, { ...own, [type]: act });
}

/**
 * Append children to an element, skipping empty ones.
 * @param {Element | DocumentFragment} element
 * @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/**
 * Replace everything inside an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/**
 * SVG from our own constants. Never pass anything that came from the server.
 * @param {string} drawing
 * @returns {SVGElement[]}
 */
export function drawn(drawing) {
  const page = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}">${drawing}</svg>`,
    "image/svg+xml",
  );
  return /** @type {SVGElement[]} */ (
    [...page.documentElement.children].map((node) => document.importNode(node, true))
  );
}

/**
 * Load a style sheet when it is first needed.
 * @param {string} sheet
 * @returns {Promise<unknown>}
 */
export function dressed(sheet) {
  const href = BASE + still(`css/${sheet}.css`);
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) =>
    document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })),
  );
}
