"""Write a folder that any web host can serve: the client, the rules and Python, without a server.

Python for the browser is Pyodide, from npm, with the one wheel that rooms need, from pip. The
workshop's editor comes from npm too. All are fetched when a folder is first written, and cached for
the next time."""

import gzip
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import polib

import trapoula
from trapoula import texts
from trapoula.core.errors import TrapoulaError
from trapoula.machine.folders import data_folder
from trapoula.server import editor, pages
from trapoula.server.assets import STILL, files
from trapoula.server.assets import version as package_version
from trapoula.server.guards import wasm_policy
from trapoula.texts.languages import FIRST

PYODIDE = "314.0.7"  # the release of Pyodide to use
ENGINE = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
WHEEL = "msgspec"  # the one package that rooms need besides ours
PARTS = ("", FIRST, "tour")  # parts of the messages, as browsers request them
PAGE, SLEEPER, MANIFEST = "index.html", "worker.js", "manifest.webmanifest"
ICONS = ("icon.svg", "icon-192.png", "icon-512.png")
LEFT_OUT = ("web", "server", "terminal", "study", "learn")
_ENGINE_PATH = f"python/{PYODIDE}"  # without our version, so that browsers keep it cached
_ENGINE_SCRIPT = f"""export {{ loadPyodide }} from "../../../{_ENGINE_PATH}/pyodide.mjs";
export const indexURL = new URL("../../../{_ENGINE_PATH}/", import.meta.url).href;
"""
_TO_FILL_IN = b'const VERSION = "",\n  FILES = [],\n  SERVED = false;'  # as prettier formats it
_CATALOGUE = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from trapoula.machine import extras
extras.COMPILES = False
from trapoula.host.catalogue_view import catalogue
sys.stdout.buffer.write(catalogue())
"""


_PREPARE = """
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
const [, , engine, there] = process.argv;
const { loadPyodide } = await import(engine);
const running = await loadPyodide({ indexURL: dirname(engine) + "/", _makeSnapshot: true });
const here = running.runPython("import site; site.getsitepackages()[0]");
running.FS.mkdir("/prepared");
running.FS.mount(running.FS.filesystems.NODEFS, { root: there }, "/prepared");
running.runPython(`
import shutil, sys
from pathlib import Path
from py_compile import PycInvalidationMode, compile
for path in Path("/prepared").rglob("*.py"):
    name = str(path.relative_to("/prepared"))
    compile(str(path), dfile=name, doraise=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
shutil.copytree("/prepared", "${here}", dirs_exist_ok=True)
del shutil, sys, path, name, Path, PycInvalidationMode, compile
`);
running.FS.unmount("/prepared");
running.pyimport("trapoula.local.preload").destroy();
writeFileSync(`${there}/snapshot`, running.makeMemorySnapshot());
process.exit(0);
"""


class CannotWrite(TrapoulaError):
    """The folder cannot be written."""

    code = "cannot-write"


def write(folder: Path, pyodide: Path | None = None) -> None:
    """Write all files into a folder, replacing an earlier version."""
    if folder.exists() and not folder.is_dir():
        raise CannotWrite("{folder} is a file and no folder: name another.", folder=str(folder))
    if folder.exists() and not _ours(folder):
        raise CannotWrite(
            "{folder} is not empty, and is no folder that this command wrote: name another.",
            folder=str(folder),
        )
    engine = parts(pyodide)
    with TemporaryDirectory(dir=_parent(folder)) as beside:
        new = Path(beside) / "site"
        for name, body in contents(engine):
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        if folder.exists():
            shutil.rmtree(folder)
        new.rename(folder)


def _parent(folder: Path) -> Path:
    try:
        folder.resolve().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(
            "{folder} cannot be written: {reason}.", folder=str(folder), reason=str(error.strerror)
        ) from None
    return folder.resolve().parent


def _ours(folder: Path) -> bool:
    """Return whether a folder is empty or was written by `write`."""
    found = {entry.name for entry in folder.iterdir()}
    return not found or {PAGE, MANIFEST, "assets"} <= found


# --- contents ------------------------------------------------------------------------------------


def contents(engine: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the folder with its path. Files that can change have a version in their path."""
    still = dict(_still(engine))
    digest = sha256(package_version().encode())
    for name, body in sorted(still.items()):
        digest.update(f"{name}\0".encode() + sha256(body).digest())
    version = digest.hexdigest()[:16]
    for name, body in still.items():
        yield f"assets/{version}/{name}", body
    for name in ENGINE:
        yield f"{_ENGINE_PATH}/{name}", (engine / name).read_bytes()
    yield PAGE, _page(version)
    yield MANIFEST, _manifest()
    for icon in ICONS:
        yield icon, files()[icon].body
    yield SLEEPER, _sleeper(version, still)
    yield ".nojekyll", b""  # GitHub Pages leaves out paths that begin with an underscore otherwise


