/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1,
  steps: [
    {
      template:
        "Two cards of the same rank leave when they touch. The seven of hearts and the seven of clubs lie side by side: tap one, then the other.",
      action: "T6+T7",
    },
    {
      template: "Corners touch too: take the queen of clubs with the queen of diamonds.",
      action: "T14+T20",
    },
    {
      template: "And the ace of spades with the ace of hearts.",
      action: "T22+T23",
    },
    {
      template:
        "The gaps stay until you close up. Tap the stock: all cards move forward along the rows, and the stock fills the places at the end.",
      action: "gather",
    },
    {
      template:
        "New neighbours, new pairs. The king of diamonds and the king of clubs still touch: take them.",
      action: "T7+T8",
    },
    {
      template:
        "Before you close up, count the gaps in front of two cards that belong together: a pair taken or left alone decides whether they will meet.",
    },
  ],
};
