"""The command ``dart``: ``compare``, ``sweep`` and ``watch``, on problems of the core."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from dart_core import commands
from dart_core.algorithms import BUILT_IN
from dart_core.algorithms.registry import Algorithm, algorithm, presets
from dart_core.commands import Command, checked_place
from dart_core.completing import SHELLS, completion
from dart_core.errors import FieldError
from dart_core.joint_rewards import texts, with_m
from dart_core.origin import about, code_of_run
from dart_core.problem import Problem
from dart_core.showing import pictures
from dart_core.simulation import simulate
from dart_core.table_options import FILES, read_option, table_of

_ABOUT = (
    "Algorithms that look for the best K of N arms: many runs on the same luck, or one to watch."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code; see `dart_core.commands.main`."""
    given = sys.argv[1:] if arguments is None else arguments
    return commands.main("dart", _ABOUT, COMMANDS, given)


def _compare(options: argparse.Namespace) -> int:
    return _study(options)


def _sweep(options: argparse.Namespace) -> int:
    if not options.vary:
        raise FieldError("vary", "NAME=V1,V2,…, such as k=2,4,8", "none")
    return _study(options, commands.varied_by(options.vary))


def _watch(options: argparse.Namespace) -> int:
    """Save the animation of one run, or of several that race."""
    out = checked_place(options.out)
    if out.suffix not in (".html", ".htm"):
        raise FieldError("out", "a file ending in .html", options.out)
    problem, (first, *others) = _problem(options), map(_algorithm, options.algorithms)
    run = simulate(problem, first, seed=options.seed)
    shown = run.race(*others) if others else run
    page = pictures().page(shown, about(code_of_run(run).splitlines()[-2], options.seed))
    commands.write(out, page.encode, "The animation cannot be written to")
    print(repr(shown)[1:-1])
    print(f"Wrote {out}: open it in a browser; it needs no connection.", file=sys.stderr)
    return 0


def _completion(options: argparse.Namespace) -> int:
    names = [*BUILT_IN, *(f"{name}.{preset}" for name in BUILT_IN for preset in presets(name))]
    whole = commands.parser("dart", _ABOUT, COMMANDS)
    rewards = texts().replace(":M", ":").split(", ")
    print(completion(options.shell, whole, {"algorithms": names, "reward": rewards}), end="")
    return 0


def _study(options: argparse.Namespace, varied: dict[str, list[Any]] | None = None) -> int:
    return commands.run_study(
        options,
        _problem(options),
        [_algorithm(text) for text in options.algorithms],
        runs=options.runs,
        seed=options.seed,
        redraw_arms=options.redraw,
        varied=varied,
    )


def _problem(options: argparse.Namespace) -> Problem:
    """Return the problem that the options describe: means that are given, or drawn from U[0, 1)."""
    reward: Any = options.reward
    name, colon, m = options.reward.partition(":")
    if colon and with_m(name):
        reward = (name, _whole("reward", m))
    elif "," in options.reward:
        reward = _numbers("reward", options.reward)
    k, horizon = options.k, _whole("t", options.t)
    if options.table is not None:
        if options.means is not None or getattr(options, "redraw", False):
            raise FieldError("table", "no --means and no --redraw beside it", "both")
        table = table_of(options)
        print(table, file=sys.stderr)
        arms = table.rows if options.rows else table.arms
        if arms is None:
            expected = "a table with a column per arm, two lines or more, and no empty cell"
            raise FieldError("rows", expected, table.read_as)
        return Problem(arms, k, horizon, reward)
    if options.rows:
        raise FieldError("rows", "a --table whose rows are kept together", "none")
    if options.means is None:
        return Problem.random(options.n, k, horizon, reward, options.arms_seed)
    if getattr(options, "redraw", False):
        raise FieldError("redraw", "arms that are drawn: no --means", "both")
    return Problem(_numbers("means", options.means), k, horizon, reward)


def _arms(options: argparse.Namespace) -> int:
    print(table_of(options))
    return 0


def _numbers(name: str, text: str) -> list[float]:
    return [_number(name, each) for each in text.split(",")]


def _whole(name: str, text: str) -> int:
    number = _number(name, text)
    if not number.is_integer():
        raise FieldError(name, "a whole number, such as 1000 or 1e6", text)
    return int(number)


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise FieldError(name, "a number, such as 1000 or 1e6", text) from None


def _algorithm(text: str) -> Algorithm:
    """Return the algorithm that ``NAME[.PRESET][,CONSTANT=VALUE…]`` means."""
    choice, *constants = text.split(",")
    name, dot, preset = choice.partition(".")
    pairs = [each.partition("=") for each in constants]
    if not all(key and equals and value for key, equals, value in pairs):
        raise FieldError("algorithm", "NAME.PRESET,CONSTANT=VALUE, such as dart.clean-c1,c=2", text)
    given = {key.strip(): _constant(value.strip()) for key, _, value in pairs}
    return algorithm(name, preset if dot else None, **given)


def _constant(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text  # a formula, as the presets have them; else the core says what is wrong


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "algorithms",
        nargs="+",
        metavar="ALGORITHM",
        help="NAME, NAME.PRESET or NAME.PRESET,CONSTANT=VALUE: " + ", ".join(BUILT_IN),
    )
    command.add_argument("--n", type=int, default=45, help="arms, with means drawn from U[0, 1)")
    command.add_argument("--means", metavar="M1,M2,…", help="the arms' means, instead of --n")
    command.add_argument("--table", metavar="FILE", help="a table of the arms: " + FILES)
    read_option(command)
    command.add_argument(
        "--rows", action="store_true", help="keep each row of the table together, as it paid"
    )
    command.add_argument("--k", type=int, default=4, help="arms that are chosen in each round")
    command.add_argument("--t", default="1e5", help="rounds")
    command.add_argument(
        "--reward",
        default="mean",
        help=f"{texts()}, or a count curve g(0),…,g(K)",
    )
    command.add_argument("--arms-seed", type=int, default=0, help="draws the means")
    command.add_argument("--seed", type=int, default=0, help="draws the luck")


def _runs(command: argparse.ArgumentParser) -> None:
    command.add_argument("--runs", type=int, default=25, help="of each algorithm")
    command.add_argument("--redraw", action="store_true", help="draw the arms anew for each run")


def _arms_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("table", metavar="FILE", help=FILES)
    read_option(command)


def _compare_options(command: argparse.ArgumentParser) -> None:
    _options(command)
    _runs(command)
    commands.study_options(command, "compare.csv")


def _sweep_options(command: argparse.ArgumentParser) -> None:
    _options(command)
    _runs(command)
    commands.sweep_options(command)
    commands.study_options(command, "sweep.csv")


def _watch_options(command: argparse.ArgumentParser) -> None:
    _options(command)
    command.add_argument("--out", default="run.html", help="a file ending in .html (run.html)")


def _completion_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=SHELLS)


COMMANDS = (
    Command("arms", "what is understood of a table of arms", _arms_options, _arms),
    Command("compare", "many runs of some algorithms", _compare_options, _compare),
    Command("sweep", "a study at each of some points", _sweep_options, _sweep),
    Command("watch", "one run, or a race of up to four, as an animation", _watch_options, _watch),
    Command("completion", "a script that completes for a shell", _completion_options, _completion),
)
