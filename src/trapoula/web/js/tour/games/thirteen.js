/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 71,
  steps: [
    {
      template:
        "Take the pyramid apart: two free cards that make thirteen leave together. Jacks count eleven, so pair the jack of spades with the two of clubs: tap one, then the other.",
      action: "P23+P24",
    },
    {
      template:
        "The card that they covered has turned up. A king is thirteen by itself: tap the king of spades.",
      action: "drop P26",
    },
    {
      template:
        "No free pair is left in the pyramid: a queen would want an ace, and a jack a two. Turn a card of the stock.",
      action: "turn",
    },
    {
      template:
        "The five of diamonds. The top of the waste pairs as well: take it with the eight of clubs, the one in the middle of the row.",
      action: "P25+W",
    },
    {
      template:
        "That freed two cards of the row above. Pair the ten of clubs with the three of diamonds.",
      action: "P19+P28",
    },
    {
      template:
        "When two cards would do, take the one that uncovers more. The stock is gone through once, so turn only when no pair is left.",
    },
  ],
};
