/** The last turn, which is marked on the table. */

/**
 * The last turn: its cards, places and seat, without talk.
 * @param {readonly import("../wire.js").Done[]} story
 */
export function lastTurn(story) {
  const done = story.filter(
      ({ talk, undone, seat, step }) => !talk && !undone && seat >= 0 && step,
    ),
    seat = done.at(-1)?.seat ?? -1;
  const own = done.slice(done.findLastIndex((other) => other.seat !== seat) + 1);
  return {
    seat,
    cards: new Set(own.flatMap(({ words }) => words?.facts.cards ?? [])),
    places: new Set(own.flatMap(({ to }) => to ?? [])),
  };
}
