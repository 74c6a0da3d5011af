/** How pages are written in the address bar: each as a path of its own, or, in a folder of files, all behind its one page. */

const HOUSE = document.querySelector("meta[name=house]")?.getAttribute("content");
/** Whether this is a folder of files: nobody is behind it, and the tables are kept in this browser. */
export const ALONE = HOUSE === "folder";
/** Whether a server's tables are played in this browser too. */
export const BESIDE = HOUSE === "beside";
const HOME = location.pathname.replace(/index\.html$/, "");

/** Where a page is found. @param {string} path such as /game/{id}?deal=7 */
export function address(path) {
  if (!ALONE) return path;
  const [, at, search = "", hash = ""] = /** @type {RegExpExecArray} */ (
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(path)
  );
  const asked = [...(at === "/" ? [] : [`at=${at}`]), ...(search ? [search] : [])].join("&");
  return `${HOME}${asked ? `?${asked}` : ""}${hash}`;
}

/** The same for somebody else. @param {string} path */
export function linkTo(path) {
  return location.origin + address(path);
}

/** Which page an address means. @param {{pathname: string, search: string}} [there] */
export function pageAt(there = location) {
  return ALONE
    ? there.pathname === location.pathname
      ? (new URLSearchParams(there.search).get("at") ?? "/")
      : ""
    : decodeURI(there.pathname);
}

/** Whether the server is still to be told what was done here. */
export function owes() {
  try {
    return "trapoula.owes" in localStorage;
  } catch {
    return false;
  }
}
