"""Tables as people's tools write them: each read right, asked about, or refused by line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dart_core.arm_tables import read_table
from dart_core.arm_tables.asking import Answers, TableError
from dart_core.arm_tables.reading import Reading
from tests.core.exported_tables import ABC, EXPORTED, Asks, Case, Read, Refuses

CASES: dict[str, Case] = {
    **EXPORTED,
    # Words that mean yes and no, and columns without names.
    "T and F in two columns": (
        "A,B\nT,F\nT,T\nF,F\n",
        Read("AB", [2 / 3, 1 / 3], [3, 3], "columns"),
    ),
    "yes and no in columns": (
        "A,B,C\nyes,no,no\nno,yes,no\n",
        Read(ABC, [0.5, 0.5, 0], [2, 2, 2], "columns"),
    ),
    "one column of clicks": ("1\n0\n1\n1\n", Asks("0 or a 1", [{"layout": "arms"}], {})),
    # As other programs rule lines and mark comments.
    "Markdown": (
        "| ad | mean |\n|---|---:|\n| Logo | 0.2 |\n| Foto | 0.3 |\n",
        Read(["Logo", "Foto"], [0.2, 0.3]),
    ),
    "comments of other programs": (
        "// made by a program\nad,mean\nLogo,0.2\nFoto,0.3\n",
        Read(["Logo", "Foto"], [0.2, 0.3], says="Left out as comments"),
    ),
    "a sum below": (
        "ad,mean\nLogo,0.2\nFoto,0.3\nTotal,0.25\n",
        Read(["Logo", "Foto", "Total"], [0.2, 0.3, 0.25], says="leave it out if it is a sum"),
    ),
    "clicks out of views, names unheard of": (
        "thing,foo,bar\nLogo,2,10\nFoto,6,20\n",
        Asks(
            "several columns of numbers",
            [
                {"name": "thing", "value": "foo", "total": ("bar",)},
                {"layout": "columns", "index": ("thing",)},
            ],
            {0: Read(["Logo", "Foto"], [0.2, 0.3], [10, 20])},
        ),
    ),
    # An index is no arm.
    "pandas, columns of rewards": (
        ",A,B\n0,1,0\n1,1,1\n2,0,0\n",
        Read("AB", [2 / 3, 1 / 3], [3, 3], "columns"),
    ),
    "pandas, arms and rewards": (
        ",ad,click\n0,A,1\n1,B,0\n2,A,0\n3,B,0\n",
        Read("AB", [0.5, 0], [2, 2], "rewards", "Left out: column 1."),
    ),
    "pandas, names are the index": (
        ",ctr,n\nLogo,0.2,10\nFoto,0.3,20\n",
        Read(["Logo", "Foto"], [0.2, 0.3], [10, 20]),
    ),
    "pandas, a series": (",0\n0,0.5\n1,0.2\n", Read("01", [0.5, 0.2], None, "arms")),
    "pandas, Unnamed: 0": (
        "Unnamed: 0,A,B\n0,0.5,0.25\n1,0.7,0.75\n",
        Read("AB", [0.6, 0.5], [2, 2]),
    ),
    "pandas, columns have numbers": (",0,1\n0,0,1\n1,1,1\n", Read("01", [0.5, 1], [2, 2])),
    "R, write.csv": (
        '"","A","B"\n"1",1,0\n"2",1,1\n"3",0,0\n',
        Read("AB", [2 / 3, 1 / 3], [3, 3], "columns"),
    ),
    "R, write.table": (
        '"A" "B"\n"1" 1 0\n"2" 1 1\n"3" 0 0\n',
        Read("AB", [2 / 3, 1 / 3], [3, 3], "columns"),
    ),
    "R, names of lines": (
        '"mean"\n"Logo" 0.31\n"Foto" 0.08\n',
        Read(["Logo", "Foto"], [0.31, 0.08]),
    ),
    "a column that counts from 1": (
        "X,A,B\n1,1,0\n2,1,1\n3,0,0\n",
        Read("AB", [2 / 3, 1 / 3], [3, 3]),
    ),
    "a column that counts, no names": ("1,1,0\n2,1,1\n3,0,0\n", Read("12", [2 / 3, 1 / 3], [3, 3])),
    "users": ("user,A,B\nann,1,0\nbob,1,1\neve,0,0\n", Read("AB", [2 / 3, 1 / 3], [3, 3])),
    "an id beside a rate": (
        "id,rate\n1,0.2\n2,0.5\n3,0.4\n",
        Read("123", [0.2, 0.5, 0.4], None, "arms"),
    ),
    "0 and 1 alone are no index": ("A,B,C\n0,1,1\n1,1,0\n", Read(ABC, [0.5, 1, 0.5], [2, 2, 2])),
    # Times.
    "a date beside columns of rewards": (
        "date,A,B\n2024-01-01,1,0\n2024-01-02,1,1\n",
        Asks(
            "“date”",
            [{"layout": "columns", "index": ("date",)}, {"layout": "rows", "name": "date"}],
            {
                0: Read("AB", [1, 0.5], [2, 2], "columns"),
                1: Read(["2024-01-01", "2024-01-02"], [0.5, 1], [2, 2], "rows"),
            },
        ),
    ),
    "a time that is a number": (
        "time,A,B\n0.5,1,0\n1.0,1,1\n",
        Asks(
            "“time”",
            [{"layout": "columns", "index": ("time",)}, {"layout": "columns", "index": ()}],
            {0: Read("AB", [1, 0.5], [2, 2]), 1: Read(["time", "A", "B"], [0.75, 1, 0.5])},
        ),
    ),
    "hours and clicks": (
        "hour,click\n9,1\n9,0\n10,1\n10,1\n",
        Asks(
            "“hour”",
            [{"name": "hour"}, {"index": ("hour",)}],
            {0: Read(["9", "10"], [0.5, 1], [2, 2])},
        ),
    ),
    "a log has times": (
        "timestamp,user,variant,converted\n2024-01-01 10:00,7,A,TRUE\n2024-01-01 10:01,9,B,FALSE\n"
        "2024-01-02 10:00,8,A,FALSE\n",
        Read("AB", [0.5, 0], [2, 1], "rewards", "Left out: timestamp, user."),
    ),
    # Long tables by the names of their columns.
    **{
        f"long: {name}, {value}": (
            f"{name},{value}\nA,1\nB,0\nA,0\n",
            Read("AB", [0.5, 0], [2, 1], "rewards"),
        )
        for name, value in [
            ("action", "reward"),
            ("choice", "click"),
            ("item", "conversion"),
            ("variant", "value"),
            ("product", "Clicked"),
            ("ad_id", "converted"),
        ]
    },
    "long: numbers for names": (
        "action,reward\n0,1\n1,0\n0,0\n",
        Read("01", [0.5, 0], [2, 1], "rewards"),
    ),
    "long: the value first": ("click,ad\n1,A\n0,B\n1,A\n", Read("AB", [1, 0], [2, 1], "rewards")),
    "long: more columns": (
        "user,ad,click,device\n1,A,1,web\n2,B,0,app\n3,A,0,app\n",
        Read("AB", [0.5, 0], [2, 1], "rewards"),
    ),
    "long: how often each came": (
        "arm,reward,count\nA,1,30\nA,0,70\nB,1,5\nB,0,5\n",
        Read("AB", [0.3, 0.5], [100, 10], "rewards"),
    ),
    # Numbers that are names.
    "prices beside a rate": (
        "price,CTR\n0.99,0.12\n1.99,0.10\n",
        Read(["0.99", "1.99"], [0.12, 0.1], None, "arms"),
    ),
    "numbers beside a mean": ("dose,mean\n0.5,0.3\n1,0.4\n", Read(["0.5", "1"], [0.3, 0.4])),
    "numbers, no names of columns": ("101,0.2\n205,0.3\n", Read(["101", "205"], [0.2, 0.3])),
    "two columns of rewards": ("0.5,0.25\n0.7,0.75\n", Read("12", [0.6, 0.5], [2, 2], "columns")),
    "columns named by percentages": ("5%,10%\n0,1\n1,1\n", Read(["5%", "10%"], [0.5, 1], [2, 2])),
    # Percent.
    "percent, plainly": (
        "ad,CTR (%)\nA,12.5\nB,3\n",
        Read("AB", [0.125, 0.03], says="as percentages"),
    ),
    "percent below 1": (
        "ad,CTR (%)\nA,0.5\nB,0.25\n",
        Asks(
            "“CTR (%)” says percent, and no number is above 1",
            [{"scale": "percent"}, {"scale": "fraction"}],
            {0: Read("AB", [0.005, 0.0025]), 1: Read("AB", [0.5, 0.25])},
        ),
    ),
    "percent signs below 1": ("ad,CTR (%)\nA,0.5%\nB,0.25 %\n", Read("AB", [0.005, 0.0025])),
    "means beyond 1": (
        "ad,ctr\nA,12.5\nB,0.5\n",
        Asks(
            "line 2: expected a number in [0, 1]",
            [{"scale": "percent"}, {"scale": "0:12.5"}],
            {0: Read("AB", [0.125, 0.005])},
        ),
    ),
    "one slip among many": (
        "ad,click\n" + "A,1\nB,0\n" * 20 + "A,11\n",
        Refuses("line 42: expected a number in [0, 1] or a percentage, got '11'"),
    ),
    # Zeros and ones with commas.
    "0,1 lines are two columns": (
        "0,1\n1,0\n0,0\n0,1\n",
        Read("12", [0.25, 0.5], [4, 4], "columns"),
    ),
    "1,0 first": ("1,0\n0,1\n", Read("12", [0.5, 0.5], [2, 2])),
    "commas that are decimal": (
        "0,1\n0,25\n0,375\n",
        Read("123", [0.1, 0.25, 0.375], None, "arms"),
    ),
    # Lines that are too short or too long.
    "a short line": (
        "A,B,C\n1,0,1\n1,0\n0,0,1\n",
        Refuses("line 3: expected 3 cells, as on line 1, got 2"),
    ),
    "a long line": (
        "A,B,C\n1,0,1\n1,0,1,1\n0,0,1\n",
        Refuses("line 3: expected 3 cells, as on line 1, got 4"),
    ),
    "commas at the end are no cells": ("A,B,,\n1,0,,\n0,0,,\n", Read("AB", [0.5, 0], [2, 2])),
    # Nothing, true, false.
    "NA and nan": (
        "A,B\n0.5,NA\nnan,0.25\n0.7,0.75\n,\n",
        Read("AB", [0.6, 0.5], [2, 2], says="2 cells have no number"),
    ),
    "no value in a long table": (
        "ad,reward\nA,0.5\nA,NA\nB,0.2\n",
        Read("AB", [0.5, 0.2], [1, 1], says="1 cell has no number"),
    ),
    "no mean": (
        "ad,mean\nA,0.5\nB,NA\n",
        Refuses("line 3: expected a number in [0, 1] or a percentage, got 'NA'"),
    ),
    "NA is a name where names stand": (
        "country,ctr\nNA,0.2\nDE,0.3\n",
        Read(["NA", "DE"], [0.2, 0.3]),
    ),
    "TRUE and FALSE": ("A,B\nTRUE,FALSE\nFALSE,FALSE\n", Read("AB", [0.5, 0], [2, 2])),
    "true and false, no names": (
        "ad 1,true\nad 2,false\nad 1,true\nad 2,true\n",
        Read(["ad 1", "ad 2"], [1, 0.5], [2, 2]),
    ),
    "yes and no": ("variant,converted\nA,yes\nB,no\nA,No\n", Read("AB", [0.5, 0], [2, 1])),
    # Counts.
    "clicks, views": (
        "ad,clicks,views\nA,10,100\nB,30,120\n",
        Read("AB", [0.1, 0.25], [100, 120], "arms", "clicks out of views"),
    ),
    "views, clicks": ("views,clicks\n100,10\n120,30\n", Read("12", [0.1, 0.25], [100, 120])),
    "counts in groups of three": (
        'ad,clicks,views\nA,"1,000","10,000"\nB,30,120\n',
        Read("AB", [0.1, 0.25], [10_000, 120]),
    ),
    "counts by day are added up": (
        "date,ad,clicks,impressions\n2024-01-01,A,1,10\n2024-01-01,B,2,10\n2024-01-02,A,3,30\n",
        Read("AB", [0.1, 0.2], [40, 10], says="Left out: date."),
    ),
    "counts and their rate": (
        "ad,clicks,views,CTR\nA,10,100,10%\nB,30,120,25%\n",
        Read("AB", [0.1, 0.25], [100, 120]),
    ),
    "wins and losses": ("machine,wins,losses\nA,1,9\nB,5,5\n", Read("AB", [0.1, 0.5], [10, 10])),
    "clicks, views and purchases": (
        "ad,views,clicks,purchases\nA,100,10,1\nB,120,30,6\n",
        Asks(
            "Which share",
            [
                {"value": "clicks", "total": ("views",)},
                {"value": "purchases", "total": ("views",)},
                {"value": "purchases", "total": ("clicks",)},
            ],
            {0: Read("AB", [0.1, 0.25], [100, 120]), 2: Read("AB", [0.1, 0.2], [10, 30])},
        ),
    ),
    "more clicks than views": (
        "ad,clicks,views\nA,10,100\nB,300,120\n",
        Refuses("line 3: expected at most as many clicks as views, got 300 of 120"),
    ),
    "a mean and its weight": (
        "ad,mean,n\nA,0.1,10\nB,0.2,20\nA,0.4,20\n",
        Read("AB", [0.3, 0.2], [30, 20]),
    ),
    "means without names, weighted": ("mean,n\n0.1,10\n0.2,20\n", Read("12", [0.1, 0.2], [10, 20])),
    # Ratings.
    "ratings from 1 to 5": (
        "movie,rating\nA,5\nB,1\nA,3\nB,2\n",
        Asks(
            "The numbers go from 1 to 5",
            [{"scale": "1:5"}, {"scale": "0:5"}, {"scale": "percent"}],
            {
                0: Read(
                    "AB",
                    [0.75, 0.125],
                    [2, 2],
                    says="scaled from 1 to 5 to 0 to 1: 1 became 0, and 5 became 1",
                )
            },
        ),
    ),
    "ratings in columns": (
        "A,B,C\n5,1,2\n4,1,3\n",
        Asks(
            "line 2, column 1",
            [{"scale": "1:5"}, {"scale": "0:5"}, {"scale": "percent"}],
            {0: Read(ABC, [0.875, 0, 0.375], [2, 2, 2])},
        ),
    ),
    "amounts": (
        "item,value\nA,250\nB,100\nA,0\nB,300\n",
        Asks(
            "What do they mean?", [{"scale": "0:300"}], {0: Read("AB", [250 / 600, 2 / 3], [2, 2])}
        ),
    ),
    # What stands around a table.
    "sep=": ("sep=;\nad;mean\nA;0,1\nB;0,25\n", Read("AB", [0.1, 0.25])),
    "comments": (
        "# from the shop\nad,mean\nA,0.1\n# not sure\nB,0.25\n",
        Read("AB", [0.1, 0.25], says="line 1, 4"),
    ),
    "a comment that has the names": ("# A,B\n0.5,0.25\n0.7,0.75\n", Read("AB", [0.6, 0.5], [2, 2])),
    "arms that begin with #": (
        "tag,mean\n#sun,0.1\n#sea,0.25\n",
        Read(["#sun", "#sea"], [0.1, 0.25]),
    ),
    "one arm that begins with #": (
        "ad,mean\nLogo,0.1\n#sea,0.25\nFoto,.2\n",
        Read(["Logo", "#sea", "Foto"], [0.1, 0.25, 0.2]),
    ),
    "titles": (
        "Summer campaign\n\nAll countries\nad,clicks,views\nA,10,100\nB,30,120\n",
        Read("AB", [0.1, 0.25], [100, 120], says="Line 1 was taken as a title: Summer campaign."),
    ),
    "a title above clicks": ("My clicks\n0,1\n1,0\n0,0\n", Read("12", [1 / 3, 1 / 3], [3, 3])),
    "a title with commas at its end": (
        "Summer,,\nad,clicks,views\nA,10,100\nB,30,120\n",
        Read("AB", [0.1, 0.25], [100, 120]),
    ),
    "names by blanks": ("Logo 0.31\nFoto 0.08\n", Read(["Logo", "Foto"], [0.31, 0.08])),
    # A line per arm, with rewards beside it.
    "rounds beside each arm": (
        "arm,r1,r2,r3\nA,1,0,1\nB,0,0,1\n",
        Read("AB", [2 / 3, 1 / 3], [3, 3], "rows"),
    ),
    "text beside numbers": (
        "city,shop,web\nRome,0.1,0.2\nOslo,0.3,0.4\n",
        Asks(
            "Beside “city” there are several columns of numbers",
            [
                {"layout": "columns", "index": ("city",)},
                {"layout": "rows", "name": "city"},
                {"name": "city", "value": "shop"},
                {"name": "city", "value": "web"},
            ],
            {
                0: Read(["shop", "web"], [0.2, 0.3], [2, 2]),
                1: Read(["Rome", "Oslo"], [0.15, 0.35], [2, 2]),
                3: Read(["Rome", "Oslo"], [0.2, 0.4]),
            },
        ),
    ),
    # Letters.
    "UTF-8 with its mark": (
        "ad,mean\nÄ,0.1\nÖ,0.25\n".encode("utf-8-sig"),
        Read("ÄÖ", [0.1, 0.25]),
    ),
    "UTF-16": ("ad\tmean\nÄ\t0.1\nÖ\t0.25\n".encode("utf-16"), Read("ÄÖ", [0.1, 0.25])),
    "Windows-1252": (
        "ad,mean\nZoé,0.1\nJörg,0.25\n".encode("cp1252"),
        Read(["Zoé", "Jörg"], [0.1, 0.25], says="Western European"),
    ),
    "Windows-1251": (
        "имя,mean\nПривет,0.1\nМир,0.25\n".encode("cp1251"),
        Read(["Привет", "Мир"], [0.1, 0.25], says="Cyrillic (Windows-1251): имя, Привет, Мир"),
    ),
    "Shift-JIS": (
        "名前,mean\nロゴ,0.1\n写真,0.25\n".encode("cp932"),
        Read(["ロゴ", "写真"], [0.1, 0.25], says="Shift-JIS"),
    ),
    "GBK": (
        "名称,mean\n标志,0.1\n照片,0.25\n".encode("gbk"),
        Read(["标志", "照片"], [0.1, 0.25], says="GBK"),
    ),
    "Korean may be Chinese": (
        "ad,mean\n로고,0.1\n사진,0.25\n".encode("cp949"),
        Asks(
            "The letters of this file",
            [{"encoding": "gb18030"}, {"encoding": "cp949"}],
            {1: Read(["로고", "사진"], [0.1, 0.25])},
        ),
    ),
    "KOI8 is asked about": (
        "ad,mean\nПривет,0.1\nМир,0.25\n".encode("koi8_r"),
        Asks("The letters of this file", [], {}),
    ),
    "joiners in names": (
        "ad,mean\nمی\u200cخواهم,0.1\n👩\u200d🚀,0.25\n",
        Read(["می\u200cخواهم", "👩\u200d🚀"], [0.1, 0.25]),
    ),
    "one bad byte": (
        "ad,mean\nÄrger,0.1\nÖl,0.2\nTür,".encode() + b"\xff0.3\n",
        Refuses("line 4: byte 6 of the line (byte 33 of the file): expected UTF-8, got 0xFF"),
    ),
    "a byte that no code has": (
        b"ad,mean\nA,0.1\nB\x81,0.2\n",
        Refuses("line 3: byte 2 of the line (byte 16 of the file)"),
    ),
}


def matches(came: Reading, right: Read) -> None:
    assert came.question is None, came.question
    assert came.arms is not None
    assert came.arms.names == tuple(right.names)
    assert came.arms.means == pytest.approx(list(right.means), abs=1e-9)
    if right.counts is not None or came.understood.layout == "arms":
        assert came.arms.counts == (None if right.counts is None else tuple(right.counts))
    assert right.layout in {"", came.understood.layout}
    assert right.says in "\n".join([came.arms.read_as, *came.arms.notes])


@pytest.mark.parametrize("case", CASES)
def test_a_table_is_read_right(case: str) -> None:
    table, right = CASES[case]
    if isinstance(right, Refuses):
        with pytest.raises(TableError) as caught:
            read_table(table, Answers())
        assert right.says in str(caught.value)
        return
    came = read_table(table, Answers())
    if isinstance(right, Read):
        matches(came, right)
        again = replace(right, says="")  # what was understood says it all
        matches(read_table(table, came.understood), again)
        return
    assert came.question is not None, came.arms
    assert came.arms is None
    assert right.about in came.question.text
    choices = [choice.answers for choice in came.question.choices]
    assert choices[: len(right.choices)] == list(right.choices)
    for at, then in right.then.items():
        matches(read_table(table, Answers.of(**choices[at])), then)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 60
