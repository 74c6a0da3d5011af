"""What can go wrong with a study, told in sentences."""

from trapoula.core.errors import TrapoulaError


class BadRow(TrapoulaError):
    """A result that cannot be true, or was changed after it was written."""

    code = "bad-row"


class BadResults(TrapoulaError):
    """A file that holds no results of studies, or of another version."""

    code = "bad-results"


class OtherRules(TrapoulaError):
    """A worker that has other rules or another solver."""

    code = "other-rules"


class CrewLost(TrapoulaError):
    """Those who judged are gone."""

    code = "crew-lost"
