"""The settings under which a game is studied."""

from collections.abc import Iterator

from trapoula.catalogue.entries import Entry, entries
from trapoula.core.game import Choice
from trapoula.patience import Patience


def settings(entry: Entry) -> Iterator[dict[str, Choice]]:
    """Yield the defaults, every change of a single option, and the presets."""
    seen = [entry.settle({})]
    yield {}
    single = ({option.name: choice} for option in entry.options for choice in option.others)
    for options in (*single, *map(dict, entry.presets.values())):
        if (settled := entry.settle(options)) not in seen:
            seen.append(settled)
            yield options


def patiences() -> Iterator[Entry]:
    """Yield every game that can be studied."""
    return (entry for entry in entries() if isinstance(entry.make(), Patience))
