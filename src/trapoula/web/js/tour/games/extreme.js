/** The first steps, at a deal where each of them can be taken. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1984,
  seats: 1,
  steps: [
    {
      template:
        "Rows rise and fall as in The Game, but some cards carry commands. The 2 says Stop: the turn ends at once, even with a single card. Lay it on the second rising row.",
      action: "2>up2",
      point: ["hand 2", "row up2"],
    },
    {
      template:
        "Your turn was over, and a card was drawn. The 5 bears a Skull, which must be covered before the turn ends. Lay it on the first rising row.",
      action: "5>up1",
      point: ["hand 5", "row up1"],
    },
    {
      template: "Cover the Skull at once: the 7 fits well.",
      action: "7>up1",
      point: ["hand 7", "row up1"],
    },
    {
      template: "Two cards are laid and the Skull is covered: end your turn.",
      action: "end",
      point: ["button end"],
    },
    {
      template:
        "The 92 says Three: this turn must have exactly three cards. Lay it on the first falling row.",
      action: "92>down1",
      point: ["hand 92", "row down1"],
    },
    {
      template: "The second: the 88 on the same row.",
      action: "88>down1",
      point: ["hand 88", "row down1"],
    },
    {
      template: "And the third: the 14 on the first rising row.",
      action: "14>up1",
      point: ["hand 14", "row up1"],
    },
    {
      template:
        "A fourth card would now lose the game; you are warned before such a move. End your turn and play on. The other commands hold for everyone while they lie open: tap one to read it.",
      point: ["button end"],
    },
  ],
};
