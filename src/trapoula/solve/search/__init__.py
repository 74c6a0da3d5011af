"""The search in Python: which tries run for how long, and the verdict that comes of it."""
