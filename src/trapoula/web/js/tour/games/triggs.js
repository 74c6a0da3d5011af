/** The first steps, at a deal where each of them can be taken. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 3,
  options: { sheet: "short" },
  seats: 2,
  bots: [{ seat: 1, level: "greedy" }],
  steps: [
    {
      template:
        "The first player to cross off every box of their sheet wins; here it is a short sheet. On your turn you draw two cards, discard equal ones, or cross off boxes.",
      point: ["boxes 8"],
    },
    {
      template:
        "A card crosses off a box of its own row, and so do two that add up to it. Pick the 8, a 1 and the 7, and cross off both boxes of row 8 with them.",
      action: "cross 8: 8 1+7",
      point: ["hand 8", "hand 1", "hand 7", "button cross 8: 8 1+7"],
    },
    {
      template:
        "Row 8 is finished, and that gives you an extra cross in any other row. Choose row 1, which has a single box.",
      action: "bonus 1",
      point: ["boxes 1"],
    },
    {
      template:
        "Now row 1 is finished too, so you cross off yet another box: a chain. Take one of row 12.",
      action: "bonus 12",
      point: ["boxes 12"],
    },
    {
      template:
        "The bot has had its turn. You have few cards left, so draw: the two outer piles are open, the middle one is not. Take a card from the left.",
      action: "draw left",
      point: ["pile left"],
    },
    {
      template: "A draw is two cards, one after the other. Take the second from any pile.",
      action: "draw *",
      point: ["pile *"],
    },
    {
      template:
        "Now you know it all. Keep pairs for the high rows, and finish short rows when an extra cross starts a chain.",
    },
  ],
};
