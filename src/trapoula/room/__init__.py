"""A room, computed from its log: who sits where and what may be done, without server or clock."""
