"""Answers without end, as fast as it can."""
import os
from table import at_first_prompt


def misbehave():
    while True:
        os.write(1, b"NO\n" * 1024)


at_first_prompt(misbehave)
