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
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dart_core import tables
from dart_core.bars import Bar
from dart_core.cluster import connect, scheduler_address
from dart_core.errors import DartError, FieldError
from dart_core.files import FileError, sentence, written_whole
from dart_core.findings import headline, present, sweep_sentence
from dart_core.origin import about, code_of_study, code_of_sweep
from dart_core.study import Study, compare
from dart_core.sweep import DESIGNS, Sweep, sweep

if TYPE_CHECKING:
    import pandas as pd

    from dart_core.algorithms.registry import Algorithm
    from dart_core.problem import Problem

_SUFFIXES = (".parquet", ".csv", ".json")
_SHORT_NAMES = {"n": "n_arms", "t": "horizon"}  # of what can be swept
_GO_ON = "Finished runs are kept: make room or give another --out, and none is run again."
_WHOLE = ("n_arms", "k", "horizon")
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


class _WholeNames(argparse.HelpFormatter):
    """Help that is wrapped between words: "at-least:M" is one name, and stays on one line."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


def parser(program: str, about: str, commands: Sequence[Command]) -> argparse.ArgumentParser:
    """Return the parser of some commands; what it reads has the command's `run`."""
    form = _WholeNames
    whole = argparse.ArgumentParser(prog=program, description=about, formatter_class=form)
    group = whole.add_subparsers(dest="command", required=True)
    for each in commands:
        its = group.add_parser(
            each.name,
            help=each.says,
            description=each.says,
            allow_abbrev=False,
            formatter_class=form,
        )
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
    command.set_defaults(default_out=out)
    command.add_argument("--out", help=f"a file ending in {', '.join(_SUFFIXES)} ({out})")
    formats = [suffix[1:] for suffix in _SUFFIXES]
    command.add_argument("--format", choices=formats, help="instead of what the ending says")
    command.add_argument(
        "--bom", action="store_true", help="begin CSV with a byte order mark, as Excel wants it"
    )
    command.add_argument(
        "--decimal-comma", action="store_true", help="CSV with decimal commas, and ; between cells"
    )
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
    out, how_written = _checked_out(options)
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
    asked = (problem, algorithms, runs, seed, redraw_arms)
    if isinstance(result, Study):
        code, found = code_of_study(*asked), headline(result)
    else:
        code = code_of_sweep(varied or {}, options.design, *asked)
        here = {name: present(name, problem, algorithms) for name in result.parameters}
        found = sweep_sentence(result, algorithms[0].name, here)
    code_of = _write(result, out, replace(how_written, about=about(code, seed)))
    if found:
        print(f"\n{found.replace('**', '')}")
    return code_of


def _write(result: Study | Sweep, out: Path, how: _Written) -> int:
    """Write the tables, print the summary, say what failed."""
    how.save(result.frame, out)
    written = [out]
    if isinstance(result, Study):
        written.append(_runs_of(out))
        how.save(result.outcomes, written[1])
    table = result.summary()
    print(table[[c for c in table if c not in {"algorithm", "preset"}]].to_string())
    print("Wrote " + " and ".join(str(path) for path in written), file=sys.stderr)
    failures = result.failures
    if len(failures):
        print(f"Without a result:\n{failures.to_string(index=False)}", file=sys.stderr)
    return int(len(failures) > 0)


@dataclass(frozen=True)
class _Written:
    """How tables are written, and what they say of themselves."""

    format: str
    bom: bool
    decimal_comma: bool
    about: Mapping[str, str]

    def save(self, table: pd.DataFrame, path: Path) -> None:
        """Write a table, whole or not at all."""
        write(path, lambda: self._content(table), "The table cannot be written to", _GO_ON)

    def _content(self, table: pd.DataFrame) -> bytes:
        if self.format == "parquet":
            return tables.parquet(table, self.about)
        if self.format == "json":
            return tables.json(table, self.about)
        decimal = "," if self.decimal_comma else "."
        return tables.csv(table, self.about, bom=self.bom, decimal=decimal)


def write(path: Path, content: Callable[[], bytes], what: str, hint: str = "") -> None:
    """Write what `content` makes into a file, whole or not at all.

    Raises
    ------
    FileError
        If it cannot be written: `what`, the path, why, and a hint.
    """
    try:
        with written_whole(path) as file:
            file.write(content())
    except OSError as error:
        raise FileError(what, path, error, hint) from None


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


def _checked_out(options: argparse.Namespace) -> tuple[Path, _Written]:
    """Return where tables go, and how they are written."""
    kind = options.format
    default = Path(options.default_out)
    text = options.out or str(default.with_suffix(f".{kind}") if kind else default)
    if kind is None and Path(text).suffix not in _SUFFIXES:
        raise FieldError("out", "a file ending in " + ", ".join(_SUFFIXES), text)
    kind = kind or Path(text).suffix[1:]
    if kind != "csv" and (options.bom or options.decimal_comma):
        raise FieldError("bom" if options.bom else "decimal-comma", "CSV to be written", kind)
    out = checked_place(text)
    checked_file(_runs_of(out))
    if kind == "parquet":
        try:
            import pyarrow  # type: ignore[import-untyped] # noqa: F401 # only whether it is there
        except ImportError:
            hint = "Install pyarrow, or write .csv or .json."
            raise FieldError("out", "pyarrow to write Parquet", "not installed", hint) from None
    return out, _Written(kind, options.bom, options.decimal_comma, {})


def checked_place(text: str) -> Path:
    """Return where a file is to be written, if it can be.

    Raises
    ------
    FieldError
        If its folder is not there or cannot be written, or something else than a file is there.
    """
    out = Path(text)
    if not out.absolute().parent.is_dir():
        raise FieldError("out", "a file in a folder that exists", text)
    if not os.access(out.absolute().parent, os.W_OK | os.X_OK):
        raise FieldError("out", "a file in a folder that can be written", text)
    checked_file(out)
    return out


def checked_file(path: Path) -> None:
    """Refuse what is no file: nor may it be a link, as what it names may be another's."""
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            kind = "folder" if path.is_dir() else "link, pipe or device"
            raise FieldError("out", "a file", f"the {kind} {path}", "Take another name.")


def _runs_of(out: Path) -> Path:
    """Return where `compare` writes what each run came to."""
    return out.with_name(f"{out.stem}-runs{out.suffix}")
