"""Rules that every game must keep under every setting of its options, checked by random play.

The tests and `trapoula check` run the same rules. The dice are deterministic, so a failure repeats.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from itertools import islice, product
from string import Formatter
from typing import Any, NamedTuple

from trapoula.catalogue.entries import Entry, find, write_choice
from trapoula.core.cards import HIDDEN, Card, face_up
from trapoula.core.deals import SplitMix, deck
from trapoula.core.determinization import dealt_anew
from trapoula.core.errors import BadGame, NothingToUndo, Phrase, TrapoulaError
from trapoula.core.game import (
    ALL,
    CHANCE,
    Choice,
    Game,
    Seat,
    is_common,
    is_recalled,
    is_talk,
    is_worded,
)
from trapoula.patience import SHUFFLE, Action, Move, Patience, Table
from trapoula.play import record as records
from trapoula.play.session import Session
from trapoula.tables._places import KINDS
from trapoula.tables._view import SCENES

STEPS, DEALS = 60, (1, 2)  # per random game
MANY = 16  # option settings: up to this many, try all; beyond it, change one option at a time
LONGEST = 400  # moves per game when looking for unused moves
RANDOM, CLIMBS = 6, 60  # random games, and greedy games for points
MOST_TABLES = 10_000  # states checked for unused moves
WHIM = 6  # one in this many greedy moves is random


class Setting(NamedTuple):
    """A game with options and a player count."""

    game: str
    options: dict[str, Choice]
    seats: int

    def make(self) -> Game[Any, Any]:
        """Make the game."""
        return find(self.game).make(self.options)

    def __str__(self) -> str:
        words = [f"{name}={write_choice(value)}" for name, value in self.options.items()]
        return " ".join([self.game, *words, *([f"seats={self.seats}"] if self.seats > 1 else [])])


def options_of(entry: Entry) -> Iterator[dict[str, Choice]]:
    """Yield every combination of a game's options, or every single change if there are too many."""
    axes = [[(option.name, choice) for choice in option.choices] for option in entry.options]
    combinations = 1
    for axis in axes:
        combinations *= len(axis)
    if combinations <= MANY:
        yield from (dict(choices) for choices in product(*axes))
    else:
        plain = {option.name: option.default for option in entry.options}
        yield plain
        yield from (
            plain | {name: value} for axis in axes for name, value in axis if plain[name] != value
        )


def settings_of(entry: Entry) -> Iterator[Setting]:
    """Yield a game with every combination of options and every player count."""
    for options in options_of(entry):
        for seats in entry.make(options).seats:
            yield Setting(entry.id, options, seats)


# --- random play ---------------------------------------------------------------------------------


def walk(setting: Setting, deal: int, steps: int) -> Iterator[tuple[Any, Seat, Any]]:
    """Yield states of a random game with the action taken in each; sometimes a seat out of turn acts."""
    game, dice = setting.make(), SplitMix(deal)
    state = game.start(deck(game.pack, deal), setting.seats)
    for _ in range(steps):
        turn = game.turn(state)
        if turn is None:
            return
        if turn == CHANCE:
            seat, action = CHANCE, game.draw(state, dice)
        else:
            choices = [(turn, action) for action in game.legal(state, turn)]
            if not choices or dice.below(4) == 0:
                choices = may_act(game, state, setting.seats)
            if not choices:
                raise _broken(
                    Phrase("the one on turn has nothing to do, and the game is not over.")
                )
            seat, action = choices[dice.below(len(choices))]
        yield state, seat, action
        state = game.play(state, action)


def may_act(game: Game[Any, Any], state: Any, seats: int) -> list[tuple[Seat, Any]]:
    """Return every legal action of every seat."""
    return [(seat, action) for seat in range(seats) for action in game.legal(state, seat)]


def session_of(setting: Setting, deal: int) -> Session:
    """Start a session with a setting."""
    id_, options, seats = setting
    return Session(id_, options, deal=deal, seats=seats, clock=lambda: 0.0)


