"""The published table beside the figures of others, and the page that it is written on."""

from dataclasses import replace
from math import sqrt
from statistics import NormalDist

import pytest

from bench import odds as publishing
from trapoula.catalogue.odds import Odds, table


def test_the_page_is_written_from_the_table() -> None:
    """But for the marks of older rows, which follow from the rules of the day."""
    pages = "".join(publishing.page(table())), publishing.PAGE.read_text("utf-8")
    told, written = (page.replace(publishing.OLDER, "") for page in pages)
    assert told == written


def roots(won: int, of: int) -> tuple[float, float]:
    """Wilson's limits by their definition: where the share found is two errors of the true one away."""
    z = NormalDist().inv_cdf(0.975)
    share, a = won / of, 1 + z * z / of
    b = -(2 * share + z * z / of)
    spread = sqrt(max(0.0, b * b - 4 * a * share * share))
    return (-b - spread) / (2 * a), (-b + spread) / (2 * a)


def test_every_interval_follows_from_its_counts() -> None:
    """Undecided deals are lost at the lower end and won at the upper one."""
    for place, row in table().items():
        low, high = row.bounds
        assert low == pytest.approx(roots(row.winnable, row.deals)[0], abs=1e-6), place
        assert high == pytest.approx(roots(row.deals - row.lost, row.deals)[1], abs=1e-6), place


def test_no_published_figure_contradicts_the_table() -> None:
    publishing.check(table())
    found = publishing.figures(table())
    assert len(found) > 10
    assert {one.by for one in found} <= set(publishing.published()["sources"])


def test_a_figure_that_contradicts_stops_the_page() -> None:
    place = ("fortress", ())
    wrong: Odds = replace(table()[place], deals=1000, winnable=300, lost=700)
    with pytest.raises(SystemExit, match=r"Fortress: .* contradicts our 27.* of 1,000 deals"):
        publishing.check({place: wrong})
    near = replace(wrong, winnable=230, lost=770)  # as one in a hundred samples is
    publishing.check({place: near})
    assert "outside, as one in twenty is" in "".join(publishing.page({place: near}))
