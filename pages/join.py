"""Join: type the code of a class."""

from dashboard import state
from dashboard.joining import page as joining

state.current()

joining.show()
