"""Measurements: always a ratio to a peer or a baseline of the same run."""
