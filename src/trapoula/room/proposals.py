"""Turn a command into the event it causes. All authorisation is here and nowhere else."""

from collections.abc import Callable, Collection
from typing import Any, Literal, TypeAlias

import msgspec

from trapoula.core import deals
from trapoula.core.cards import FACE_DOWN
from trapoula.core.errors import IllegalAction, NothingToRedo, NothingToUndo
from trapoula.core.game import Dice, Game, Seat, View
from trapoula.play.session import Session
from trapoula.room import commands, events
from trapoula.room.errors import (
    ClosedTalk,
    NoSeat,
    NotAvailable,
    NotHost,
    SeatTaken,
    Stale,
    TooMany,
    WrongPhase,
)
from trapoula.room.events import DAY, LONG_CLOCK, MOST_HOLIDAY, PlayerId
from trapoula.room.lookalikes import told_apart
from trapoula.room.room import Room
from trapoula.room.sitting import Wish
from trapoula.room.talk import check_words

Followers: TypeAlias = Callable[
    [Game[Any, Any], Any, str, Literal["never", "safe", "all"]], tuple[str, ...]
]  # what moves home automatically after an action
Here: TypeAlias = Callable[[], Collection[Seat]]  # called only if it matters
MOVING = (  # always allowed, except for asking for another round again and again
    commands.Start, commands.Again, commands.Stand, commands.Back,
)  # fmt: skip
RANDOM_DEALS = deals.LAST_MICROSOFT
MOST_STEPS = 5000  # steps of a round, the same as in a record
KEY_WORDS = 8  # words of 32 bits


def shuffle(game: Game[object, object], seats: int, deal: int | None, dice: Dice) -> events.Dealt:
    """Return the cards of a new round: the requested deal, or a random one, secret if there are hands."""
    if deal is not None:
        return events.Dealt(deal=deals.check_number(deal), cards="number")
    if seats == 1:
        return events.Dealt(deal=1 + dice.below(RANDOM_DEALS))
    return events.Dealt(deck=dice.shuffled(game.pack), key=secret_key(dice))


def secret_key(dice: Dice) -> str:
    """Return a key for later shuffles of a secret deck."""
    return "".join(f"{dice.below(1 << 32):08x}" for _ in range(KEY_WORDS))


def level_of(wanted: str, levels: tuple[str, ...]) -> str:
    """Return the requested level of a bot, or the strongest one."""
    if not wanted:
        return levels[-1] if levels else ""
    if wanted in levels:
        return wanted
    if not levels:
        raise NoSeat("There are no bots for this game.")
    raise NoSeat(
        "There is no {level} bot for this game; there is {levels}.",
        level=repr(wanted),
        levels=", ".join(levels),
    )


