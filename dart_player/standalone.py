"""A run as one HTML file that plays from disk: the player, the run, and where it comes from."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape

from dart_player.assets import MOUNT, markup, script, styles
from dart_player.format import Payload

# Nothing may be loaded: what the page needs is in it. Pictures are drawn from texts of its own.
_POLICY = (
    "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
    "img-src data: blob:; media-src blob:; base-uri 'none'; form-action 'none'"
)
_START = f"""
const run = JSON.parse(document.getElementById("run").textContent);
{MOUNT}({{ data: [run], parentElement: document.body }});
"""
_PAGE_STYLE = """
:root { color-scheme: light dark; }
body {
  max-width: 1180px;
  margin: 0 auto;
  padding: 16px;
  background: light-dark(#ffffff, #0e1117);
  color: light-dark(#1f2430, #e8eaee);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1 { margin: 0; font-size: 22px; }
h1 + p { margin: 0 0 12px; }
footer { margin-top: 20px; font-size: 12.5px; overflow-wrap: anywhere; }
footer dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 14px; }
footer dt { font-weight: 600; }
footer dd { margin: 0; }
pre { overflow-x: auto; padding: 10px; border: 1px solid light-dark(#dadee5, #343b47); }
/* The file's own address is of no use to others. */
[data-part="copy"] { display: none; }
"""


def standalone(data: Payload, *, origin: Mapping[str, str], code: str) -> str:
    """Return the text of the file.

    Parameters
    ----------
    data : Payload
        With ``about``, whose title and facts stand above the picture.
    origin : mapping of str to str
        Where the run comes from, shown below the picture.
    code : str
        The code of the same run, in Python.

    Notes
    -----
    Whatever the texts hold, they are text: those of the page are escaped, and the run's JSON has
    no ``<``, so that nothing can end its element. Only the player's own script may run.
    """
    about = data["about"]
    own = f"{script()}{_START}"
    digest = b64encode(sha256(own.encode()).digest()).decode()
    run = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    facts = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in origin.items()
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(digest=digest)}">
<title>{escape(about["title"])}</title>
<style>{_PAGE_STYLE}{styles()}</style>
</head>
<body>
<main>
<h1>{escape(about["title"])}</h1>
<p>{escape(about["facts"])}</p>
{markup()}
</main>
<footer>
<dl>
{facts}
</dl>
<details><summary>This run in Python</summary><pre>{escape(code)}</pre></details>
</footer>
<script type="application/json" id="run">{run}</script>
<script type="module">{own}</script>
</body>
</html>
"""
