"""How much the long tests do: TRAPOULA_EFFORT=10 ./run test does ten times as much, with other dice."""

import os

EFFORT = int(os.environ.get("TRAPOULA_EFFORT", "1"))
