"""Build the documentation in site/: ``make docs``. It is read offline, from disk or from the app.

The reference is made from docstrings by pdoc, with sources and a search; guides are written in
Markdown, and what they show is measured as they are built; the tutorial is run.
"""

from __future__ import annotations

import re
import shutil
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import dart_core as dc
from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import REGISTRY
from dart_core.findings import headline
from scripts.notebooks import executed, shown

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"
GUIDE = ROOT / "docs" / "guide"
TUTORIAL = ROOT / "examples" / "tutorial.ipynb"
_TEMPLATES = Path(__file__).with_name("reference")  # the reference in these pages' colours
# The core's public names stand on one page, wherever they are defined.
MODULES = ("dart_core", "!dart_core\\..*", "dart_player")
PAGES = {
    "index.html": "Start",
    "tutorial.html": "Tutorial",
    "which-algorithm.html": "Which algorithm?",
    "checking.html": "How numbers are checked",
    "api/index.html": "Reference",
}
_STYLE = """
:root {
  color-scheme: light dark;
  --line: #dadee5;
  --ink: #1f2430;
  --page: #ffffff;
  --tint: #f6f7f9;
}
@media (prefers-color-scheme: dark) {
  :root { --line: #343b47; --ink: #e8eaee; --page: #0e1117; --tint: #171b23; }
}
body {
  margin: 0;
  background: var(--page);
  color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif;
}
nav {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  padding: 12px 20px;
  border-bottom: 1px solid var(--line);
}
nav a, main a { color: LinkText; }
nav a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
main { max-width: 960px; margin: 0 auto; padding: 8px 20px 60px; overflow-wrap: anywhere; }
pre {
  overflow-x: auto;
  padding: 10px 12px;
  background: var(--tint);
  border: 1px solid var(--line);
  font-size: 14px;
}
code { font-size: 0.92em; overflow-wrap: normal; }
img { max-width: 100%; height: auto; }
.output { margin: 4px 0 20px; overflow-x: auto; }
table { border: 0; border-collapse: collapse; font-size: 14px; margin: 10px 0; }
th, td {
  padding: 4px 10px;
  border: 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
td:first-child { min-width: 8em; }
.wide { overflow-x: auto; }
@media (max-width: 600px) {
  .output img, .wide img { max-width: none; min-width: 520px; }
}
.records { min-width: 1200px; overflow-wrap: normal; }
.k, .kn, .ow { font-weight: 600; }
.c1, .sd { opacity: 0.7; }
"""
_START = """
# DART from Python

`dart_core` plays algorithms that look for the best K of N arms while they see one joint reward a
round; `dart_player` draws what they did. These pages need no network.

* [Tutorial](tutorial.html): from a problem to a figure for a paper; also as a
  [notebook](tutorial.ipynb).
* [Which algorithm for which problem](which-algorithm.html), measured.
* [How numbers are checked](checking.html).
* [Reference](api/index.html): every public name, with its source and a search;
  [`dart_core`](api/dart_core.html) first.

```python
import dart_core as dc

problem = dc.Problem.random(n_arms=12, k=3, horizon=10_000, seed=1)
dc.simulate(problem, "frontier").race("dart", "lints")
```
"""
_COMPETE = ("frontier", "dart", "dart-eb", "csar", "cmab-sm", "lints", "linucb", "ucb", "etcg")
_HORIZON, _RUNS = 10_000, 10
_CASES = {
    "The mean of three of twelve arms": dc.Problem.random(12, 3, _HORIZON, "mean", 1),
    "The best of three (one click is enough)": dc.Problem.random(12, 3, _HORIZON, "max", 1),
    "The slowest of three": dc.Problem.random(12, 3, _HORIZON, "min", 1),
    "Two of three is best, more is worse: good arms need not make good sets": dc.Problem(
        [0.95, 0.9, 0.85, 0.5, 0.4, 0.1, 0.05, 0.02], 3, _HORIZON, [0, 0.3, 1, 0.2]
    ),
}


