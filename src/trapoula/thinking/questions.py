"""What a player asks about a table: who may, which thought answers it, and how the answer is told."""

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

LaneName = Literal["bots", "hints", "verdicts", "studies"]  # what is thought about side by side
Round: TypeAlias = tuple[str, int]  # a room, and which of its rounds
ANSWERS: dict[type[commands.Question], Any] = {
    commands.Hint: wire.Hint,
    commands.Why: wire.Why,
    commands.Verdict: wire.Verdict,
    commands.Fatal: wire.Fatal,
    commands.Pick: wire.Pick,
}


class Question(NamedTuple):
    """Something to think about: about a position, and not about how it came to be."""

    lane: LaneName
    think: Callable[..., Any]
    about: tuple[object, ...]
    number: int  # of the last event when it was asked
    behind: Callable[[], tuple[object, ...]] = tuple  # what came before, which takes a while to see
    keeps: Round | None = None  # where something of the thought is kept for the next question
    named: Session | None = None  # the game of which the thought names a move

    def whole(self) -> tuple[object, ...]:
        """All that it is about: to be put together when it is its turn, and not by who serves others."""
        return *self.about, *self.behind()


def question(
    command: commands.Question,
    room: Room,
    player: PlayerId,
    kept: Mapping[Round, Kept],
    share: Callable[[float], float] = float,
) -> Question:
    """What is to be thought about, when this player may ask it here and now."""
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
            return Question("verdicts", thoughts.verdict, (*about, share(seconds)), number)
        case commands.Fatal(seconds=seconds):  # which move it was shows in a line of tables only
            line = session.id, session.options, *thoughts.last_tables(session)
            return Question(
                "studies", thoughts.fatal, (*line, share(seconds)), number, named=session
            )
        case commands.Pick(level=level):
            return Question("studies", thoughts.pick, (session.id, session.options, level), number)


def _why(room: Room, step: int) -> Question:
    """Why a bot did something; anybody at the table may ask, since it is told what anybody saw."""
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
    """What a player might do now, who may have followed what was advised before."""
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
    """The rules that matter now to a seat of this player; none at a game that does not tell them so."""
    seat, session, found = room.sitting.own(player, command.seat, room.turn), room.session, []
    if session is not None and room.sitting.phase == "playing" and is_teaching(session.game):
        for rule, words, action in session.game.tips(session.state, seat):
            text = None if action is None else session.text(action)
            found.append(wire.Tip(rule=rule, words=phrase(words), action=text))
    return wire.Tips(id=command.id, number=room.number, tips=found)


def answer(
    command: commands.Question, asked: Question, thought: Any, kept: dict[Round, Kept]
) -> tuple[wire.Answer, dict[Round, Kept]]:
    """What was thought, as it is told, and what is kept of it for the next question."""
    if asked.keeps is not None:
        thought, line = thought
        kept = {asked.keeps: line}
    if asked.named is not None:
        thought = _named(asked.named, thought)
    return ANSWERS[type(command)](id=command.id, number=asked.number, **thought), kept


def _named(session: Session, found: Mapping[str, int | None]) -> dict[str, Any]:
    """Where a game was lost, and what was done there, when just one action can have been it."""
    move = found["move"]
    where = {name: step for name, step in found.items() if name != "move"}
    if move is None:
        return {**where, "action": None, "card": None}
    action = parts(session.game, session.game.write(session.actions[move - 1][1]))
    return {**where, "action": action, "card": thoughts.carried(session, move)}
