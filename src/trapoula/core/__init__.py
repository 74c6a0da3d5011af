"""What every game is made of: cards, deals, the game protocol, errors."""
