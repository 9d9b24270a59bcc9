"""The one way to compile a kernel: Numba, no GIL, cached on disk where that is possible.

Numba keys its own disk cache by the file of the compiled function alone. A kernel that calls a
helper of another module would therefore go on running the *old* helper after an edit, and what the
files hold is run unchecked; hence `dart_core.kernel_cache`. Where nothing can be written, kernels
are compiled in memory and nothing is said.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import numba

from dart_core.kernel_cache import PACKAGE, KernelCache, usable_folder

_F = TypeVar("_F", bound=Callable[..., Any])


@cache
def source_digest() -> str:
    """Return a digest of the package's source: what equal results depend on."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


_FOLDER = usable_folder()


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
    if _FOLDER is not None:
        dispatcher._cache = KernelCache(function, _FOLDER)  # as `njit(cache=True)` does
    return dispatcher  # type: ignore[no-any-return] # Numba has no types
