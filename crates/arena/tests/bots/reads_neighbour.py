"""Reads the file it is told, which is another bot's."""
import sys
from table import at_first_prompt, complain


def misbehave():
    try:
        complain("read " + open(sys.argv[1]).read())
    except OSError as error:
        complain(error.strerror)
    raise SystemExit(1)


at_first_prompt(misbehave)
