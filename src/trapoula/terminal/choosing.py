"""Choose an action step by step.

Actions that differ only in a further choice share one line, and so do many actions with several
cards. Choosing such a line asks one question after another, until a single action is left.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from trapoula.core.cards import Card
from trapoula.core.errors import Phrase
from trapoula.core.game import Game, Reach, is_talk, is_worded
from trapoula.terminal.wording import cards_of, named, told
from trapoula.texts import say

FEW = 6  # with more ways than this to take several cards, ask card by card
MORE, CARDS = "…", "cards"  # a sign that more is asked, and the fact of a label that it replaces


class Step(NamedTuple):
    """A line of the list: the actions it stands for, and the cards already chosen."""

    label: str
    texts: tuple[str, ...]
    cards: tuple[Card, ...] = ()

    @property
    def action(self) -> str | None:
        """The action; None if more must be asked."""
        return self.texts[0] if len(self.texts) == 1 else None


def steps(game: Game[Any, Any], texts: Sequence[str]) -> list[Step]:
    """Return the lines for all legal actions, talk last."""
    if not is_worded(game):
        return [Step(text, (text,)) for text in texts]
    rules: Any = game
    actions = {text: rules.read(text) for text in texts}
    reaches: dict[str, Reach] = {text: rules.reach(action) for text, action in actions.items()}
    kinds = {text: _kind(action, reaches[text]) for text, action in actions.items()}
    many = Counter(kinds[text] for text in texts if len(reaches[text].cards) > 1)
    found: dict[object, list[str]] = {}
    for text, (cards, place, picks) in reaches.items():
        several = many[kinds[text]] > FEW
        one = (*kinds[text], cards, place) if picks else text
        found.setdefault(kinds[text] if several else one, []).append(text)
    lines = [
        Step(_label(rules, [actions[text] for text in own]), (*own,)) for own in found.values()
    ]
    return sorted(lines, key=lambda line: is_talk(rules, actions[line.texts[0]]))


def _kind(action: object, reach: Reach) -> tuple[object, ...]:
    return getattr(action, "verb", type(action)), reach.place, len(reach.cards)


def _label(game: Any, actions: Sequence[Any]) -> str:
    """Return an action's label, or the common label of several with a sign that more is asked."""
    if len(actions) == 1:
        return named(game, actions[0])
    label: Phrase = game.label(actions[0])
    open_facts = {key: MORE if key == CARDS else fact for key, fact in label.facts.items()}
    if all(game.reach(action).cards == game.reach(actions[0]).cards for action in actions):
        return f"{told(label, card=cards_of(game))} {MORE}"
    return told(Phrase(label.message, **open_facts))


def further(game: Game[Any, Any], step: Step) -> tuple[str, list[Step]]:
    """Return the next question of a line, with a line for each answer."""
    rules: Any = game
    reaches: dict[str, Reach] = {text: rules.reach(rules.read(text)) for text in step.texts}
    shown, order = cards_of(game), getattr(game, "hand_order", int)
    rest = {text: Counter(own.cards) - Counter(step.cards) for text, own in reaches.items()}
    if len(set(map(frozenset, rest.values()))) > 1:
        question = say("Which card?")
        if step.cards:
            held = "  ".join(map(shown, step.cards))
            question = say("So far: {cards}. Which card next?", cards=held)
        return question, [
            Step(shown(card), texts, (*step.cards, card))
            for card, texts in sorted(_by_card(rest), key=lambda own: order(own[0]))
        ]
    answered = next(
        at for at in range(9) if len({str(own.picks[at].answer) for own in reaches.values()}) > 1
    )
    answers: dict[str, list[str]] = {}
    for text, own in reaches.items():
        answers.setdefault(told(own.picks[answered].answer), []).append(text)
    first = reaches[step.texts[0]].picks[answered]
    return told(first.ask), [Step(label, (*texts,), step.cards) for label, texts in answers.items()]


def _by_card(rest: Mapping[str, Counter[Card]]) -> Iterator[tuple[Card, tuple[str, ...]]]:
    """Yield each card that some of the actions take, with those actions."""
    for card in dict.fromkeys(card for cards in rest.values() for card in cards):
        yield card, tuple(text for text, cards in rest.items() if card in cards)
