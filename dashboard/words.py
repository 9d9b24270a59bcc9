"""The words around the player: what is shown, what was wrong with a link, how to read it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from dashboard.repair import Notice
from dashboard.scenarios import scenario_of
from dashboard.settings import Settings

_REWARDS = {
    "mean": "mean reward",
    "quadratic": "quadratic reward",
    "max": "max reward",
    "min": "min reward",
    "at-least": "at least {m} of {k} must pay",
    "curve": "own count curve",
}


def subtitle(settings: Settings) -> str:
    """Return what is shown, in one line of Markdown."""
    scenario = scenario_of(settings)
    reward = _REWARDS[settings.reward].format(m=settings.at_least, k=settings.k)
    changed = [
        f"{symbol} = {value:g}"
        for symbol, value in (("c", settings.c), ("λ", settings.lam), ("Δ₀", settings.delta0))
        if value is not None
    ]
    constants = f" ({', '.join(changed)})" if changed else ""
    facts = (
        f"N = {settings.n} arms, choose K = {settings.k}, T = {settings.horizon:,} · {reward} · "
        f"DART · {settings.preset}{constants}"
    )
    if scenario is None:
        return facts
    return f"**{scenario.title}.** {scenario.story}  \n{facts}"


def show_notices(notices: list[Notice]) -> None:
    """Say what a link held that could not be used. Its text is the visitor's: never markup."""
    if not notices:
        return
    missing = [notice.field for notice in notices if notice.came is None and notice.expected]
    lines = [str(notice) for notice in notices if notice.field not in missing]
    if len(missing) > 3:
        lines.append(f"Missing from the link, so defaults are used: {', '.join(missing)}.")
    else:
        lines += [str(notice) for notice in notices if notice.field in missing]
    with st.container(border=True):
        st.markdown(":material/link_off: **Part of this link could not be read.**")
        for line in lines:
            st.text(line)


def show_forecast(forecast: dict[str, Any]) -> None:
    """Say beforehand what the constants will do."""
    text = f"**Forecast.** {forecast['sentence']} {forecast['caveat']}"
    if forecast["warning"]:
        st.warning(text, icon=":material/warning:")
    else:
        st.info(text, icon=":material/timeline:")


def show_guide(settings: Settings) -> None:
    """Explain the picture."""
    with st.expander("How to read this"):
        st.markdown(_GUIDE)
        if settings.preset == "authors-code":
            st.markdown(_AUTHORS)


_GUIDE = r"""
**The problem.** Every round, $K$ of $N$ arms are played together and *one* joint reward is seen.
Which $K$ are best? An arm's estimate $\hat\mu_i$ is the mean of the joint rewards of the sets that
held it, so it is *not* the arm's own mean: partners blur it.

**The three rows.** An arm starts *active*. It is *accepted* when
$\hat\mu_i \ge \hat\mu_{(K_e+1)} + \Delta$ (it passes the accept gate) and *rejected* when
$\hat\mu_i \le \hat\mu_{(K_e)} - \Delta$ (it falls behind the reject gate); $K_e$ is the number of
places still open. The gates are tested once $c\,\log(NT)/\Delta^2$ epochs have been played; then
$\Delta$ halves and they close in on the boundary. When $\Delta < \lambda$, or when every place is
decided, DART commits to its best set until $T$.

**The marks.** Whisker: $\hat\mu_i \pm \tfrac12\sqrt{c\,\log(NT)/n_i}$, where $n_i$ counts the
arm's rewards; two arms whose whiskers are apart would be told apart by a test now.
▲: truly among the best $K$. Ring: played in this round.

**Regret** is pseudo-regret: what the best set would have earned in expectation, minus what the
played sets earn in expectation, summed over rounds. *Random* plays any $K$ arms; the *oracle*
knows the best ones. All meet the same arms with the same luck.
"""
_AUTHORS = r"""
**As run by the authors.** Their code differs from the printed algorithm: the gates stand at
$2\cdot2^{-r}$ and are tested after *every* epoch; a joint reward is divided by
$(|C|-K_e)/(|C|-1)$, so estimates can exceed 1; $K$-th and next are ranks over *all* arms.
Whisker: $\hat\mu_i \pm \sqrt{c\,\log(NT)/n_i}$.
"""
