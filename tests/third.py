"""A third language, to see that a language is one folder: a copy of the package with one more."""

import json
import shutil
from pathlib import Path

import polib

import trapoula

CODE, NAME = "qaa", "Tertia"  # a code that is kept for private use


def package_with_a_third_language(folder: Path) -> Path:
    """Copy the package into a folder and one of its languages under another code: nothing else."""
    package = folder / "trapoula"
    original = Path(trapoula.__file__).parent
    shutil.copytree(original, package, ignore=shutil.ignore_patterns("__pycache__"))
    own = package / "texts" / CODE
    shutil.copytree(package / "texts" / "el", own)
    words = json.loads((own / "words.json").read_text("utf-8"))
    words |= {"name": NAME, "short": "III"}
    (own / "words.json").write_text(json.dumps(words), "utf-8")
    for file in ("messages.po", "first.po", "web.po"):
        messages = polib.pofile(str(own / file))
        messages.metadata["Plural-Forms"] = "nplurals=3; plural=(n%10==1 ? 0 : n==0 ? 1 : 2);"
        for entry in messages:
            if forms := entry.msgstr_plural:
                entry.msgstr_plural = {0: forms[0], 1: forms[1], 2: forms[1]}
        messages.save()
    page = own / "klondike.md"
    page.write_text(page.read_text("utf-8").replace("# Κλόνταϊκ", "# Klondicum"), "utf-8")
    return folder
