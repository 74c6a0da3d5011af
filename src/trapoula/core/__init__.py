"""The types that every game is built from: cards, deals, the game protocol and errors."""
