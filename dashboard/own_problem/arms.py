"""Arms of a visitor's own, within what the app plays and links hold; `dart_core` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dart_core.arm_tables import read_table
from dart_core.arm_tables.arm_table import ArmTable, arm_table
from dart_core.arm_tables.asking import Answers, TableError
from dart_core.arm_tables.reading import Limits, Reading
from dashboard.schema.arm_fields import LONGEST_NAME, MOST_GIVEN, MOST_REWARDS, Rewards

LIMITS = Limits(arms=MOST_GIVEN, name=LONGEST_NAME)


def read(table: str | bytes, answers: Answers) -> Reading:
    """Return what a pasted text or an uploaded file holds.

    Raises
    ------
    TableError
        With what is wrong, by line.
    """
    reading = read_table(table, answers, LIMITS)
    if reading.arms is None or reading.arms.rewards is None:
        return reading
    rewards = Rewards(reading.arms.rewards)
    total = sum(map(len, rewards.arms))
    if total > MOST_REWARDS:
        expected = f"Expected at most {MOST_REWARDS:,} rewards other than 0 and 1"
        raise TableError([f"{expected}, got {total:,}. Take a sample of them, or give means."])
    # Means of so many digits as a link has where it cannot hold the rewards.
    return replace(reading, arms=replace(reading.arms, means=rewards.means))


def table(names: Sequence[str], means: Sequence[float], read_as: str, **others: Any) -> ArmTable:
    """Return arms that were edited, with clean names; see `dart_core.arm_tables.arm_table`."""
    return arm_table(names, means, read_as, LIMITS.arms, LIMITS.name, **others)
