/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 16,
  steps: [
    {
      template:
        "The long row at the top is the reserve, and its last card is the queen of diamonds. First choose a base from four cards: if it is the jack of spades, the queen can follow at once. Take the jack to a foundation.",
      action: "T2>F*",
    },
    {
      template:
        "Foundations go up in alternating colours. The queen of diamonds leaves the reserve, and it may go nowhere else.",
      action: "R>F*",
    },
    {
      template:
        "Columns go down in alternating colours, one card at a time: lay the seven of clubs on the eight of diamonds.",
      action: "T6>T9",
    },
    {
      template: "Column 6 is empty, and only the waste may fill it. Bring the ace of clubs there.",
      action: "W>T6",
    },
    {
      template:
        "Now the king of spades: it goes on the queen of diamonds, and after it the ace follows.",
      action: "T3>F*",
    },
    {
      template:
        "So it goes on: get the reserve home card by card, since nothing else can free it. Look there first before each move.",
    },
  ],
};
