"""The table games, one module each."""
