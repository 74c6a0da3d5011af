"""Games as arrays for research and learning: numbered actions, masks, observations, many tables.

Importing this registers patiences by id: `gymnasium.make("trapoula/Klondike-v0", draw=3)`.
"""

from trapoula.machine.extras import need

need("learn")

from trapoula.learn.ids import register_all  # noqa: E402
from trapoula.learn.kernel import FACE_DOWN, GOING, OVER, WON, Kernel  # noqa: E402
from trapoula.learn.patience import PatienceEnv, PatienceVectorEnv  # noqa: E402
from trapoula.learn.tables import TableEnv, TableParallelEnv  # noqa: E402
from trapoula.learn.unseen import determinize  # noqa: E402

__all__ = [
    "FACE_DOWN",
    "GOING",
    "OVER",
    "WON",
    "Kernel",
    "PatienceEnv",
    "PatienceVectorEnv",
    "TableEnv",
    "TableParallelEnv",
    "determinize",
]

register_all()
