"""Thinks for ever."""
from table import at_first_prompt


def misbehave():
    while True:
        pass


at_first_prompt(misbehave)
