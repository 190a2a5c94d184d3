"""Compile kernels with numba: one decorator, one cache folder that never goes stale.

Numba's own cache looks only at the file of the function it stores: editing a constant or a helper
in another file would silently return the old result. Here every package has a cache folder named
by a digest of all its kernel sources and of everything else that shapes machine code, so an edit
simply leads to another folder.

Environment variables:
    CONTRARIUS_JIT_CACHE: ``0`` turns the cache off; a path puts it there.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.types.function_type import CompileResultWAP

_config: Any = numba.config  # numba sets its attributes at run time
_SWITCH = "CONTRARIUS_JIT_CACHE"
_ROOT = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(r"^\s*from\s+([\w.]+)\s+import\s+([^\n]+)", re.MULTILINE)
_KEPT_FOLDERS = 6  # caches of other versions left on disk, so that switching branches stays cheap


_begun: set[str] = set()  # stamps of what this process has compiled, is compiling or found so


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile ``function`` in nopython mode, cached on disk where a folder can be written.

    Kernels release the interpreter's lock, so that threads can work on disjoint rows of a batch.
    """
    folder = cache_folder(function.__module__.partition(".")[0])
    if folder is None:
        return numba.njit(function, nogil=True)
    # The folder is read when the decorator runs; other users of numba keep their own setting.
    previous = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=True, nogil=True)(function)
    finally:
        _config.CACHE_DIR = previous


def handle(function: Callable[..., Any], *arguments: Any) -> Any:
    """A kernel that can be handed to other kernels, for arguments of the types of these.

    It is called by its address. A kernel that calls another one directly contains and optimises it
    once more; what receives handles compiles in a second, and serves every game.
    """
    if _config.DISABLE_JIT:
        return function
    types = tuple(numba.typeof(argument) for argument in arguments)
    dispatcher: Any = function
    dispatcher.compile(types)
    return CompileResultWAP(dispatcher.overloads[types])


def compile_once(
    package: str,
    run_all_kernels: Callable[[], None],
    what: str = "the engine, a minute or two",
) -> None:
    """Compile a package's kernels before their first use, once per cache folder, and say so.

    A package that serves several games compiles ``what`` each of them needs.
    """
    if f"{package} {what}" in _begun:
        return
    _begun.add(f"{package} {what}")
    folder = cache_folder(package)
    stamp = None if folder is None else folder / what.partition(",")[0].replace(" ", "-")
    if _config.DISABLE_JIT or (stamp is not None and stamp.exists()):
        return
    fate = "kept on disk" if stamp else "not kept: the cache is off or no folder is writable"
    print(f"{package}: compiling {what} ({fate}) ...", file=sys.stderr)
    start = time.perf_counter()
    run_all_kernels()
    if stamp is not None:
        stamp.touch()
    print(f"{package}: compiled in {time.perf_counter() - start:.0f} s", file=sys.stderr)


@cache
def cache_folder(package: str) -> Path | None:
    """The writable cache folder of a package's kernels, or None."""
    switch = os.environ.get(_SWITCH, "")
    if switch == "0" or _config.DISABLE_JIT or not (_ROOT / package).is_dir():
        return None  # a package elsewhere, or a script: its sources are not known here
    name = f"{package}-{_digest(package)}"
    for parent in [Path(switch)] if switch else _candidates():
        folder = parent / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        _prune(parent, package, keep=folder)
        return folder
    return None


def _candidates() -> list[Path]:
    """A source checkout keeps its own cache; an installed package uses the user's."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    checkout = [_ROOT / ".jit_cache"] if (_ROOT / "pyproject.toml").exists() else []
    return [*checkout, home / "contrarius", Path(tempfile.gettempdir()) / "contrarius"]


def _prune(parent: Path, package: str, keep: Path) -> None:
    """Drop the oldest caches of the package, left by earlier versions of its sources."""
    folders = sorted(parent.glob(f"{package}-*"), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_FOLDERS:]:
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def _digest(package: str) -> str:
    """Hash of everything that shapes the package's machine code."""
    digest = hashlib.sha256()
    facts = (numba.__version__, np.__version__, _config.BOUNDSCHECK, _config.OPT)
    digest.update(repr(facts).encode())
    for path in kernel_sources(_ROOT, package):
        digest.update(path.relative_to(_ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(root: Path, package: str) -> list[Path]:
    """Modules of the package (and of env_core) that hold kernels, with all they import."""
    texts = {
        path: path.read_text(encoding="utf-8")
        for top in {"env_core", package}
        for path in sorted((root / top).rglob("*.py"))
    }
    sources = {path for path, text in texts.items() if "@kernel" in text}
    todo = list(sources)
    while todo:
        for module, names in _IMPORT.findall(texts[todo.pop()]):
            stems = [module, *(f"{module}.{name.strip()}" for name in names.split(","))]
            for stem in stems:
                path = root.joinpath(*stem.split(".")).with_suffix(".py")
                if path in texts and path not in sources:
                    sources.add(path)
                    todo.append(path)
    return sorted(sources)
