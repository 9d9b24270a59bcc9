"""Rules about the source: how long a module may be, and what it may depend on."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.project.files import PACKAGES, ROOT, label, own_files, under

LINES = 500  # 400 is the advice; a room is one idea
# Not "scipy": Numba itself imports that bare name, which is cheap, wherever SciPy is installed.
NOT_AT_IMPORT = ("streamlit", "pandas", "scipy.special", "scipy.stats", "plotly")

# Assembled here, so that this file does not mention what it looks for.
CDN_HOSTS = [
    ".".join(parts)
    for parts in [
        ("cdn", "plot", "ly"),
        ("cdnjs", "cloudflare", "com"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
        ("esm", "sh"),
        ("skypack", "dev"),
        ("jspm", "io"),
        ("googleapis", "com"),
        ("gstatic", "com"),
        ("bootstrapcdn", "com"),
        ("code", "jquery", "com"),
        ("typekit", "net"),
    ]
]

MODULES = [path for package in PACKAGES for path in under(package, ".py")]
PAGES = [
    path
    for folder in ("dart_player", "dashboard")
    for kind in (".js", ".css", ".html")
    for path in under(folder, kind)
]
_TYPES = re.compile(r"^ *(/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", [*MODULES, *PAGES], ids=label)
def test_module_is_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    # JavaScript has its types in comments, which Python has beside its names.
    lines = len((_TYPES.sub("", text) if path.suffix == ".js" else text).splitlines())
    assert lines < LINES, f"{label(path)} has {lines} lines: split it, one idea per module"


def test_parts_of_the_app_need_each_other_in_one_direction() -> None:
    def part(name: str) -> str:
        return ".".join(name.split(".")[:2])

    needs: dict[str, set[str]] = {}
    for path in under("dashboard", ".py"):
        its = part(".".join(path.relative_to(ROOT).with_suffix("").parts))
        others = {part(name) for name in imported_by(path) if name.startswith("dashboard.")}
        needs.setdefault(its, set()).update(others - {its})
    TopologicalSorter(needs).prepare()  # a circle raises an error that names it


def test_two_modules_touch_the_session_of_streamlit() -> None:
    sources = [*MODULES, *under("pages", ".py"), ROOT / "app.py", ROOT / "server.py"]
    found = {p for p in sources if re.search(r"\bsession_state\b", p.read_text(encoding="utf-8"))}
    assert {label(path) for path in found} == {"dashboard/keeping.py", "dashboard/state.py"}


@pytest.mark.parametrize("name", ["catalogue", "change", "rules", "session", "settings", "widgets"])
def test_what_decides_on_settings_knows_no_streamlit(name: str) -> None:
    path = ROOT / "dashboard" / f"{name}.py"
    assert not any(each.split(".")[0] == "streamlit" for each in imported_by(path))


def test_nothing_is_timed_by_a_clock_that_can_be_set() -> None:
    settable = re.compile(r"\btime\.time\(|datetime\.now|utcnow")
    found = {label(path) for path in MODULES if settable.search(path.read_text(encoding="utf-8"))}
    assert found == {"dashboard/paper/build.py"}  # the date of a build


def imported_by(path: Path) -> set[str]:
    """Names of the modules that a file imports; of a name from a package it is the longer one."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {f"{node.module}.{name.name}" for name in node.names}
    return names


def test_importing_the_core_loads_nothing_heavy() -> None:
    # A process of its own: here, some other test has loaded them all.
    code = f"import sys, dart_core; print(*[m for m in {NOT_AT_IMPORT} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_no_file_mentions_a_cdn() -> None:
    found = []
    for path in own_files():
        text = path.read_bytes().decode("utf-8", errors="replace").lower()
        found += [f"{label(path)}: {host}" for host in CDN_HOSTS if host in text]
    assert found == []


@pytest.mark.parametrize("path", PAGES, ids=label)
def test_player_names_no_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    # A namespace looks like an address, but nothing is ever fetched from it.
    text = text.replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in text
    assert "https://" not in text
    assert '"//' not in text
