"""A game in progress: its session, record and views; what holds for every game."""
