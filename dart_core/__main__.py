"""The command ``dart``, for where it is not installed: ``python -m dart_core compare --help``."""

import sys

from dart_core.cli import main

if __name__ == "__main__":
    sys.exit(main())
