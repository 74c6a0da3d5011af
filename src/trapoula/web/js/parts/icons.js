/** Our own small line drawings. */

import { drawn, s } from "../dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  back: `<path d="M15 5l-7 7 7 7"/>`,
  undo: `<path d="M4 9h10a6 6 0 0 1 0 12H9"/><path d="M8 5L4 9l4 4"/>`,
  redo: `<path d="M20 9H10a6 6 0 0 0 0 12h5"/><path d="M16 5l4 4-4 4"/>`,
  hint: `<path d="M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.5 1 2.500h6c0-1 .2-1.7 1-2.500A6 6 0 0 0 12 3z"/>`,
  deal: `<rect x="4" y="7" width="9" height="13" rx="1.5"/><path d="M9 4h9a2 2 0 0 1 2 2v11"/>`,
  full: `<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>`,
  sound: `<path d="M4 10v4h4l5 4V6L8 10z"/><path d="M16 9a4 4 0 0 1 0 6M18.5 6.500a8 8 0 0 1 0 11"/>`,
  mute: `<path d="M4 10v4h4l5 4V6L8 10z"/><path d="M16 9.500l5 5M21 9.500l-5 5"/>`,
  finish: `<path d="M4 12l5 5L20 6"/>`,
  more: `<circle cx="5" cy="12" r="1"/><circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/>`,
  fresh: `<path d="M12 5v14M5 12h14"/>`,
  restart: `<path d="M4 4v6h6"/><path d="M5.5 15A8 8 0 1 0 6 7.500L4 10"/>`,
  share: `<circle cx="6" cy="12" r="2.5"/><circle cx="18" cy="6" r="2.5"/><circle cx="18" cy="18" r="2.5"/><path d="M8.3 11l7.4-4M8.3 13l7.4 4"/>`,
  rules: `<path d="M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3z"/><path d="M5 17a3 3 0 0 1 3-3h10M9 8h5"/>`,
  story: `<path d="M5 6h14M5 11h14M5 16h8"/>`,
  options: `<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>`,
  settings: `<circle cx="12" cy="12" r="3"/><path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M18.4 5.600l-2.1 2.100M7.7 16.300l-2.1 2.1"/>`,
  pause: `<path d="M8 5v14M16 5v14"/>`,
  play: `<path d="M7 4l13 8-13 8z"/>`,
  close: `<path d="M6 6l12 12M18 6L6 18"/>`,
  star: `<path d="M12 3.500l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.800l6-.8z"/>`,
  search: `<circle cx="11" cy="11" r="6.5"/><path d="M16 16l5 5"/>`,
  dice: `<rect x="4" y="4" width="16" height="16" rx="3"/><circle cx="9" cy="9" r=".8"/><circle cx="15" cy="15" r=".8"/><circle cx="15" cy="9" r=".8"/><circle cx="9" cy="15" r=".8"/>`,
  stats: `<path d="M5 20V11M12 20V4M19 20v-6"/>`,
  help: `<circle cx="12" cy="12" r="9"/><path d="M9.5 9.500a2.5 2.5 0 1 1 3.5 2.300c-.7.3-1 .8-1 1.700M12 17h0"/>`,
  people: `<circle cx="9" cy="8" r="3"/><path d="M3 20c0-4 2.5-6 6-6s6 2 6 6M16 5.500a3 3 0 0 1 0 5.500M17.5 14.500c2.2.7 3.5 2.5 3.5 5.5"/>`,
  phone: `<rect x="6" y="3" width="12" height="18" rx="2.5"/><path d="M11 18h2"/>`,
  chat: `<path d="M4 5h16v11H10l-5 4v-4H4z"/>`,
  next: `<path d="M6 5l9 7-9 7zM18 5v14"/>`,
  previous: `<path d="M18 5l-9 7 9 7zM6 5v14"/>`,
  winnable: `<path d="M7 4h10v4a5 5 0 0 1-10 0zM7 5H4v1a3 3 0 0 0 3 3M17 5h3v1a3 3 0 0 1-3 3M12 13v4M8 20h8"/>`,
  verdict: `<path d="M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z"/>`,
  solution: `<path d="M2.500 12s3.500-6.500 9.500-6.500S21.500 12 21.500 12s-3.500 6.500-9.500 6.500S2.500 12 2.500 12z"/><circle cx="12" cy="12" r="3"/>`,
  download: `<path d="M12 4v11M7 11l5 5 5-5M4 20h16"/>`,
  lost: `<rect x="3.5" y="5" width="10" height="14" rx="1.5" transform="rotate(-8 8.5 12)"/><path d="M15 5.500l4.500.8a1.500 1.500 0 0 1 1.200 1.800l-2 10.200a1.500 1.500 0 0 1-1.800 1.200l-2-.4"/><path d="M7 9.800a1.900 1.900 0 1 1 2.600 1.900c-.7.3-.9.7-.9 1.400M9 15.500h0"/>`,
  flame: `<path d="M12 3c.5 3.500 5 5.500 5 10.500a5 5 0 0 1-10 0c0-2 1-3.500 2-4.500.3 1.500 1 2.200 1.700 2.500C10.300 8.500 10.500 5.500 12 3z"/>`,
  trophy: `<path d="M7 4h10v4a5 5 0 0 1-10 0zM7 5H4v1a3 3 0 0 0 3 3M17 5h3v1a3 3 0 0 1-3 3M12 13v4M8 20h8"/>`,
  calendar: `<rect x="4" y="5.500" width="16" height="14.500" rx="2"/><path d="M4 10h16M8.500 3v4M15.500 3v4"/>`,
  bot: `<rect x="5" y="8" width="14" height="10" rx="3"/><path d="M12 8V4M9 13h0M15 13h0M9.5 21h5"/>`,
};

/** @param {string} name */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    ...drawn(ICONS[name] ?? ""),
  );
}
