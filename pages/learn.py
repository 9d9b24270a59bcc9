"""Learn: the class hour, moment by moment, alone or with a class."""

from dashboard.learn import page as learn

learn.show()
learn.teachers()
learn.from_file()
