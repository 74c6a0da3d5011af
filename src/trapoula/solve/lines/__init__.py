"""Winning lines that a person can follow, and what is concluded from them."""
