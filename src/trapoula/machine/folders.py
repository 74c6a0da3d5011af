"""The folders that Trapoula keeps data in."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for a person's tables, unfinished games and own games."""
    home = Path(os.path.expanduser("~"))  # unlike Path.home, works without a home
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "Trapoula"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Trapoula"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "trapoula"
