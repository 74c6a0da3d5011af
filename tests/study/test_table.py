"""Of several results for a game one is published."""

from dataclasses import replace

from trapoula.odds import table
from trapoula.study.table import ENOUGH, best


def test_enough_deals_come_before_narrow_bounds() -> None:
    """Twenty deals that were all decided say less than four hundred of which half were."""
    place = ("golf", ())
    few = replace(table()[place], deals=20, winnable=10, lost=10)
    many = replace(few, deals=ENOUGH + 100, winnable=100, lost=100)
    assert best({place: few}, {place: many}) == best({place: many}, {place: few}) == {place: many}


def test_of_enough_deals_the_surest_are_taken() -> None:
    """More of them decided, whether or not there are more."""
    place = ("golf", ())
    sure = replace(table()[place], deals=ENOUGH, winnable=100, lost=ENOUGH - 100)
    unsure = replace(sure, deals=2 * ENOUGH, winnable=100, lost=0)
    assert (
        best({place: sure}, {place: unsure})
        == best({place: unsure}, {place: sure})
        == {place: sure}
    )
