/** The first steps, at a deal where each of them can be taken. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 20,
  seats: 2,
  bots: [{ seat: 1, level: "greedy" }],
  steps: [
    {
      template:
        "You play against a bot. A row of cards grows from left to right, and you open it with any card: pick the 36 of your hand and lay it.",
      action: "lay 36",
      point: ["hand 36", "strip", "button lay"],
    },
    {
      template:
        "You hold the 63, the twin of the 36 with its digits turned round. Twist it: both cards are yours, a point each.",
      action: "twist 63",
      point: ["hand 63", "strip 36", "button twist"],
    },
    {
      template:
        "When you cannot twist, lay a card that is at most ten above or below the last of the row. The 25 will do.",
      action: "lay 25",
      point: ["hand 25", "strip", "button lay"],
    },
    {
      template:
        "Now something mean: the 22 is a toad. It has no twin, nobody can twist it away, and whoever takes it loses five points. Lay it.",
      action: "lay 22",
      point: ["hand 22", "strip", "button lay"],
    },
    {
      template:
        "The bot had nothing that fits, so it had to take the whole row, a minus point a card, and opened a new one. Twist again: the 34 is the twin of the 43.",
      action: "twist 34",
      point: ["hand 34", "strip 43", "button twist"],
    },
    {
      template:
        "So it goes on until the pile is used up. You may take the row yourself at any time: a short one early costs less than a long one later.",
      point: ["button take"],
    },
  ],
};
