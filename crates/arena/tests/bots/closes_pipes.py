"""Closes both pipes and stays alive."""
import os
import signal
from table import at_first_prompt


def misbehave():
    os.close(0)
    os.close(1)
    signal.pause()


at_first_prompt(misbehave)
