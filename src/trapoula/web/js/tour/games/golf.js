/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 115,
  steps: [
    {
      template:
        "The aim is to play all columns onto the waste. To tee off, turn a card of the stock.",
      action: "turn",
    },
    {
      template:
        "The ten of clubs. A card goes on it that is one higher or one lower, whatever the suit: play the nine of clubs of column 3.",
      action: "T3>W",
    },
    {
      template:
        "You may change direction as you like. Back up, with the ten of diamonds of column 1.",
      action: "T1>W",
    },
    {
      template: "On it goes: the jack of spades of column 7.",
      action: "T7>W",
    },
    {
      template: "Then the queen of hearts of column 6.",
      action: "T6>W",
    },
    {
      template:
        "And the king of spades of column 5. Nothing goes on a king, so he should be the last of a chain.",
      action: "T5>W",
    },
    {
      template:
        "Five cards with one turn of the stock: a fine stroke. Now turn the next card, and follow each chain with your eyes before you begin it.",
    },
  ],
};
