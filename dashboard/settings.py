"""Settings: the one schema behind widgets, links, cache keys and exported code.

Every choice of a visitor is a field declared once: here, or in `dashboard.schema`, where those of
the problem and of studies are. A scalar always has a value and is always in a link, also where the
other choices give it nothing to do, so that a link never depends on defaults. The lists (`curve`,
`means`, `names`, `data`) exist only when they are chosen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dashboard.catalogue import CATALOGUE, Choice, choices, sensible
from dashboard.rules import conflict_of
from dashboard.schema import dart_keys
from dashboard.schema.choices import Choices
from dashboard.schema.fields import Field, fields_of, setting
from dashboard.schema.kinds import Named, OneOf, Whole
from dashboard.schema.problem_choices import MAX_SEED, ProblemChoices
from dashboard.schema.repair import Notice, read, shown, unknown_keys
from dashboard.schema.study_choices import StudyChoices
from dashboard.schema.version import VERSION, version_notices, version_of

if TYPE_CHECKING:
    import dart_core as dc

MOST_COMPANIONS = 8
MOST_RIVALS = 3


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
class Settings(ProblemChoices, StudyChoices):
    """A visitor's choices: a problem, its luck, an algorithm, what is drawn beside it.

    Values are checked and brought to one canonical form (ints, floats, tuples), so equal
    settings have equal texts and keys.

    Raises
    ------
    SettingsError
        If a value is out of range, or values do not fit each other.
    """

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
            return cls.default(), version_notices(texts, complete=False) + unknown
        spelled, ledger = read(LINK_FIELDS, texts, complete=version_of(texts))
        for name in dart_keys.twice(spelled):
            ledger.complain("constants", f"no {name}, which has a key of its own", [name])
        values = dart_keys.folded(spelled)
        if version_of(texts) < 4 and "vs" not in texts:  # then these two were one list
            values["rivals"] = values["companions"]
        while (conflict := conflict_of(values)) is not None:
            ledger.complain(conflict.field, conflict.expected, conflict.repair)
            values.update(conflict.repair)
        wrong = ledger.notices(dart_keys.unfolded(values))
        notices = version_notices(texts, complete=True) + wrong + unknown
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
