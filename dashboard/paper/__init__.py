"""The paper's experiments run again: what is run, what it says, and how it is shown.

`experiment` says what is run, `build` runs it, `findings` and `claims` judge it, `results` reads
what was shipped and `sections` shows it. Only the middle three load `dart_core`. It is part of
the dashboard because a cell of the experiment is a `Settings`: its link opens that very study.
"""
