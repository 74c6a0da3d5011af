/** The menu with more commands of a solitaire. */

import { openMenu } from "../parts/menu.js";
import { now } from "../store.js";
import { t } from "../texts.js";

/** @param {HTMLElement} button @param {ReturnType<typeof import("./errands.js").tasks>} tasks */
export function openMore(button, tasks) {
  openMenu(button, [
    { icon: "fresh", label: t("New game…"), act: tasks.setUp },
    { icon: "winnable", label: t("A deal that can be won"), act: tasks.winnable },
    { icon: "restart", label: t("Restart this deal"), act: tasks.restart },
    null,
    { icon: "rules", label: t("Rules"), act: tasks.rules },
    { icon: "verdict", label: t("Can it still be won?"), act: tasks.verdict },
    ...(tasks.whole
      ? [{ icon: "solution", label: t("Show the solution"), act: tasks.solution }]
      : []),
    null,
    ...(tasks.whole ? [{ icon: "share", label: t("Share"), act: tasks.share }] : []),
    { icon: "settings", label: t("Settings"), act: tasks.settings },
    { icon: "help", label: t("Keys and touch"), act: tasks.help },
    null,
    [
      { icon: "pause", label: t("Pause"), act: tasks.pause },
      {
        icon: now().prefs.sound ? "mute" : "sound",
        label: now().prefs.sound ? t("Sounds off") : t("Sounds on"),
        act: tasks.sound,
      },
      ...(document.fullscreenEnabled
        ? [{ icon: "full", label: t("Full screen"), act: tasks.full }]
        : []),
    ],
  ]);
}
