/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 372,
  steps: [
    {
      template:
        "Columns are packed downwards in alternating colours. Lay the four of diamonds of column 3 on the five of spades of column 6: drag it, tap one and then the other, or go there with the arrow keys and Enter.",
      action: "T3>T6",
    },
    {
      template:
        "The card below has turned up: the six of hearts. Aces go to the foundations at the top, so send up the ace of hearts of column 4.",
      action: "T4>F*",
    },
    {
      template:
        "Each foundation grows in its suit from ace to king; when all four are full, you have won. Now turn a card of the stock.",
      action: "turn",
    },
    {
      template:
        "The three of spades. The top card of the waste is free to play: put it on the four of diamonds in column 6.",
      action: "W>T6",
    },
    {
      template:
        "Cards that are in order travel together. Take hold of the five of spades and carry all three to the six of hearts in column 3.",
      action: "T6:3>T3",
    },
    {
      template:
        "A king has come to light, and a king needs an empty column. Make one: move the two of diamonds of column 1 to the end of column 3.",
      action: "T1>T3",
    },
    {
      template:
        "Only a king may go to an empty column, alone or with what follows it. Move the king of spades of column 6 to column 1.",
      action: "T6>T1",
    },
    {
      template:
        "That is all there is to it. Before each move, ask which one turns up a hidden card: those moves win games.",
    },
  ],
};
