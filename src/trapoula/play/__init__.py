"""A game in progress: session, record, views, and the rules that every game must keep."""
