/** The win animation of table games: cards rain over the table. */

import { h } from "../dom.js";
import { sound } from "../parts/sounds.js";
import { pace } from "../prefs.js";
import { smallCard } from "../scenes/card.js";

const DROPS = 70,
  FALL = 2600;

/** @param {HTMLElement} box @param {number[]} cards the falling cards */
export function celebrate(box, cards) {
  sound("won");
  if (!pace() || !cards.length) return;
  const layer = h(
    "div",
    { class: "rain", "aria-hidden": "true" },
    Array.from({ length: DROPS }, (_, at) => smallCard(cards[at % cards.length])),
  );
  box.append(layer);
  const flights = [...layer.children].map((node, at) => {
    const x = ((at * 61) % 100) + 0.5,
      turn = ((at * 47) % 720) - 360,
      sway = ((at * 29) % 20) - 10;
    return node.animate(
      [
        { transform: `translate(${x}cqw, -12cqh) rotate(0)` },
        { transform: `translate(${x + sway}cqw, 110cqh) rotate(${turn}deg)` },
      ],
      {
        duration: FALL * (0.7 + ((at * 13) % 10) / 16),
        delay: (at * 37) % 1600,
        easing: "cubic-bezier(.3,.1,.7,1)",
        fill: "both",
      },
    ).finished;
  });
  void Promise.allSettled(flights).then(() => layer.remove());
}
