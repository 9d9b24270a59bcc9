"""Arms that were read from a table: their names, means, rewards, and how they were understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dart_core.arm_tables.asking import FRACTION, TableError, in_words
from dart_core.unseen import is_seen, said_alike, seen

if TYPE_CHECKING:
    import pandas as pd

    from dart_core.arms import Arm
    from dart_core.rows import Rows


@dataclass(frozen=True)
class ArmTable:
    """Arms that were read from a table.

    Attributes
    ----------
    names : tuple of str
        N names, all different.
    means : tuple of float
        N means in [0, 1].
    counts : tuple of int or None
        How many observations are behind each mean; None where the table does not say.
    rewards : tuple of tuple of float, or None
        What was seen of each arm, in [0, 1] and in rising order; None where the means say it all:
        they were given, or all rewards are 0 or 1.
    scale : str
        What the numbers were: "fraction", "percent", "counts", or the ends of their scale, "1:5".
    read_as : str
        The layout that was found, for people.
    notes : tuple of str
        What was changed, taken for something or left out, sentence by sentence.
    in_rows : tuple of tuple of float, or None
        What was seen of each arm in the order of the lines, where each line has a reward of every
        arm, and there are 2 or more.
    """

    names: tuple[str, ...]
    means: tuple[float, ...]
    read_as: str
    counts: tuple[int, ...] | None = None
    rewards: tuple[tuple[float, ...], ...] | None = None
    scale: str = FRACTION
    notes: tuple[str, ...] = ()
    in_rows: tuple[tuple[float, ...], ...] | None = None

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms as `dart_core.Problem` takes them."""
        from dart_core.arms import Bernoulli, Empirical

        if self.rewards is None:
            return tuple(Bernoulli(mean) for mean in self.means)
        return tuple(Empirical(rewards) for rewards in self.rewards)

    @property
    def rows(self) -> Rows | None:
        """Whole rows as `dart_core.Problem` takes them; None where lines do not have all arms."""
        from dart_core.rows import Rows

        return None if self.in_rows is None else Rows(list(zip(*self.in_rows, strict=True)))

    @property
    def frame(self) -> pd.DataFrame:
        """What was understood: a row per arm, with its mean, observations and scale."""
        import pandas as pd

        return pd.DataFrame(
            {
                "arm": list(self.names),
                "mean": list(self.means),
                "observations": pd.array(list(self.counts or [None] * len(self.names)), "Int64"),
                "scale": in_words(self.scale),
            }
        )

    def __repr__(self) -> str:
        return f"ArmTable({len(self.names):,} arms; {self.read_as})"

    def __str__(self) -> str:
        lines = [f"{self.read_as}: {len(self.names):,} arms.", *self.notes]
        return "\n".join([*lines, self.frame.to_string(index=False, max_rows=20)])


def arm_table(
    names: Sequence[str],
    means: Sequence[float],
    read_as: str,
    most: int,
    longest: int,
    *,
    counts: Sequence[int] | None = None,
    rewards: tuple[tuple[float, ...], ...] | None = None,
    scale: str = FRACTION,
    notes: Sequence[str] = (),
    in_rows: tuple[tuple[float, ...], ...] | None = None,
) -> ArmTable:
    """Return arms with names that are clean and differ; an arm without a name gets its number.

    Parameters
    ----------
    most : int
        How many arms there may be.
    longest : int
        How many characters a name may have.

    Raises
    ------
    TableError
        If there are fewer than 2 arms, or more than `most`, or a mean is not in [0, 1].
    """
    if not 2 <= len(means) <= most:
        raise TableError([f"Expected 2 to {most:,} arms, got {len(means):,}.", *notes])
    for at, mean in enumerate(means, 1):
        if not 0.0 <= mean <= 1.0:  # NaN fails every comparison
            raise TableError([f"arm {at}: expected a mean from 0 to 1, got {mean:g}."])
    said = list(notes)
    used: list[str] = []
    taken: set[str] = set()
    changed = []
    for at, raw in enumerate(names, 1):
        name = _clean(raw, longest) or str(at)
        copy, other = 1, name
        while other in taken:
            copy += 1
            other = f"{seen(name[: longest - len(str(copy)) - 3])} ({copy})"
        taken.add(other)
        used.append(other)
        if raw.strip() and other != raw.strip():
            changed.append(other)
    if changed:
        listed = ", ".join(changed[:3]) + (f" and {len(changed) - 3:,} more" * (len(changed) > 3))
        said.append(f"Names were cut to {longest} plain characters or made to differ: {listed}.")
    if same := said_alike(tuple(used)):
        said.append(same)
    return ArmTable(
        tuple(used),
        tuple(means),
        read_as,
        None if counts is None else tuple(counts),
        rewards,
        scale,
        tuple(said),
        in_rows,
    )


def _clean(raw: str, longest: int) -> str:
    text = seen(raw[:1_000])
    if len(text) > longest:
        text = seen(text[: longest - 1]) + "…"
    return text if is_seen(text) else ""