def propose(
    room: Room,
    command: commands.Logged,
    player: PlayerId,
    name: str,
    levels: tuple[str, ...],
    dice: Dice,
    here: Here = lambda: (),
    followers: Followers = lambda game, state, action, home: (),
) -> events.AnyEvent:
    """Return the event that a player's command causes, or raise the refusal.

    `here` returns the seats whose players are connected, whose consent is needed."""
    if room.full:
        raise TooMany("Too much has happened in this room: please make a new one.")
    sitting = room.sitting
    if not isinstance(command, MOVING) and not _is_move(room, command, player):
        _check_chatter(room, player)
    if isinstance(command, commands.TableCommand):
        return _at_table(room, command, player, dice, here, followers)
    by, id_ = player, command.id
    match command:
        case commands.Sit(seat=wanted):
            name = told_apart(name, sitting.names())
            return events.Sit(seat=_place(room, player, wanted), name=name, by=by, id=id_)
        case commands.Stand(seat=wanted):
            seat = sitting.own(player, wanted, room.turn)
            return events.Stand(seat=seat, by=by, id=id_)
        case commands.Bot(seat=seat, level=level):
            _check_host(room, player)
            if sitting.chairs[sitting.check(seat)].kind != "empty":
                raise SeatTaken("Somebody sits at seat {seat}.", seat=seat + 1)
            return events.Bot(seat=seat, level=level_of(level, levels), by=by, id=id_)
        case commands.Remove(seat=seat):
            _check_host(room, player)
            if sitting.chairs[sitting.check(seat)].kind == "empty":
                raise NoSeat("Nobody sits at seat {seat}.", seat=seat + 1)
            return events.Remove(seat=seat, by=by, id=id_)
        case commands.Start():
            sitting.own(player)
            if sitting.phase != "waiting":
                raise WrongPhase("The game has begun already.")
            if not sitting.full:
                raise WrongPhase("Every seat must be taken before the game begins.")
            return events.Start(by=by, id=id_)
        case commands.Say(text=text, seat=wanted):
            speaker = _speaker(room, player, text, wanted)
            seated = None if speaker is None else sitting.chairs[speaker].name
            name = told_apart(name, sitting.names()) if seated is None else seated
            return events.Say(seat=speaker, name=name, text=text, by=by, id=id_)
        case commands.Vote(end=end, seat=wanted):
            _check_playing(room)
            seat = sitting.own(player, wanted, room.turn)
            return events.Vote(seat=seat, end=end, by=by, id=id_)
        case commands.Wish():
            return _answer(room, command, player, levels, here)
        case commands.Back(seat=wanted):
            seat = sitting.own(player, wanted, room.turn)
            if not sitting.chairs[seat].away:
                raise WrongPhase("Nobody stands in for you.")
            return events.Back(seat=seat, by=by, id=id_)
        case commands.Holiday(days=days, seat=wanted):
            seat = sitting.own(player, wanted, room.turn)
            _check_holiday(room, player, days)
            return events.Holiday(seat=seat, days=days, by=by, id=id_)
        case commands.Show(round=round_, step=step):
            return _show(room, player, round_, step, id_)
        case commands.Pause(seat=wanted):
            seat = sitting.own(player, wanted)
            _check_playing(room)
            _check_alone(room)
            return events.Pause(seat=seat, by=by, id=id_)


def _at_table(
    room: Room,
    command: commands.TableCommand,
    player: PlayerId,
    dice: Dice,
    here: Here,
    followers: Followers,
) -> events.AnyEvent:
    seat = room.sitting.own(player, command.seat, room.turn)
    session = room.session
    if session is None:
        raise WrongPhase("The game has not begun.")
    if room.stale(seat, command.number):
        raise Stale("The table has changed: look again.")
    by, id_ = player, command.id
    over = room.sitting.phase == "over"
    if isinstance(command, commands.Again):
        if not (over or room.sitting.alone):
            raise WrongPhase("The round is not over.")
        if not room.sitting.full:
            raise WrongPhase("Every seat must be taken before the next round begins.")
        if command.deal is not None:
            deals.check_number(command.deal)
        wish = Wish(player, seat, "again", command.deal)
        if not room.sitting.agreed(wish, here()):
            _check_chatter(room, player)
            return _wished(wish, id_)
        dealt = shuffle(session.game, session.seats, command.deal, dice)
        return events.Again(
            deal=dealt.deal, deck=dealt.deck, key=dealt.key, cards=dealt.cards, by=by, id=id_
        )
    if over and not room.sitting.alone:
        raise WrongPhase("The round is over.")
    match command:
        case commands.Act(action=action, home="never"):
            _check_length(session)
            return events.Act(seat=seat, action=action, by=by, id=id_)
        case commands.Act(action=action, home=home):
            _check_length(session)
            _check_alone(room)
            then = followers(session.game, session.state, action, home)
            return events.Act(seat=seat, action=action, then=then, by=by, id=id_)
        case commands.Undo():
            if session.undoable and session.undoer != seat:
                raise NothingToUndo("Only your own last action can be taken back.")
            wish = Wish(player, seat, "undo", about=seat)
            if session.undoable and not room.sitting.agreed(wish, here()):
                return _wished(wish, id_)
            return events.Undo(seat=seat, remarks=session.remarks, by=by, id=id_)
        case commands.Redo(all=all_):
            if all_:
                _check_alone(room)
            if session.taken_back and session.taken_back[0][0] != seat:
                raise NothingToRedo("Only your own action can be done again.")
            return events.Redo(seat=seat, all=all_, by=by, id=id_)
        case commands.Restart():
            _check_alone(room)
            if not session.undoable:
                raise NothingToUndo("There is nothing to take back.")
            return events.Restart(seat=seat, by=by, id=id_)
        case commands.Finish():
            _check_alone(room)
            if hides(session.view(seat)):
                raise IllegalAction("The rest does not play itself yet.")
            return events.Finish(seat=seat, by=by, id=id_)
    raise TypeError(f"{type(command).__name__} is not a command at the table")


