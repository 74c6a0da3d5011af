"""Shell completion: `trapoula completion SHELL` prints a script that calls `trapoula complete`."""

from collections.abc import Iterable, Iterator, Sequence

from trapoula.terminal.parser import LANG, Parser

SCRIPTS = {
    "bash": """_trapoula() {
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W "$(trapoula complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" \\
        -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _trapoula trapoula
""",
    "zsh": """#compdef trapoula
_trapoula() {
    local -a found
    found=("${(@f)$(trapoula complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ -n "$found" ]] && compadd -a found || _files
}
compdef _trapoula trapoula
""",
    "fish": """complete -c trapoula -a '(trapoula complete (commandline -opc)[2..] (commandline -ct))'
""",
}


def candidates(parser: Parser, words: Sequence[str]) -> list[str]:
    """Return the completions of the last word; none if it is a file name."""
    *before, typed = words or [""]
    return sorted({word for word in _possible(parser, before, typed) if word.startswith(typed)})


def _possible(parser: Parser, before: Sequence[str], typed: str) -> Iterable[str]:
    name = next((word for word in before if word in parser.commands), None)
    own = parser.commands[name][0] if name else parser
    flags = {flag: one for one in own.flags for flag in one.option_strings}
    last = before[-1] if before else ""
    if last in flags and flags[last].nargs != 0:
        return _values(last, before)
    if typed.startswith("-"):
        return flags
    if name is None:
        return parser.commands
    if any(one.dest == "shell" for one in own.places):
        return SCRIPTS
    if any(one.dest == "game" for one in own.places) and not _game(before):
        return _games()
    return ()


def _values(flag: str, before: Sequence[str]) -> Iterator[str]:
    from trapoula.texts import languages

    if flag == LANG:
        yield from languages()
    elif flag == "--family":
        from trapoula.catalogue.discovery import declarations

        yield from (declaration.family for declaration in declarations())
    elif flag in ("-o", "--option") and (game := _game(before)):
        from trapoula.catalogue.discovery import declaration, game_files

        found = declaration(game_files()[game])
        for option, choices in found.options.items() if found else ():
            yield from (f"{option}={choice}" for choice in choices)


def _games() -> Iterable[str]:
    from trapoula.catalogue.discovery import game_files

    return game_files()


def _game(words: Sequence[str]) -> str | None:
    return next((word for word in words if word in _games()), None)
