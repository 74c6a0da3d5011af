"""Open games: columns, cells and foundations, every card in sight and nothing to deal.

The same rules, lowered further: a position of such a game is so plain that a search of it runs many times
faster than in the arrays that all games share.
"""
