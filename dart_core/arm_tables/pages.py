"""How much the pages of a Parquet column take once they are unpacked, by their own headers.

The footer of a file may say less than a page's header, and it is the header that a reader believes
when it makes room. Headers are structures in Thrift's compact protocol: of their fields only two
are wanted, the sizes of the page as it is stored and unpacked; the others are stepped over.
"""

from __future__ import annotations

from typing import Any

_UNPACKED, _STORED = 2, 3  # fields of a page's header
_STOP, _TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _TEXT, _LIST, _SET, _MAP, _STRUCT = range(
    13
)
_DEEPEST = 16


def unpacked(chunk: Any, data: bytes) -> int:
    """Return how many bytes the pages of a column chunk say that they take.

    Parameters
    ----------
    chunk : pyarrow.parquet.ColumnChunkMetaData
    data : bytes
        The whole file.

    Raises
    ------
    ValueError
        If there are no such pages.
    """
    begin = chunk.data_page_offset
    if chunk.has_dictionary_page and chunk.dictionary_page_offset:
        begin = min(begin, chunk.dictionary_page_offset)
    end = begin + chunk.total_compressed_size
    if not 0 < begin <= end <= len(data):
        raise ValueError("a column lies outside of its file")
    reader = _Reader(data, begin)
    total = 0
    while reader.at < end:
        sizes: dict[int, int] = {}
        reader.structure(sizes)
        if min(sizes.get(_UNPACKED, -1), sizes.get(_STORED, -1)) < 0:
            raise ValueError("a page without a size")
        total += sizes[_UNPACKED]
        reader.at += sizes[_STORED]
    return total


class _Reader:
    """Thrift's compact protocol, read from a place on."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self.at = at

    def structure(self, found: dict[int, int] | None = None, depth: int = 0) -> None:
        """Step over a structure; keep its own 32-bit numbers by the number of their field."""
        if depth > _DEEPEST:
            raise ValueError("structures too deep")
        field = 0
        while head := self._byte():
            step, kind = head >> 4, head & 15
            field = field + step if step else self._signed()
            if kind == _I32 and found is not None:
                found[field] = self._signed()
            else:
                self._skip(kind, depth)

    def _skip(self, kind: int, depth: int, *, inside: bool = False) -> None:
        if kind in {_TRUE, _FALSE}:
            self.at += inside  # of a field the kind says it all
        elif kind == _BYTE:
            self.at += 1
        elif kind in {_I16, _I32, _I64}:
            self._unsigned()
        elif kind == _DOUBLE:
            self.at += 8
        elif kind == _TEXT:
            length = self._unsigned()  # first: reading it moves the place
            self.at += length
        elif kind in {_LIST, _SET}:
            head = self._byte()
            count = head >> 4 if head >> 4 < 15 else self._unsigned()
            for _ in range(count):
                self._skip(head & 15, depth + 1, inside=True)
                self._check()
        elif kind == _STRUCT:
            self.structure(depth=depth + 1)
        else:
            raise ValueError("no page header")
        self._check()

    def _check(self) -> None:
        if self.at > len(self._data):
            raise ValueError("a page header that does not end")

    def _byte(self) -> int:
        self._check()
        if self.at >= len(self._data):
            raise ValueError("a page header that does not end")
        self.at += 1
        return self._data[self.at - 1]

    def _unsigned(self) -> int:
        value = shift = 0
        while True:
            byte = self._byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
            if shift > 63:
                raise ValueError("a number too long")

    def _signed(self) -> int:
        value = self._unsigned()
        return (value >> 1) ^ -(value & 1)
