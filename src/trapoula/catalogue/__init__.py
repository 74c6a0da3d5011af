"""The catalogue: which games exist, how to load them, and how often they can be won."""
