"""Work that takes time, and who can ask for it: bots, hints, verdicts, reviews."""
