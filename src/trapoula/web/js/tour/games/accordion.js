/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1,
  steps: [
    {
      template:
        "All cards lie in one long line, read like a page. A card folds onto its left neighbour if suit or rank agree: put the two of diamonds on the jack of diamonds at the very beginning.",
      action: "L2>L1",
    },
    {
      template:
        "The line has closed up. A card may also jump to the third place at its left: put the five of diamonds on the two of diamonds.",
      action: "L4>L1",
    },
    {
      template:
        "Equal ranks agree as well: the seven of clubs goes on the seven of hearts beside it.",
      action: "L5>L4",
    },
    {
      template:
        "Each fold makes new neighbours. Now the seven of clubs lies beside the jack of clubs: fold it on.",
      action: "L4>L3",
    },
    {
      template:
        "And the five of hearts has come to the third place after the five of diamonds. Let it jump.",
      action: "L4>L1",
    },
    {
      template:
        "Fold the line into a single card, and you have won. That is rare: look ahead, and fold near the end of the line first.",
    },
  ],
};
