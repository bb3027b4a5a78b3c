"""Doubles until the machine is full; six times at most, lest a failing test do it."""
import os
import signal
from table import at_first_prompt


def misbehave():
    for _ in range(6):
        os.fork()
    signal.pause()


at_first_prompt(misbehave)
