"""Tables as CSV, Parquet and LaTeX, each file with what it comes from inside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from math import isnan
from typing import TYPE_CHECKING, Any

from dart_core.parameters import value

if TYPE_CHECKING:
    import pandas as pd

# A spreadsheet takes a cell that begins with one of these for a formula.
_FORMULA = ("=", "+", "-", "@")
_TEX = str.maketrans(
    {sign: f"\\{sign}" for sign in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"×": r"$\times$", "·": r"$\cdot$", "√": r"$\surd$", "±": r"$\pm$", "⁶": r"$^6$"}
    | {"σ": r"$\sigma$", "λ": r"$\lambda$", "δ": r"$\delta$", "ε": r"$\varepsilon$"}
    | {"Δ": r"$\Delta$", "≤": r"$\le$", "≥": r"$\ge$", "…": r"\dots{}", "–": "--"}
    | {"✓": r"$\checkmark$", "✗": r"$\times$", "◐": r"$\pm$", "\u2009": r"\,", "\u202f": r"\,"}
)


def later(
    write: Callable[[pd.DataFrame, Mapping[str, str]], bytes],
    table: Callable[[], pd.DataFrame],
    about: Mapping[str, str],
) -> Callable[[], bytes]:
    """Return what computes a table and writes it once somebody asks for the file."""
    return lambda: write(table(), about)


def _escaped(text: str) -> str:
    return text.translate(_TEX)


def csv(
    table: pd.DataFrame, about: Mapping[str, str], *, bom: bool = False, decimal: str = "."
) -> bytes:
    """Return a table as CSV (UTF-8) below one ``# name: value`` line for each fact.

    Floats are written so that reading gives the same bits, the same wherever this runs. Text that
    a spreadsheet would take for a formula has an apostrophe before it; all text is on one line.

    Parameters
    ----------
    table : DataFrame
    about : mapping of str to str
    bom : bool, default False
        Whether a byte order mark stands first: Excel needs one to read UTF-8.
    decimal : str, default "."
        ``","`` for spreadsheets of countries that write decimal commas: then semicolons stand
        between cells.
    """
    head = "".join(f"# {name}: {_one_line(text)}\n" for name, text in about.items())
    texts = [name for name in table.columns if table[name].dtype.kind not in "biuf"]
    safe = table.assign(**{name: table[name].map(_harmless) for name in texts})
    between = ";" if decimal == "," else ","
    body = safe.to_csv(index=False, lineterminator="\n", sep=between, decimal=decimal)
    return (head + body).encode("utf-8-sig" if bom else "utf-8")


def json(table: pd.DataFrame, about: Mapping[str, str]) -> bytes:
    """Return a table as a JSON object: the facts in ``about``, a list of objects in ``rows``."""
    import json as as_json

    rows = table.to_json(orient="records", force_ascii=False, double_precision=15)
    return f'{{"about":{as_json.dumps(dict(about), ensure_ascii=False)},"rows":{rows}}}\n'.encode()


def parquet(table: pd.DataFrame, about: Mapping[str, str]) -> bytes:
    """Return a table as Parquet, with the facts in the file's metadata under ``dart.<name>``."""
    import pyarrow as pa  # type: ignore[import-untyped] # it has no annotations
    import pyarrow.parquet as pq  # type: ignore[import-untyped] # nor has this

    arrow = pa.Table.from_pandas(table, preserve_index=False)
    facts = {f"dart.{name}": text for name, text in about.items()}
    arrow = arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), **facts})
    out = BytesIO()
    pq.write_table(arrow, out)
    return out.getvalue()


def latex(table: pd.DataFrame, about: Mapping[str, str]) -> bytes:
    """Return a table for LaTeX with the package booktabs, below a comment for each fact.

    Formulas between dollar signs stay as they are; everything else is text.
    """
    head = "".join(f"% {name}: {_one_line(text)}\n" for name, text in about.items())
    columns = "".join("r" if table[name].dtype.kind in "biuf" else "l" for name in table.columns)
    rows = [[str(name) for name in table.columns]]
    rows += [[_number(value) for value in row] for row in table.itertuples(index=False)]
    lines = [" & ".join(_tex(text) for text in row) + r" \\" for row in rows]
    body = "\n".join([lines[0], r"\midrule", *lines[1:]])
    return (
        f"{head}\\begin{{tabular}}{{{columns}}}\n\\toprule\n{body}\n\\bottomrule\n\\end{{tabular}}\n"
    ).encode()


def ranking(summary: pd.DataFrame, parameters: Sequence[str] = ()) -> pd.DataFrame:
    """Return what people look for first in a summary of a study or sweep.

    Parameters
    ----------
    summary : DataFrame
        As `Study.summary` or `Sweep.summary` gives it, with ``curve`` as a column.
    parameters : sequence of str
        Columns of parameters that stand in front.

    Returns
    -------
    DataFrame
        The parameters, algorithm, runs, regret, 95 % interval (or of the level that the summary
        has), right sets; numbers of regret as text.
    """
    shown = summary[[*parameters, "curve", "runs"]].rename(columns={"curve": "algorithm"})
    for name in parameters:
        shown[name] = [_said(name, each) for each in summary[name]]
    shown["regret"] = [in_words(regret) for regret in summary["mean"]]
    ends = zip(summary["ci_low"], summary["ci_high"], strict=True)
    shown["interval of the mean"] = [between(low, high) for low, high in ends]
    shown["right sets"] = [
        f"{share:.0%}".replace("%", " %") if share == share else ""  # noqa: PLR0124 (as above)
        for share in summary["right"]
    ]
    return shown


def _said(parameter: str, of: Any) -> str:
    if of is None or of != of:  # noqa: PLR0124 (NaN: the base has its say)
        return ""
    # A column in which some values are missing holds whole numbers as floats.
    return value(parameter, int(of) if isinstance(of, float) and of.is_integer() else of)


def between(low: float, high: float) -> str:
    """Return an interval of regret as text; "" for NaN: fewer than two runs."""
    return "" if isnan(low) else f"{in_words(low)} to {in_words(high)}"


def in_words(regret: float) -> str:
    """Return a regret as text: three digits that count, thousands apart; "" for NaN."""
    if isnan(regret):
        return ""
    return f"{regret:,.0f}" if abs(regret) >= 100 else f"{regret:,.3g}"


def _number(value: object) -> str:
    if isinstance(value, float):
        return "" if value != value else f"{value:.4g}"  # noqa: PLR0124 (NaN alone differs from itself)
    return str(value)


def _tex(text: str) -> str:
    """Return text for LaTeX, what stands between dollar signs as it is."""
    parts = _one_line(text).split("$")
    if len(parts) % 2 == 0:  # one dollar sign alone is text
        return _escaped(_one_line(text))
    return "".join(f"${part}$" if at % 2 else _escaped(part) for at, part in enumerate(parts))


def _harmless(value: object) -> object:
    if not isinstance(value, str):
        return value
    line = _one_line(value)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _one_line(text: str) -> str:
    return " ".join(text.split())
