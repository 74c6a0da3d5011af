"""The workshop's editor: CodeMirror from npm, bundled into one script by esbuild.

It is built along with Python for browsers, and kept beside it. Without npm the page has a plain
text field, with the same errors and vocabulary."""

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

PACKAGES = {
    "esbuild": "0.28.2",
    "@codemirror/autocomplete": "6.20.4",
    "@codemirror/commands": "6.11.1",
    "@codemirror/lang-python": "6.2.1",
    "@codemirror/language": "6.13.1",
    "@codemirror/state": "6.7.6",
    "@codemirror/view": "6.43.15",
    "@lezer/highlight": "1.2.5",
}
NAME = "editor/codemirror.js"
NONE = b"export {};\n"
_PARTS = {
    "@codemirror/view": "Decoration, EditorView, WidgetType, drawSelection, highlightActiveLine, keymap,"
    " lineNumbers",
    "@codemirror/state": "EditorState, StateEffect, StateField",
    "@codemirror/commands": "defaultKeymap, history, historyKeymap, indentWithTab",
    "@codemirror/language": "HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting",
    "@codemirror/autocomplete": "autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap",
    "@codemirror/lang-python": "python",
    "@lezer/highlight": "tags",
}  # names that the page imports from each
_ENTRY = "".join(f'export {{ {names} }} from "{package}";\n' for package, names in _PARTS.items())


def make(folder: Path, modules: Path | None = None) -> None:
    """Build the script in a folder, if it is not there. Uses installed modules, or installs them."""
    kept = _kept(folder)
    if kept.is_file():
        return
    with TemporaryDirectory(dir=folder) as beside:
        work = Path(beside)
        found = modules.resolve() if modules and _whole(modules) else _installed(work)
        if found is None:
            return
        (work / "parts.js").write_text(_ENTRY, "utf-8")
        esbuild = shutil.which("esbuild", path=str(found / ".bin"))
        words = [str(esbuild), "parts.js", "--bundle", "--minify", "--format=esm"]
        words += ["--outfile=made.js", "--log-level=error", "--legal-comments=none"]
        if _run(words, work, {"NODE_PATH": str(found)}):
            (work / "made.js").rename(kept)


def script(folder: Path) -> bytes:
    """Return the built script, or an empty one."""
    kept = _kept(folder)
    return kept.read_bytes() if kept.is_file() else NONE


def _kept(folder: Path) -> Path:
    digest = sha256(f"{PACKAGES}{_ENTRY}".encode()).hexdigest()
    return folder / f"editor-{digest[:16]}.js"


def _whole(modules: Path) -> bool:
    return all((modules / name).is_dir() for name in PACKAGES)


def _installed(folder: Path) -> Path | None:
    """Install the packages into a temporary folder. Return their folder, or None."""
    npm = shutil.which("npm")
    wanted = [f"{name}@{release}" for name, release in PACKAGES.items()]
    words = ["install", "--silent", "--no-audit", "--no-fund", "--fetch-retries=1", "--prefix"]
    done = npm is not None and _run([npm, *words, str(folder), *wanted], folder, {})
    return folder / "node_modules" if done else None


def _run(words: list[str], where: Path, more: dict[str, str]) -> bool:
    try:
        done = subprocess.run(
            words, cwd=where, env={**os.environ, **more}, capture_output=True, check=False
        )
    except OSError:
        return False
    return done.returncode == 0
