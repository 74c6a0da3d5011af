"""A server process for the tests that kill it: `python -m tests.server.run_server PORT WHERE`."""

import sys

from tests.server.house import FREE
from trapoula.server.serve import Plan, run

if __name__ == "__main__":
    port, where = int(sys.argv[1]), sys.argv[2]
    shared = where.startswith("postgresql://")
    given = {"database": where} if shared else {"data": where}
    sys.exit(run(Plan(port=port, limits=FREE, warm=False, **given)))  # type: ignore[arg-type]
