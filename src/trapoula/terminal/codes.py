"""The exit codes of the command."""

DONE = 0  # done; for a question: yes
FAILED = 1  # something went wrong; a sentence on standard error says what
WRONG = 2  # the command line is wrong
NO = 3  # no: cannot be won, no such deal, no game matches, a rule is broken
UNKNOWN = 4  # undecided in the time given, or something to look at
STOPPED = 130  # stopped by Ctrl-C
