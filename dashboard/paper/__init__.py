"""The paper's experiments run again: what is run, what it says, and how it is shown.

`experiment` says what is run, `build` runs it, `measured` reads the runs, `findings` and then
`claims` judge them, `results` reads what was shipped and `page` shows it. Only what runs or
judges loads `dart_core`. It is part of the dashboard because a cell of the experiment is a
`Settings`: its link opens that very study.
"""
