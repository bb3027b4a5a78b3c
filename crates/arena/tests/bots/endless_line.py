"""Begins an answer and never ends the line."""
import os
from table import at_first_prompt


def misbehave():
    while True:
        os.write(1, b"A" * 4096)


at_first_prompt(misbehave)
