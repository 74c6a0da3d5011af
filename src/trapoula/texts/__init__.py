"""Every word a person reads."""


def say(message: str, **facts: object) -> str:
    """A message, filled in with its facts."""
    return message.format(**facts)
