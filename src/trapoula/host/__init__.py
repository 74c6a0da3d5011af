"""Hosting of tables: everything that the server and a device without one have in common."""
