"""The same server, browser and pages as in tests/web."""

from tests.web.conftest import (  # noqa: F401
    browser,
    faults,
    open_page,
    quiet_page,
    server,
    sit,
)
