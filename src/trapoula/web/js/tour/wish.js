/** Actions that a step asks for: written as the server writes them, with a star for any word. */

/** @param {string} wanted @returns {RegExp} */
function pattern(wanted) {
  return new RegExp(`^${wanted.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "\\w+")}$`);
}

/** @param {string} wanted @param {string} action */
export function fulfils(wanted, action) {
  return pattern(wanted).test(action);
}

/** The first of the legal actions that a step asks for. @param {string} wanted @param {string[]} legal */
export function wish(wanted, legal) {
  return legal.find((action) => fulfils(wanted, action));
}
