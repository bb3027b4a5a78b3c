"""Starts a second process that is to outlive it."""
import os
import signal
from table import at_first_prompt


def misbehave():
    if os.fork() == 0:
        signal.pause()


at_first_prompt(misbehave)
