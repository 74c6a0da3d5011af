/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1,
  steps: [
    {
      template:
        "The king of spades was dealt to a foundation, so here all suits begin with their king; after it come the ace, the two and so on. Send up the king of hearts of column 2.",
      action: "T2>F*",
    },
    {
      template:
        "The reserve has filled the empty column at once. Columns go down in alternating colours: lay the ace of diamonds on the two of spades.",
      action: "T2>T4",
    },
    {
      template: "Two cards in sequence move together: carry both to the three of hearts.",
      action: "T4:2>T3",
    },
    {
      template:
        "Each empty column has brought a card out of the reserve, and now the king of clubs lies on top of it. Its top card is always free: send it to a foundation.",
      action: "R>F*",
    },
    {
      template:
        "Nothing else fits. The stock turns three cards at a time, and only the top one can be played: turn it.",
      action: "turn",
    },
    {
      template:
        "The stock comes round as often as you like, but the reserve does not: when you can choose, play from it.",
    },
  ],
};
