/** The addresses of pages: a path for each on a server, a fragment of the one page in a folder of files. */

/** The base path of the site without a trailing slash: "/cards", or empty. */
export const BASE = new URL("../../..", import.meta.url).pathname.slice(0, -1);
const HOUSE = globalThis.document?.querySelector("meta[name=house]")?.getAttribute("content");
/** Whether this is a folder of files: there is no server, and this browser stores the tables. */
export const ALONE = HOUSE === "folder";
/** Whether a server's tables are played in this browser too. */
export const BESIDE = HOUSE === "beside";

/** The address of a page. @param {string} path such as /game/{id}?deal=7 */
export function address(path) {
  if (!ALONE) return BASE + path;
  const [, at, search = "", hash = ""] = /** @type {RegExpExecArray} */ (
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path)
  );
  const asked = [...(at === "/" ? [] : [`at=${at}`]), ...(search ? [search] : [])].join("&");
  return `${BASE}/${asked ? `?${asked}` : ""}${hash}`;
}

/** The full address of a page, to share. @param {string} path */
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

/** Whether there are moves that the server does not know yet. */
export function owes() {
  try {
    return `trapoula.owes${BASE}` in localStorage;
  } catch {
    return false;
  }
}
