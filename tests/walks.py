"""Random walks through any game, the same on every machine; the collection's settings for the tests."""

from trapoula.catalogue.entries import entries
from trapoula.play.contract import (
    Setting,
    may_act,
    options_of,
    played,
    session_of,
    settings_of,
    walk,
)

__all__ = [
    "Setting",
    "all_settings",
    "may_act",
    "name_of",
    "options_of",
    "played",
    "session_of",
    "walk",
]


def all_settings() -> list[Setting]:
    """Every game with every setting of its options and every number of players."""
    return [setting for entry in entries() for setting in settings_of(entry)]


def name_of(setting: Setting) -> str:
    """A short name for a setting, for test reports."""
    return str(setting).replace(" ", "-")
