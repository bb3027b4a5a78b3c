"""Leaves the referee's process group, to be missed when the group is killed."""
import os
import signal
from table import at_first_prompt


def misbehave():
    try:
        os.setsid()
    except PermissionError:
        # It leads its group; a child would not.
        if os.fork() == 0:
            os.setsid()
    signal.pause()


at_first_prompt(misbehave)
