"""The server: rooms that never lose a move and never show a hand."""
