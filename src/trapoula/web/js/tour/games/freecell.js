/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 56,
  steps: [
    {
      template:
        "All cards lie open, and nothing is left to luck. The four cells at the top left each hold one card; the foundations at the right grow from ace to king.",
      point: ["C*"],
    },
    {
      template:
        "Columns are packed downwards in alternating colours. Lay the two of spades of column 2 on the three of hearts of column 7.",
      action: "T2>T7",
    },
    {
      template:
        "The ace of hearts in column 8 is covered by the five of clubs. Park the five in a cell.",
      action: "T8>C*",
    },
    {
      template:
        "The ace went home by itself, as cards do that nobody needs any more. Free the cell again: put the five of clubs on the six of diamonds in column 6.",
      action: "C*>T6",
    },
    {
      template:
        "With free cells to help, cards in order move together. Carry the six and the five to the seven of clubs in column 8.",
      action: "T6:2>T8",
    },
    {
      template:
        "You have it. Look for the aces first, keep the cells empty as long as you can, and treasure every empty column.",
    },
  ],
};
