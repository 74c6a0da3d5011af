"""What all tests share."""

from hypothesis import settings

settings.register_profile("shared", deadline=None)  # machines are shared: no test is timed
settings.load_profile("shared")
