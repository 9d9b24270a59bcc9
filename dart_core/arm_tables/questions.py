"""What is asked about the columns of a table, with the answers that can be given."""

from __future__ import annotations

from collections.abc import Sequence

from dart_core.arm_tables.asking import ARMS, COLUMNS, ROWS, Choice, Question
from dart_core.arm_tables.cells import Column
from dart_core.unseen import printable


def which_name(columns: Sequence[Column]) -> Question:
    """Return the question which of some columns of text has the names of the arms."""
    choices = [Choice(f"“{printable(c.label)}”", {"name": c.label}) for c in columns[:8]]
    return Question("Which column has the names of the arms?", tuple(choices))


def only_clicks() -> Question:
    """Return the question what a column of zeros and ones without names is."""
    text = "Each line has a 0 or a 1 and no name. What is it?"
    label = "an arm that always pays it; rewards of one arm cannot be compared with anything"
    return Question(text, (Choice(label, {"layout": ARMS}),))


def which_beta(one: Column, other: Column, text: Column | None) -> Question:
    """Return the question what two columns called alpha and beta are."""
    alpha, beta = printable(one.label), printable(other.label)
    answers = {"value": one.label, "total": (one.label, other.label)}
    named = {} if text is None else {"name": text.label}
    label = f"parameters: an arm pays 1 with chance {alpha} / ({alpha} + {beta}), else 0"
    choices = [Choice(label, named | answers)]
    index = {} if text is None else {"index": (text.label,)}
    choices.append(Choice("each column is an arm, with its rewards", {"layout": COLUMNS} | index))
    if text is not None:
        choices.append(Choice("each line is an arm, with its rewards", {"layout": ROWS} | named))
    asked = f"“{alpha}” and “{beta}” may be the parameters of a Beta distribution. What are they?"
    return Question(asked, tuple(choices))


def which_layout(
    text: Column, numbers: Sequence[Column], share: tuple[Column, Column] | None
) -> Question:
    """Return the question what several columns of numbers beside names are."""
    listed = ", ".join(printable(c.label) for c in numbers[:3])
    label = printable(text.label)
    choices = [
        Choice(f"the columns are the arms: {listed}", {"layout": COLUMNS, "index": (text.label,)}),
        Choice(f"each line is an arm, called by “{label}”", {"layout": ROWS, "name": text.label}),
    ]
    if share:
        part, whole = share
        out_of = f"“{printable(part.label)}” counts out of “{printable(whole.label)}”"
        counts = {"name": text.label, "value": part.label, "total": (whole.label,)}
        choices.insert(0, Choice(f"each line is an arm, and {out_of}", counts))
        both = counts | {"total": (part.label, whole.label)}
        of_both = f"each line is an arm, and “{printable(part.label)}” counts out of both together"
        choices.append(Choice(of_both, both))
    choices += [
        Choice(
            f"each line is an arm, and only “{printable(c.label)}” counts",
            {"name": text.label, "value": c.label},
        )
        for c in numbers[:6]
    ]
    return Question(
        f"Beside “{label}” there are several columns of numbers. What are they?", tuple(choices)
    )


def which_counts(pairs: Sequence[tuple[Column, tuple[Column, ...]]]) -> Question:
    """Return the question which two columns of counts make the mean of an arm."""
    choices = []
    for value, total in pairs[:8]:
        out_of = " and ".join(f"“{printable(c.label)}”" for c in total)
        answers = {"value": value.label, "total": tuple(c.label for c in total)}
        choices.append(Choice(f"“{printable(value.label)}” out of {out_of}", answers))
    return Question("Which share is the mean of an arm?", tuple(choices))
