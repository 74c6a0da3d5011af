"""Which games there are, how they are loaded, and how often they can be won."""
