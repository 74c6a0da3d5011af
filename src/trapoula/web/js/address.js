/** How pages are written in the address bar: each as a path of its own, or, in a folder of files, all behind its one page. */

/** The path under which everything lies on its host, without a slash at its end: "/cards", or nothing. */
export const BASE = new URL("../../..", import.meta.url).pathname.slice(0, -1);
const HOUSE = globalThis.document?.querySelector("meta[name=house]")?.getAttribute("content");
/** Whether this is a folder of files: nobody is behind it, and the tables are kept in this browser. */
export const ALONE = HOUSE === "folder";
/** Whether a server's tables are played in this browser too. */
export const BESIDE = HOUSE === "beside";

/** Where a page is found. @param {string} path such as /game/{id}?deal=7 */
export function address(path) {
  if (!ALONE) return BASE + path;
  const [, at, search = "", hash = ""] = /** @type {RegExpExecArray} */ (
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path)
  );
  const asked = [...(at === "/" ? [] : [`at=${at}`]), ...(search ? [search] : [])].join("&");
  return `${BASE}/${asked ? `?${asked}` : ""}${hash}`;
}

/** The same for somebody else. @param {string} path */
export function linkTo(path) {
  return location.origin + address(path);
}

/** Which page an address means. @param {{pathname: string, search: string}} [there] */
export function pageAt(there = location) {
  if (!ALONE)
    return `${there.pathname}/`.startsWith(`${BASE}/`)
      ? decodeURI(there.pathname.slice(BASE.length)) || "/"
      : "";
  const here = there.pathname === location.pathname;
  return here ? (new URLSearchParams(there.search).get("at") ?? "/") : "";
}

/** Whether the server is still to be told what was done here. */
export function owes() {
  try {
    return `trapoula.owes${BASE}` in localStorage;
  } catch {
    return false;
  }
}
