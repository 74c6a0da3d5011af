"""A program as a user writes it: mypy checks it so strictly that nothing may be `Any`."""

from trapoula import Outcome, Session, deck, find, record, views


def top_of_waste(table: Session) -> str | None:
    """The last card of Klondike's waste."""
    waste = views.seen(table, views.PatienceView)["piles"]["W"]
    return waste[-1] if waste else None


def cards_in_sight(table: Session, seat: int) -> int:
    """How many cards lie open on a table of one's own game."""
    view = views.seen(table, views.PlacesView, seat)
    return sum(len(place.get("cards", [])) for place in view["places"].values()) + len(
        view["hand"] or []
    )


def main() -> None:
    """Play a little, and look."""
    table = Session("klondike", {"draw": 3}, deal=17)
    table.play("turn")
    print(top_of_waste(table), len(views.state(table, views.Table).piles))
    again: Session = Session.resume(record.read(record.write(table.record())))
    outcome: Outcome | None = again.outcome
    print(outcome, again.state == table.state, again.legal()[:3], find("golf").id, deck((1, 2), 3))
    for seat, action in again.actions:
        print(seat, again.text(action))


if __name__ == "__main__":
    main()
