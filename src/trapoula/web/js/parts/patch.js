/** Redraw without rebuilding: nodes are matched by their keys, and a kept node keeps its focus and its pointer. */

import { heard, listen } from "../dom.js";

const KEPT = new Set(["style", "data-lifted"]); // what gestures set on a node, and redrawing must keep

/** @param {Node} node */
function key(node) {
  return node instanceof Element ? node.getAttribute("data-key") : null;
}

/** @param {Node} one @param {Node} other */
function alike(one, other) {
  return one.nodeName === other.nodeName && key(one) === key(other);
}

/**
 * Make the children of an element match the wanted nodes, which are consumed.
 * @param {Element} place
 * @param {...(import("../dom.js").Child | import("../dom.js").Child[])} wanted
 */
export function patch(place, ...wanted) {
  const focused = document.activeElement;
  settle(
    place,
    wanted
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))),
  );
  if (
    focused instanceof HTMLElement &&
    focused !== document.activeElement &&
    place.contains(focused)
  )
    focused.focus({ preventScroll: true });
}

/** @param {Element} place @param {Node[]} wanted */
function settle(place, wanted) {
  const old = [...place.childNodes];
  let at = place.firstChild;
  for (const made of wanted) {
    const found = old.findIndex((node) => alike(node, made));
    const node = found < 0 ? made : old.splice(found, 1)[0];
    if (node !== made) refresh(node, made);
    if (node === at) at = at.nextSibling;
    else place.insertBefore(node, at);
  }
  for (const node of old) node.remove();
}

/** Copy attributes and handlers of a new node to the one that stays. @param {Node} node @param {Node} made */
function refresh(node, made) {
  if (!(node instanceof Element && made instanceof Element)) {
    if (node.nodeValue !== made.nodeValue) node.nodeValue = made.nodeValue;
    return;
  }
  for (const { name } of [...node.attributes])
    if (!KEPT.has(name) && !made.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of made.attributes)
    if (!KEPT.has(name) && node.getAttribute(name) !== value) node.setAttribute(name, value);
  const own = heard(made);
  for (const type of Object.keys({ ...heard(node), ...own })) listen(node, type, own[type]);
  settle(node, [...made.childNodes]);
}
