"""A user's own algorithm in the registry, so that it runs wherever the others do."""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import inspect
import pickle
import re
import sys
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from dart_core.algorithms.record import (
    AlgorithmSpec,
    Note,
    Numbers,
    Preset,
    Said,
)
from dart_core.algorithms.registry import REGISTRY, Algorithm, algorithm
from dart_core.algorithms.shared.played_story import PLAYED_READING, PLAYED_WORDS, milestones
from dart_core.errors import ContractError, FieldError, FieldTypeError
from dart_core.own_run import METHODS, checked_methods, run_own
from dart_core.problem import Problem
from dart_core.world import Log, World

if TYPE_CHECKING:
    from dart_core.run import Run

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")  # stands in links, between "." and ","
_LONGEST = 40
_COLOURS = (
    ("#3f4fc9", "#a3adff"),
    ("#9b3c3c", "#f49a9a"),
    ("#2f6f5e", "#7fd6bd"),
    ("#7d3f98", "#dba3f2"),
)


@dataclass(frozen=True)
class Registration:
    """What was told to `register`."""

    name: str
    factory: Any
    label: str
    description: str
    source: str

    def fresh(self) -> Any:
        """Return an object for one run: runs in several threads must not share one."""
        return fresh(self.name, self.factory)


_Value = TypeVar("_Value")
REGISTERED: dict[str, Registration] = {}
_FILES: dict[str, Path] = {}  # by the module name of a file that `load` has run
# Held by whoever changes the registry: of what others register meanwhile, `load` would think
# that its file did. Whoever only looks finds each algorithm at any time, the old one or the new.
_CHANGING = threading.RLock()


def register(
    name: str,
    factory: Any,
    *,
    label: str = "",
    description: str = "",
    source: str = "own",
) -> Algorithm:
    """Add an algorithm of one's own to the registry.

    Parameters
    ----------
    name : str
        Lowercase letters, digits and single hyphens, at most 40. One that was registered before
        is replaced; those of dart_core are taken.
    factory : class, callable or object
        A class, or a callable, without arguments gives a new object for each run; an object is
        copied for each run. The object has

        * ``reset(problem, rng)``, called before a run: `problem` has ``n_arms``, ``k``,
          ``horizon``, ``reward`` and ``curve``; `rng` is the `numpy.random.Generator` from which
          all of its random numbers must come, those that break ties too: arms are often listed
          by their means, and whoever takes the first of equal ones then has an advantage;
        * ``select(t)``, which returns K different arms from 0 … N−1 for round t = 1 … T;
        * ``update(t, action, reward)``, called with what `select` chose, as a read-only int64
          array, and the joint reward;
        * perhaps ``estimates`` and ``widths``, N numbers each, which the player shows; without
          them it shows the mean joint reward of the sets that held an arm.
    label : str, optional
        The name on charts, at most 40 characters; else `name`.
    description : str, optional
        What it does, in a sentence.
    source : str, optional
        Where it comes from.

    Returns
    -------
    Algorithm
        For `simulate`, `compare` and the others, which now take its name as well.

    Raises
    ------
    FieldError
        If a name or a text cannot be used.
    ContractError
        If the object lacks a method. For all else see `check_algorithm`.
    """
    if not _NAME.fullmatch(_text("name", name, 1, _LONGEST)):
        expected = "lowercase letters and digits, joined by single hyphens"
        raise FieldError("name", expected, name, "An example: epsilon-greedy.")
    if name in REGISTRY and name not in REGISTERED:
        raise FieldError("name", "a name that dart_core has not taken", name)
    label = _text("label", label or name, 1, _LONGEST)
    description = _text("description", description, 0, 500)
    its = Registration(name, factory, label, description, _text("source", source, 1, 200))
    new = its.fresh()
    checked_methods(name, new)
    spec = _spec(its, _source_of(new))
    with _CHANGING:
        if label in {spec.label for spec in REGISTRY.values() if spec.name != name}:
            raise FieldError("label", "a label that no other algorithm has", label)
        REGISTRY[name], REGISTERED[name] = spec, its
    return Algorithm(spec, spec.default_preset)


def fresh(name: str, factory: Any) -> Any:
    """Return a new object of a class or callable, or a copy of an object."""
    is_object = not isinstance(factory, type) and any(hasattr(factory, each) for each in METHODS)
    if not is_object and not callable(factory):
        raise FieldTypeError("factory", "a class, a callable or an object with methods", factory)
    try:
        return copy.deepcopy(factory) if is_object else factory()
    except Exception as error:
        what = "copying its object" if is_object else "calling its factory without arguments"
        raise ContractError(f"{name}: {what} raised {type(error).__name__}: {error}.") from error


