"""Finished games: their results, and statistics from them."""
