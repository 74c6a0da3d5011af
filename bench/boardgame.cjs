// The peer: a team card game on boardgame.io's own server, with hidden hands, like ours.
// Run by bench/server.py in a folder where `npm install boardgame.io` was done; never part of Trapoula.
const { Server, Origins, FlatFile } = require("boardgame.io/server");

const ROWS = [1, 1, 100, 100];
const fits = (G, card, row) =>
  row < 2
    ? card > G.rows[row] || card === G.rows[row] - 10
    : card < G.rows[row] || card === G.rows[row] + 10;

const deal = (random, players) => {
  const deck = random.Shuffle(Array.from({ length: 98 }, (_, at) => at + 2));
  const hands = {};
  for (let seat = 0; seat < players; seat += 1) hands[seat] = deck.splice(0, 6);
  return { rows: [...ROWS], hands, deck, laid: 0 };
};

const TeamGame = {
  name: "team",
  setup: ({ random, ctx }) => deal(random, ctx.numPlayers),
  playerView: ({ G, playerID }) => ({
    rows: G.rows,
    laid: G.laid,
    left: G.deck.length,
    counts: Object.values(G.hands).map((hand) => hand.length),
    hand: playerID === null || playerID === undefined ? null : G.hands[playerID],
  }),
  moves: {
    lay: ({ G, playerID, events }, card, row) => {
      const hand = G.hands[playerID];
      if (!hand.includes(card) || !fits(G, card, row)) return "INVALID_MOVE";
      hand.splice(hand.indexOf(card), 1);
      G.rows[row] = card;
      G.laid += 1;
      if (G.laid >= 2) {
        while (hand.length < 6 && G.deck.length) hand.push(G.deck.pop());
        G.laid = 0;
        events.endTurn();
      }
      return undefined;
    },
    again: ({ random, ctx }) => deal(random, ctx.numPlayers),
  },
};

const [, , port, folder] = process.argv;
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [TeamGame], db, origins: [Origins.LOCALHOST] });
server.run({ port: Number(port) });