def load(path: str | Path) -> tuple[str, ...]:
    """Run a Python file that registers algorithms.

    Returns
    -------
    tuple of str
        The names that it registered, one at least.

    Raises
    ------
    ContractError
        If it cannot be read or run, or registers nothing; then nothing of it is kept.
    """
    with _CHANGING:
        return _loaded(path)


def _loaded(path: str | Path) -> tuple[str, ...]:
    file = Path(path).resolve()
    digest = hashlib.blake2b(str(file).encode(), digest_size=4).hexdigest()
    module_name = f"dart_own_{file.stem}_{digest}"
    before, before_own = dict(REGISTRY), dict(REGISTERED)
    try:
        module_spec = importlib.util.spec_from_file_location(module_name, file)
        if module_spec is None or module_spec.loader is None:
            raise ImportError("its name does not end in .py")
        module = importlib.util.module_from_spec(module_spec)
        sys.modules[module_name], _FILES[module_name] = module, file
        module_spec.loader.exec_module(module)
        names = tuple(n for n, its in REGISTERED.items() if its is not before_own.get(n))
        if not names:
            raise ImportError("it registers no algorithm; end it with dc.register(…)")
    except (Exception, SystemExit) as error:
        _take_back(REGISTRY, before)
        _take_back(REGISTERED, before_own)
        says = str(error) if isinstance(error, ImportError) else f"{type(error).__name__}: {error}"
        raise ContractError(f"{path} cannot be used: {says}.") from error
    return names


def _take_back(registry: dict[str, _Value], before: dict[str, _Value]) -> None:
    for name in registry.keys() - before.keys():
        del registry[name]
    registry.update(before)


def _text(field: str, value: object, least: int, most: int) -> str:
    if not isinstance(value, str):
        raise FieldTypeError(field, f"a text of {least} to {most} characters", value)
    if not least <= len(value) <= most or not value.isprintable():
        raise FieldError(field, f"one line of {least} to {most} characters", value)
    return value


def _spec(its: Registration, own_source: str | None) -> AlgorithmSpec:
    path = _FILES.get(getattr(its.factory, "__module__", ""))
    return AlgorithmSpec(
        name=its.name,
        label=its.label,
        line=its.description or "An algorithm of your own.",
        presets={"own": Preset("own")},
        colour=_COLOURS[_place(its.name) % len(_COLOURS)],
        marker="pentagon",
        reading=PLAYED_READING,
        run=partial(_run, its),
        source=its.source,
        regret_bound="unknown",
        cost_per_step="some µs in Python",
        narrate=partial(_narrate, its),
        words={
            **PLAYED_WORDS,
            "axis": "own estimate, or the mean reward of the sets that held the arm",
        },
        outlook=partial(_outlook, its),
        made_by=(_restored, (its,)) if path is None else (_from_file, (str(path), its.name)),
        own_source=own_source,
    )


def _place(name: str) -> int:
    """Return how many others were registered before."""
    names = list(REGISTERED)
    return names.index(name) if name in names else len(names)


def _source_of(new: Any) -> str | None:
    """Return a digest of the files that define a new object's class, and of its state.

    None if there are no files, as for a class of a notebook, or its state cannot be written out.
    """
    digest = hashlib.blake2b(digest_size=8)
    try:
        # The state says what a factory such as `lambda: Own(0.1)` chose.
        digest.update(pickle.dumps((type(new).__qualname__, new.__getstate__())))
        for each in type(new).__mro__:
            if each.__module__ != "builtins":
                digest.update(Path(inspect.getfile(each)).read_bytes())
    except Exception:  # methods of one's own may raise anything here
        return None
    return digest.hexdigest()


def _run(
    its: Registration, problem: Problem, world: World, log: Log, key: np.uint64, _: Numbers
) -> None:
    run_own(its.name, its.fresh(), problem, world, log, key)


def _outlook(its: Registration, _problem: Problem, _numbers: Numbers) -> tuple[Said, str, Said]:
    text = its.description or "An algorithm of your own."
    return Said(text), "", Said("No guarantee is known here.")


def _narrate(its: Registration, run: Run) -> list[Note]:
    return [Note(0, its.description or f"{its.label} begins.", ()), *milestones(run)]


def _restored(its: Registration) -> Algorithm:
    """Register what another process had registered, unless it is the same here."""
    with _CHANGING:
        known = REGISTERED.get(its.name)
        if known is not None and pickle.dumps(known) == pickle.dumps(its):
            return algorithm(its.name)
        return register(
            its.name, its.factory, label=its.label, description=its.description, source=its.source
        )


def _from_file(path: str, name: str) -> Algorithm:
    """Load the file that registers `name`, unless that was done here."""
    with _CHANGING:
        its = REGISTERED.get(name)
        if its is None or _FILES.get(getattr(its.factory, "__module__", "")) != Path(path):
            load(path)
        return algorithm(name)
