"""Games in arrays, for studies and learning: numbered actions, masks, observations, many tables."""

from trapoula.extras import need

need("learn")

from trapoula.learn.kernel import FACE_DOWN, GOING, OVER, WON, Kernel  # noqa: E402
from trapoula.learn.patience import PatienceEnv, PatienceVectorEnv  # noqa: E402
from trapoula.learn.tables import TableEnv  # noqa: E402
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
    "determinize",
]
