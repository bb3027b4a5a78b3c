"""Answers correctly, but three seconds after it was asked."""
import time
from table import play


def choose(table, prompt):
    time.sleep(3)
    return table.honest(prompt)


play(choose)
