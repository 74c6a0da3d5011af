"""Finished games: results as they are kept, and what is counted from them."""
