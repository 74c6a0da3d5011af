"""A failing disk: a C library that makes fsync fail on demand."""

import shutil
import subprocess
from pathlib import Path

import pytest

SOURCE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int sync_with(const char *name, int file) {
    const char *sign = getenv("BROKEN_DISK");
    if (sign && access(sign, F_OK) == 0) { errno = EIO; return -1; }
    return ((int (*)(int)) dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return sync_with("fsync", file); }
int fdatasync(int file) { return sync_with("fdatasync", file); }
"""


def breakable(folder: Path) -> tuple[dict[str, str], Path]:
    """Return the environment for a process whose fsync fails while a file exists, and that file."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    source, library, sign = folder / "disk.c", folder / "disk.so", folder / "broken"
    source.write_text(SOURCE)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "BROKEN_DISK": str(sign)}, sign
