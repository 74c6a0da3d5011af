"""The full-screen table: one key for each thing one does, and the table in the middle."""

from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager

from textual.app import App, ComposeResult
from textual.widgets import Footer, Static

from trapoula.catalogue.entries import find
from trapoula.core.errors import TrapoulaError
from trapoula.core.game import Choice
from trapoula.patience import Patience
from trapoula.terminal.device import Left
from trapoula.terminal.screen.board import Board, Cloth
from trapoula.terminal.screen.company import CompanyTable
from trapoula.terminal.screen.pages import Games, Handover, Options, Rules
from trapoula.terminal.screen.sight import Host, Sight
from trapoula.terminal.waiting import PATIENCE, compiling, patience_please
from trapoula.texts import chosen, say, tell, title

ALONE = ("deal", "finish", "verdict")  # what is done at a patience only


class TableApp(App[str]):
    """A table on the whole screen; what it leaves with is what was kept, in words."""

    CSS = """
    #head { height: 1; background: $primary; color: $text; padding: 0 1; }
    #line { height: auto; min-height: 1; max-height: 3; padding: 0 1; background: $surface; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host
        keys: tuple[tuple[str, str, str], ...] = (  # on a narrow screen the last are not seen
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
        """Only a patience has something to deal, to send home and to judge; company does not start over."""
        sight = self.host.sight
        if action == "restart" and sight is not None and sight.seats > 1:
            return False
        return self._alone or action not in ALONE

    def told_keys(self) -> list[tuple[str, str]]:
        """Each key that does something at this table, and what."""
        return [
            (self.get_key_display(binding), binding.description)
            for _, binding in self._bindings
            if binding.show and self.check_action(binding.action, ())
        ]

    # --- what is seen ----------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """A head, the table, a line that speaks, and the keys."""
        yield Static(id="head")
        yield Cloth()
        yield CompanyTable()
        yield Static(id="line")
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """Sit down."""
        self.host.changed, self.host.told = self._show, self._tell
        self._show()
        self._do(self.host.run())

    @property
    def _alone(self) -> bool:
        sight = self.host.sight
        return sight is not None and isinstance(sight.game, Patience)

    def _show(self) -> None:
        """Lay the table anew, or cover it for the next person."""
        sight = self.host.sight
        board, company = self.query_one(Board), self.query_one(CompanyTable)
        self.query_one(Cloth).display = self._alone
        company.display = not self._alone
        if sight is None:
            company.cover()
            self._hand_over()
            return
        if isinstance(self.screen, Handover):
            self.pop_screen()  # the table is open after all
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

    # --- what is done ----------------------------------------------------------------------------

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Say what is refused, and go on."""
        try:
            yield
        except TrapoulaError as error:
            self._say(tell(error))

    def on_board_played(self, event: Board.Played) -> None:
        """Do what was done on the table."""
        self._do(self.host.play(event.text))

    def on_company_table_played(self, event: CompanyTable.Played) -> None:
        """Do what was chosen from the list."""
        self._do(self.host.play(event.text))

    def on_board_nothing(self, event: Board.Nothing) -> None:
        """Say why nothing happens."""
        self._say(event.sentence)

    def action_undo(self) -> None:
        """Take back the last move."""
        self._do(self.host.undo())

    def action_redo(self) -> None:
        """Do it again."""
        self._do(self.host.redo())

    def action_restart(self) -> None:
        """Back to the deal."""
        self._do(self.host.restart())

    def action_finish(self) -> None:
        """Cards that can go home go there."""
        self._do(self.host.finish())

    def _do(self, work: Coroutine[None, None, None]) -> None:
        """Have the host do something; the table goes on answering meanwhile."""

        async def explained() -> None:
            with self._explaining():
                await work

        self.run_worker(explained())

    def action_deal(self) -> None:
        """New cards from the stock."""
        if self._alone:
            self.query_one(Board).deal()

    def action_new(self) -> None:
        """Another deal of the same game."""
        if (sight := self.host.sight) is not None:
            self._again(sight.options)

    def action_options(self) -> None:
        """Choose how the next deal is played."""
        sight = self.host.sight
        if sight is not None:
            self.push_screen(Options(find(sight.id), sight.options), self._again)

    def _again(self, options: dict[str, Choice] | None) -> None:
        if options is not None:
            self._do(self.host.again(options))

    def action_rules(self) -> None:
        """The rules of this game."""
        if (sight := self.host.sight) is not None:
            self.push_screen(Rules(sight.id, sight.options, self.told_keys()))

    def action_hint(self) -> None:
        """What one might do."""
        self._ask(self._hint())

    def _ask(self, question: Coroutine[None, None, None]) -> None:
        """Put a question; the last one is answered, and whoever waits for long is told for what."""
        self._say(say("Thinking ..."))
        asked = self.run_worker(question, group="questions", exclusive=True)

        def wait() -> None:
            if asked.is_finished:
                waiting.stop()
            elif (share := compiling()) is not None:
                self._say(patience_please(share))

        waiting = self.set_interval(PATIENCE, wait)

    async def _hint(self) -> None:
        before = self.host.sight
        with self._explaining():
            found = await self.host.advice()
            if self.host.sight != before:
                return  # the table has changed: the hint is about another
            self._say(found.sentence[:1].upper() + found.sentence[1:])
            if found.action is not None:
                where = self.query_one(Board) if self._alone else self.query_one(CompanyTable)
                where.point(found.action)

    def action_verdict(self) -> None:
        """Whether it can still be won."""
        self._ask(self._verdict())

    async def _verdict(self) -> None:
        with self._explaining():
            self._say(await self.host.verdict())

    def action_leave(self) -> None:
        """Go, and keep what is not finished."""
        self.exit(self.host.leave())

    async def action_quit(self) -> None:
        """Ctrl-Q leaves like q does."""
        self.action_leave()

    def action_help_quit(self) -> None:
        """Say to Ctrl-C how one leaves."""
        self._say(say("Press q to leave; an unfinished game is kept."))


class Chooser(App[str]):
    """The list of games, before there is a table."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, left: Sequence[Left] = ()) -> None:
        super().__init__()
        self._left = left

    def on_mount(self) -> None:
        """Ask which."""
        self.push_screen(Games(self._left), self.exit)

    def action_help_quit(self) -> None:
        """Ctrl-C leaves: nothing has begun."""
        self.exit()


def _head(sight: Sight) -> str:
    """The game, its deal and its score."""
    name = title(chosen().code, sight.id)
    if sight.deal is not None:
        name = say("{game}, deal {deal}", game=name, deal=sight.deal)
    if "score" in sight.view:
        name = f"{name}   {say('score {score}', score=sight.view['score'])}"
    return name
