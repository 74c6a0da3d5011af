"""Players' questions about a table: who can ask, which function answers, and how the answer is sent."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from trapoula.bots.coach import deeds, sights
from trapoula.core.game import Seat, is_teaching
from trapoula.patience import Patience
from trapoula.play.session import Session
from trapoula.room import commands, wire
from trapoula.room.actions import parts, phrase
from trapoula.room.errors import NotAvailable, WrongPhase
from trapoula.room.events import PlayerId
from trapoula.room.room import Room
from trapoula.solve import Kept, past
from trapoula.thinking import thoughts

LaneName = Literal["bots", "hints", "verdicts", "studies"]  # the lanes that run side by side
Round: TypeAlias = tuple[str, int]  # a room, and the number of its round
ANSWERS: dict[type[commands.Question], Any] = {
    commands.Hint: wire.Hint,
    commands.Why: wire.Why,
    commands.Verdict: wire.Verdict,
    commands.Fatal: wire.Fatal,
    commands.Pick: wire.Pick,
}


class Question(NamedTuple):
    """A question: a function and its arguments."""

    lane: LaneName
    think: Callable[..., Any]
    about: tuple[object, ...]
    number: int  # the row at which it was asked
    behind: Callable[[], tuple[object, ...]] = tuple  # further arguments, slow to gather
    keeps: Round | None = None  # the round to keep part of the answer for
    named: Session | None = None  # the session whose move the answer names

    def whole(self) -> tuple[object, ...]:
        """Return all arguments. Gathering them can take a while, so do it outside the event loop."""
        return *self.about, *self.behind()


def question(
    command: commands.Question,
    room: Room,
    player: PlayerId,
    kept: Mapping[Round, Kept],
    time_limit: Callable[[float], float] = float,
) -> Question:
    """Return the question of a player's command, or refuse it."""
    if isinstance(command, commands.Why):
        return _why(room, command.step)
    wanted = command.seat if isinstance(command, commands.Hint) else None
    seat = room.sitting.own(player, wanted, room.turn)
    session, number = room.session, room.number
    if session is None or room.sitting.phase == "waiting":
        raise WrongPhase("The game has not begun.")
    if not isinstance(command, commands.Hint) and not room.sitting.alone:
        raise WrongPhase("That is for a player alone.")
    about = session.id, session.options, session.state
    match command:
        case commands.Hint():
            return _advice(room, session, seat, kept)
        case commands.Verdict(seconds=seconds, deal=deal):
            state = session.state_at(0) if deal else session.state
            about = session.id, session.options, state
            return Question("verdicts", thoughts.verdict, (*about, time_limit(seconds)), number)
        case commands.Fatal(seconds=seconds):  # searched in a line of states
            line = session.id, session.options, *thoughts.last_tables(session)
            return Question(
                "studies", thoughts.fatal, (*line, time_limit(seconds)), number, named=session
            )
        case commands.Pick(level=level):
            return Question("studies", thoughts.pick, (session.id, session.options, level), number)


def _why(room: Room, step: int) -> Question:
    """Return the question why a bot did an action. Anyone may ask: the answer uses what all saw."""
    session, chairs = room.session, room.sitting.chairs
    if session is None or step > session.steps:
        raise NotAvailable("Nothing was done there.")
    seat, action = session.actions[step - 1]
    if seat not in range(len(chairs)) or not chairs[seat].played_by_bot:
        raise NotAvailable("Only bots say why they did something.")
    view = session.game.view(session.state_at(step - 1), None)
    about = (
        session.id,
        chairs[seat].level,
        view,
        session.game.write(action),
        session.is_talk(action),
    )
    return Question("hints", thoughts.explain, about, room.number)


def _advice(room: Room, session: Session, seat: Seat, kept: Mapping[Round, Kept]) -> Question:
    """Return the question for a hint, which can continue the line of the last one."""
    if session.turn != seat:
        raise NotAvailable("There is nothing to advise here.")
    if not isinstance(session.game, Patience):
        return Question(
            "hints",
            thoughts.counsel,
            (session.id,),
            room.number,
            lambda: (sights(session, seat), deeds(session, seat, session.steps)),
        )
    here = room.id, room.sitting.round
    about, last = (session.id, session.options, session.state), kept.get(here)
    return Question(
        "hints", thoughts.hint, about, room.number, lambda: (past(session, last),), keeps=here
    )


def tips(command: commands.Tips, room: Room, player: PlayerId) -> wire.Tips:
    """Return the rules that matter to a player's seat now; none for a game without tips."""
    seat, session, found = room.sitting.own(player, command.seat, room.turn), room.session, []
    if session is not None and room.sitting.phase == "playing" and is_teaching(session.game):
        for rule, words, action in session.game.tips(session.state, seat):
            text = None if action is None else session.text(action)
            found.append(wire.Tip(rule=rule, words=phrase(words), action=text))
    return wire.Tips(id=command.id, number=room.number, tips=found)


def answer(
    command: commands.Question, asked: Question, thought: Any, kept: dict[Round, Kept]
) -> tuple[wire.Answer, dict[Round, Kept]]:
    """Return the answer to send, and what to keep for the next question."""
    if asked.keeps is not None:
        thought, line = thought
        kept = {asked.keeps: line}
    if asked.named is not None:
        thought = _named(asked.named, thought)
    return ANSWERS[type(command)](id=command.id, number=asked.number, **thought), kept


def _named(session: Session, found: Mapping[str, int | None]) -> dict[str, Any]:
    """Return where a game was lost, and the move if only one can be the cause."""
    move = found["move"]
    where = {name: step for name, step in found.items() if name != "move"}
    if move is None:
        return {**where, "action": None, "card": None}
    action = parts(session.game, session.game.write(session.actions[move - 1][1]))
    return {**where, "action": action, "card": thoughts.carried(session, move)}