def played(setting: Setting, deal: int, steps: int) -> Session:
    """Return a session after some random actions."""
    session, dice = session_of(setting, deal), SplitMix(deal)
    for _ in range(steps):
        turn = session.turn
        if turn is None:
            break
        legal = session.legal(turn)
        session.play(legal[dice.below(len(legal))], turn)
    return session


# --- the rules -----------------------------------------------------------------------------------


def _broken(phrase: Phrase) -> BadGame:
    return BadGame("{reason}", reason=phrase)


def play_is_pure(setting: Setting) -> None:
    """Require that an action gives equal states each time and does not change the old state."""
    game = setting.make()
    for deal in DEALS:
        for state, _, action in walk(setting, deal, STEPS):
            before = hash(state), repr(state)
            if game.play(state, action) != game.play(state, action):
                raise _broken(Phrase("{action}, done twice, differs.", action=game.write(action)))
            if (hash(state), repr(state)) != before:
                raise _broken(
                    Phrase("{action} changes the table it is done on.", action=game.write(action))
                )


def texts_read_back(setting: Setting) -> None:
    """Require that no action is offered twice, no two texts are equal, and each text reads back."""
    game = setting.make()
    for deal in DEALS:
        for state, _, action in walk(setting, deal, STEPS):
            for seat in range(setting.seats):
                legal = list(game.legal(state, seat))
                texts = [game.write(each) for each in legal]
                if twice := [text for text, count in Counter(texts).items() if count > 1]:
                    raise _broken(
                        Phrase("{action} is offered twice: two moves allow it.", action=twice[0])
                    )
                for each, text in zip(legal, texts, strict=True):
                    if game.read(text) != each:
                        raise _broken(Phrase("{action} reads back as another.", action=text))
            if game.read(game.write(action)) != action:
                raise _broken(Phrase("{action} reads back as another.", action=game.write(action)))


def one_action_is_answered_like_all(setting: Setting) -> None:
    """Require that `allows` agrees with `legal`, also for actions from elsewhere or made up."""
    game = setting.make()
    steps = list(walk(setting, 3, STEPS))
    asked = {action for _, _, action in steps}
    for state, _, _ in steps[::6]:
        turn = game.turn(state)
        if turn is not None and turn != CHANCE:
            asked |= {*game.legal(state, turn)}
    for action in [one for one in asked if isinstance(one, Action) and one.verb != SHUFFLE]:
        asked |= {
            action._replace(source=action.target, target=action.source),
            *(action._replace(size=size) for size in (-1, 0, action.size + 1, 99)),
        }
    for state, _, _ in steps[::12]:
        for seat in (CHANCE, *range(setting.seats + 1)):
            legal = game.legal(state, seat)
            again = copy(state)  # an equal state with no cached answers
            for action in asked:
                if game.allows(again, action, seat) != (action in legal):
                    raise _broken(
                        Phrase(
                            "{action} is allowed by itself and not among all, or the other way round.",
                            action=game.write(action),
                        )
                    )


def play_ends_when_nothing_is_left(setting: Setting) -> None:
    """Require that a game continues exactly as long as the seat on turn has a legal action."""
    game = setting.make()
    for deal in DEALS:
        last = None
        for state, _, action in walk(setting, deal, STEPS):
            turn = game.turn(state)
            if game.outcome(state) is not None:
                raise _broken(Phrase("it is over and somebody is still on turn."))
            if turn != CHANCE and not game.legal(state, 0 if turn is None else turn):
                raise _broken(
                    Phrase("the one on turn has nothing to do, and the game is not over.")
                )
            last = game.play(state, action)
        if last is not None and game.turn(last) is None:
            if game.outcome(last) is None:
                raise _broken(Phrase("nobody is on turn, and it is not said how it ended."))
            if may_act(game, last, setting.seats):
                raise _broken(Phrase("it is over, and something can still be done."))


