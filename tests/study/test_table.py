"""Of several results for a game one is published."""

from dataclasses import replace

from trapoula.catalogue.odds import table
from trapoula.study.table import best, enough


def test_enough_deals_come_before_narrow_bounds() -> None:
    """Twenty deals that were all decided say less than four hundred of which half were."""
    place = ("golf", ())
    few = replace(table()[place], deals=20, winnable=10, lost=10)
    many = replace(few, deals=2 * enough(few.spent), winnable=100, lost=100)
    assert best({place: few}, {place: many}) == best({place: many}, {place: few}) == {place: many}


def test_of_enough_deals_the_surest_are_taken() -> None:
    """More of them decided, whether or not there are more."""
    place = ("golf", ())
    usual = table()[place]
    deals = enough(usual.spent)
    sure = replace(usual, deals=deals, winnable=100, lost=deals - 100)
    unsure = replace(sure, deals=2 * deals, winnable=100, lost=0)
    assert (
        best({place: sure}, {place: unsure})
        == best({place: unsure}, {place: sure})
        == {place: sure}
    )


def test_every_row_that_is_published_has_enough_deals() -> None:
    """The less one costs, the more of them."""
    few = {place: odds for place, odds in table().items() if odds.deals < enough(odds.spent)}
    assert not few
