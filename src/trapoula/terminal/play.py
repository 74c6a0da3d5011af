"""The line-mode game: print the table and numbered actions, read a line, repeat."""

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from trapoula.core.errors import BadAction, TrapoulaError, UnknownGame
from trapoula.core.game import Game, Json, Outcome, Seat, is_guided, write_deck
from trapoula.local.file import at_once
from trapoula.patience import Patience
from trapoula.play import record as records
from trapoula.play.record import Record
from trapoula.play.session import Session
from trapoula.terminal.bots import doomed, talks
from trapoula.terminal.choosing import Step, further, steps
from trapoula.terminal.lines import Offer, edit_lines, laid_out, merged, spelled
from trapoula.texts import chosen, say, say_many, tell, title
from trapoula.texts.search import named

if TYPE_CHECKING:
    from trapoula.terminal.device import Table, Unfinished

SUFFIX = ".trapoula"
SHORT = {"?": "help", "h": "help", "u": "undo", "r": "redo"}  # abbreviations
CLEAR = "\033[2J\033[H"  # clears a terminal


def paint(session: Session, seat: Seat | None = None) -> str:
    """Draw the table as text for a seat, by default the one on turn."""
    from trapoula.terminal import tables
    from trapoula.terminal.paint import wants_colour
    from trapoula.terminal.picture import draw

    turn = session.turn if session.turn is not None else 0
    view = session.view(turn if seat is None else seat)
    name = title(chosen().code, session.id)
    if session.deal is not None:
        name = say("{game}, deal {deal}", game=name, deal=session.deal)
    if isinstance(session.game, Patience):
        columns = shutil.get_terminal_size().columns
        table = draw(session.game, view, colour=wants_colour(), columns=columns)  # type: ignore[arg-type]
        return f"{name}   {say('score {score}', score=view['score'])}\n\n{table}"
    table = f"{name}\n\n{tables.draw(view, session.game, colour=wants_colour())}"
    line = task(session, turn if seat is None else seat)
    return f"{table}\n{line}" if line else table


def task(session: Session, seat: Seat) -> str:
    """Return what a seat has to do now, in one line."""
    game = session.game
    found = game.task(session.state, seat) if is_guided(game) else None
    return "" if found is None else say(found.message, **found.facts)


def standing(session: Session) -> dict[str, Json]:
    """Return the state of a table for a program."""
    outcome = session.outcome
    return {
        "game": session.id,
        "options": dict(session.options),
        "deal": session.deal,
        "deck": [*write_deck(session.game, session.deck)],
        "seats": session.seats,
        "turn": session.turn,
        "view": session.view(session.turn if session.turn is not None else 0),
        "outcome": None
        if outcome is None
        else {"won": outcome.won, "scores": [*outcome.scores], "reason": outcome.reason},
    }


def record_facts(file: str, *, steps: bool) -> dict[str, Json]:
    """Return a recorded game for a program: its actions and end, or every view along the way."""
    record = read_record(file)
    session = Session.resume(record)
    told = standing(session)
    told["actions"] = [{"seat": seat, "action": text} for seat, text in record.actions]
    if steps:
        told["views"] = [
            session.game.view(session.state_at(step), 0) for step in range(session.steps + 1)
        ]
    return told


def choose_game(left: "Sequence[Unfinished]" = ()) -> str | None:
    """Ask for a game until one is named or the input ends; return its id or an unfinished room."""
    from trapoula.catalogue.entries import ids

    letters = dict(zip(ascii_lowercase, left, strict=False))
    if letters:
        print(say("To go on with:"))
        for letter, one in letters.items():
            print(f"{letter} {one}")
        print()
    games = sorted(ids())
    for number, game in enumerate(games, 1):
        print(f"{number:3} {title(chosen().code, game):22}", end="\n" if number % 3 == 0 else "  ")
    print()
    while True:
        try:
            asked = say("Which game? (a number or a name)")
            answer = input(
                (say("Which game? (a letter, a number or a name)") if left else asked) + " "
            ).strip()
        except EOFError:
            print()
            return None
        if answer.lower() in letters:
            return letters[answer.lower()].room
        if answer.isdecimal() and len(answer) < 6 and 1 <= int(answer) <= len(games):
            return games[int(answer) - 1]
        try:
            return named(answer)
        except UnknownGame as error:
            print(tell(error))


def read_text(file: str) -> str:
    """Read a file; - is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return data.decode("utf-8", errors="replace")


def read_record(file: str) -> Record:
    """Read a record from a file; - is standard input."""
    return records.read(read_text(file))


def save(session: Session, path: Path) -> None:
    """Write a game to a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".part")
    draft.write_text(records.write(session.record()), encoding="utf-8")
    draft.replace(path)


