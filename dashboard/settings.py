"""Settings: the one schema behind widgets, links, cache keys and exported code.

Every choice of a visitor is a field declared once below. A scalar always has a value and is
always in a link, also where the other choices give it nothing to do, so that a link never
depends on defaults. The lists (`curve`, `means`, `names`, `data`) exist only when they are chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dart_core.joint_rewards import REWARDS, JointReward
from dart_core.numeral import number
from dart_core.unseen import printable
from dashboard import arms
from dashboard.catalogue import CATALOGUE, Choice, choices, sensible
from dashboard.rules import MOST_DESCRIBED, conflict_of
from dashboard.schema import dart_keys
from dashboard.schema.arm_fields import MOST_GIVEN, Names, Rewards, Sampled
from dashboard.schema.choices import Choices
from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.kinds import Named, Numbers, OneOf, Real, Whole
from dashboard.schema.repair import Notice, read, shown, unknown_keys
from dashboard.schema.study_choices import StudyChoices

if TYPE_CHECKING:
    import dart_core as dc

VERSION = 4
MOST_COMPANIONS = 8
MOST_RIVALS = 3
MAX_ARMS = MOST_DESCRIBED
MAX_K = 50
MAX_HORIZON = 2_000_000
MAX_SEED = 2**32 - 1


class SettingsError(ValueError):
    """A setting is out of range, of the wrong type, or does not fit the others.

    Attributes
    ----------
    field, expected, came : str
        The name of the setting, what was expected, and what came, shortened.
    """

    def __init__(self, field: str, expected: str, came: object, change: str = "") -> None:
        self.field, self.expected, self.came = field, expected, shown(came)
        super().__init__(
            f"{field}: expected {expected}, got {self.came}. Change {change or field}."
        )


@dataclass(frozen=True)
class Settings(StudyChoices):
    """A visitor's choices: a problem, its luck, an algorithm, what is drawn beside it.

    Values are checked and brought to one canonical form (ints, floats, tuples), so equal
    settings have equal texts and keys.

    Raises
    ------
    SettingsError
        If a value is out of range, or values do not fit each other.
    """

    n: int = setting(Whole(2, MOST_GIVEN), 12, "Arms N", "How many arms there are to choose from.")
    k: int = setting(
        Whole(1, MAX_K), 3, "Chosen arms K", "How many arms are played in every round, at most N."
    )
    horizon: int = setting(
        Whole(1, MAX_HORIZON), 20_000, "Rounds T", "How many rounds are played in all.", key="t"
    )
    reward: str = setting(
        OneOf({name: record.label for name, record in REWARDS.items()}),
        "mean",
        "Joint reward f",
        "What one round pays, given which of its K arms paid; nothing else is seen.",
    )
    at_least: int = setting(
        Whole(1, MAX_K),
        1,
        "At least m",
        "How many of the K arms must pay, where the joint reward is “at least m of the K”.",
        key="m",
    )
    curve: tuple[float, ...] | None = setting(
        Numbers(2, MAX_K + 1, rising=True),
        None,
        "Count curve g(0), …, g(K)",
        "The joint reward when 0, 1, …, K of the arms pay.",
        none="",
    )
    arms: str = setting(
        OneOf(
            {
                "uniform": "drawn from U[0, 1]",
                "spaced": "evenly spaced",
                "groups": "two groups",
                "pair": "one hard pair",
                "given": "given",
            }
        ),
        "uniform",
        "Arm means",
        "Where the chance of each arm to pay comes from.",
    )
    gap: float = setting(
        Real(0.0, 1.0),
        0.2,
        "Gap",
        "How far apart the two groups are, or the K-th and the (K+1)-th arm of the hard pair; with "
        "shared noise at most 0.5, and 0 means the gap of the theorem.",
    )
    means: tuple[float, ...] | None = setting(
        Numbers(2, MOST_GIVEN),
        None,
        "Means",
        "The chance of each arm to pay 1 in a round, one number per arm.",
        none="",
    )
    names: tuple[str, ...] | None = setting(
        Names(2, MOST_GIVEN),
        None,
        "Names",
        "What given arms are called; without names they are numbered.",
        none="",
        since=3,
    )
    data: Rewards | None = setting(  # noqa: RUF009 (not mutable: as the other fields)
        Sampled(2, MOST_GIVEN),
        None,
        "Rewards",
        "Rewards that were seen of given arms; each arm pays one of its own, all alike.",
        none="",
        since=3,
    )
    law: str = setting(
        OneOf(
            {
                "bernoulli": "0 or 1 (Bernoulli)",
                "beta": "Beta",
                "varied": "Beta, each arm with its own spread",
                "normal": "truncated normal",
                "uniform": "uniform",
                "constant": "constant",
                "shared": "shared noise (the lower bound)",
                "data": "drawn from your data",
                "rows": "whole rows of your data",
            }
        ),
        "bernoulli",
        "An arm's reward",
        "How the reward of one arm scatters around its mean.",
        since=2,
    )
    spread: float = setting(
        Real(0.0, 1.0),
        0.5,
        "Spread",
        "0: always the mean; 1: as widely as a reward between 0 and 1 can scatter.",
        since=2,
    )
    arms_seed: int = setting(
        Whole(0, MAX_SEED),
        0,
        "Instance seed",
        "Draws the arms: another number, other arms.",
    )
    seed: int = setting(
        Whole(0, MAX_SEED),
        0,
        "Luck seed",
        "Draws what arms pay and what the algorithm chooses at random: same number, same run.",
    )
    algorithm: str = setting(
        OneOf({name: entry.label for name, entry in CATALOGUE.items()}),
        "dart",
        "Algorithm",
        "The algorithm that is watched.",
    )
    preset: str = setting(
        OneOf({name: name for entry in CATALOGUE.values() for name in entry.presets}),
        "clean-c1",
        "Preset",
        "A full set of the algorithm's constants; each number can be replaced below.",
    )
    constants: tuple[tuple[str, float], ...] = setting(
        Named(frozenset(name for entry in CATALOGUE.values() for name in entry.tunables)),
        (),
        "Constants",
        "Constants of the algorithm that replace the preset's own.",
        key="const",
        since=2,
    )
    companions: tuple[Choice, ...] = setting(
        Choices(MOST_COMPANIONS),
        choices("random", "oracle"),
        "Compare with",
        f"Other algorithms, on the same luck: up to {MOST_COMPANIONS} curves.",
        key="with",
        affects="study",
    )
    race: tuple[Choice, ...] = setting(
        Choices(MOST_RIVALS),
        (),
        "Race against",
        f"Who is watched beside it, on the same luck: up to {MOST_RIVALS} other algorithms.",
        none="",
        affects="chart",
    )

    def __post_init__(self) -> None:
        for field in SCHEMA:
            value = getattr(self, field.name)
            try:
                object.__setattr__(self, field.name, field.check(value))
            except ValueError:
                raise SettingsError(field.name, field.expected, value) from None
        conflict = conflict_of(vars(self))
        if conflict is not None:
            came = getattr(self, conflict.field)
            raise SettingsError(conflict.field, conflict.expected, came, conflict.change)

    @classmethod
    def default(cls) -> Settings:
        """Return what an empty link means: the small class example.

        Chosen as a story, by its seeds: arm 8 is among the best three guessed at every test until
        the last one, when arm 9 overtakes it, so that any larger λ ends with the wrong set. Its
        ending is no luck: DART settles these arms, and rightly, on 59 of the 60 luck seeds 0 … 59.
        """
        return cls(
            horizon=10_000,
            arms_seed=131,
            seed=9,
            constants=(("c", 0.1), ("lam", 0.02)),
            companions=choices("random", sensible("frontier"), "oracle"),
        )

    @classmethod
    def repaired(cls, texts: Mapping[str, str]) -> tuple[Settings, list[Notice]]:
        """Return the settings nearest to raw texts, and a notice for each one not taken as is.

        Parameters
        ----------
        texts : mapping of str to str
            Raw text by link key, and "v", the version of the schema. Any text is safe.

        Returns
        -------
        settings : Settings
            A number out of range becomes the nearest allowed one; what cannot be read or is
            missing becomes the field's default; where fields do not fit each other, a list
            decides its own count (n, k), K is lowered to N and m to K. Nothing at all gives
            `Settings.default()`.
        notices : list of Notice
            At most one per key.
        """
        keys = {field.key for field in LINK_FIELDS}
        unknown = unknown_keys((key for key in texts if key not in keys | {"v"}), texts)
        if not keys & texts.keys():
            return cls.default(), _version_notices(texts, complete=False) + unknown
        spelled, ledger = read(LINK_FIELDS, texts, complete=_version(texts))
        for name in dart_keys.twice(spelled):
            ledger.complain("constants", f"no {name}, which has a key of its own", [name])
        values = dart_keys.folded(spelled)
        if _version(texts) < 4 and "vs" not in texts:  # then these two were one list
            values["rivals"] = values["companions"]
        while (conflict := conflict_of(values)) is not None:
            ledger.complain(conflict.field, conflict.expected, conflict.repair)
            values.update(conflict.repair)
        wrong = ledger.notices(dart_keys.unfolded(values))
        notices = _version_notices(texts, complete=True) + wrong + unknown
        return cls(**values), notices

    def texts(self) -> dict[str, str]:
        """Return every value as text by link key, in the order of the schema."""
        values = dart_keys.unfolded(vars(self))
        pairs = ((field, values[field.name]) for field in LINK_FIELDS)
        return {field.key: field.text(value) for field, value in pairs if field.in_link(value)}

    def key(self) -> str:
        """Return a short hash for caches: equal for equal settings, in every process."""
        text = "&".join(f"{key}={text}" for key, text in self.texts().items())
        return hashlib.blake2b(f"v={VERSION}&{text}".encode(), digest_size=8).hexdigest()

    def alone(self) -> Settings:
        """Return the settings without what changes nothing for the watched run itself."""
        return replace(self.without("study", "sweep", "chart"), companions=())

    def study(self) -> Settings:
        """Return the settings without what changes nothing in the results of a comparison."""
        return self.without("sweep", "chart")

    def without(self, *affected: str) -> Settings:
        """Return the settings with the defaults of those that affect these alone."""
        unused = {field.name: field.default for field in SCHEMA if field.affects in affected}
        return replace(self, **unused)

    def compared(self) -> Settings:
        """Return the settings with the rivals of Compare and Sensitivity beside the watched one."""
        return replace(self, companions=self.rivals)

    def means_array(self) -> NDArray[np.float64]:
        """Return the mean of every arm, in the order of their labels."""
        if self.means is not None:
            return np.array(self.means)
        if self.arms == "spaced":
            return arms.spaced(self.n, self.arms_seed)
        if self.arms == "groups":
            return arms.groups(self.n, self.k, self.gap, self.arms_seed)
        if self.arms == "pair":
            return arms.pair(self.n, self.k, self.gap, self.arms_seed)
        return arms.uniform(self.n, self.arms_seed)

    @property
    def joint_reward(self) -> JointReward:
        """The record of the joint reward."""
        return REWARDS[self.reward]

    @property
    def reward_words(self) -> str:
        """The joint reward in plain words."""
        return self.joint_reward.words.format(m=self.at_least, k=self.k)

    def problem(self) -> dc.Problem:
        """Return the problem that these settings describe."""
        import dart_core as dc

        reward = self.joint_reward.given(self.at_least, self.curve)
        return dc.Problem(self._arms(), k=self.k, horizon=self.horizon, reward=reward)

    def _arms(self) -> Any:
        """Return the arms as `dart_core.Problem` takes them."""
        import dart_core as dc

        if self.data is not None:
            return self.data.rows if self.law == "rows" else self.data.laws
        means = self.means_array()
        if self.law == "bernoulli":
            return means
        if self.law == "shared":
            upper = arms.groups(self.n, self.k, 1.0, self.arms_seed) > 0.5
            gap = min(self.gap, 0.5) or None  # 0: that of the theorem
            return dc.LowerBound(self.n, self.k, gap=gap, best=np.flatnonzero(upper).tolist())
        return arms.laws(means, self.law, self.spread, self.arms_seed)

    def watching(self, choice: Choice) -> Settings:
        """Return the settings with another algorithm watched alone, on the same luck."""
        name, preset, constants = choice.name, choice.preset, choice.constants
        return replace(self.alone(), algorithm=name, preset=preset, constants=constants)

    def racers(self) -> list[Settings]:
        """Return the settings of each run in a race, the watched one first, and each once."""
        return list(dict.fromkeys([self.alone(), *map(self.watching, self.race)]))

    @property
    def watched(self) -> Choice:
        """The algorithm that is watched: its preset with the constants set here."""
        return Choice(self.algorithm, self.preset, self.constants)

    def choices(self) -> list[Choice]:
        """Return the watched algorithm, and then those beside it."""
        return list(dict.fromkeys([self.watched, *self.companions]))

    def chosen(self) -> dc.Algorithm:
        """Return the algorithm that is watched, as the core takes it."""
        return self.watched.algorithm()

    def algorithms(self) -> list[dc.Algorithm]:
        """Return the watched algorithm, and then those beside it, as the core takes them."""
        return [choice.algorithm() for choice in self.choices()]


SCHEMA: tuple[Field, ...] = fields_of(Settings)
LINK_FIELDS: tuple[Field, ...] = dart_keys.spelled(SCHEMA)


def _version(texts: Mapping[str, str]) -> int:
    """Return the schema version that a link states, this one if it states none that is known."""
    try:
        version = number(texts.get("v", ""))
    except ValueError:
        return VERSION
    return int(version) if 1 <= version < VERSION else VERSION


def _version_notices(texts: Mapping[str, str], *, complete: bool) -> list[Notice]:
    """Return the notice, if any, on the schema version that a link states."""
    known = f"1 to {VERSION}, the versions that this app reads"
    used = f"v = {VERSION}"
    if "v" not in texts:
        return [Notice("v", None, known, used)] if complete else []
    came = printable(texts["v"])
    try:
        version = number(texts["v"])
    except ValueError:
        return [Notice("v", came, known, used)]
    if version in range(1, VERSION + 1):
        return []
    if version > VERSION:
        known += "; the link is newer"
        used = "the values known here are"
    return [Notice("v", came, known, used)]