def build(site: Path = SITE) -> None:
    """Build all pages into a folder, in place of what is there."""
    with TemporaryDirectory() as place:
        new = Path(place) / "site"
        new.mkdir()
        reference(new / "api")
        write(new, "index.html", markdown(_START))
        for name, page in guides().items():
            write(new, f"{name}.html", page)
        write(new, "tutorial.html", shown(executed(TUTORIAL, Path(place))))
        shutil.copy(TUTORIAL, new)
        if wrong := dead_links(new):
            sys.exit("Links that lead nowhere:\n" + "\n".join(wrong))
        shutil.rmtree(site, ignore_errors=True)
        shutil.copytree(new, site)


def reference(folder: Path) -> None:
    """Build the reference of all public names, with their sources and a search."""
    import pdoc
    import pdoc.render

    for name in dc.__all__:  # loaded when first asked for, and pdoc does not ask
        getattr(dc, name)
    pdoc.render.configure(
        docformat="numpy",
        footer_text=f"dart_core {dc.__version__}",
        template_directory=_TEMPLATES,
    )
    with warnings.catch_warnings():
        # Types that are imported for checks alone stay as they are written.
        warnings.filterwarnings("ignore", "Error parsing type annotation")
        warnings.filterwarnings("ignore", "Cannot determine where")
        pdoc.pdoc(*MODULES, output_directory=folder)


def guides() -> dict[str, str]:
    """Return the guides as parts of pages, by their names."""
    made = {"{{measured}}": measured, "{{table}}": table}
    found = {}
    for path in sorted(GUIDE.glob("*.md")):
        parts = re.split(r"^(\{\{\w+\}\})$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found[path.stem] = "".join(made[p]() if p in made else markdown(p) for p in parts)
    return found


def measured() -> str:
    """Return studies of a few problems: what came out, in a sentence, a chart and a table."""
    parts = []
    with ThreadPoolExecutor(2) as pool:
        for title, problem in _CASES.items():
            study = dc.compare(problem, _COMPETE, runs=_RUNS, executor=pool)
            parts.append(markdown(f"### {title}\n\n{headline(study)}"))
            parts.append(f'<div class="wide">{study._repr_html_()}</div>')
            parts += [markdown(f"Cannot run here: {c.refused}") for c in study.curves if c.refused]
    return "".join(parts)


def table() -> str:
    """Return what the records of all algorithms say."""
    head = ("name", "what it does", "sees", "regret", "time of a round", "limits")
    rows = [
        (
            *(f"<code>{name}</code>", escape(spec.line), escape(spec.feedback)),
            *(escape(spec.regret_bound), escape(spec.cost_per_step), escape(spec.limits)),
        )
        for name, spec in ((name, REGISTRY[name]) for name in BUILT_IN)
    ]
    lines = [f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows]
    titles = "".join(f"<th>{title}</th>" for title in head)
    return (
        f'<div class="wide"><table class="records"><tr>{titles}</tr>{"".join(lines)}</table></div>'
    )


def markdown(text: str) -> str:
    """Return Markdown as a part of a page."""
    from pdoc.render_helpers import to_html

    return str(to_html(text))


def write(site: Path, name: str, body: str) -> None:
    """Write a page with the links to all others."""
    links = "".join(
        f'<a href="{to}"{" aria-current=page" if to == name else ""}>{title}</a>'
        for to, title in PAGES.items()
    )
    whole = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{PAGES[name]} &middot; DART</title>
<style>{_STYLE}</style>
</head>
<body>
<nav aria-label="Pages">{links}</nav>
<main>{body}</main>
</body>
</html>
"""
    (site / name).write_text(whole, encoding="utf-8")


def dead_links(site: Path) -> list[str]:
    """Return links between pages that lead to no file, each with its page."""
    wrong = []
    for page in sorted(site.rglob("*.html")):
        code = r'srcdoc="[^"]*"|<script.*?</script>'  # what is no page's own text
        text = re.sub(code, "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        links = sorted(set(re.findall(r'<a [^>]*href="([^"#?]+)', text)))
        local = (link for link in links if not re.match(r"[a-z]+:", link))
        missing = (link for link in local if not (page.parent / link).exists())
        wrong += [f"{page.relative_to(site)}: {link}" for link in missing]
    return wrong


if __name__ == "__main__":
    build()
    print(f"Built {SITE}: open {SITE / 'index.html'}, or `make run` and see About.")
