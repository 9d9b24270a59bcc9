"""The paper's terms: what each one means, and its place in the paper.

The one table behind the legend of the Theory page, the pseudo-code, slow motion and what an arm is
asked. Numbers of sections, equations and lines are those of version 2 on arXiv; the links lead to
its page there, and nothing is loaded from it.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER = "https://arxiv.org/abs/2011.07687v2"
_PAGE = "https://arxiv.org/html/2011.07687v2"  # the same, readable in the browser

CITATION = (
    "Agarwal, M., Aggarwal, V., Umrawal, A. K., Quinn, C. (2021). DART: Adaptive Accept Reject "
    "Algorithm for Non-Linear Combinatorial Bandits. Proceedings of the AAAI Conference on "
    "Artificial Intelligence 35(8), 6557–6565."
)
BIBTEX = """@article{dart,
  author = {Agarwal, Mridul and Aggarwal, Vaneet and Umrawal, Abhishek Kumar and Quinn, Chris},
  title = {{DART}: Adaptive Accept Reject Algorithm for Non-Linear Combinatorial Bandits},
  journal = {Proceedings of the AAAI Conference on Artificial Intelligence},
  volume = {35},
  number = {8},
  pages = {6557--6565},
  year = {2021},
  doi = {10.1609/aaai.v35i8.16812},
}"""


@dataclass(frozen=True)
class Place:
    """Where something stands in the paper: in words, the anchor on its page, and a short form."""

    text: str
    anchor: str
    short: str = ""

    @property
    def url(self) -> str:
        """Return the address of the place."""
        return f"{_PAGE}#{self.anchor}"

    @property
    def link(self) -> str:
        """Return the place as a link in Markdown."""
        return f"[{self.text}]({self.url})"

    @property
    def pair(self) -> list[str]:
        """Return words and address, as the player takes them."""
        return [self.text, self.url]


@dataclass(frozen=True)
class Term:
    """A symbol: as TeX and as the pseudo-code writes it, its meaning, and its place."""

    tex: str
    text: str
    meaning: str
    place: Place


def line(numbers: str, algorithm: int = 1) -> Place:
    """Return the place of lines of one of the paper's algorithms."""
    lines = "lines" if "–" in numbers or "," in numbers else "line"
    short = numbers if algorithm == 1 else f"Alg. {algorithm}: {numbers}"
    return Place(f"Algorithm {algorithm}, {lines} {numbers}", f"alg{algorithm}", short)


PLACES = {
    "formulation": Place("section 3", "S3"),
    "symmetry": Place("section 3, eq. 6", "S3.E6"),
    "good arms": Place("section 3, eq. 7", "S3.E7"),
    "continuity": Place("section 3, eq. 8", "S3.E8"),
    "corollary": Place("Corollary 1, eq. 9", "S3.E9"),
    "lower bound": Place("Theorem 2, section 4", "S4"),
    "algorithm": Place("Algorithm 1, section 5", "alg1"),
    "lemma 2": Place("section 6.1, eqs. 13 and 14", "S6.E13"),
    "theorem 3": Place("Theorem 3, section 6.2", "S6.SS2"),
    "experiments": Place("section 7", "S7"),
    "baselines": Place("section 7.2", "S7.SS2"),
    "future": Place("section 7.4: variance by Bernstein’s inequality", "S7.SS4"),
    "anytime": Place("Appendix G", "A7"),
    "table 1": Place("Table 1", "S2.T1"),
}

TERMS = {
    "N": Term("N", "*N*", "arms", PLACES["formulation"]),
    "K": Term("K", "*K*", "arms played a round", PLACES["formulation"]),
    "T": Term("T", "*T*", "rounds, the horizon", PLACES["formulation"]),
    "t": Term("t", "*t*", "rounds played", PLACES["formulation"]),
    "X": Term("X_i", "*X*_i", "reward of arm i, in 0 … 1; never seen", PLACES["formulation"]),
    "r": Term(
        "f,\\ r",
        "*r*",
        "joint reward of the played arms: all that is seen",
        Place("section 3, eq. 1", "S3.E1"),
    ),
    "action": Term(
        r"\boldsymbol a,\ \boldsymbol a^*",
        "*a*",
        "an action: K arms; with a star, the best one",
        Place("section 3, eq. 2", "S3.E2"),
    ),
    "mu": Term(
        r"\mu_{\boldsymbol a}", "*μ*_a", "expected joint reward of an action", PLACES["formulation"]
    ),
    "best": Term(
        r"\mu_{\boldsymbol a^*}", "*μ*_{a*}", "that of the best action", PLACES["formulation"]
    ),
    "S": Term("S", "*S*", "the K − 1 partners of an arm in an action", PLACES["good arms"]),
    "gap": Term(
        r"\Delta_{i,j}",
        "*Δ*_{i,j}",
        "gap: mean of arm i minus mean of arm j; arms are ranked by mean",
        Place("section 3, eq. 5", "S3.E5"),
    ),
    "boundary": Term(
        r"\Delta_{K,K+1}", "*Δ*_{K,K+1}", "gap at the boundary", Place("section 6.1", "S6.SS1")
    ),
    "U": Term("U", "*U*", "how far a swap's worth may be from its gap", PLACES["continuity"]),
    "estimate": Term(
        r"\hat\mu_i", "*μ̂*_i", "mean joint reward of the sets that held arm i", line("10–11")
    ),
    "plays": Term("n_i", "*n*_i", "rewards averaged for arm i", line("11")),
    "delta": Term(
        r"\Delta", "*Δ*", "what a test asks of a lead; starts at 1 and halves", line("3, 18")
    ),
    "c": Term("c", "*c*", "a test comes after c·ln(NT)/Δ² epochs; printed: 32", line("3, 18")),
    "due": Term("n", "*n*", "epochs before the next test", line("3, 13, 18")),
    "lambda": Term(r"\lambda", "*λ*", "exploration ends once Δ < λ", line("1, 21")),
    "epoch": Term("e", "*e*", "epochs, the present one included", line("6")),
    "open": Term("K_e", "*K*_e", "places that accepted arms leave open, K − |A|", line("3, 17")),
    "A": Term(r"\mathcal A_e", "|*A*|", "accepted arms", line("15–16")),
    "R": Term(r"\mathcal R_e", "|*R*|", "rejected arms", line("15–16")),
    "C": Term(
        r"\mathcal N_e", "|*C*|", "active arms; in the paper, N with the index e", line("2, 17")
    ),
    "regret": Term(
        "R",
        "*R*",
        "pseudo-regret: what the best action would have earned more",
        Place("section 3, eq. 4", "S3.E4"),
    ),
}

STAGES = {
    "start": line("1–3"),
    "next": line("4–6"),
    "permute": line("1", 2),
    "cut": line("2–3", 2),
    "group": line("7–9"),
    "see": line("9"),
    "update": line("10–11"),
    "test": line("13–14"),
    "accept": line("15–16"),
    "reject": line("15–16"),
    "halve": line("18"),
    "stop": line("21–22"),
    "commit": line("23–26"),
}
"""Lines of the paper's algorithms for each stage of ours (see `dart_core.algorithms.listing`)."""