def _is_move(room: Room, command: commands.Logged, player: PlayerId) -> bool:
    """Return whether the command is a move of the seat on turn, and not just talk."""
    session, turn = room.session, room.turn
    if session is None or turn is None or not isinstance(command, commands.Act):
        return False
    if turn not in room.sitting.seats_of(player):
        return False
    return not session.is_talk(session.game.read(command.action))


def _wished(wish: Wish, id_: str) -> events.Wish:
    """Return the event of a request that needs everyone's consent."""
    return events.Wish(
        seat=wish.seat,
        matter=wish.matter,
        deal=wish.deal,
        about=wish.about,
        by=wish.player,
        id=id_,
    )


def _answer(
    room: Room,
    command: commands.Wish,
    player: PlayerId,
    levels: tuple[str, ...],
    here: Here,
) -> events.AnyEvent:
    """Return the event that a player's consent or refusal causes."""
    sitting, about, id_ = room.sitting, command.about, command.id
    wish = Wish(player, sitting.own(player, command.seat), command.matter, about=about)
    asked = any((other.matter, other.about) == (wish.matter, about) for other in sitting.wishes)
    if wish.matter == "bot" and command.yes:
        seat = _deserted(room, about, here)
    elif not asked:
        raise WrongPhase("Nobody asks for that any more.")
    elif not command.yes:
        return msgspec.structs.replace(_wished(wish, id_), yes=False)
    else:
        seat = wish.seat if about is None else about
    if wish.matter == "again":
        raise WrongPhase('Say "again" if you want another round.')
    if not sitting.agreed(wish, here()):
        return _wished(wish, id_)
    if wish.matter == "undo":
        said = 0 if room.session is None else room.session.remarks
        return events.Undo(seat=seat, remarks=said, by=player, id=id_)
    if sitting.chairs[seat].kind == "person":
        return events.Flag(seat=seat, by=player, id=id_)
    return events.Bot(seat=seat, level=levels[-1] if levels else "", by=player, id=id_)


def _deserted(room: Room, seat: Seat | None, here: Here) -> Seat:
    """Return the seat if nobody plays there: it is empty or its player is absent."""
    _check_playing(room)
    if seat is None:
        raise NoSeat("Say for which seat.")
    chair = room.sitting.chairs[room.sitting.check(seat)]
    if chair.played_by_bot:
        raise WrongPhase("A bot plays at seat {seat} already.", seat=seat + 1)
    if chair.kind == "person" and seat in here():
        raise WrongPhase("{name} is here.", name=chair.name)
    return seat


def hides(view: View) -> bool:
    """Return whether a table card is face down: then the end cannot be played automatically."""
    piles = view.get("piles")
    return isinstance(piles, dict) and any(
        isinstance(pile, list) and FACE_DOWN in pile for pile in piles.values()
    )


