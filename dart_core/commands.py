"""What every command line shares: options of a study, progress, Ctrl-C, tables, exit codes.

A command says which problem and algorithms it runs; `run_study` does the rest. Commands stand on
the floor that knows their words: `dart_core.cli` has those of the core, `dashboard.cli` those of
the app's settings and links.
"""

from __future__ import annotations

import argparse
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dart_core.cluster import connect, scheduler_address
from dart_core.collect import Progress
from dart_core.errors import DartError, FieldError
from dart_core.files import FileError, sentence, written_whole
from dart_core.study import Study, compare
from dart_core.sweep import DESIGNS, Sweep, sweep

if TYPE_CHECKING:
    import pandas as pd

    from dart_core.algorithms.registry import Algorithm
    from dart_core.problem import Problem

_SUFFIXES = (".parquet", ".csv", ".json")
_SHORT_NAMES = {"n": "n_arms", "t": "horizon"}  # of what can be swept
_WHOLE = ("n_arms", "k", "horizon")
_BAR = 30
REFUSED, NO_FILE, INTERRUPTED = 2, 3, 130  # exit codes


@dataclass(frozen=True)
class Command:
    """One command of a command line.

    Attributes
    ----------
    name, says : str
    options : callable
        ``options(parser)`` declares its options.
    run : callable
        ``run(options)`` carries it out and returns the exit code.
    """

    name: str
    says: str
    options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def main(program: str, about: str, commands: Sequence[Command], arguments: Sequence[str]) -> int:
    """Run one of some commands; return the exit code.

    0: done; 1: done, but runs, algorithms or points of a sweep have no result; 2: refused, with a
    message; 3: a file cannot be read or written, with a message; 130: interrupted, and what was
    finished is kept.
    """
    try:
        options = parser(program, about, commands).parse_args(arguments)
        code: int = options.run(options)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where an error can still be said
    except OSError as error:
        _give_up_output()
        print(sentence(error), file=sys.stderr)
        return NO_FILE
    except DartError as error:
        print(f"{error}", file=sys.stderr)
        return REFUSED
    return code


def parser(program: str, about: str, commands: Sequence[Command]) -> argparse.ArgumentParser:
    """Return the parser of some commands; what it reads has the command's `run`."""
    whole = argparse.ArgumentParser(prog=program, description=about)
    group = whole.add_subparsers(dest="command", required=True)
    for each in commands:
        its = group.add_parser(each.name, help=each.says, description=each.says, allow_abbrev=False)
        each.options(its)
        its.set_defaults(run=each.run)
    return whole


def _give_up_output() -> None:
    """Throw away what standard output still holds: it would fail again as Python ends."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def study_options(command: argparse.ArgumentParser, out: str) -> None:
    """Declare how a study is run, and where its tables go."""
    command.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        help="threads on this machine (all cores); DART_DASK_SCHEDULER names a cluster",
    )
    command.add_argument("--out", default=out, help=f"a file ending in {', '.join(_SUFFIXES)}")
    command.add_argument(
        "--resume", metavar="FOLDER", help="where finished chunks are kept (OUT.parts)"
    )


def sweep_options(command: argparse.ArgumentParser, otherwise: str = "") -> None:
    """Declare what a sweep varies; `otherwise`: what it does where nothing is said."""
    command.add_argument(
        "--vary",
        action="append",
        metavar="NAME=V1,V2,…",
        help="n, k, t, reward, gap, a constant (lam, dart.lam) or a multiple (lam*)" + otherwise,
    )
    command.add_argument("--design", choices=DESIGNS, default="grid")


def run_study(
    options: argparse.Namespace,
    problem: Problem,
    algorithms: Sequence[Algorithm],
    *,
    runs: int,
    seed: int,
    redraw_arms: bool,
    varied: Mapping[str, Sequence[Any]] | None = None,
) -> int:
    """Run a study, or a sweep over what is varied; write its tables; return the exit code."""
    out = _checked_out(options.out)
    folder = Path(options.resume or f"{out}.parts")
    bar = Bar(sys.stderr)
    with _workers(options.workers) as executor, _stop_on_interrupt() as stop:
        how: dict[str, Any] = {"executor": executor, "on_progress": bar, "stop": stop}
        how |= {"runs": runs, "seed": seed, "redraw_arms": redraw_arms, "resume": folder}
        result: Study | Sweep
        if varied is None:
            result = compare(problem, algorithms, **how)
        else:
            result = sweep(varied, problem, algorithms, design=options.design, **how)
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


def varied_by(texts: Sequence[str]) -> dict[str, list[Any]]:
    """Return what ``--vary`` says: the values of each name.

    Raises
    ------
    FieldError
        If a text is no ``NAME=V1,V2,…``, or a name comes twice.
    """
    varied: dict[str, list[Any]] = {}
    for name, values in map(_varied, texts):
        if name in varied:
            hint = "Give all of its values at once: k=2,4,8."
            raise FieldError("vary", "each name once", f"{name} twice", hint)
        varied[name] = values
    return varied


def _varied(text: str) -> tuple[str, list[Any]]:
    """Return a parameter and its values, each of them once, from ``name=1,2``."""
    name, equals, values = text.partition("=")
    # A byte that is no UTF-8 comes as a character that no table can hold.
    if not (name and equals and values and text.isprintable()):
        raise FieldError("vary", "NAME=V1,V2,…, such as k=2,4,8", text)
    parameter = _SHORT_NAMES.get(name.strip(), name.strip())
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
            hint = "Install pyarrow, or write .csv or .json."
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
