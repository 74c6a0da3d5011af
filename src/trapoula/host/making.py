"""Turn a request for a new room into the room: which cards are dealt, and who sits where."""

from datetime import date

from trapoula.catalogue.entries import find
from trapoula.core.game import Choice, Dice
from trapoula.host.bodies import NewRoom
from trapoula.host.names import Person, clean_name
from trapoula.play.record import Record
from trapoula.play.session import check_seats
from trapoula.room import events
from trapoula.room.errors import BadMessage, NoSeat, SeatTaken
from trapoula.room.events import PlayerId, Row, Settings
from trapoula.room.lookalikes import told_apart
from trapoula.room.proposals import level_of, secret_key, shuffle
from trapoula.room.room import Room
from trapoula.solve import deals_of, read_day


def creation(
    wanted: NewRoom, player: PlayerId, dice: Dice, record: Record | None = None
) -> events.Create:
    """Return the event that makes the requested room, from a record if there is one."""
    settings = Settings(
        watch=wanted.watch,
        lobby=wanted.lobby,
        talk=wanted.talk,
        clock=wanted.clock,
        absent=wanted.absent,
        late=wanted.late,
        join=wanted.join,
    )
    if record is not None:
        step = len(record.actions) if wanted.step is None else wanted.step
        return events.Create(
            game=record.game, options=dict(record.options), seats=record.seats, settings=settings,
            deal=record.deal, deck=record.deck, actions=record.actions[:step], by=player,
            cards="record", key=secret_key(dice) if record.seats > 1 else "",
        )  # fmt: skip
    if wanted.game is None:
        raise BadMessage("Which game?")
    entry = find(wanted.game)
    chosen: dict[str, object] = {}
    if wanted.preset is not None:
        if wanted.preset not in entry.presets:
            facts = {"game": entry.id, "preset": repr(wanted.preset)}
            if not entry.presets:
                raise BadMessage("{game} has no presets, so not {preset}.", **facts)
            known = ", ".join(entry.presets)
            raise BadMessage(
                "{game} has no preset {preset}; it has {presets}.", presets=known, **facts
            )
        chosen |= entry.presets[wanted.preset]
    options: dict[str, Choice] = entry.settle(chosen | wanted.options)
    game = entry.make(options)
    seats = check_seats(game, wanted.seats)
    if wanted.day is not None:
        if options != entry.settle({}):
            raise BadMessage("A deal of the day is played with the usual options.")
        dealt = _of_day(entry.id, read_day(wanted.day))
    else:
        dealt = shuffle(game, seats, wanted.deal, dice)
    return events.Create(
        game=entry.id, options=options, seats=seats, settings=settings, deal=dealt.deal,
        deck=dealt.deck, key=dealt.key, cards=dealt.cards, by=player,
    )  # fmt: skip


def _of_day(game: str, day: date) -> events.Dealt:
    """Return the deal of a game on a day."""
    deal = next((one.deal for one in deals_of(day) if one.game == game), None)
    if deal is None:
        raise BadMessage("There is no deal of the day of this game.")
    return events.Dealt(deal=deal, cards="day")


def set_up_room(
    id_: str,
    now: float,
    create: events.Create,
    wanted: NewRoom,
    person: Person,
    levels: tuple[str, ...],
) -> Room:
    """Return a new room with its maker in the first seat, and with the requested bots and players."""
    room = Room.new(id_, now, create)
    first: list[events.Sit | events.Bot] = [events.Sit(seat=0, name=person.name, by=person.id)]
    try:
        for bot in wanted.bots:
            first.append(events.Bot(seat=bot.seat, level=level_of(bot.level, levels)))
        for own in wanted.hold:
            names = [one.name for one in first if isinstance(one, events.Sit)]
            name = told_apart(clean_name(own.name), names)
            first.append(events.Sit(seat=own.seat, name=name, by=person.id, also=True))
        for event in first:
            if room.sitting.chairs[room.sitting.check(event.seat)].kind != "empty":
                raise SeatTaken("Somebody sits at seat {seat}.", seat=event.seat + 1)
            room.apply(room.number + 1, now, event)
    except (NoSeat, SeatTaken) as wrong:  # the table does not exist yet, so this is a bad request
        raise BadMessage(wrong.message, **wrong.facts) from None
    if create.seats == 1 or (wanted.start and room.sitting.full):
        room.apply(room.number + 1, now, events.Start())
    return room


def rows_of(room: Room) -> list[Row]:
    """Return a room's log as stored."""
    return [Row(number, at, events.write(event)) for number, (at, event) in enumerate(room.log, 1)]
