"""Tables without a server: the rooms of one person on one device, over whatever keeps a few texts."""
