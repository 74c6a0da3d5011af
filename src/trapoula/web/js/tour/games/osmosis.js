/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 117,
  steps: [
    {
      template:
        "The first foundation belongs to clubs and takes them in any order. The ace of clubs of reserve 3 may go there.",
      action: "R3>B",
    },
    {
      template:
        "It began with the ten of clubs, so the other foundations begin with a ten as well, from top to bottom. Put the ten of spades on the second one.",
      action: "R1>F1",
    },
    {
      template:
        "Spades may now follow, but only with ranks that lie in the foundation above. The ace is there: send down the ace of spades.",
      action: "R2>F1",
    },
    {
      template:
        "A new card has turned up in the reserve: the six of clubs goes to the first foundation.",
      action: "R2>B",
    },
    {
      template: "No card fits now. Turn one from the stock.",
      action: "turn",
    },
    {
      template:
        "The lower a suit begins, the longer it waits. So do not take the first ten that you see: keep the upper places for suits that close the reserves.",
    },
  ],
};
