/** A menu that opens at a button. */

import { h } from "../dom.js";
import { icon } from "./icons.js";

/**
 * A menu item, or one of a group of radio items.
 * @typedef {{icon?: string, label: string, act: () => void, lang?: string, chosen?: boolean}} Item
 */

/**
 * @param {HTMLElement} button
 * @param {(Item | Item[] | null)[]} items an item, a row of items, or a separator
 */
export function openMenu(button, items) {
  const old = document.querySelector(".menu");
  if (old) return old.remove();
  const close = () => {
    menu.remove();
    removeEventListener("pointerdown", away, true);
    button.setAttribute("aria-expanded", "false");
  };
  const away = (/** @type {Event} */ event) => {
    if (
      !menu.contains(/** @type {Node} */ (event.target)) &&
      !button.contains(/** @type {Node} */ (event.target))
    )
      close();
  };
  const line = (/** @type {Item} */ item) =>
    h(
      "button",
      {
        ...role(item),
        lang: item.lang ?? null,
        onclick: () => {
          close();
          button.focus();
          item.act();
        },
      },
      item.icon ? icon(item.icon) : null,
      h("span", {}, item.label),
    );
  const menu = h(
    "div",
    { class: "menu", role: "menu" },
    items.map((item) => {
      if (!item) return h("hr", { role: "separator" });
      return Array.isArray(item)
        ? h("div", { class: "side-by-side", role: "group" }, item.map(line))
        : line(item);
    }),
  );
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = [...menu.querySelectorAll("button")],
      at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "Escape" || event.key === "Tab") {
      close();
      button.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowRight")
      all[(at + 1) % all.length].focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft")
      all[(at - 1 + all.length) % all.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  (button.closest("main") ?? document.body).append(menu); // landmarks hold everything
  const box = button.getBoundingClientRect(),
    own = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.right - own.width, innerWidth - own.width - 8))}px`;
  menu.style.top = `${box.top > innerHeight / 2 ? Math.max(8, box.top - own.height - 6) : Math.min(box.bottom + 6, innerHeight - own.height - 8)}px`;
  button.setAttribute("aria-expanded", "true");
  addEventListener("pointerdown", away, true);
  menu.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {Item} item */
function role({ chosen }) {
  return chosen === undefined
    ? { role: "menuitem" }
    : { role: "menuitemradio", "aria-checked": String(chosen) };
}
