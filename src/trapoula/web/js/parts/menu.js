/** A menu that opens at a button. */

import { h } from "../dom.js";
import { icon } from "./icons.js";

/**
 * A line of the menu, which may be one of several of which one is chosen, or a rule between lines.
 * @typedef {{icon?: string, label: string, act: () => void, lang?: string, chosen?: boolean} | null} Item
 */

/**
 * @param {HTMLElement} button
 * @param {Item[]} items
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
  const menu = h(
    "div",
    { class: "menu", role: "menu" },
    items.map((item) =>
      item
        ? h(
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
            item.label,
          )
        : h("hr", { role: "separator" }),
    ),
  );
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const all = [...menu.querySelectorAll("button")],
      at = all.indexOf(/** @type {any} */ (document.activeElement));
    if (event.key === "Escape" || event.key === "Tab") {
      close();
      button.focus();
    } else if (event.key === "ArrowDown") all[(at + 1) % all.length].focus();
    else if (event.key === "ArrowUp") all[(at - 1 + all.length) % all.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  const box = button.getBoundingClientRect(),
    own = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(box.right - own.width, innerWidth - own.width - 8))}px`;
  menu.style.top = `${box.top > innerHeight / 2 ? Math.max(8, box.top - own.height - 6) : Math.min(box.bottom + 6, innerHeight - own.height - 8)}px`;
  button.setAttribute("aria-expanded", "true");
  addEventListener("pointerdown", away, true);
  menu.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {NonNullable<Item>} item */
function role({ chosen }) {
  return chosen === undefined
    ? { role: "menuitem" }
    : { role: "menuitemradio", "aria-checked": String(chosen) };
}
