"""The command line: ``python -m dart_core compare …`` and ``sweep …``.

Settings have the names that a link has, one option each; ``--link`` takes a whole link. So what
the app shows can be run here, longer and on more workers, and nothing is declared twice.
"""

from __future__ import annotations

import argparse
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dart_core.algorithms.registry import Algorithm
from dart_core.cluster import connect, scheduler_address
from dart_core.collect import Progress
from dart_core.errors import DartError, FieldError
from dart_core.files import FileError, read_whole, sentence, written_whole
from dart_core.study import Study, compare
from dart_core.sweep import DESIGNS, Sweep, sweep

if TYPE_CHECKING:
    import pandas as pd

    from dashboard.schema.repair import Notice
    from dashboard.settings import Settings

_SUFFIXES = (".parquet", ".csv", ".json")
# Settings that say what a page draws, or which values it makes up, and change nothing here.
_OF_PAGES = ("band", "axes", "theory", "vary", "vary_too", "points")
_LINK_NAMES = {"n": "n_arms", "t": "horizon"}  # a link's short names of what can be swept
_WHOLE = ("n_arms", "k", "horizon")
_BAR = 30
_LONGEST_LINK = 1 << 26  # bytes, in a file
REFUSED, NO_FILE, INTERRUPTED = 2, 3, 130  # exit codes


