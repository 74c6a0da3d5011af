/** The actions of a step, written as the server writes them, with a star for any word. */

/** @param {string} wanted @returns {RegExp} */
function pattern(wanted) {
  return new RegExp(`^${wanted.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "\\w+")}$`);
}

/** @param {string} wanted @param {string} action */
export function fulfils(wanted, action) {
  return pattern(wanted).test(action);
}

/** The first legal action that matches a step. @param {string} wanted @param {import("../wire.js").Action[]} actions */
export function wish(wanted, actions) {
  return actions.find(({ text }) => fulfils(wanted, text));
}
