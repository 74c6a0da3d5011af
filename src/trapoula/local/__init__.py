"""Tables without a server: the rooms of one person on one device."""
