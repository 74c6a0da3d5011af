"""The parameters of the vocabulary's words, as docs/vocabulary.md lists them.

python -m tests.contract.words      write them into the page again
"""

import ast
import inspect
import re
from pathlib import Path

from trapoula import patience

PAGE = Path(__file__).parents[2] / "docs" / "vocabulary.md"
WORD = re.compile(
    r"^(# [^\n]+\.\n)((?:#   [^\n]*\n)*)(\w+)(\(.*?)(?=\n\n|\n```)", re.MULTILINE | re.DOTALL
)


def parameters(word: str) -> str:
    """One comment line for each parameter of a word: its name, its type, its default, its meaning."""
    value = getattr(patience, word)
    source = inspect.getsource(value)
    (node,) = ast.parse(source).body
    found = []
    if isinstance(node, ast.ClassDef):
        own = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        found = [(part.lineno, ast.unparse(part)) for part in own]
    elif isinstance(node, ast.FunctionDef):
        spec = node.args
        first = [None] * (len(spec.args) - len(spec.defaults)) + list(spec.defaults)
        pairs = [
            *zip(spec.args, first, strict=True),
            *zip(spec.kwonlyargs, spec.kw_defaults, strict=True),
        ]
        if spec.vararg:
            found.append((spec.vararg.lineno, f"*{ast.unparse(spec.vararg)}"))
        for own_argument, default in pairs:
            text = ast.unparse(own_argument)
            found.append(
                (
                    own_argument.lineno,
                    text if default is None else f"{text} = {ast.unparse(default)}",
                )
            )
    lines = source.splitlines()
    plain = (
        (number, re.sub(r" = field\(.*|'(?=[A-Z]\w+')|(?<=\w)'(?=[ ,|\]]|$)", "", text))
        for number, text in found
    )
    told = ((text, lines[number - 1].partition("  # ")[2]) for number, text in plain)
    return "".join(f"#   {text:32}  {comment}".rstrip() + "\n" for text, comment in told)


def written(page: str) -> str:
    """The page with the parameters of every word under its sentence."""

    def fill(found: re.Match[str]) -> str:
        value = getattr(patience, found[3], None)
        own = "" if value is None else parameters(found[3])
        return f"{found[1]}{own}{found[3]}{found[4]}"

    return WORD.sub(fill, page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
