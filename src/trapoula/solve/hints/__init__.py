"""Hints: what a player might do, by what can be seen and was seen before."""