def _place(room: Room, player: PlayerId, wanted: Seat | None) -> Seat:
    """Return the seat that a player takes."""
    sitting = room.sitting
    own = sitting.seat_of(player)
    settled = sitting.phase != "waiting" or len(sitting.seats_of(player)) > 1
    if player in sitting.removed:
        raise NoSeat("The host has asked you to leave this table.")
    if own is not None and (settled or wanted in (None, own)):
        raise NoSeat("You have a seat already.")
    if wanted is not None:
        if not sitting.free_for(player, sitting.check(wanted)):
            raise _not_free(room, player, wanted)
        return wanted
    free = sitting.open_to(player)
    empty = [seat for seat in free if sitting.chairs[seat].kind == "empty"]
    if not free:
        others = (seat for seat, chair in enumerate(sitting.chairs) if chair.kind != "person")
        raise _not_free(room, player, next(others, None))
    return (empty or free)[0]


def _not_free(room: Room, player: PlayerId, seat: Seat | None) -> SeatTaken:
    """Return the error for a seat that a player cannot take."""
    if seat is None:
        return SeatTaken("Every seat is taken.")
    sitting = room.sitting
    if sitting.chairs[seat].kind == "person" or sitting.seen.get(player):
        return SeatTaken("Seat {seat} is not free for you.", seat=seat + 1)
    return SeatTaken("At this table nobody takes over a hand in mid-game: wait for the next round.")


def _speaker(room: Room, player: PlayerId, text: str, wanted: Seat | None) -> Seat | None:
    """Return the seat of a chat message, or None for a spectator. Refuses what may not be said."""
    sitting, session = room.sitting, room.session
    if sitting.phase != "playing" or session is None:
        return sitting.seat_of(player) if wanted is None else sitting.own(player, wanted)
    if room.made.settings.talk != "chat":
        raise ClosedTalk("At this table you can only use signals during a round.")
    seats = sitting.seats_of(player)
    if not seats and sitting.seen.get(player):
        raise ClosedTalk("You have seen a hand of this round, so you can't talk from outside.")
    seat = sitting.own(player, wanted, room.turn) if seats or wanted is not None else None
    check_words(text, session.game, session.state, seat)
    return seat


def _show(room: Room, player: PlayerId, round_: int, step: int | None, id_: str) -> events.Show:
    if player != room.sitting.host:
        room.sitting.own(player)
    if room.sitting.phase != "over":
        raise WrongPhase("A replay is for when the round is over.")
    steps = 0 if room.session is None else room.session.steps
    if round_ != room.sitting.round or (step or 0) > steps:
        raise WrongPhase("There is no such step.")
    return events.Show(round=round_, step=step, by=player, id=id_)


def _check_host(room: Room, player: PlayerId) -> None:
    if player != room.sitting.host:
        raise NotHost("That is for the host of the table.")


def _check_chatter(room: Room, player: PlayerId) -> None:
    if room.must_move_first(player):
        raise TooMany("Too many messages without a move: play on first.")


def _check_length(session: Session) -> None:
    """Refuse further actions in a very long game; it can only be undone."""
    if session.steps >= MOST_STEPS:
        raise TooMany("Too much has been played in this round: take moves back, or deal again.")


def _check_playing(room: Room) -> None:
    if room.sitting.phase != "playing":
        raise WrongPhase("No round is being played.")


def _check_holiday(room: Room, player: PlayerId, days: int) -> None:
    """Refuse holidays at tables without long turns, and above the limit."""
    if (room.made.settings.clock or 0) < LONG_CLOCK:
        raise NotAvailable("Holidays are for tables with 12 hours or more for a turn.")
    left = int(MOST_HOLIDAY - room.sitting.holidays.get(player, 0.0) / DAY)
    if days > left:
        raise TooMany(
            "You can be away for {most} days in a round; {left} are left.",
            most=MOST_HOLIDAY,
            left=left,
        )


def _check_alone(room: Room) -> None:
    if not room.sitting.alone:
        raise WrongPhase("That is for a player alone.")
