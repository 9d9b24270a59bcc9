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
  background: #ffffff;
  color: #1f2430;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1 { margin: 0; font-size: 22px; }
h1 + p { margin: 0 0 12px; }
footer { margin-top: 20px; font-size: 12.5px; overflow-wrap: anywhere; }
footer dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 14px; }
footer dt { font-weight: 600; }
footer dd { margin: 0; }
pre { overflow-x: auto; padding: 10px; border: 1px solid #8a919d; }
@media (prefers-color-scheme: dark) { body { background: #0e1117; color: #e8eaee; } }
/* The file's own address is of no use to others. */
[data-part="copy"] { display: none; }
"""
# A frame has the ground and the ink of what is around it, wherever it may look there.
_FRAME_START = """
try {
  let around = frameElement;
  const clear = (its) => /^(transparent|rgba\\(.*, 0\\))$/.test(its);
  const ground = () => parent.getComputedStyle(around).backgroundColor;
  while (around.parentElement && clear(ground())) around = around.parentElement;
  const root = document.documentElement.style;
  if (!clear(ground())) {
    root.setProperty("--st-background-color", ground());
    root.setProperty("--st-text-color", parent.getComputedStyle(frameElement).color);
  }
} catch {}
document.getElementById("still").remove();
document.querySelector("main").hidden = false;
"""
_FRAME_STYLE = """
body { padding: 4px; background: var(--st-background-color, #ffffff); }
@media (prefers-color-scheme: dark) { body { background: var(--st-background-color, #0e1117); } }
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
    facts = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in origin.items()
    )
    body = f"""<main>
<h1>{escape(about["title"])}</h1>
<p>{escape(about["facts"])}</p>
{markup()}
</main>
<footer>
<dl>
{facts}
</dl>
<details><summary>This run in Python</summary><pre>{escape(code)}</pre></details>
</footer>"""
    return _whole(data, body, _PAGE_STYLE, _START)


def framed(data: Payload, *, still: str) -> str:
    """Return the text of a page that plays in a frame of a notebook, in the notebook's colours.

    Parameters
    ----------
    data : Payload
        With ``about``.
    still : str
        HTML that is shown instead where scripts do not run.

    Notes
    -----
    A script that is forbidden says nothing: so the player shows itself, and the still is there
    until then.
    """
    body = f'<div id="still">{still}</div>\n<main hidden>{markup()}</main>'
    return _whole(data, body, _PAGE_STYLE + _FRAME_STYLE, _FRAME_START + _START)


def _whole(data: Payload, body: str, style: str, start: str) -> str:
    own = f"{script()}{start}"
    digest = b64encode(sha256(own.encode()).digest()).decode()
    run = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(digest=digest)}">
<title>{escape(data["about"]["title"])}</title>
<style>{style}{styles()}</style>
</head>
<body>
{body}
<script type="application/json" id="run">{run}</script>
<script type="module">{own}</script>
</body>
</html>
"""