def main(arguments: Sequence[str]) -> int:
    """Run a command; return the exit code.

    0: done; 1: done, but runs, algorithms or points of a sweep have no result; 2: refused, with a
    message; 3: a file cannot be read or written, with a message; 130: interrupted, and what was
    finished is kept.
    """
    from dashboard.settings import SettingsError

    try:
        code = _run(_parser().parse_args(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where an error can still be said
    except OSError as error:
        _give_up_output()
        print(sentence(error), file=sys.stderr)
        return NO_FILE
    except (DartError, SettingsError) as error:
        print(f"{error}", file=sys.stderr)
        return REFUSED
    return code


def _give_up_output() -> None:
    """Throw away what standard output still holds: it would fail again as Python ends."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _run(options: argparse.Namespace) -> int:
    out = _checked_out(options.out)
    settings = _settings(options)
    folder = Path(options.resume or f"{out}.parts")
    bar = Bar(sys.stderr)
    with _workers(options.workers) as executor, _stop_on_interrupt() as stop:
        how: dict[str, Any] = {"executor": executor, "on_progress": bar, "stop": stop}
        how |= {"runs": settings.runs, "seed": settings.seed, "resume": folder}
        how |= {"redraw_arms": settings.redraw}
        problem, algorithms = settings.problem(), _algorithms(settings)
        result: Study | Sweep
        if options.command == "compare":
            result = compare(problem, algorithms, **how)
        else:
            result = sweep(
                _varied_by(options, settings), problem, algorithms, design=options.design, **how
            )
    bar.end()
    if not result.finished:
        print(
            f"Interrupted. What is finished is kept in {folder}: the same command goes on there.",
            file=sys.stderr,
        )
        return INTERRUPTED
    return _write(result, out)


def _write(result: Study | Sweep, out: Path) -> int:
    """Write the tables, print the summary, say what failed."""
    _save(result.frame, out)
    written = [out]
    if isinstance(result, Study):
        written.append(_runs_of(out))
        _save(result.outcomes, written[1])
    table = result.summary()
    print(table[[c for c in table if c not in {"algorithm", "preset"}]].to_string())
    print("Wrote " + " and ".join(str(path) for path in written), file=sys.stderr)
    failures = result.failures
    if len(failures):
        print(f"Without a result:\n{failures.to_string(index=False)}", file=sys.stderr)
    return int(len(failures) > 0)


def _parser() -> argparse.ArgumentParser:
    from dashboard.settings import SCHEMA

    parser = argparse.ArgumentParser(prog="python -m dart_core", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, says in (("compare", "many runs of some algorithms"), ("sweep", "a study per point")):
        command = commands.add_parser(name, help=says, description=says, allow_abbrev=False)
        command.add_argument(
            "--link", metavar="URL", help="run what a link of the app shows; or a file that has it"
        )
        for field in (field for field in SCHEMA if field.name not in _OF_PAGES):
            meaning = f"{field.label}: {field.expected}".replace("%", "%%")
            command.add_argument(f"--{field.key.replace('_', '-')}", dest=field.key, help=meaning)
        command.add_argument(
            "--workers",
            type=int,
            default=os.cpu_count() or 1,
            help="threads on this machine (all cores); DART_DASK_SCHEDULER names a cluster",
        )
        command.add_argument(
            "--out", default=f"{name}.parquet", help=f"a file ending in {', '.join(_SUFFIXES)}"
        )
        command.add_argument(
            "--resume", metavar="FOLDER", help="where finished chunks are kept (OUT.parts)"
        )
        if name == "sweep":
            command.add_argument(
                "--vary",
                action="append",
                metavar="NAME=V1,V2,…",
                help="n, k, t, reward, gap, a constant (lam, dart.lam) or a multiple (lam*); "
                "a link says itself what it varies",
            )
            command.add_argument("--design", choices=DESIGNS, default="grid")
    return parser


def _settings(options: argparse.Namespace) -> Settings:
    """Return the settings: a link's, else each field's default, with the options in their place.

    Raises
    ------
    FieldError
        If anything could not be taken as it came: nobody is there to see a notice.
    """
    from dashboard.settings import SCHEMA, VERSION, Settings

    texts = (Settings() if options.link is None else _linked(options.link)).texts()
    said = {f.key: getattr(options, f.key) for f in SCHEMA if f.name not in _OF_PAGES}
    given = {key: text for key, text in said.items() if text is not None}
    texts = _fit_for(given.get("algorithm", texts["algorithm"]), texts)
    settings, notices = Settings.repaired({"v": str(VERSION)} | texts | given)
    _refuse(notices, "settings")
    return settings


def _linked(link: str) -> Settings:
    """Return what a link of the app says."""
    from urllib.parse import parse_qs, urlsplit

    from dashboard.links.link import from_query, is_link

    if "?" not in link and _is_file(link):
        link = _link_in(Path(link))
    try:
        query = urlsplit(link).query
    except ValueError:  # such as an address with half a bracket
        query = ""
    if not is_link(parse_qs(query, keep_blank_values=True)):
        raise FieldError("link", "a whole link of the app, with its settings behind a ?", link)
    settings, _, notices = from_query(query)
    _refuse(notices, "link")
    return settings


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except OSError:  # such as one of a name that no file can have
        return False


def _link_in(path: Path) -> str:
    """Return the link that a file holds: one that is too long for a command."""
    try:
        return read_whole(path, _LONGEST_LINK).decode().strip()
    except ValueError:
        raise FieldError("link", "a text file that holds one link", str(path)) from None


def _fit_for(algorithm: str, texts: dict[str, str]) -> dict[str, str]:
    """Return texts without the preset and constants of an algorithm that is not run."""
    from dashboard.catalogue import CATALOGUE

    if algorithm == texts["algorithm"] or algorithm not in CATALOGUE:
        return texts
    preset = next(iter(CATALOGUE[algorithm].presets))
    replaced = {"c": "preset", "lam": "preset", "delta0": "preset", "const": ""}
    return texts | replaced | {"preset": preset}


def _refuse(notices: Sequence[Notice], field: str) -> None:
    from dashboard.schema.repair import sorted_out

    if notices:
        others, missing = sorted_out(notices)
        lines = [notice.complaint for notice in others]
        if missing:
            lines.append(f"missing: {', '.join(missing)}")
        said = f"{'; '.join(lines)}."
        raise FieldError(field, "values that can all be taken", f"{len(notices)} that cannot", said)


def _algorithms(settings: Settings) -> list[Algorithm]:
    """Return the settings' algorithms, the main one first."""
    return settings.algorithms()


def _varied_by(options: argparse.Namespace, settings: Settings) -> dict[str, list[Any]]:
    """Return what a sweep varies: as the options say, else as the link does."""
    from dashboard import ranges

    if options.vary:
        varied: dict[str, list[Any]] = {}
        for name, values in map(_varied, options.vary):
            if name in varied:
                hint = "Give all of its values at once: k=2,4,8."
                raise FieldError("vary", "each name once", f"{name} twice", hint)
            varied[name] = values
        return varied
    if options.link is None:
        raise FieldError("vary", "NAME=V1,V2,…, such as k=2,4,8, or a link", "none")
    return ranges.varied(settings)


def _varied(text: str) -> tuple[str, list[Any]]:
    """Return a parameter and its values, each of them once, from ``name=1,2``."""
    name, equals, values = text.partition("=")
    # A byte that is no UTF-8 comes as a character that no table can hold.
    if not (name and equals and values and text.isprintable()):
        raise FieldError("vary", "NAME=V1,V2,…, such as k=2,4,8", text)
    parameter = _LINK_NAMES.get(name.strip(), name.strip())
    read = [_value(parameter, value.strip()) for value in values.split(",")]
    return parameter, list(dict.fromkeys(read))


def _value(parameter: str, text: str) -> Any:
    if parameter == "reward":
        kind, colon, least = text.partition(":")
        return (kind, int(least)) if colon and least.isdecimal() else text
    try:
        number = float(text)
    except ValueError:
        return text  # a formula, such as the presets have; or an error that the core words
    return int(number) if parameter in _WHOLE and number.is_integer() else number


@contextmanager
def _workers(count: int) -> Iterator[Executor | None]:
    """Provide the cluster that the environment names, else threads, else nothing."""
    if count < 1:
        raise FieldError("workers", "1 or more", count)
    address = scheduler_address()
    if address is not None:
        with connect(address) as cluster:
            print(f"Running on {address}, {cluster.workers} workers.", file=sys.stderr)
            yield cluster.executor
    elif count > 1:
        with ThreadPoolExecutor(count) as pool:
            yield pool
    else:
        yield None


@contextmanager
def _stop_on_interrupt() -> Iterator[np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """Provide a stop flag that the first Ctrl-C sets; the second one interrupts as usual."""
    stop = np.zeros(1, dtype=np.int64)
    before = signal.getsignal(signal.SIGINT)

    def ask(*_: object) -> None:
        stop[0] = 1
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Bar:
    """Progress on a text stream: one line that changes, or a line every tenth without a terminal.

    Parameters
    ----------
    stream : text stream
    """

    def __init__(self, stream: Any) -> None:
        self._stream, self._live = stream, stream.isatty()
        self._said, self._wide = -1, 0

    def __call__(self, progress: Progress[Any]) -> None:
        """Show how far it is."""
        part = progress.done / progress.total if progress.total else 1.0
        left = progress.seconds_left
        says = f"{progress.done:,} of {progress.total:,} runs, {progress.seconds:.0f} s"
        says += f", about {left:.0f} s left" if isfinite(left) and part < 1 else ""
        says += f", {progress.failed:,} failed" if progress.failed else ""
        if self._live:
            full = int(part * _BAR)
            line = f"[{'#' * full}{'.' * (_BAR - full)}] {says}"
            self._stream.write("\r" + line.ljust(self._wide))
            self._wide = len(line)
        elif int(part * 10) > self._said:
            self._said = int(part * 10)
            self._stream.write(says + "\n")
        self._stream.flush()

    def end(self) -> None:
        """Leave the line."""
        if self._live:
            self._stream.write("\n")


def _checked_out(text: str) -> Path:
    out = Path(text)
    if out.suffix not in _SUFFIXES:
        raise FieldError("out", "a file ending in " + ", ".join(_SUFFIXES), text)
    if not out.absolute().parent.is_dir():
        raise FieldError("out", "a file in a folder that exists", text)
    if not os.access(out.absolute().parent, os.W_OK | os.X_OK):
        raise FieldError("out", "a file in a folder that can be written", text)
    for path in (out, _runs_of(out)):
        with suppress(FileNotFoundError):
            if not stat.S_ISREG(path.lstat().st_mode):  # nor a link: what it names may be another's
                kind = "folder" if path.is_dir() else "link, pipe or device"
                raise FieldError("out", "a file", f"the {kind} {path}", "Take another name.")
    if out.suffix == ".parquet":
        try:
            import pyarrow  # type: ignore[import-untyped] # noqa: F401 # only whether it is there
        except ImportError:
            hint = "Run `.venv/bin/python -m pip install pyarrow`, or write .csv or .json."
            raise FieldError("out", "pyarrow to write Parquet", "not installed", hint) from None
    return out


def _runs_of(out: Path) -> Path:
    """Return where `compare` writes what each run came to."""
    return out.with_name(f"{out.stem}-runs{out.suffix}")


def _save(table: pd.DataFrame, path: Path) -> None:
    writers: dict[str, Callable[[Any], object]] = {
        ".parquet": lambda to: table.to_parquet(to, index=False),
        ".csv": lambda to: table.to_csv(to, index=False),
        ".json": lambda to: table.to_json(to, orient="records"),
    }
    try:
        with written_whole(path) as file:
            writers[path.suffix](file)
    except OSError as error:
        hint = "Finished runs are kept: make room or give another --out, and none is run again."
        raise FileError("The table cannot be written to", path, error, hint) from None
