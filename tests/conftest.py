"""What all tests share."""

import os

from hypothesis import settings

settings.register_profile("shared", deadline=None)  # machines are shared: no test is timed
settings.load_profile("shared")

os.environ["TRAPOULA_LANG"] = "en"  # whatever the machine speaks
