"""The browser table, driven by a real browser at the real server."""
