/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1,
  steps: [
    {
      template:
        "Each row should run from a two up to the king of one suit. A gap takes only the card that follows its left neighbour: after the four of hearts in the third row put the five of hearts.",
      action: "G8>G30",
    },
    {
      template:
        "The five has left a gap behind it, after the seven of clubs. Fill it with the eight of clubs.",
      action: "G47>G8",
    },
    {
      template:
        "Two gaps lie side by side in the second row, and only the first can be filled. It follows the jack of spades, so it takes the queen of spades.",
      action: "G44>G22",
    },
    {
      template: "Now the second gap is alive: the king of spades follows the queen.",
      action: "G18>G23",
    },
    {
      template:
        "The king has freed the place after the two of spades. Put the three of spades there.",
      action: "G33>G18",
    },
    {
      template:
        "Nothing fits to the right of a king, and a gap at the left end takes any two. When no gap can be filled, deal again: cards in their final place stay, the others are shuffled.",
    },
  ],
};