def watch(file: str, *, steps: bool) -> None:
    """Print a recorded game: its end, or every step."""
    record = read_record(file)
    session = Session.resume(record)
    if steps:
        viewer = Session.resume(Record(record.game, record.options, record.seats, record.deck))
        for seat, text in record.actions[len(viewer.record().actions) :]:
            print(f"{paint(viewer)}\n\n> {text}\n")
            viewer.play(text, seat)
    print(f"{paint(session)}\n\n{ended(session)}")


def ended(session: Session) -> str:
    """Say how a game ended, if it did."""
    if session.outcome is None:
        return say("The game is still open.")
    return ended_sentence(session.game, session.outcome)


def ended_sentence(game: Game[Any, Any], outcome: Outcome) -> str:
    """Say how the game ended."""
    if not isinstance(game, Patience):
        from trapoula.terminal.wording import ending

        return ending(game, outcome)
    if outcome.won:
        return say("Won!")
    return say("No move is left.") if outcome.reason == "stuck" else say("The game is over.")


def _typed(line: Step) -> str:
    """Return a line's label, or its text if that is clear by itself: 37>up1."""
    return line.action if line.action and not line.action[:1].isalpha() else line.label


class Player:
    """The line-mode loop, for one person or several, with or without bots."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._at: Seat | None = None  # the person at the screen
        self._warned = ""  # an action that loses at once, and that the player was warned about
        self._taken: list[Step] = []  # choices made so far for an unfinished action
        alone = {
            "finish": (
                lambda _: self._finish(),
                say("bring everything home, when it plays itself"),
            ),
            "verdict": (
                lambda _: self._judge(),
                say("whether it can still be won, and if not, which move lost it"),
            ),
        }
        together = {
            "back": (lambda _: self._back(), say("one question back, while an action is chosen")),
            "review": (lambda _: self._review(), say("your game so far, beside the bot's")),
            "talk": (lambda _: self._talk(), say("what you can say to the others")),
        }
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "undo": (lambda _: at_once(self._table.undo()), say("take back the last move")),
            "redo": (lambda _: at_once(self._table.redo()), say("do it again")),
            "restart": (lambda _: at_once(self._table.restart()), say("back to the deal")),
            "hint": (lambda _: self._advise(), say("what you might do")),
            **(alone if isinstance(self.session.game, Patience) else together),
            "again": (lambda _: self._again(), say("another deal, with the same players")),
            "save": (self._save, say("save FILE: write the game to a file")),
            "help": (lambda _: self._help(), say("this list")),
        }
        if not table.room.sitting.alone:
            del self._commands["restart"]  # it is for single players only

    @property
    def session(self) -> Session:
        """The current game."""
        return self._table.session

    def run(self) -> int:
        """Play until the player leaves; keep an unfinished game for --resume."""
        edit_lines()
        at_once(self._table.begin())
        print(say("A move is its number or its text; help tells what else you can type."))
        while True:
            try:
                self._hand_over_screen()
                print(f"\n{paint(self.session, self._at)}\n")
                self._offer()
                line = input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                break
            if line.lower() in ("quit", "q"):
                break
            try:
                self._run_command(line)
            except (TrapoulaError, OSError) as error:
                print(tell(error) if isinstance(error, TrapoulaError) else error)
        self._keep()
        return 0

    def _hand_over_screen(self) -> None:
        """Print what the bots did, and hand over the screen if another person is on turn."""
        from trapoula.terminal.tables import name

        for seat, words in self._table.news():
            print(f"{name(seat)}: {words}")
        person = self._table.waiting
        if person is not None and person != self._at and len(self._table.people) > 1:
            print(CLEAR if sys.stdout.isatty() else "")
            input(say("{name} is on turn: press Enter when nobody else looks.", name=name(person)))
        self._at = self._at or 0 if person is None else person

    def _offer(self) -> None:
        if self.session.outcome is not None:
            print(ended(self.session))
            if self._was_lost():
                print(say("The word verdict tells which move lost it."))
        if not isinstance(self.session.game, Patience):
            self._ask()
            return
        self._list(enumerate(map(str, self._offers()), 1))

    def _ask(self) -> None:
        """List the actions, or the next question of the chosen line."""
        question, lines = self._lines()
        if question:
            print(question)
        shown = [(n, _typed(one)) for n, one in enumerate(lines, 1) if not self._says(one)]
        self._list(shown)
        if question:
            print(say("The word back takes the last answer back."))
        elif len(shown) < len(lines):
            print(say("The word talk shows what you can say."))

    def _lines(self) -> tuple[str, list[Step]]:
        game, legal = self.session.game, self._legal()
        if self._taken and not {*self._taken[-1].texts} <= {*legal}:
            self._taken = []  # the table has changed
        return further(game, self._taken[-1]) if self._taken else ("", steps(game, legal))

    def _says(self, line: Step) -> bool:
        return talks(self.session, line.texts[0])

    def _back(self) -> None:
        if self._taken:
            self._taken.pop()

    def _was_lost(self) -> bool:
        outcome = self.session.outcome
        alone = isinstance(self.session.game, Patience)
        return alone and outcome is not None and not outcome.won and self.session.steps > 0

    def _legal(self) -> list[str]:
        person = self._table.waiting
        return [] if person is None else self.session.legal(person)

    def _offers(self) -> list[Offer]:
        """Return the legal moves, merging those with the same effect."""
        return merged(self.session.game, self.session.state, self._legal())

    def _run_command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = SHORT.get(word.lower(), word.lower())
        if command in self._commands:
            self._commands[command][0](rest.strip())
        elif line.isascii() and line.isdigit() and len(line) < 6:
            self._choose(int(line))
        elif line:
            self._play_text(line)

    def _choose(self, number: int) -> None:
        """Play the action with that number, or ask its next question."""
        alone = isinstance(self.session.game, Patience)
        lines = (
            [Step(one.text, (one.text,)) for one in self._offers()] if alone else self._lines()[1]
        )
        if not 1 <= number <= len(lines):
            print(say("There is no move {number}.", number=number))
        elif (text := lines[number - 1].action) is not None:
            self._play(text)
        else:
            self._taken.append(lines[number - 1])

    def _play_text(self, line: str) -> None:
        """Play what was typed, in any case; if it is no action, show an example."""
        legal = self._legal()
        try:
            self._play(spelled(self.session.game, legal, line))
        except BadAction:
            if not legal:
                raise
            print(
                say(
                    "{text} is not a move here: {example} is one, and help tells what else you can type.",
                    text=repr(line),
                    example=legal[0],
                )
            )

    def _play(self, text: str) -> None:
        """Play an action, but ask for confirmation if it loses at once."""
        seat = self._table.speaker(text)
        rule = doomed(self.session, seat, text) if seat is not None else None
        if rule and self._warned != text:
            from trapoula.terminal.wording import called, words_of

            self._warned = text
            why = called(words_of(self.session.game), f"broken {rule}")
            print(
                say("That loses the game at once ({rule}). Say it again if you mean it.", rule=why)
            )
            return
        self._warned = ""
        at_once(self._table.play(text))

    def _talk(self) -> None:
        lines = enumerate(self._lines()[1], 1)
        self._list((number, one.label) for number, one in lines if self._says(one))

    def _list(self, offers: Iterable[tuple[int, str]]) -> None:
        """Print numbered moves."""
        entries = (f"{number} {told}" for number, told in offers)
        print(laid_out(entries, shutil.get_terminal_size().columns))

    def _again(self) -> None:
        self._table = at_once(self._table.again(self.session.options))
        at_once(self._table.begin())

    def _finish(self) -> None:
        print(say_many("{n} move made.", "{n} moves made.", at_once(self._table.finish())))

    def _advise(self) -> None:
        from trapoula.terminal.judging import advised
        from trapoula.terminal.waiting import preparing

        with preparing():
            action, why = advised(self.session, self._at or 0)
        alone = action is not None and isinstance(self.session.game, Patience)
        print(f"{action}: {why}" if alone else why)
        if action is not None:
            at_once(self._table.advised())

    def _review(self) -> None:
        from trapoula.terminal.coaching import reviewed

        for line in reviewed(self.session, self._at or 0):
            print(line)

    def _judge(self) -> None:
        from trapoula.terminal.judging import judged

        print(judged(self.session))

    def _save(self, name: str) -> None:
        path = Path(name or f"{self.session.id}{SUFFIX}")
        save(self.session, path)
        print(say("Saved in {path}.", path=path))

    def _help(self) -> None:
        print(say("Type the number or the text of a move, or one of these:"))
        for word, (_, text) in self._commands.items():
            print(f"  {word:8} {text}")
        print(f"  {'quit':8} {say('leave; an unfinished game is kept')}")

    def _keep(self) -> None:
        if self._table.leave():
            print(say("The game is kept: trapoula play --resume goes on with it."))
