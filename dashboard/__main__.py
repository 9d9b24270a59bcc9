"""What the app shows, computed without it: ``python -m dashboard compare --help``."""

import sys

from dashboard.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
