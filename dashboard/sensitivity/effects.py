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
            f"most, {first.ratio:.3g}-fold."
        )
    text = f"Of {kind}, **{label(first.parameter)} matters most here**: {_change(settings, first)}"
    text += surely(first)
    if rest:
        text += f"; {label(rest[0].parameter)} changes it {_fold(rest[0].ratio)}{_maybe(rest[0])}"
        text += "".join(f", {label(e.parameter)} {_fold(e.ratio)}{_maybe(e)}" for e in rest[1:])
    return f"{text}."


def surely(effect: dc.Effect) -> str:
    """Return the interval of an effect's ratio, in brackets; "" where there is none."""
    if not np.isfinite(effect.low):
        return ""
    luck = ", so it may be chance" if effect.low <= 1 else ""
    ends = (
        f"{effect.low:.3g} or more"
        if np.isinf(effect.high)
        else f"{effect.low:.3g} to {effect.high:.3g}"
    )
    return f" (95 % interval {ends}{luck})"


def _maybe(effect: dc.Effect) -> str:
    return " (may be chance)" if effect.low <= 1 else ""


def at_extremes(settings: Settings, effect: dc.Effect) -> tuple[str, str]:
    """Return, in words, where regret is least and greatest: at ×0.1, with max, as it is."""
    name = effect.parameter

    def said(at: Any) -> str:
        own = present(settings, name) if at is None else at
        if own is None:
            return "as it is"
        return f"with {own}" if isinstance(own, str) else f"at {value(name, own)}"

    return said(effect.at_least), said(effect.at_greatest)


def _change(settings: Settings, effect: dc.Effect) -> str:
    """Return how regret changes: along the range, or between two values inside of it."""
    low, high = (value(effect.parameter, end) for end in (effect.values[0], effect.values[-1]))
    least, greatest = at_extremes(settings, effect)
    if {least, greatest} == {f"at {low}", f"at {high}"}:
        way = "rises" if least == f"at {low}" else "falls"
        return f"from {low} to {high} regret {way} {_fold(effect.ratio)}"
    if np.isinf(effect.ratio):
        return f"regret is none {least}, and greatest {greatest}"
    tried = "" if isinstance(effect.values[0], str) else f" (tried: {low} to {high})"
    return f"regret is least {least} and {_fold(effect.ratio)} that {greatest}{tried}"


def _fold(ratio: float) -> str:
    if np.isinf(ratio):
        return "from none at all"
    return f"{ratio:.2g}-fold" if ratio < 9.95 else f"{ratio:,.0f}-fold"
