"""Bytes of a file as text: UTF-8 and UTF-16 are known, older codes are recognised or asked about.

An older code has no mark of its own. Each of some common ones is tried, and counts as plausible if
what comes out is written like its languages are: accents among plain letters, Cyrillic words in
one case, kana and common Chinese characters. Exactly one plausible code is taken, and said.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable

from dart_core.arm_tables.asking import Choice, Question, TableError, TableQuestion
from dart_core.unseen import printable

_MOST_WORDS = 2_000  # to judge by
_SHOWN = 3  # words, to choose by
_FEW = 4  # so many good characters for each bad byte, and the file is UTF-8 with bad bytes
# What is offered, in this order, with the name that people know it by.
LABELS = {
    "utf-8": "UTF-8",
    "cp1252": "Western European (Windows-1252)",
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "koi8_r": "Cyrillic (KOI8-R)",
    "cp932": "Japanese (Shift-JIS)",
    "euc_jp": "Japanese (EUC-JP)",
    "gb18030": "Chinese (GBK)",
    "big5": "Chinese (Big5)",
    "cp949": "Korean (EUC-KR)",
}
_WESTERN_SIGNS = frozenset("€‚„…‘’“”•–—™«»°²³·¡¿§©®±×½¼¾µ\xa0´£%")
_CYRILLIC_SIGNS = frozenset("«»№–—“”„…’‘•°\xa0€")


def text_of(data: bytes, encoding: str | None = None) -> tuple[str, str, str]:
    """Return the text of a file, the code it was read in, and what is to be said about it.

    Raises
    ------
    TableError
        If it is no text, or has a byte that its code does not have.
    TableQuestion
        If it may be in one of several codes.
    """
    if encoding is not None:
        text, code, said = _given(data, encoding), encoding, ""
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:100]:
        text, code, said = _utf_16(data), "utf-16", ""
    else:
        text, code, said = _eight_bits(data)
    if "\0" in text:
        raise TableError(["Expected plain text, got a file with zero bytes in it."])
    return text.removeprefix("\ufeff"), code, said


def _given(data: bytes, encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
        return data.decode("utf-8-sig" if name == "utf-8" else name)
    except UnicodeDecodeError as error:
        raise _bad_byte(data, error.start, LABELS.get(encoding, encoding)) from None
    except (LookupError, ValueError):
        expected = f"a code of texts, such as {', '.join(list(LABELS)[:4])}"
        raise TableError([f"encoding: expected {expected}, got '{printable(encoding)}'."]) from None


def _utf_16(data: bytes) -> str:
    code = "utf-16"
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        code = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
    try:
        return data.decode(code)
    except UnicodeDecodeError:
        raise TableError(["Expected plain text, got a file with zero bytes in it."]) from None


def _eight_bits(data: bytes) -> tuple[str, str, str]:
    try:
        return data.decode("utf-8-sig"), "utf-8", ""
    except UnicodeDecodeError as error:
        first = error.start
    lenient = data.decode("utf-8", errors="replace")
    bad = lenient.count("\ufffd")
    if sum(not c.isascii() for c in lenient) - bad >= _FEW * bad:
        raise _bad_byte(data, first, "UTF-8")
    texts = {code: text for code in LABELS if (text := _decoded(data, code)) is not None}
    plausible = [code for code, looks in _LOOKS.items() if code in texts and looks(texts[code])]
    if not texts or (not plausible and bad == 1):
        raise _bad_byte(data, first, "UTF-8")
    if len(plausible) == 1:
        (code,) = plausible
        words = ", ".join(_foreign(texts[code])[:_SHOWN])
        shown = f": {printable(words, 60)}" if words else ""
        return texts[code], code, f"The letters were read as {LABELS[code]}{shown}."
    raise TableQuestion(_which(texts, plausible))


def _which(texts: dict[str, str], plausible: list[str]) -> Question:
    order = [*plausible, *(code for code in texts if code not in plausible)]
    samples = {code: printable(", ".join(_foreign(texts[code])[:_SHOWN]), 60) for code in order}
    return Question(
        "The letters of this file can be read in several ways. Which one is right?",
        tuple(
            Choice(f"{samples[code] or 'other signs'} — {LABELS[code]}", {"encoding": code})
            for code in order
        ),
    )


def _decoded(data: bytes, code: str) -> str | None:
    try:
        return data.decode(code)
    except UnicodeDecodeError:
        return None


def _bad_byte(data: bytes, at: int, code: str) -> TableError:
    before = data[:at]
    line = 1 + before.count(b"\n") + (before.count(b"\r") if b"\n" not in before else 0)
    column = at - max(before.rfind(b"\n"), before.rfind(b"\r"))
    where = f"line {line}: byte {column} of the line (byte {at + 1:,} of the file)"
    hint = "Save the table as UTF-8, or give its encoding."
    return TableError([f"{where}: expected {code}, got 0x{data[at]:02X}. {hint}"])


def _foreign(text: str) -> list[str]:
    """Return different words with letters beyond ASCII, in order."""
    found: dict[str, None] = {}
    for match in re.finditer(r"[^\W\d_]+", text):
        if not match[0].isascii():
            found.setdefault(match[0])
            if len(found) == _MOST_WORDS:
                break
    return list(found)


def _signs(text: str) -> set[str]:
    """Return what is beyond ASCII and no letter."""
    return {c for c in set(text) if not c.isascii() and not c.isalpha()}


def _western(text: str) -> bool:
    words = _foreign(text)
    return _signs(text) <= _WESTERN_SIGNS and all(map(_is_western, words))


def _is_western(word: str) -> bool:
    high = [c for c in word if not c.isascii()]
    if not all(unicodedata.name(c, "").startswith("LATIN") for c in high) or word == "ÿ":
        return False  # 0xFF alone is no letter
    cased = word.isupper() or word[1:].islower() or len(word) == 1
    runs = re.search(r"[^\x00-\x7f]{3}", word)
    return cased and not runs and len(high) <= max(1, len(word) / 2)


def _cyrillic(text: str) -> bool:
    words = _foreign(text)
    long = sum(len(word) > 1 for word in words)
    return (
        _signs(text) <= _CYRILLIC_SIGNS
        and bool(words)
        and 2 * long >= len(words)
        and all(map(_is_cyrillic, words))
    )


def _is_cyrillic(word: str) -> bool:
    cased = word.isupper() or word[1:].islower() or len(word) == 1
    return cased and all(unicodedata.name(c, "").startswith("CYRILLIC") for c in word)


def _japanese(text: str) -> bool:
    high = [c for c in text if not c.isascii()]
    half = sum("\uff61" <= c <= "\uff9f" for c in high)
    common = sum(_is_kana(c) or _lead(c, "cp932", 0x88, 0x97) for c in high)
    letters = sum(c.isalpha() for c in high)
    return 5 * half <= len(high) and 10 * common >= 7 * letters > 0


def _is_kana(c: str) -> bool:
    return "\u3041" <= c <= "\u30ff"


def _chinese(text: str) -> bool:
    letters = [c for c in text if not c.isascii() and c.isalpha()]
    common = sum(_lead(c, "gb2312", 0xB0, 0xD7) for c in letters)
    return 10 * common >= 7 * len(letters) > 0


def _lead(c: str, code: str, low: int, high: int) -> bool:
    """Whether a character's first byte in a code lies where the common ones are."""
    try:
        return low <= c.encode(code)[0] <= high
    except UnicodeEncodeError:
        return False


def _korean(text: str) -> bool:
    letters = [c for c in text if not c.isascii() and c.isalpha()]
    return 10 * sum(_lead(c, "euc_kr", 0xB0, 0xC8) for c in letters) >= 9 * len(letters) > 0


_LOOKS: dict[str, Callable[[str], bool]] = {
    "cp1252": _western,
    "cp1251": _cyrillic,
    "cp932": _japanese,
    "gb18030": _chinese,
    "cp949": _korean,
}
