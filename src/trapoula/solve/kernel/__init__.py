"""The rules in compiled code: positions as arrays, legal moves, what a move does, when a game is won."""
