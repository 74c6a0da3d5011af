"""What the command's exit codes say."""

DONE = 0  # it was done; of a question, the answer is yes
FAILED = 1  # something went wrong, and a sentence on standard error says what
WRONG = 2  # the command line makes no sense
NO = 3  # the answer is no: cannot be won, no such deal, no game matches, a rule is broken
UNKNOWN = 4  # nobody knows: not decided in the time there was, or something to look at
STOPPED = 130  # by the keyboard
