/** The tutorial, with a deal in which each step is possible. */

/** @type {import("../guide.js").Tour} */
export const tour = {
  deal: 1964,
  steps: [
    {
      template:
        "The foundations grow from ace to king, whatever the suit. All cards come from the stock, one at a time: turn the first.",
      action: "turn",
    },
    {
      template:
        "A two, and no ace to put it on. It must wait in one of the four columns: choose any.",
      action: "W>T*",
    },
    {
      template: "Only now may you turn the next card.",
      action: "turn",
    },
    {
      template: "An ace: it begins a foundation.",
      action: "W>F*",
    },
    {
      template:
        "And the two can follow, although it is of another suit. The last card of a column may always go to a foundation, but never to another column.",
      action: "T*>F*",
    },
    {
      template: "Turn again.",
      action: "turn",
    },
    {
      template:
        "A jack will wait for long. Put it in a column that you keep for high cards, so that it buries nothing you need soon.",
      action: "W>T*",
    },
    {
      template:
        "Now you know every rule. The art is to lay low cards on higher ones, so that they come out in the right order.",
    },
  ],
};
