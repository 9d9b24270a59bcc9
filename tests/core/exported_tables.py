"""Right readings of tables, and tables that programs write: MATLAB, R, analytics, spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ABC = ("A", "B", "C")


@dataclass(frozen=True)
class Read:
    """The right reading: names, means to 9 digits, and observations if they are told."""

    names: Sequence[str]
    means: Sequence[float]
    counts: Sequence[int] | None = None
    layout: str = ""
    says: str = ""


@dataclass(frozen=True)
class Asks:
    """The right question: a part of its text, each answer, and the right readings."""

    about: str
    choices: Sequence[Mapping[str, Any]]
    then: Mapping[int, Read]


@dataclass(frozen=True)
class Refuses:
    """The right error: a part of its text."""

    says: str


Case = tuple[str | bytes, Read | Asks | Refuses]
EXPORTED: dict[str, Case] = {
    # Parameters of a Beta distribution are no rewards.
    "alpha and beta": (
        "arm,alpha,beta\nA,2,6\nB,0.5,0.5\n",
        Asks(
            "“alpha” and “beta” may be the parameters of a Beta distribution",
            [
                {"name": "arm", "value": "alpha", "total": ("alpha", "beta")},
                {"layout": "columns", "index": ("arm",)},
                {"layout": "rows", "name": "arm"},
            ],
            {0: Read("AB", [0.25, 0.5], None, "arms", "parameters of Beta distributions")},
        ),
    ),
    "alpha and beta without names": (
        "alpha,beta\n0.5,0.25\n0.3,0.75\n",
        Asks(
            "“alpha” and “beta”",
            [{"value": "alpha", "total": ("alpha", "beta")}, {"layout": "columns"}],
            {0: Read("12", [2 / 3, 2 / 7]), 1: Read(["alpha", "beta"], [0.4, 0.5], [2, 2])},
        ),
    ),
    "two arms a and b": ("a,b\n0.5,0.25\n0.3,0.75\n", Read("ab", [0.4, 0.5], [2, 2], "columns")),
    "a Beta distribution without beta": (
        "arm,alpha,beta\nA,2,6\nB,3,0\n",
        Asks("several columns of numbers", [], {}),
    ),
    "a mean and its deviation": (
        "arm,mean,sd\nA,0.2,0.1\nB,0.3,0.05\n",
        Read("AB", [0.2, 0.3], None, "arms", "Left out: sd."),
    ),
    "a lowest and a highest value are asked about": (
        "arm,low,high\nA,0.2,0.4\nB,0.3,0.5\n",
        Asks("Beside “arm” there are several columns", [], {}),
    ),
    # As MATLAB, R, Python and databases write it.
    "MATLAB, names behind %": (
        "% exported by a program\n% name, mean\nLogo,0.2\nFoto,0.3\n",
        Read(["Logo", "Foto"], [0.2, 0.3], says="Line 2 was taken as names of columns"),
    ),
    "MATLAB, names by blanks": (
        "% A B C\n1 0 1\n0 1 1\n1 0 0\n",
        Read(ABC, [2 / 3, 1 / 3, 2 / 3], [3, 3, 3], "columns"),
    ),
    "R, two arms with NA": (
        '"","A","B"\n"1",1,NA\n"2",0,1\n"3",NA,1\n',
        Read("AB", [0.5, 1], [2, 2], "columns", "2 cells have no number"),
    ),
    "R, a vector": ("c(0.1, 0.2, 0.3)\n", Read("123", [0.1, 0.2, 0.3])),
    "Python, a list": ("[0.1, 0.2,\n 0.3]\n", Read("123", [0.1, 0.2, 0.3])),
    "NumPy, an array": (
        "[[1 0 1]\n [0 1 1]\n [1 0 0]]\n",
        Read("123", [2 / 3, 1 / 3, 2 / 3], [3, 3, 3], "columns"),
    ),
    "a database's frame": (
        "+------+------+\n| ad   | ctr  |\n+------+------+\n| Logo |  0.2 |\n| Foto |  0.3 |\n"
        "+------+------+\n",
        Read(["Logo", "Foto"], [0.2, 0.3]),
    ),
    "what was played with which chance": (
        "timestamp,item_id,click,propensity_score\n2019-11-24 00:00:34,30,1,0.08\n"
        "2019-11-24 00:00:35,31,0,0.05\n2019-11-24 00:00:36,30,0,0.08\n",
        Read(["30", "31"], [0.5, 0], [2, 1], "rewards"),
    ),
    # As analytics and spreadsheets export it.
    "analytics: more comments than lines, a total without a name": (
        "# ----------------\n# All Web Site Data\n# Landing pages\n# 20240101-20240131\n"
        "# ----------------\nLanding Page,Sessions,Goal Completions,Goal Conversion Rate\n"
        '/home,"1,200",60,5.00%\n/shop,800,80,10.00%\n,"2,000",140,7.00%\n',
        Read(["/home", "/shop"], [0.05, 0.1], [1_200, 800], says="Line 9 was left out"),
    ),
    "ads: titles with dates, a total, money": (
        "Campaign report\nJanuary 1, 2024 - January 31, 2024\nCampaign,Clicks,Impr.,CTR,Cost\n"
        "Logo,10,100,10.00%,€12.50\nFoto,30,120,25.00%,€7.00\n"
        "Total: Campaigns,40,220,18.18%,€19.50\n",
        Read(
            ["Logo", "Foto"],
            [0.1, 0.25],
            [100, 120],
            says="Line 6, Total: Campaigns, was left out: it is the sum of all others.",
        ),
    ),
    "a pivot table": (
        "Row Labels,Average of click,Count of click\nA,0.2,100\nB,0.3,120\n"
        "Grand Total,0.2545,220\n",
        Read("AB", [0.2, 0.3], [100, 120], says="Line 4, Grand Total, was left out"),
    ),
    "a total above": (
        "ad,clicks,views\nTotal,40,220\nA,10,100\nB,30,120\n",
        Read("AB", [0.1, 0.25], [100, 120], says="Line 2, Total, was left out"),
    ),
    "a total that adds up to something else stays, and is said": (
        "ad,clicks,views\nA,10,100\nB,30,120\nTotal,50,300\n",
        Read(
            ["A", "B", "Total"], [0.1, 0.25, 1 / 6], [100, 120, 300], says="leave it out if it is"
        ),
    ),
    "a mean below columns of rewards": (
        "day,A,B\n1,0.5,0.2\n2,0.1,0.4\n3,0.3,0.3\nmean,0.3,0.3\n",
        Read("AB", [0.3, 0.3], [3, 3], "columns", "Line 5, mean, was left out: it is the mean"),
    ),
    "on its side, counts": (
        ",A,B\nclicks,10,30\nviews,100,120\n",
        Read("AB", [0.1, 0.25], [100, 120], "arms", "Lines and columns were exchanged"),
    ),
    "on its side, means": (
        "ad,Logo,Foto,Video\nctr,0.2,0.3,0.1\n",
        Read(["Logo", "Foto", "Video"], [0.2, 0.3, 0.1], None, "arms"),
    ),
    "pandas, describe": (
        ",A,B\ncount,100,120\nmean,0.2,0.3\nstd,0.4,0.45\nmin,0,0\nmax,1,1\n",
        Read("AB", [0.2, 0.3], [100, 120], "arms"),
    ),
    "columns called alike": (
        "A,A,B\n1,0,1\n0,1,1\n0,0,1\n",
        Read(["A", "A (2)", "B"], [1 / 3, 1 / 3, 1], [3, 3, 3], "columns"),
    ),
    "two columns of rates called alike": (
        "ad,ctr,ctr\nA,0.1,0.2\nB,0.2,0.3\n",
        Asks("several", [], {}),
    ),
    # Groups of three digits.
    "Excel, sep= and its mark, points between thousands": (
        "\ufeffsep=;\r\nAnzeige;Klicks;Impressionen\r\nLogo;1.234;10.000\r\nFoto;30;120\r\n".encode(),
        Read(["Logo", "Foto"], [0.1234, 0.25], [10_000, 120], says="10.000 was read as 10000"),
    ),
    "ten thousand beside five": (
        "Anzeige;Klicks;Aufrufe\nA;5;10.000\nB;7;20.000\n",
        Read("AB", [0.0005, 0.00035], [10_000, 20_000]),
    ),
    "ten with three decimals beside five": (
        "ad;clicks;views\nA;5.000;10.000\nB;7.000;20.000\n",
        Read("AB", [0.5, 0.35], [10, 20]),
    ),
    "blanks and apostrophes between thousands": (
        "ad;clicks;views\nA;1'234;12\u202f345\nB;30;120\n",
        Read("AB", [1_234 / 12_345, 0.25], [12_345, 120]),
    ),
    "amounts with commas between thousands": (
        'item,value\nA,"1,234.50"\nB,950\nC,"2,000"\n',
        Asks(
            "The numbers go from 950 to 2000",
            [{"scale": "0:2000"}],
            {0: Read(ABC, [0.61725, 0.475, 1])},
        ),
    ),
    "quoted decimals with three digits": (
        'item,mean\nA,"0,234"\nB,"0,950"\n',
        Read("AB", [0.234, 0.95]),
    ),
    # Counts that stand beside each other.
    "likes and dislikes": (
        "video,likes,dislikes\nA,10,90\nB,30,70\n",
        Read("AB", [0.1, 0.3], [100, 100]),
    ),
    "success and failure": (
        "arm,success,failure\nA,5,15\nB,11,11\n",
        Read("AB", [0.25, 0.5], [20, 22]),
    ),
    "opened of sent": (
        "subject,sent,opened\nA,100,20\nB,120,30\n",
        Read("AB", [0.2, 0.25], [100, 120]),
    ),
    "the sum of two counts, names unheard of": (
        "thing,foo,bar\nLogo,2,8\nFoto,5,15\n",
        Asks(
            "several columns of numbers",
            [
                {"name": "thing", "value": "foo", "total": ("bar",)},
                {"layout": "columns", "index": ("thing",)},
                {"layout": "rows", "name": "thing"},
                {"name": "thing", "value": "foo", "total": ("foo", "bar")},
            ],
            {3: Read(["Logo", "Foto"], [0.2, 0.25], [10, 20])},
        ),
    ),
}
