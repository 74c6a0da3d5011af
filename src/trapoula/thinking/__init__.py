"""What takes time to think about, and who may ask for it: bots, hints, verdicts, reviews."""
