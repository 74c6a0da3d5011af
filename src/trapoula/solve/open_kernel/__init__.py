"""A smaller, faster kernel for games with every card in sight in columns, cells and foundations."""
