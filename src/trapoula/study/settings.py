"""By which settings a game is studied: the usual one, and each of its options changed by itself."""

from collections.abc import Iterator

from trapoula.catalogue.entries import Entry, entries
from trapoula.core.game import Choice
from trapoula.patience import Patience


def settings(entry: Entry) -> Iterator[dict[str, Choice]]:
    """The usual options, each option changed by itself, and what people call some choices together."""
    seen = [entry.settle({})]
    yield {}
    single = ({option.name: choice} for option in entry.options for choice in option.others)
    for options in (*single, *map(dict, entry.presets.values())):
        if (settled := entry.settle(options)) not in seen:
            seen.append(settled)
            yield options


def patiences() -> Iterator[Entry]:
    """Every game that can be studied."""
    return (entry for entry in entries() if isinstance(entry.make(), Patience))
