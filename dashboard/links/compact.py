"""The short form of a link's query: a few dozen characters, for QR codes and long lists.

The query is packed with a dictionary of what most links have in common. The form's first character
names the dictionary, which can therefore never be edited: another one gets another name.
"""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, urlsafe_b64encode

KEY = "z"
LONGEST_QUERY = 65_536
_FORM = "1"
# The end of the dictionary is the cheapest to refer to, so it is a whole link.
_DICTIONARY = (
    "&title=&say=&hide=&lock=all&present=1&predict=1&room=&at=&speed=1&clock=event&truth=0"
    "&yaxis=fit&law=beta&law=varied&law=normal&law=uniform&law=constant&law=shared&reward=quadratic"
    "&reward=max&reward=min&reward=at-least&reward=curve&curve=0,&arms=spaced&arms=groups&arms=pair"
    "&arms=given&means=0.&algorithm=frontier&preset=guaranteed&preset=bold&algorithm=dart-eb"
    "&algorithm=csar&preset=est1&algorithm=cmab-sm&preset=deep&algorithm=lints&preset=unscaled"
    "&preset=scaled&algorithm=linucb&preset=greedy-swap&algorithm=ucb&preset=ucb1&algorithm=etcg"
    "&preset=paper-v2&preset=authors-code&const=delta:0.05&vary=lam*&vary2=k&axes=log&theory=1"
    "&band=min-max&redraw=1&runs=100&n=45&k=4&t=1000000"
    "&with=random,oracle,lints.scaled,csar.est1,cmab-sm.authors-code,ucb.authors-code,"
    "frontier.guaranteed,dart-eb.guaranteed,dart.authors-code,dart.clean-c1"
    "v=3&runs=25&redraw=0&band=mean&axes=linear&theory=0&vary=horizon&vary2=nothing&points=5&n=12"
    "&k=3&t=10000&reward=mean&m=1&arms=uniform&gap=0.2&law=bernoulli&spread=0.5&arms_seed=1&seed=1"
    "&algorithm=dart&preset=clean-c1&c=preset&lam=preset&delta0=preset&const=&with=random,oracle"
).encode("ascii")


def packed(query: str) -> str:
    """Return a query in its short form, without the key."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    data = packer.compress(query.encode()) + packer.flush()
    return _FORM + urlsafe_b64encode(data).decode("ascii").rstrip("=")


def unpacked(text: str) -> str:
    """Return the query that a short form stands for.

    Raises
    ------
    ValueError
        If `text` is none, or stands for more than `LONGEST_QUERY` characters.
    """
    if not text.startswith(_FORM) or len(text) > LONGEST_QUERY or not text.isascii():
        raise ValueError("not a short form")
    body = text[1:]
    try:
        data = b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj(-15, zdict=_DICTIONARY)
        query = unpacker.decompress(data, LONGEST_QUERY)
        whole = unpacker.eof and not unpacker.unconsumed_tail and not unpacker.unused_data
        if not whole:
            raise ValueError("cut off, or too long")
        return query.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as broken:
        raise ValueError("not a short form") from broken
