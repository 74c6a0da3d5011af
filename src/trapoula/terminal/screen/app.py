"""The full-screen app: key bindings around a table."""

from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager

from textual.app import App, ComposeResult
from textual.widgets import Footer, Static

from trapoula.catalogue.entries import find
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Choice
from trapoula.patience import Patience
from trapoula.terminal.device import Unfinished
from trapoula.terminal.screen.board import Board, Cloth
from trapoula.terminal.screen.company import CompanyTable
from trapoula.terminal.screen.pages import Games, Handover, Options, Rules
from trapoula.terminal.screen.sight import Host, Sight
from trapoula.terminal.waiting import DELAY, compiling, progress_message
from trapoula.texts import chosen, say, tell, title

ALONE = ("deal", "finish", "verdict")  # actions for patiences only


class TableApp(App[str]):
    """The app for one table. It exits with a message about the game it kept."""

    CSS = """
    #head { height: 1; background: $primary; color: $text; padding: 0 1; }
    #line { height: auto; min-height: 1; max-height: 3; padding: 0 1; background: $surface; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        keys: tuple[tuple[str, str, str], ...] = (  # on a narrow screen, the last ones do not fit
            ("question_mark", "rules", say("Rules")),
            ("q", "leave", say("Leave")),
            ("u", "undo", say("Undo")),
            ("h", "hint", say("Hint")),
            ("v", "verdict", say("Verdict")),
            ("d", "deal", say("Deal")),
            ("f", "finish", say("Home")),
            ("n", "new", say("New")),
            ("r", "redo", say("Redo")),
            ("o", "options", say("Options")),
            ("b", "restart", say("Restart")),
        )
        for key, action, told in keys:
            self.bind(key, action, description=told)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Disable useless keys.

        Deal, finish and verdict are for patiences, restart is for a single player.
        """
        sight = self.host.sight
        if action == "restart" and sight is not None and sight.seats > 1:
            return False
        return self._alone or action not in ALONE

    def told_keys(self) -> list[tuple[str, str]]:
        """Return each key that works at this table, with its description."""
        return [
            (self.get_key_display(binding), binding.description)
            for _, binding in self._bindings
            if binding.show and self.check_action(binding.action, ())
        ]

    # --- layout ----------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield the header, the table, the message line and the keys."""
        yield Static(id="head")
        yield Cloth()
        yield CompanyTable()
        yield Static(id="line")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Connect to the host and start it."""
        self.host.changed, self.host.told = self._show, self._tell
        self._show()
        self._do(self.host.run())

    @property
    def _alone(self) -> bool:
        sight = self.host.sight
        return sight is not None and isinstance(sight.game, Patience)

    def _show(self) -> None:
        """Draw the table, or cover it for the next person."""
        sight = self.host.sight
        board, company = self.query_one(Board), self.query_one(CompanyTable)
        self.query_one(Cloth).display = self._alone
        company.display = not self._alone
        if sight is None:
            company.cover()
            self._hand_over()
            return
        if isinstance(self.screen, Handover):
            self.pop_screen()  # the table was opened meanwhile
        self.refresh_bindings()
        self.query_one("#head", Static).update(_head(sight))
        self._say(sight.ending or sight.task or sight.waiting)
        if self._alone:
            board.show(sight)
            board.focus()
        else:
            company.show(sight)
            company.query_one("#offers").focus()

    def _hand_over(self) -> None:
        sentence = self.host.handover
        if sentence and not isinstance(self.screen, Handover):
            self.push_screen(Handover(sentence), lambda _: self._do(self.host.look()))

    def _say(self, sentence: str) -> None:
        self.query_one("#line", Static).update(sentence)

    def _tell(self, line: str) -> None:
        if self._alone:
            self._say(line)
        else:
            self.query_one(CompanyTable).tell(line)

    # --- actions ---------------------------------------------------------------------------------

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Show errors in the message line."""
        try:
            yield
        except TrapoulaError as error:
            self._say(tell(error))

    def on_board_played(self, event: Board.Played) -> None:
        """Play a move made on the table."""
        self._do(self.host.play(event.text))

    def on_company_table_played(self, event: CompanyTable.Played) -> None:
        """Play an action chosen from the list."""
        self._do(self.host.play(event.text))

    def on_board_nothing(self, event: Board.Nothing) -> None:
        """Show why nothing happens."""
        self._say(event.sentence)

    def action_undo(self) -> None:
        """Undo the last move."""
        self._do(self.host.undo())

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self._do(self.host.redo())

    def action_restart(self) -> None:
        """Go back to the deal."""
        self._do(self.host.restart())

    def action_finish(self) -> None:
        """Move all cards to the foundations that can go there."""
        self._do(self.host.finish())

    def _do(self, work: Coroutine[None, None, None]) -> None:
        """Run an action of the host without blocking the table."""

        async def explained() -> None:
            with self._explaining():
                await work

        self.run_worker(explained())

    def action_deal(self) -> None:
        """Deal from the stock."""
        if self._alone:
            self.query_one(Board).deal()

    def action_new(self) -> None:
        """Deal the same game again."""
        if (sight := self.host.sight) is not None:
            self._again(sight.options)

    def action_options(self) -> None:
        """Choose the options of the next deal."""
        sight = self.host.sight
        if sight is not None:
            self.push_screen(Options(find(sight.id), sight.options), self._again)

    def _again(self, options: dict[str, Choice] | None) -> None:
        if options is not None:
            self._do(self.host.again(options))

    def action_rules(self) -> None:
        """Show the rules."""
        if (sight := self.host.sight) is not None:
            self.push_screen(Rules(sight.id, sight.options, self.told_keys()))

    def action_hint(self) -> None:
        """Show a hint."""
        self._ask(self._hint())

    def _ask(self, question: Coroutine[None, None, None]) -> None:
        """Run a question; a new one replaces the last. If it takes long, show the compiler's progress."""
        self._say(say("Thinking ..."))
        asked = self.run_worker(question, group="questions", exclusive=True)

        def wait() -> None:
            if asked.is_finished:
                waiting.stop()
            elif (share := compiling()) is not None:
                self._say(progress_message(share))

        waiting = self.set_interval(DELAY, wait)

    async def _hint(self) -> None:
        before = self.host.sight
        with self._explaining():
            found = await self.host.advice()
            if self.host.sight != before:
                return  # the table has changed, so the hint is outdated
            self._say(found.sentence[:1].upper() + found.sentence[1:])
            if found.action is not None:
                where = self.query_one(Board) if self._alone else self.query_one(CompanyTable)
                where.point(found.action)

    def action_verdict(self) -> None:
        """Show whether the game can still be won."""
        self._ask(self._verdict())

    async def _verdict(self) -> None:
        with self._explaining():
            self._say(await self.host.verdict())

    def action_leave(self) -> None:
        """Leave, and keep an unfinished game."""
        self.exit(self.host.leave())

    async def action_quit(self) -> None:
        """Leave: Ctrl-Q works like q."""
        self.action_leave()

    def action_help_quit(self) -> None:
        """Say how to leave, on Ctrl-C."""
        self._say(say("Press q to leave; an unfinished game is kept."))


class Chooser(App[str]):
    """The list of games, shown before there is a table."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, left: Sequence[Unfinished] = ()) -> None:
        super().__init__()
        self._left = left

    def on_mount(self) -> None:
        """Show the list."""
        self.push_screen(Games(self._left), self.exit)

    def action_help_quit(self) -> None:
        """Leave on Ctrl-C: no game has started."""
        self.exit()


def _head(sight: Sight) -> str:
    """Return the game with its deal and score."""
    name = title(chosen().code, sight.id)
    if sight.deal is not None:
        name = say("{game}, deal {deal}", game=name, deal=sight.deal)
    if "score" in sight.view:
        name = f"{name}   {say('score {score}', score=sight.view['score'])}"
    return name
