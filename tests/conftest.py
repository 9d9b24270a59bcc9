"""Settings that all tests share."""

import os

from hypothesis import settings

# A first call may compile a kernel, which says nothing about the test: no deadline. In CI the
# examples are the same every time, so that a red run can be repeated; at home they vary.
settings.register_profile("home", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")
