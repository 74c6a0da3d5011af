"""The machine underneath: folders, worker processes, compiled code and optional packages."""
