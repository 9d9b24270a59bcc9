"""A page in Python: the code that gives its numbers again, bit by bit."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dashboard import ranges
from dashboard.catalogue import OWN
from dashboard.exports.about import about
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

WIDTH = 92


_HOW = "# From this project's folder: PYTHONPATH=. .venv/bin/python this_file.py"


@dataclass(frozen=True)
class Script:
    """Code in steps, each of which can be a cell of a notebook.

    Attributes
    ----------
    title : str
    about : dict of str to str
        See `dashboard.exports.about`.
    steps : tuple of str
        Python source; the first imports, the last prints.
    """

    title: str
    about: dict[str, str]
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The script as one file; where it comes from is said at its end."""
        origin = "\n".join(f"# {name}: {text}" for name, text in self.about.items())
        return "\n\n".join([f"# {self.title}\n{_HOW}", *self.steps, origin]) + "\n"


def watch_script(settings: Settings) -> Script:
    """Return the code of the watched run, of those that race against it, and of other curves.

    It leaves `run`, `racers` and `beside`, whose ``regret`` is what the page draws.
    """
    import dart_core as dc

    seed = settings.seed
    main = f"run = dc.simulate(problem, {_algorithm(settings.chosen())}, seed={seed})"
    steps = [*_problem_steps(settings), f"{main}\nprint(run.final_set, run.regret[-1])"]
    racers = settings.racers()
    rivals = [its.chosen() for its in racers[1:]]
    others = [
        its.chosen() for its in map(settings.watching, settings.companions) if its not in racers
    ]
    for name, those, how in (("racers", rivals, ""), ("beside", others, ", frames=0")):
        if not those:
            continue
        steps.append(
            f"{name} = []\nfor choice in {_stacked(map(_algorithm, those))}:\n"
            "    try:\n"
            f"        {name}.append(dc.simulate(problem, choice, seed={seed}{how}))\n"
            "    except dc.DartError as why:  # it cannot run on this problem\n"
            "        print(why)"
        )
        steps.append(f"for other in {name}:\n    print(other.algorithm.label, other.regret[-1])")
    said = about(settings, dc.__version__)
    names = " against ".join([settings.chosen().label, *(rival.label for rival in rivals)])
    return Script(f"One run of {names}", said, tuple(steps))


def compare_script(settings: Settings) -> Script:
    """Return the code of a comparison; it leaves `study`."""
    import dart_core as dc

    call = (
        f"study = dc.compare(\n    problem,\n    {_indented(_algorithms(settings))},\n"
        f"    {_runs(settings)},\n)"
    )
    steps = (*_problem_steps(settings), call, "print(study.summary().to_string())")
    return Script("Many runs, on the same luck", about(settings, dc.__version__), steps)


def sweep_script(settings: Settings, *, everything: bool = False) -> Script:
    """Return the code of a sweep; it leaves `sweep`.

    Parameters
    ----------
    settings : Settings
    everything : bool
        Whether every parameter is varied alone, as under "What matters most?".
    """
    import dart_core as dc

    values = ranges.values_of(settings, everything)
    rows = [f"    {_quoted(name)}: {_quoted(taken)}," for name, taken in values.items()]
    varied = "\n".join(["varied = {", *rows, "}"])
    algorithms = (
        f"[{_algorithm(settings.chosen())}]" if everything else _indented(_algorithms(settings))
    )
    design = "one-at-a-time" if everything else "grid"
    call = (
        f"sweep = dc.sweep(\n    varied,\n    problem,\n    {algorithms},\n"
        f'    {_runs(settings)},\n    design="{design}",\n)'
    )
    steps = (*_problem_steps(settings), varied, call, "print(sweep.summary().to_string())")
    return Script("A sweep over " + ", ".join(values), about(settings, dc.__version__), steps)


def _problem_steps(settings: Settings) -> list[str]:
    head = "import dart_core as dc"
    used = [choice.name for choice in settings.algorithms()]
    if own := [name for name in dict.fromkeys(used) if name in OWN.names]:
        head += f"\n\n# Algorithms of your own: import their files first ({', '.join(own)})."
    return [head, _problem(settings)]


def _problem(settings: Settings) -> str:
    """Return the problem as code: by its seed where the core can draw it, else arm by arm."""
    problem = settings.problem()
    reward = _quoted(settings.reward)
    if settings.joint_reward.takes_m:
        reward = f"({reward}, {settings.at_least})"
    elif settings.joint_reward.own:
        reward = _indented(_listed(map(repr, settings.curve or ())))
    rest = f"k={settings.k},\n    horizon={settings.horizon:_},\n    reward={reward},\n"
    if settings.arms == "uniform" and settings.means is None and settings.law == "bernoulli":
        return (
            f"problem = dc.Problem.random(\n    n_arms={settings.n},\n    {rest}"
            f"    seed={settings.arms_seed},\n)"
        )
    return f"problem = dc.Problem(\n    {_indented(_arms(problem))},\n    {rest})"


def _arms(problem: dc.Problem) -> str:
    import dart_core as dc

    if isinstance(problem.arms, dc.LowerBound):
        return f"dc.{problem.arms!r}"
    if isinstance(problem.arms, dc.Rows):
        rows = _listed(repr(row) for row in problem.arms.table.tolist())
        return f"dc.Rows(\n    {_indented(rows)}\n)"
    arms = (repr(a.p) if isinstance(a, dc.Bernoulli) else f"dc.{a!r}" for a in problem.arms)
    return _listed(arms)


def _algorithms(settings: Settings) -> str:
    return _stacked(map(_algorithm, settings.algorithms()))


def _algorithm(choice: dc.Algorithm) -> str:
    constants = "".join(f", {name}={value!r}" for name, value in choice.overrides)
    return f"dc.algorithm({_quoted(choice.name)}, preset={_quoted(choice.preset)}{constants})"


def _runs(settings: Settings) -> str:
    redraw = ",\n    redraw_arms=True" if settings.redraw else ""
    return f"runs={settings.runs},\n    seed={settings.seed}{redraw}"


def _listed(items: Iterable[str]) -> str:
    """Return a list as code, as many items a line as there is room for."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]} {item},".lstrip()
        if lines[-1] and len(longer) > WIDTH - 8:
            lines.append(f"{item},")
        else:
            lines[-1] = longer
    return "\n    ".join(["[", *lines]) + "\n]"


def _stacked(items: Iterable[str]) -> str:
    """Return a list as code, an item a line."""
    return "\n    ".join(["[", *(f"{item}," for item in items)]) + "\n]"


def _quoted(value: Any) -> str:
    """Return text, a number or a list of them as code; floats by their shortest repr."""
    return json.dumps(value)


def _indented(code: str) -> str:
    return code.replace("\n", "\n    ")
