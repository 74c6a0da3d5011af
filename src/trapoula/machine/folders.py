"""Where things are kept on this machine."""

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Where a person's tables, unfinished games and own games are kept."""
    home = Path(os.path.expanduser("~"))  # unlike Path.home, it answers whoever has no home
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home) / "Trapoula"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Trapoula"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "trapoula"
