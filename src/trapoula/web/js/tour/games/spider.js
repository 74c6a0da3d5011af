/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 2,
  options: { suits: 1 },
  steps: [
    {
      template:
        "Here every card is a spade. A card goes on the next higher one: lay the ace of column 6 on the two of column 4.",
      action: "T6>T4",
    },
    {
      template:
        "Two cards in order, and they move as one. Take the two with its ace to the three of column 3.",
      action: "T4:2>T3",
    },
    {
      template:
        "Every move that empties the way turns up a hidden card. Carry the three cards on to the four of column 6.",
      action: "T3:3>T6",
    },
    {
      template: "And once more: all four cards from the four down go to the five of column 3.",
      action: "T6:4>T3",
    },
    {
      template:
        "A run from king down to ace leaves for a foundation, and eight of them win. When you see nothing better, deal: the stock gives every column one more card.",
      action: "deal",
    },
    {
      template:
        "The new cards bury your run, so deal as late as you can. Empty columns take anything, but must be filled before you deal. With more suits only cards of one suit move together.",
    },
  ],
};
