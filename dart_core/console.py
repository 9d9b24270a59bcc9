"""What is printed can be read on every console, also on one that knows no λ."""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from io import TextIOWrapper

_NAME = "dart_core.readable"
_UNABLE = ("strict", "backslashreplace", "surrogateescape")  # the last: of the locale C
# What the sign's own decomposition does not give: a sign, then how it is written without it.
_TABLE = """
α alpha|β beta|γ gamma|δ delta|ε epsilon|θ theta|κ kappa|λ lambda|μ mu|π pi|ρ rho|σ sigma|τ tau
φ phi|χ chi|ψ psi|ω omega|Γ Gamma|Δ Delta|Θ Theta|Λ Lambda|Π Pi|Σ Sigma|Φ Phi|Ψ Psi|Ω Omega
∑ sum|√ sqrt|∞ inf|∈ in|≤ <=|≥ >=|≠ !=|≈ ~|± +/-|− -|– -|— -|· *|• *|× x|→ ->|← <-|⇒ =>
⌈ ceil(|⌉ )|⌊ floor(|⌋ )|“ "|” "|„ "|‘ '|’ '|½ 1/2|¼ 1/4|… ...
"""
_PLAIN: dict[str, str] = dict(re.findall(r"(\S) ([^|\n]+)(?:\||\n)", _TABLE)) | {
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^",
    "\N{COMBINING MACRON}": "-bar",
}


def make_readable() -> None:
    """Let standard output and error write what they lack in plain letters rather than fail.

    Where all signs can be written, or the program has chosen another way, nothing changes.
    """
    codecs.register_error(_NAME, _readable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in _UNABLE:
            stream.reconfigure(errors=_NAME)


def _readable(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return b"".join(map(_written, error.object[error.start : error.end])), error.end


def _written(sign: str) -> bytes:
    """Return ASCII for a sign; a byte of a file's name that is no text stays that byte."""
    byte = ord(sign) - 0xDC00
    return bytes([byte]) if 0x80 <= byte <= 0xFF else _plain(sign).encode()


def _plain(sign: str) -> str:
    """Return ASCII for a sign."""
    if sign in _PLAIN:
        return _PLAIN[sign]
    parts = [p for p in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(p)]
    plain = "".join(p if p.isascii() else _PLAIN.get(p, "?") for p in parts)
    return plain or "?"
