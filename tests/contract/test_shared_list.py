"""Trails are shared by everybody who goes on from any place in them, and nobody sees what others add."""

from random import Random

import pytest

from trapoula.core.shared_list import SharedList


def test_whoever_goes_on_has_a_trail_of_their_own() -> None:
    """Whatever is added to a trail, or left out of it, every trail that was ever made stays as it was."""
    dice = Random(5)
    trails: list[tuple[SharedList[int], list[int]]] = [(SharedList(), [])]
    for step in range(600):
        trail, items = dice.choice(trails[-9:])
        if dice.random() < 0.8:
            trails.append((trail.then(step), [*items, step]))
        else:
            size = dice.randint(0, len(items))
            trails.append((trail.upto(size), items[:size]))
    for trail, items in trails:
        assert (len(trail), [*trail]) == (len(items), items)
        assert (trail[:], trail[::-1], trail[1:-1]) == (items, items[::-1], items[1:-1])
        assert trail.since(len(items) // 2) == items[len(items) // 2 :]
        assert [trail[at] for at in range(-len(items), len(items))] == items * 2


def test_there_is_nothing_beyond_the_end_of_a_trail() -> None:
    """What others have added behind the end is not there."""
    trail = SharedList([1, 2])
    trail.then(3)
    assert not trail.ends
    for at in (2, -3):
        with pytest.raises(IndexError):
            trail[at]
