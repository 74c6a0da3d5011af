"""A room as its log tells it: rules of sitting and of playing, without a server, a socket or a clock."""