def _still(engine: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the immutable files: scripts, styles, texts, the catalogue, and Python with the rules."""
    for name, asset in files().items():
        if name.startswith(("js/", "css/", "fonts/", "icon")):
            yield name, asset.body
    yield "api/games.json", _catalogue()
    for language in texts.languages():
        for part in PARTS:
            name = f"api/texts/{language}{f'-{part}' if part else ''}.json"
            body = json.dumps(texts.messages(language, part), ensure_ascii=False)
            yield name, body.encode()
    yield from _python(engine)


def _python(engine: Path) -> Iterator[tuple[str, bytes]]:
    """Yield our own part of Python for the browser."""
    yield "python/engine.js", _ENGINE_SCRIPT.encode()
    yield editor.NAME, editor.script(engine)
    for pack in sorted(_packs(engine).iterdir()):
        yield f"python/{pack.name}", pack.read_bytes()


def _catalogue() -> bytes:
    """Return the catalogue for a browser, where there is no compiled code."""
    made = subprocess.run([sys.executable, "-c", _CATALOGUE], capture_output=True, check=False)
    if made.returncode:
        raise CannotWrite("The catalogue could not be made: {reason}.", reason=_last_line(made))
    return made.stdout


def _rules(engine: Path) -> dict[str, bytes]:
    """Return everything that Python in the browser imports, by path."""
    root = Path(trapoula.__file__).parent
    found: dict[str, bytes] = {"polib.py": Path(polib.__file__).read_bytes()}
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if path.is_file() and inside.parts[0] not in LEFT_OUT and "__pycache__" not in inside.parts:
            found[f"trapoula/{inside.as_posix()}"] = path.read_bytes()
    with zipfile.ZipFile(next(engine.glob(f"{WHEEL}-*.whl"))) as packed:
        found |= {name: packed.read(name) for name in packed.namelist() if name.startswith(WHEEL)}
    return found


def _packs(engine: Path) -> Path:
    """Return a folder with the packs that browsers unpack. It is made once and cached beside Pyodide."""
    files = _rules(engine)
    kept = _kept_packs(engine, files)
    if kept.is_dir():
        return kept
    with TemporaryDirectory(dir=engine) as beside:
        (new := Path(beside) / "packs").mkdir()
        compiled, begun = _prepared(engine, files, Path(beside) / "sources")
        (new / "trapoula.pack").write_bytes(_packed(files | compiled))
        if begun:
            (new / "snapshot.pack").write_bytes(_packed({"snapshot": begun}))
        for old in engine.glob("packs-*"):
            if old != kept:
                shutil.rmtree(old, ignore_errors=True)
        with suppress(OSError):  # another process was first
            new.rename(kept)
    return kept


def _kept_packs(engine: Path, files: Mapping[str, bytes]) -> Path:
    """Return the cache folder of the packs of these files."""
    digest = sha256(_PREPARE.encode())
    for path, body in files.items():
        digest.update(f"{path}\0".encode() + sha256(body).digest())
    return engine / f"packs-{digest.hexdigest()[:16]}"


def _packed(files: Mapping[str, bytes]) -> bytes:
    """Pack files: the length of the index, the index of paths and sizes, then their contents."""
    index = json.dumps([[path, len(body)] for path, body in files.items()]).encode()
    whole = b"".join((len(index).to_bytes(4, "little"), index, *files.values()))
    return gzip.compress(whole, 9, mtime=0)


def _prepared(
    engine: Path, files: Mapping[str, bytes], folder: Path
) -> tuple[dict[str, bytes], bytes]:
    """Return compiled sources and a memory snapshot, made with Node; nothing without Node.

    The sources are compiled by the browser's own Python. The snapshot is Python's memory after its
    first imports, so that browsers start from there."""
    node = shutil.which("node")
    if node is None:
        return {}, b""
    for path, body in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    script = folder.with_name("prepare.mjs")
    script.write_text(_PREPARE, "utf-8")
    words = [node, str(script), str(engine / "pyodide.mjs"), str(folder)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        return {}, b""
    made = sorted(folder.rglob("*.pyc"))
    compiled = {file.relative_to(folder).as_posix(): file.read_bytes() for file in made}
    return compiled, (folder / "snapshot").read_bytes()


def _page(version: str) -> bytes:
    """Return the page, with the policy that a server would send as a header."""
    text = pages.page_of("/").decode()
    text = text.replace(f'"{STILL}{package_version()}/{MANIFEST}"', f'"{MANIFEST}"')
    text = text.replace(f'"{STILL}{package_version()}/', f'"assets/{version}/')
    policy = wasm_policy().replace("; frame-ancestors 'none'", "")  # allowed only in a header
    said = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="house" content="folder">',
    )
    first = '<meta charset="utf-8">'
    return text.replace(first, "\n    ".join((first, *said)), 1).encode()


def _manifest() -> bytes:
    """Return the manifest, with relative paths: the folder can lie anywhere."""
    told = json.loads(files()[MANIFEST].body)
    return json.dumps(told | {"id": "./", "start_url": "./", "scope": "./"}, indent=2).encode()


def _sleeper(version: str, still: dict[str, bytes]) -> bytes:
    """Return the service worker, with the list of files it caches."""
    return _filled_in(version, [MANIFEST, *ICONS, *(f"assets/{version}/{name}" for name in still)])


def _filled_in(version: str, names: list[str], *, served: bool = False) -> bytes:
    kept = json.dumps(["./", *names, *(f"{_ENGINE_PATH}/{name}" for name in ENGINE)])
    facts = f"const VERSION = {json.dumps(version)}, FILES = {kept}, SERVED = {json.dumps(served)};"
    return files()["offline.js"].body.replace(_TO_FILL_IN, facts.encode())


def caller() -> bytes:
    """Return the service worker of a server: it receives push messages and caches no page."""
    facts = f"const VERSION = {json.dumps(package_version())}, FILES = [], SERVED = true;"
    return files()["offline.js"].body.replace(_TO_FILL_IN, facts.encode())


def lent(pyodide: Path | None = None) -> dict[str, bytes]:
    """Return the files for browsers that run patiences themselves, by path."""
    engine, here = parts(pyodide), f"assets/{package_version()}"
    found = {f"{here}/{name}": body for name, body in _python(engine)}
    found |= {f"{_ENGINE_PATH}/{name}": (engine / name).read_bytes() for name in ENGINE}
    names = [
        f"{here}/{name}" for name in files() if name.startswith(("js/", "css/", "fonts/", "icon"))
    ]
    spoken = [f"{here}/api/texts/{one}" for one in texts.languages()]
    names += [f"{here}/{MANIFEST}", *spoken, *(f"{one}?part={FIRST}" for one in spoken)]
    found[SLEEPER] = _filled_in(
        package_version(), [*names, *(n for n in found if n.startswith(here))], served=True
    )
    return found


# --- Python for the browser ----------------------------------------------------------------------


def _kept_parts() -> Path:
    return data_folder() / "browser" / PYODIDE


def _whole(parts: Path) -> bool:
    return all((parts / name).is_file() for name in ENGINE) and any(parts.glob(f"{WHEEL}-*.whl"))


def ready() -> bool:
    """Return whether Python for browsers is cached, with these very rules."""
    engine = _kept_parts()
    return _whole(engine) and _kept_packs(engine, _rules(engine)).is_dir()


def parts(pyodide: Path | None = None) -> Path:
    """Return a folder with Pyodide and its wheel, fetched when first needed."""
    kept = _kept_parts()
    if not _whole(kept):
        _fetch(kept, pyodide)
    editor.make(kept, pyodide and pyodide.parent)
    return kept


def _fetch(kept: Path, pyodide: Path | None) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=kept.parent) as beside:
        new = Path(beside) / "parts"
        new.mkdir()
        if pyodide is None:
            _fetch_engine(new)
        else:
            _copy_engine(pyodide, new)
        _fetch_wheel(new)
        shutil.rmtree(kept, ignore_errors=True)
        new.rename(kept)


def _copy_engine(pyodide: Path, new: Path) -> None:
    try:
        release = json.loads((pyodide / "package.json").read_bytes())["version"]
        for name in ENGINE:
            shutil.copyfile(pyodide / name, new / name)
    except (OSError, ValueError, KeyError) as error:
        raise CannotWrite(
            "{folder} holds no Pyodide: {reason}.", folder=str(pyodide), reason=str(error)
        ) from None
    if release != PYODIDE:
        raise CannotWrite(
            "{folder} holds Pyodide {release}; Trapoula is written for {wanted}.",
            folder=str(pyodide),
            release=release,
            wanted=PYODIDE,
        )


def _fetch_engine(new: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise CannotWrite(
            "npm is needed to fetch Pyodide {release}: install it, or name a folder with --pyodide.",
            release=PYODIDE,
        )
    _run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], new, "Pyodide")
    packed = next(new.glob("pyodide-*.tgz"))
    with tarfile.open(packed) as archive:
        for name in ENGINE:
            found = archive.extractfile(f"package/{name}")
            assert found is not None, name
            (new / name).write_bytes(found.read())
    packed.unlink()


def _fetch_wheel(new: Path) -> None:
    """Download the wheel for Pyodide's Python, with pip."""
    info = json.loads((new / "pyodide-lock.json").read_bytes())["info"]
    python = ".".join(info["python"].split(".")[:2])
    pip = [sys.executable, "-m", "pip"] if find_spec("pip") else [shutil.which("pip3") or "pip"]
    words = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", str(new)]
    words += ["--platform", f"pyemscripten_{info['abi_version']}_{info['arch']}"]
    _run([*pip, *words, "--python-version", python, WHEEL], new, WHEEL)


def _run(words: list[str], where: Path, what: str) -> None:
    try:
        done = subprocess.run(words, cwd=where, capture_output=True, check=False)
    except OSError as error:
        raise CannotWrite(
            "{what} could not be fetched: {reason}.", what=what, reason=str(error)
        ) from None
    if done.returncode:
        raise CannotWrite(
            "{what} could not be fetched: {reason}.", what=what, reason=_last_line(done)
        )


def _last_line(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if "rror" in line]
    return (errors or lines or ["nothing was said"])[-1].strip()
