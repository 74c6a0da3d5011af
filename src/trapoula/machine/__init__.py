"""What this machine lends: folders, processes, compiled code, optional packages."""
