"""The app's command line: ``python -m dashboard compare --link …`` and ``sweep …``.

Settings have the names that a link has, one option each; ``--link`` takes a whole link. So what
the app shows can be run here, longer and on more workers, and nothing is declared twice.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from dart_core import commands
from dart_core.commands import Command
from dart_core.errors import FieldError
from dart_core.files import read_whole
from dashboard import ranges
from dashboard.catalogue import CATALOGUE
from dashboard.links.link import Link, is_link
from dashboard.schema.repair import Notice, sorted_out
from dashboard.schema.version import VERSION
from dashboard.settings import LINK_FIELDS, Settings

_ABOUT = "What the app's pages show, run here: longer, and on more workers."
# Settings that say what a page draws, or which values it makes up, and change nothing here.
_OF_PAGES = ("band", "axes", "theory", "vary", "vary_too", "points", "values", "values_too")
_FIELDS = [field for field in LINK_FIELDS if field.name not in _OF_PAGES]
_LONGEST_LINK = 1 << 26  # bytes, in a file


def main(arguments: Sequence[str]) -> int:
    """Run a command and return the exit code; see `dart_core.commands.main`."""
    return commands.main("python -m dashboard", _ABOUT, COMMANDS, arguments)


def _compare(options: argparse.Namespace) -> int:
    return _study(options, settings_of(options))


def _sweep(options: argparse.Namespace) -> int:
    settings = settings_of(options)
    return _study(options, settings, varied_by(options, settings))


def _study(
    options: argparse.Namespace, settings: Settings, varied: dict[str, list[Any]] | None = None
) -> int:
    return commands.run_study(
        options,
        settings.problem(),
        settings.algorithms(),
        runs=settings.runs,
        seed=settings.seed,
        redraw_arms=settings.redraw,
        varied=varied,
    )


def settings_of(options: argparse.Namespace) -> Settings:
    """Return the settings: a link's, else each field's default, with the options in their place.

    Raises
    ------
    FieldError
        If anything could not be taken as it came: nobody is there to see a notice.
    """
    plain = replace(Settings(), rivals=Settings().companions)  # as before there were rivals
    texts = (plain if options.link is None else _linked(options.link)).texts()
    said = {field.key: getattr(options, field.key) for field in _FIELDS}
    given = {key: text for key, text in said.items() if text is not None}
    if "with" in given:  # here it means what the pages call rivals
        given.setdefault("vs", given["with"])
    texts = _fit_for(given.get("algorithm", texts["algorithm"]), texts)
    settings, notices = Settings.repaired({"v": str(VERSION)} | texts | given)
    _refuse(notices, "settings")
    return settings.compared()


def _linked(link: str) -> Settings:
    """Return what a link of the app says."""
    if "?" not in link and _is_file(link):
        link = _link_in(Path(link))
    try:
        query = urlsplit(link).query
    except ValueError:  # such as an address with half a bracket
        query = ""
    if not is_link(parse_qs(query, keep_blank_values=True)):
        raise FieldError("link", "a whole link of the app, with its settings behind a ?", link)
    meant = Link.parse(query)
    _refuse(meant.notices, "link")
    return meant.settings


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
    if algorithm == texts["algorithm"] or algorithm not in CATALOGUE:
        return texts
    replaced = {"c": "preset", "lam": "preset", "delta0": "preset", "const": ""}
    return texts | replaced | {"preset": CATALOGUE[algorithm].default_preset}


def _refuse(notices: Sequence[Notice], field: str) -> None:
    others, missing = sorted_out(notices)
    if others:
        lines = [notice.complaint for notice in others]
        if missing:
            lines.append(f"missing: {', '.join(missing)}")
        said = f"{'; '.join(lines)}."
        raise FieldError(field, "values that can all be taken", f"{len(notices)} that cannot", said)
    if missing:
        raise FieldError(
            field,
            "all settings",
            f"a link without {len(missing)} of them",
            f"missing: {', '.join(missing)}. Copy the whole link from Share, or leave --link "
            "out and give the settings as options.",
        )


def varied_by(options: argparse.Namespace, settings: Settings) -> dict[str, list[Any]]:
    """Return what a sweep varies: as the options say, else as the link does."""
    if options.vary:
        return commands.varied_by(options.vary)
    if options.link is None:
        raise FieldError("vary", "NAME=V1,V2,…, such as k=2,4,8, or a link", "none")
    return ranges.varied(settings)


def _options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--link", metavar="URL", help="run what a link of the app shows; or a file that has it"
    )
    for field in _FIELDS:
        meaning = f"{field.label}: {field.expected}".replace("%", "%%")
        command.add_argument(f"--{field.key.replace('_', '-')}", dest=field.key, help=meaning)


def _compare_options(command: argparse.ArgumentParser) -> None:
    _options(command)
    commands.study_options(command, "compare.parquet")


def _sweep_options(command: argparse.ArgumentParser) -> None:
    _options(command)
    commands.sweep_options(command, "; a link says itself what it varies")
    commands.study_options(command, "sweep.parquet")


COMMANDS = (
    Command("compare", "many runs of some algorithms", _compare_options, _compare),
    Command("sweep", "a study per point", _sweep_options, _sweep),
)
