"""The controls of a table of own arms: what is open is asked, what was found can be corrected."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from dashboard.own_problem import understanding


def page(table: str | bytes) -> None:
    import streamlit as st

    from dart_core.arm_tables.asking import TableError
    from dashboard.own_problem.understanding import understood

    try:
        arms = understood(table, st.container())
    except TableError as error:
        st.error(str(error))
    else:
        st.text("open" if arms is None else repr((arms.names, arms.means)))


def opened(table: str | bytes) -> AppTest:
    app = AppTest.from_function(page, args=(table,), default_timeout=60).run()
    assert not app.exception
    return app


def control(app: AppTest, label: str) -> Any:
    (found,) = [each for each in app.selectbox if each.label == label]
    return found


def came(app: AppTest) -> str:
    assert not app.exception
    return "".join(str(each.value) for each in (*app.text, *app.error))


def test_questions_come_one_after_the_other() -> None:
    app = opened("date,A,B\n2024-01-01,5,1\n2024-01-02,4,3\n")
    assert (came(app), len(app.radio)) == ("open", 1)
    app.radio[0].set_value(0).run()
    assert (came(app), len(app.radio)) == ("open", 2)
    app.radio[1].set_value(0).run()
    assert came(app) == "(('A', 'B'), (0.875, 0.25))"


def test_what_was_found_stands_in_the_controls_and_can_be_changed() -> None:
    app = opened("ad,clicks,views\nA,10,100\nB,30,120\n")
    assert came(app) == "(('A', 'B'), (0.1, 0.25))"
    assert control(app, "They count out of").options[0] == "as found: views"
    control(app, "Means, rewards or counts").set_value("clicks").run()
    assert came(app) == "open", "10 and 30 alone may be percentages"
    app.radio[0].set_value(0).run()
    assert came(app) == "(('A', 'B'), (0.1, 0.3))"
    control(app, "Means, rewards or counts").set_value("").run()
    assert came(app) == "(('A', 'B'), (0.1, 0.25))"


def test_columns_are_left_out() -> None:
    app = opened("A,B,C\n1,0,1\n1,1,0\n")
    (columns,) = app.multiselect
    columns.set_value(["A", "C"]).run()
    assert came(app) == "(('A', 'C'), (1.0, 0.5))"


def test_a_table_that_cannot_be_used_can_be_read_differently() -> None:
    app = opened("A,x\nB,0.25\nC,0.5\n")
    assert came(app) == "(('B', 'C'), (0.25, 0.5))"
    control(app, "The first line has the names of the columns").set_value(False).run()
    assert "line 1: expected a number" in came(app)
    control(app, "The first line has the names of the columns").set_value("").run()
    assert came(app) == "(('B', 'C'), (0.25, 0.5))"


def test_a_scale_of_ones_own_is_checked() -> None:
    app = opened("ad,rating\nA,10\nB,1\n")
    control(app, "What numbers mean").set_value("1:10").run()
    assert came(app) == "(('A', 'B'), (1.0, 0.0))"
    wrong = understanding._read("A,1\nB,2", "name", {"scale": "much"})
    assert "scale: expected 'fraction', 'percent', or the lowest" in str(wrong)


def test_letters_are_chosen_where_they_are_unclear() -> None:
    app = opened("ad,mean\n로고,0.1\n사진,0.25\n".encode("cp949"))
    (question,) = app.radio
    assert "로고" in question.options[1]
    question.set_value(1).run()
    assert came(app) == "(('로고', '사진'), (0.1, 0.25))"
