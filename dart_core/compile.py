"""The one way to compile a kernel: Numba, no GIL, cached on disk where that is possible.

Numba keys its disk cache by the file of the compiled function alone. A kernel that calls a
helper of another module would therefore go on running the *old* helper after an edit. The cache
folder used here carries a digest of every source file of the package, so a stale kernel cannot
be loaded. Where nothing can be written, or the disk is full, kernels are compiled in memory and
nothing is said; a damaged file counts as not there and is written anew.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config as numba_config
from numba.core.caching import FunctionCache

_PACKAGE = Path(__file__).resolve().parent
_F = TypeVar("_F", bound=Callable[..., Any])


@cache
def source_digest() -> str:
    """Return a digest of the package's source: what equal results depend on."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _writable_cache_folder() -> str | None:
    """Return the first folder that can hold compiled kernels, or None."""
    name = f"kernels-{source_digest()}"
    asked = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(asked)] if asked else [_PACKAGE / "__pycache__", Path.home() / ".cache/dart_core"]
    for base in bases:
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError:
            continue
        return str(folder)
    return None


_CACHE_FOLDER = _writable_cache_folder()


# nogil: kernels run beside each other and beside the server. Fast-math stays off because it may
# reorder a sum and so change a decision: equal settings and seeds must give equal bits.
# error_model: a division is not guarded by a Python exception (no kernel divides by zero).
# _nrt: kernels allocate nothing, so arrays inside them need no reference counts; counting the
# arrays of a `World` and a `Log` at each call made DART ten times slower and slow to compile.
# The ignores below: Numba's njit has no types, and a dispatcher stands in for its function.
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}


def kernel(function: _F) -> _F:
    """Compile `function` on its first call. A kernel allocates nothing and writes into arrays.

    Parameters
    ----------
    function : callable
        A function in the subset of Python that Numba compiles.

    Returns
    -------
    callable
        The dispatcher; compiled code is kept on disk when a folder can be written.
    """
    return _compiled(function, _OPTIONS)


def inlined_kernel(function: _F) -> _F:
    """Compile `function` as `kernel` does, and into each of its callers without a call.

    For what every round does: a call hands on each array in seven registers or more, which for
    a `World` and a `Log` costs more than a round of DART.
    """
    return _compiled(function, _OPTIONS | {"forceinline": True})


def _compiled(function: _F, options: dict[str, Any]) -> _F:
    dispatcher = numba.njit(**options)(function)
    if _CACHE_FOLDER is None:
        return dispatcher  # type: ignore[no-any-return] # Numba has no types
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = _CACHE_FOLDER
    try:
        dispatcher._cache = _Cache(function)  # as `njit(cache=True)` does with Numba's own
    except RuntimeError:  # "no locator available": Numba found no place to write after all
        pass
    finally:
        numba_config.CACHE_DIR = before
    return dispatcher  # type: ignore[no-any-return] # Numba has no types


class _Cache(FunctionCache):  # type: ignore[misc] # Numba has no types
    """Numba's disk cache, except that nothing in it or about it can stop a kernel."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return a compiled kernel; None if there is none that can be read."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a damaged pickle raises whatever its bytes make it raise
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if there is room."""
        with suppress(OSError):
            super().save_overload(sig, data)
