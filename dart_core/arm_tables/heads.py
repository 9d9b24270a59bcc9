"""What the names of columns say: words that people use for arms, rewards, rates, counts, times."""

from __future__ import annotations

import re

from dart_core.arm_tables.cells import Column, is_value


def words(head: str) -> frozenset[str]:
    """Return the words of a name: ``clickRate (%)`` has click and rate."""
    split = re.sub(r"(?<=[a-zäöü])(?=[A-Z])", " ", head)
    return frozenset(re.findall(r"[^\W_]+", split.lower()))


_ARM = words(
    "arm arms action actions choice choices item items variant variants variante product products "
    "ad ads advert option options name names bandit treatment group creative campaign banner "
    "version article movie machine page strategy policy condition title label"
)
_REWARD = words(
    "reward rewards click clicked clicks conversion conversions converted value values payoff "
    "outcome success successes result score rating ratings stars purchase purchased bought win "
    "wins response like liked paid"
)
_RATE = words(
    "mean means rate ctr cvr average avg probability prob p share percent percentage pct prozent "
    "mu μ proportion frequency ratio fraction"
)
_SUCCESSES = words(
    "clicks conversions successes wins hits purchases orders sales likes signups buys bookings "
    "positives opens opened responders events klicks clics erfolge"
)
_FAILURES = words("failures losses misses negatives dislikes")
# Counts beside each other; alone they may be a reward, 0 or 1.
_EITHER = words("success win hit like yes heads")
_OR = words("failure loss miss dislike no tails") | _FAILURES
_TRIALS = words(
    "n count counts views impressions trials pulls shows shown visits visitors sessions users "
    "total samples weight weights observations obs plays exposures size displays served attempts "
    "nobs impr sent delivered recipients games matches aufrufe impressionen vues versuche anzahl"
)
_TIME = words(
    "time date datetime timestamp day week month year hour minute second ts round step zeit datum "
    "t when period"
)
_INDEX = words(
    "index idx id row rows nr no line user users userid visitor session customer person subject "
    "respondent participant x"
)
_CHANCE = words("propensity propensities pscore")  # of what was played: no reward
_BETA = {"alpha": "beta", "α": "β", "shape1": "shape2", "a": "b"}  # how its parameters are called
_PERCENT = words("percent percentage pct prozent")
_UNNAMED = re.compile(r"(unnamed: 0(_level_\d+)?|level_0|\.\.\.1|#)?", re.IGNORECASE)
_NUMBERED = re.compile(r"[a-z_]*[ _.-]?\d+", re.IGNORECASE)


def is_arm(column: Column) -> bool:
    """Whether its name says that it has the names of arms."""
    return bool(words(column.head) & _ARM)


def is_reward(column: Column) -> bool:
    """Whether its name says that it has rewards, or their rate."""
    its = words(column.head)
    return bool(its & (_REWARD | _RATE)) and not its & _CHANCE


def is_rate(column: Column) -> bool:
    """Whether its name says that it has means."""
    return bool(words(column.head) & _RATE) or "%" in column.head


def is_successes(column: Column) -> bool:
    """Whether its name says that it counts what went well."""
    return bool(words(column.head) & _SUCCESSES) and not is_rate(column)


def is_failures(column: Column) -> bool:
    """Whether its name says that it counts what went wrong."""
    return bool(words(column.head) & _FAILURES)


def are_either_or(one: Column, other: Column) -> bool:
    """Whether the names of two columns say that they count what went well and what did not."""
    return bool(words(one.head) & _EITHER and words(other.head) & _OR)


def are_beta(one: Column, other: Column) -> bool:
    """Whether the names of two columns are those of the parameters of a Beta distribution."""
    its, others = words(one.head), words(other.head)
    return any(alpha in its and beta in others for alpha, beta in _BETA.items())


def is_trials(column: Column) -> bool:
    """Whether its name says that it counts observations."""
    return bool(words(column.head) & _TRIALS) and not is_rate(column)


def is_time(column: Column) -> bool:
    """Whether its name says that it has times."""
    return bool(words(column.head) & _TIME)


def is_index(column: Column) -> bool:
    """Whether its name says that it tells lines apart."""
    return bool(words(column.head) & _INDEX)


def is_unnamed(column: Column) -> bool:
    """Whether it has no name, or one that a program gave it."""
    return _UNNAMED.fullmatch(column.head) is not None


def is_numbered(column: Column) -> bool:
    """Whether its name is a number, maybe behind a word: ``r1``, ``round 1``."""
    return _NUMBERED.fullmatch(column.head) is not None


def in_percent(column: Column) -> bool:
    """Whether its name says that its numbers are percentages."""
    sign = "%" in column.head and not is_value(column.head)
    return sign or bool(words(column.head) & _PERCENT)
