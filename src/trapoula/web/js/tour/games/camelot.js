/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1,
  steps: [
    {
      template:
        "Court cards sit round an empty table: kings in the corners, queens in the middle of the top and bottom, jacks in the middle of the sides. Turn the first card.",
      action: "turn",
    },
    {
      template:
        "The jack of diamonds may only go to the left or the right side: choose one of the places that light up.",
      action: "W>J*",
    },
    {
      template: "Turn the next card.",
      action: "turn",
    },
    {
      template:
        "The two of diamonds may lie anywhere. Put it in the middle, so that the places of the court stay free.",
      action: "W>M*",
    },
    {
      template: "And another one.",
      action: "turn",
    },
    {
      template: "The nine of hearts goes to the middle as well.",
      action: "W>M*",
    },
    {
      template:
        "Go on until the square is full. Then clear it: two cards that make ten leave together, a ten leaves alone. If a court card finds none of its places free, the game is lost.",
    },
  ],
};
