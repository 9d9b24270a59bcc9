"""What the app is: version, licence, how to cite it, and what it keeps; behind "About"."""

from __future__ import annotations

import dart_core
from dart_core.terms import BIBTEX
from dashboard.serving import documentation


def text() -> str:
    """Return it as Markdown; a block of code has a button that copies it."""
    address = documentation.address()
    from_python = f"\n\n**From Python**: [tutorial and reference]({address})" if address else ""
    return f"""
**DART, animated**: how an algorithm finds the best few of many when it sees only what they earn
together. Version {dart_core.__version__}, MIT licence; the source comes with it.{from_python}

**Cite the paper**

```bibtex
{BIBTEX}
```

**What is stored**: nothing about you. Settings are in the link, progress in your own browser, and
a class's votes vanish with its room.
"""
