/** The first steps, at a deal where each of them can be taken. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 653,
  seats: 1,
  steps: [
    {
      template:
        "Two rows rise from 1, two fall from 100, and all 98 cards must go there. On a falling row cards get lower: pick the 98 and then the first falling row, or drag it.",
      action: "98>down*",
      point: ["hand 98", "row down1"],
    },
    {
      template:
        "On a rising row cards must get higher. Lay the 13 on the first rising row; it is a wide step, but wait.",
      action: "13>up1",
      point: ["hand 13", "row up1"],
    },
    {
      template:
        "Now the trick: a card that is exactly ten back may be laid as well. Put the 3 on the 13, and the row has all its room again.",
      action: "3>up1",
      point: ["hand 3", "row up1"],
    },
    {
      template:
        "Each turn needs at least two cards; you have laid three. End your turn, and your hand is filled up.",
      action: "end",
      point: ["button end"],
    },
    {
      template: "A fresh 5: it fits closely on the 3.",
      action: "5>up1",
      point: ["hand 5", "row up1"],
    },
    {
      template:
        "The game is lost when somebody cannot lay two cards, so spare the rows. The 91 on the 98 does little harm.",
      action: "91>down*",
      point: ["hand 91", "row down1"],
    },
    {
      template:
        "That is the game. With friends nobody may name a number, but the speech bubble above a row tells them your wish: not here, please, or no big jump here.",
    },
  ],
};
