"""Errors of studies."""

from trapoula.core.errors import TrapoulaError


class BadRow(TrapoulaError):
    """A result that is inconsistent, or was changed after it was written."""

    code = "bad-row"


class BadResults(TrapoulaError):
    """A file that does not contain results, or has another version."""

    code = "bad-results"


class OtherRules(TrapoulaError):
    """A worker has different rules or another solver."""

    code = "other-rules"


class CrewLost(TrapoulaError):
    """The workers are gone."""

    code = "crew-lost"