def cards_are_conserved(setting: Setting) -> None:
    """Require that no card appears, disappears or turns into another."""
    game = setting.make()
    if not isinstance(game, Patience):
        return

    def held(table: Table) -> Counter[int]:
        return Counter(face_up(b"".join((*table.piles, table.gone, table.loose))))

    for deal in DEALS:
        first = None
        for table, _, action in walk(setting, deal, STEPS):
            first = first or held(table)
            if held(game.play(table, action)) != first:
                raise _broken(
                    Phrase("{action} loses cards, or makes some up.", action=game.write(action))
                )


def views_keep_secrets(setting: Setting) -> None:
    """Require that a view does not change by a byte when the face-down cards are dealt anew."""
    game, dice = setting.make(), SplitMix(3)
    if not isinstance(game, Patience):
        return
    for table, _, _ in walk(setting, 1, STEPS):
        hidden = [card for pile in table.piles for card in pile if card & HIDDEN]
        other = iter(dice.shuffled(hidden))
        piles = tuple(
            bytes(next(other) if card & HIDDEN else card for card in pile) for pile in table.piles
        )
        changed = table._replace(piles=piles, loose=bytes(dice.shuffled(table.loose)))
        for seat in (0, None):
            if json.dumps(game.view(table, seat)) != json.dumps(game.view(changed, seat)):
                raise _broken(Phrase("what is shown depends on cards that lie face down."))


