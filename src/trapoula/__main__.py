"""`python -m trapoula` is the command `trapoula`."""

import sys

from trapoula.terminal.cli import main

sys.exit(main())
