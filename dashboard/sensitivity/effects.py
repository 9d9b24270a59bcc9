"""What matters most, in words: how far each parameter, alone, changes regret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dashboard.ranges import is_of_the_problem, label, present, value
from dashboard.settings import Settings

if TYPE_CHECKING:
    import dart_core as dc

_NOTABLE = 1.1  # times; what changes regret less hardly matters


def by_kind(effects: list[dc.Effect]) -> dict[str, list[dc.Effect]]:
    """Return what can be set, and what the problem is, each the strongest first."""
    of_the_problem = [effect for effect in effects if is_of_the_problem(effect.parameter)]
    others = [effect for effect in effects if effect not in of_the_problem]
    kinds = {"what you can set": others, "what the problem is": of_the_problem}
    return {kind: some for kind, some in kinds.items() if some}


def answer(settings: Settings, kind: str, effects: list[dc.Effect]) -> str:
    """Return what matters most, in a line of Markdown, computed from the effects.

    Parameters
    ----------
    settings : Settings
        Those that the effects are changes of.
    kind : str
        A key of `by_kind`.
    effects : list of Effect
        At least one, the strongest first.
    """
    first, *rest = effects
    if first.ratio < _NOTABLE:
        return (
            f"Of {kind}, **nothing matters much here**: {label(first.parameter)} changes regret "
            f"most, {times(first.ratio)}."
        )
    text = f"Of {kind}, **{label(first.parameter)} matters most here**: {_change(settings, first)}."
    if rest:
        others = (f"{label(e.parameter)} {times(e.ratio)}{_maybe(e)}" for e in rest)
        text += f" The others change regret less: {', '.join(others)}."
    return text


def surely(effect: dc.Effect, *more: str) -> str:
    """Return the interval of an effect's ratio and what else is said of it, in brackets."""
    parts = [interval(effect), *more]
    return f" ({'; '.join(filter(None, parts))})" if any(parts) else ""


def interval(effect: dc.Effect) -> str:
    """Return the interval of an effect's ratio; "" where there is none."""
    if not np.isfinite(effect.low):
        return ""
    luck = ", so it may be chance" if effect.low <= 1 else ""
    ends = (
        f"{effect.low:.3g} or more"
        if np.isinf(effect.high)
        else f"{effect.low:.3g} to {effect.high:.3g}"
    )
    return f"95 % interval {ends}{luck}"


def _maybe(effect: dc.Effect) -> str:
    return " (may be chance)" if effect.low <= 1 else ""


def at_extremes(settings: Settings, effect: dc.Effect) -> tuple[str, str]:
    """Return, in words, where regret is least and greatest: 0.05, ×0.1, max, as it is."""
    name = effect.parameter

    def said(at: Any) -> str:
        own = present(settings, name) if at is None else at
        return "as it is" if own is None else value(name, own)

    return said(effect.at_least), said(effect.at_greatest)


def _change(settings: Settings, effect: dc.Effect) -> str:
    """Return how many times regret is higher where it is greatest than where it is least."""
    least, greatest = (_where(effect, at) for at in at_extremes(settings, effect))
    if np.isinf(effect.ratio):
        return f"there is no regret {least}, and the most {greatest}"
    ends = [value(effect.parameter, end) for end in (effect.values[0], effect.values[-1])]
    inside = not isinstance(effect.values[0], str) and set(ends) != set(
        at_extremes(settings, effect)
    )
    tried = [f"tried: {' to '.join(ends)}"] if inside else []
    return f"regret is {times(effect.ratio)} as high {greatest} as {least}{surely(effect, *tried)}"


def _where(effect: dc.Effect, at: str) -> str:
    """Return a place along what is varied: at c = 1, at λ ×0.1, with the gap at 0.1."""
    name = label(effect.parameter)
    symbol = name.partition(" of ")[0]
    if at == "as it is" or effect.parameter == "gap":
        return f"with {symbol} {at if at == 'as it is' else f'at {at}'}"
    if isinstance(effect.values[0], str):
        return f"with {symbol} = {at}"
    return f"at {symbol} {at}" if at.startswith("×") else f"at {symbol} = {at}"


def times(ratio: float) -> str:
    """Return how many times as high something is: 2.5 times, 13 times."""
    if np.isinf(ratio):
        return "from none at all"
    return f"{ratio:.2g} times" if ratio < 9.95 else f"{ratio:,.0f} times"