def seats_cannot_tell_tables_apart(setting: Setting) -> None:
    """Require that hidden cards can be redealt, with the same result for all states that look the same."""
    game = setting.make()
    if isinstance(game, Patience):
        return
    for state, seat, _ in [*walk(setting, 1, STEPS)][:: STEPS // 6]:
        if seat == CHANCE:
            continue
        other = dealt_anew(game, state, seat, 1)
        if set(game.legal(other, seat)) != set(game.legal(state, seat)):
            raise _broken(Phrase("what a seat may do depends on cards that it cannot see."))
        if dealt_anew(game, other, seat, 2) != dealt_anew(game, state, seat, 2):
            raise _broken(
                Phrase("cards dealt anew for a seat depend on more than what this seat sees.")
            )


def views_are_json(setting: Setting) -> None:
    """Require that the views of seats, spectators and ALL are plain JSON."""
    game = setting.make()
    for state, _, _ in walk(setting, 2, 10):
        for seat in (*range(setting.seats), None, ALL):
            view = game.view(state, seat)
            if not _can_be_sent(view):
                raise _broken(Phrase("what is shown is not plain JSON."))
            if seat == ALL or not is_common(game):
                continue
            if view != {**game.common(state), **game.own(state, seat)}:
                raise _broken(
                    Phrase("a view is not what everybody sees and what its seat alone sees.")
                )


def _can_be_sent(value: object) -> bool:
    """Return whether a value survives JSON."""
    try:
        return bool(json.loads(json.dumps(value)) == value)
    except (TypeError, ValueError):
        return False


def tables_can_be_drawn(setting: Setting) -> None:
    """Require that a table view names a known scene and has every field which that scene draws."""
    game = setting.make()
    if isinstance(game, Patience):
        return
    for state, _, _ in walk(setting, 2, 10):
        for seat in (*range(setting.seats), None):
            view = game.view(state, seat)
            scene = str(view.get("scene", ""))
            if scene not in SCENES:
                raise _broken(
                    Phrase(
                        "its view names the scene {scene}, which there is not: it is one of {scenes}.",
                        scene=repr(scene),
                        scenes=", ".join(SCENES),
                    )
                )
            if missing := SCENES[scene] - view.keys():
                raise _broken(
                    Phrase(
                        "its view lacks what the scene {scene} draws: {missing}.",
                        scene=repr(scene),
                        missing=", ".join(sorted(missing)),
                    )
                )
            places: Any = view.get("places") if scene == "places" else {}
            for name, place in places.items():
                if place.get("kind") not in KINDS or "count" not in place:
                    raise _broken(
                        Phrase(
                            "its place {place} has no count, or is of no kind that there is: {kinds}.",
                            place=repr(name),
                            kinds=", ".join(KINDS),
                        )
                    )


def tables_are_told(setting: Setting) -> None:
    """Require that actions and endings of table games are described in phrases that JSON can carry."""
    game: Any = setting.make()
    if not _worded(setting):
        return
    for deal in DEALS:
        last, course = None, []
        for state, seat, action in walk(setting, deal, STEPS):
            _told(game.label(action), game.story(state, action))
            course.append((state, seat, action))
            last = game.play(state, action)
        outcome = None if last is None else game.outcome(last)
        if outcome is not None:
            _told(*game.ending(outcome), *(line.label for line in game.tally(last)))
        if outcome is not None and is_recalled(game):
            recap = game.recap(course, last)
            _told(*recap.counts, *(line.label for line in recap.lines))
            _told(*(moment.words for moment in recap.moments))


def _worded(setting: Setting) -> bool:
    return is_worded(setting.make())


def _told(*phrases: Phrase) -> None:
    """Require that each phrase formats with its facts, which are plain values or phrases."""
    for phrase in phrases:
        inner = [fact for fact in phrase.facts.values() if isinstance(fact, Phrase)]
        _told(*inner)
        for _, name, _, _ in Formatter().parse(phrase.message):
            fact = phrase.facts.get(name) if name else name
            if name and (fact is None or (isinstance(fact, Phrase) and not fact.message)):
                raise _broken(
                    Phrase("what it tells has no {name}: {told}.", name=name, told=phrase.message)
                )
        plain = {name: fact for name, fact in phrase.facts.items() if fact not in inner}
        if not _can_be_sent(plain):
            raise _broken(Phrase("what it tells is not plain JSON: {told}.", told=str(phrase)))


def one_place_takes_cards_for_one_action(setting: Setting) -> None:
    """Require that the same cards at the same place mean one action, once all picks are answered."""
    game: Any = setting.make()
    if not _worded(setting):
        return
    for state, _, _ in walk(setting, 2, STEPS // 4):
        for seat in range(setting.seats):
            held: Counter[Card] = Counter(game.view(state, seat)["hand"])
            done: dict[tuple[object, ...], Any] = {}
            for action in game.legal(state, seat):
                cards, place, picks = game.reach(action)
                if is_talk(game, action) or not (cards or place):
                    continue
                if Counter(cards) - held:
                    raise _broken(
                        Phrase(
                            "{action} takes cards that are not in the hand.",
                            action=game.write(action),
                        )
                    )
                answers = [str(answer) for _, answer in picks]
                other = done.setdefault((*sorted(cards), place, *answers), action)
                if other != action:
                    raise _broken(
                        Phrase(
                            "{action} and {other} bring the same cards to the same place: let `reach` name"
                            " what else is chosen as picks.",
                            action=game.write(action),
                            other=game.write(other),
                        )
                    )


def records_replay(setting: Setting) -> None:
    """Require that a game is the same after its record is written, read and replayed."""
    session = played(setting, deal=5, steps=25)
    text = records.write(session.record())
    record = records.read(text)
    same = records.replay(record)[-1] == session.state == Session.resume(record).state
    if not same or records.write(record) != text:
        raise _broken(Phrase("its record leads to another table."))


def undo_leads_back(setting: Setting) -> None:
    """Require that each undo restores the state before, and each redo the state after."""
    session = played(setting, deal=3, steps=20)
    trail = [session.state]
    made = sum(seat != CHANCE for seat, _ in session.actions)
    try:
        while True:
            session.undo(remarks=0)
            trail.append(session.state)
    except NothingToUndo:
        pass
    if isinstance(session.game, Patience) and len(trail) - 1 != made:
        raise _broken(Phrase("not everything can be taken back."))
    for expected in trail[-2::-1]:
        session.redo()
        if session.state != expected:
            raise _broken(Phrase("redo leads to another table than before."))


def restart_leads_to_the_deal(setting: Setting) -> None:
    """Require that a restart restores the deal and redo undoes it, or that it is refused after a reveal."""
    session = played(setting, deal=4, steps=12)
    last = session.state
    try:
        session.restart()
    except NothingToUndo:
        if session.state != last:
            raise _broken(Phrase("a restart that is refused changes the table.")) from None
        return
    if session.state != session_of(setting, 4).state:
        raise _broken(Phrase("a restart leads to another table than the deal."))
    while session.taken_back:
        session.redo()
    if session.state != last:
        raise _broken(Phrase("redo leads to another table than before."))


def the_deal_leaves_something_to_do(setting: Setting) -> None:
    """Require that not every deal is won before the first move."""
    game = setting.make()
    starts = [game.start(deck(game.pack, deal), setting.seats) for deal in range(1, 11)]
    if all((outcome := game.outcome(state)) is not None and outcome.won for state in starts):
        raise _broken(Phrase("it is won as soon as it is dealt: the goal asks for nothing."))


RULES: tuple[Callable[[Setting], None], ...] = (
    play_is_pure,
    texts_read_back,
    one_action_is_answered_like_all,
    play_ends_when_nothing_is_left,
    cards_are_conserved,
    views_keep_secrets,
    seats_cannot_tell_tables_apart,
    views_are_json,
    tables_can_be_drawn,
    tables_are_told,
    one_place_takes_cards_for_one_action,
    records_replay,
    undo_leads_back,
    restart_leads_to_the_deal,
    the_deal_leaves_something_to_do,
)


def breach(rule: Callable[[Setting], None], setting: Setting) -> BadGame | None:
    """Return how a game breaks a rule, as an error; None if it keeps it."""
    try:
        rule(setting)
    except TrapoulaError as fault:
        return BadGame("{game}: {reason}", game=str(setting), reason=fault)
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        return BadGame("{game}: {error}.", game=str(setting), error=words)
    return None


# --- moves that nothing ever offers --------------------------------------------------------------


def idle_moves(entry: Entry) -> list[Move]:
    """Return the moves of a patience that random and greedy games never offered."""
    idle: dict[int, Move] = {}
    seen: set[int] = set()
    for setting in settings_of(entry):
        game = setting.make()
        if not isinstance(game, Patience):
            return []
        waiting = {at: move for at, move in enumerate(game.moves) if at not in seen}
        for table in islice(_tables(setting, game), MOST_TABLES):
            found = {
                at for at, move in waiting.items() if any(True for _ in move.offers(game, table))
            }
            seen |= found
            waiting = {at: move for at, move in waiting.items() if at not in found}
            if not waiting:
                break
        idle |= waiting
    return [move for at, move in sorted(idle.items()) if at not in seen]


def _tables(setting: Setting, game: Patience) -> Iterator[Table]:
    """Yield the states of random games and of greedy games, which get further."""
    for deal in range(1, RANDOM + 1):
        yield from (table for table, _, _ in walk(setting, deal, LONGEST) if not table.loose)
    for deal in range(1, CLIMBS + 1):
        yield from _climb(game, deal)


def _climb(game: Patience, deal: int) -> Iterator[Table]:
    """Play greedily for points with a random move now and then, never repeating a state."""
    table, dice = game.start(deck(game.pack, deal)), SplitMix(deal)
    seen = {table.piles}
    for _ in range(LONGEST):
        if table.loose:
            table = game.play(table, game.draw(table, dice))
            continue
        yield table
        afters = [game.play(table, action) for action in game.legal(table)]
        new = [(game.score.of(game, one), one) for one in afters if one.piles not in seen]
        if not new:
            return
        most = max(score for score, _ in new) if dice.below(WHIM) else None
        best = [one for score, one in new if most in (None, score)]
        table = best[dice.below(len(best))]
        seen.add(table.piles)
