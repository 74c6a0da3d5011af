"""The four table games."""
