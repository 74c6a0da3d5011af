"""Deals that can be won: the deal of the day, deals of a level, and simple play."""
