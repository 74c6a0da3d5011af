/** What more can be done at a patience, behind one button. */

import { openMenu } from "../parts/menu.js";
import { now } from "../store.js";
import { t } from "../texts.js";

/** @param {HTMLElement} button @param {ReturnType<typeof import("./errands.js").tasks>} tasks @param {import("../types.js").Game} game */
export function openMore(button, tasks, game) {
  openMenu(button, [
    { icon: "rules", label: t("Rules"), act: tasks.rules },
    { icon: "pause", label: t("Pause"), act: tasks.pause },
    { icon: "verdict", label: t("Can it still be won?"), act: tasks.verdict },
    { icon: "share", label: t("Share"), act: tasks.share },
    null,
    game.options.length
      ? { icon: "options", label: t("Options of the game"), act: tasks.options }
      : null,
    { icon: "settings", label: t("Settings"), act: tasks.settings },
    { icon: "help", label: t("Keys and touch"), act: tasks.help },
    null,
    { icon: "solution", label: t("Show the solution"), act: tasks.solution },
    { icon: "winnable", label: t("A deal that can be won"), act: tasks.winnable },
    { icon: "number", label: t("Deal by number"), act: tasks.number },
    { icon: "restart", label: t("Restart this deal"), act: tasks.restart },
    null,
    ...(document.fullscreenEnabled
      ? [{ icon: "full", label: t("Full screen"), act: tasks.full }]
      : []),
    {
      icon: now().prefs.sound ? "mute" : "sound",
      label: now().prefs.sound ? t("Sounds off") : t("Sounds on"),
      act: tasks.sound,
    },
  ]);
}
