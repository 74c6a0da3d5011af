"""What the code says: every message of the Python files and of the scripts, found without running them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import trapoula

ROOT = Path(trapoula.__file__).parent
TEXTS = ROOT / "texts"
SAYING = {"say", "Phrase", "template"}
SCRIPTS = sorted((ROOT / "web").rglob("*.js"))
CODE = sorted(path for path in ROOT.rglob("*.py"))


@dataclass(frozen=True)
class Said:
    """A message, the one for many of it if it counts something, and where it is said."""

    message: str
    many: str
    where: str


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a Python file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def code_messages() -> tuple[Said, ...]:
    """The messages of all Python files: what is said, and what goes wrong."""
    errors = error_names()
    return tuple(said for path in CODE for said in _said(path, errors))


@cache
def error_names() -> set[str]:
    """The names of all errors that are told to people: those that descend from TrapoulaError."""
    bases = {
        node.name: {ast.unparse(base) for base in node.bases}
        for path in CODE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    }
    found = {"TrapoulaError"}
    while more := {name for name, own in bases.items() if own & found} - found:
        found |= more
    return found


def _said(path: Path, errors: set[str]) -> Iterator[Said]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and node.args:
            name = (
                node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            )
            where = f"{path.relative_to(ROOT)}:{node.lineno}"
            if name in SAYING | errors and (text := _text(node.args[0])):
                yield Said(text, "", where)
            elif name == "say_many" and (text := _text(node.args[0])):
                yield Said(text, _text(node.args[1]), where)
            for keyword in node.keywords:
                if keyword.arg == "otherwise" and (text := _text(keyword.value)):
                    yield Said(text, "", where)  # what a move says that may not be made
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MESSAGES":
            table = node.value  # of messages that are said later; its keys are never said
            for text in map(
                _text, table.values if isinstance(table, ast.Dict) else ast.walk(table)
            ):
                if text:
                    yield Said(text, "", f"{path.relative_to(ROOT)}:{node.lineno}")


def _text(node: ast.AST) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


# --- scripts ---------------------------------------------------------------------------------------

STRING = r'"((?:[^"\\\n]|\\.)*)"'
_T = re.compile(rf"\bt\(\s*{STRING}")
_CHOICE = re.compile(rf"\bt\(([^()\"]*\?\s*{STRING}\s*:\s*{STRING})")
_TN = re.compile(rf"\btn\(\s*{STRING},\s*{STRING}")
_TEMPLATE = re.compile(rf"\btemplate:\s*{STRING}")
_TABLE = re.compile(
    r"^(?:export )?const ([A-Z]+) = (\{.*?^\}|\[.*?^\]|\{.*?\}|\[.*?\]);", re.MULTILINE | re.DOTALL
)
_VALUE = re.compile(rf"(?::|\[|,)\s*{STRING}(?!:)")


@cache
def script_messages() -> tuple[Said, ...]:
    """The messages of all scripts: t("..."), tn("...", "...") and tables that t is given words of."""
    return tuple(said for path in SCRIPTS for said in _script(path))


def _script(path: Path) -> Iterator[Said]:
    text = without_comments(path.read_text("utf-8"))

    def said(message: str, many: str, at: int) -> Said:
        line = text.count("\n", 0, at) + 1
        return Said(_unquote(message), _unquote(many), f"{path.relative_to(ROOT)}:{line}")

    for match in _T.finditer(text):
        yield said(match[1], "", match.start())
    for match in _CHOICE.finditer(text):
        yield said(match[2], "", match.start())
        yield said(match[3], "", match.start())
    for match in _TN.finditer(text):
        yield said(match[1], match[2], match.start())
    for match in _TEMPLATE.finditer(text):
        yield said(match[1], "", match.start())
    for table in _TABLE.finditer(text):
        if re.search(rf"\bt\({table[1]}\[", text):
            for match in _VALUE.finditer(table[2]):
                yield said(match[1], "", table.start() + match.start())


def without_comments(script: str) -> str:
    """The script with blanks in place of its comments, so that lines stay where they are."""
    return re.sub(
        rf"{STRING}|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|/\*.*?\*/|(?<![:\\])//[^\n]*",
        lambda match: match[0] if match[0][0] in "\"'`" else re.sub(r"[^\n]", " ", match[0]),
        script,
        flags=re.DOTALL,
    )


def _unquote(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


if __name__ == "__main__":
    import json
    import sys

    found = code_messages() if sys.argv[1:] != ["web"] else script_messages()
    print(
        json.dumps(
            [[said.message, said.many, said.where] for said in found], ensure_ascii=False, indent=0
        )
    )
