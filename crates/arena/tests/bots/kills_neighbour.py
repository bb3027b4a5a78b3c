"""Kills the process it is told, or else the referee."""
import os
import signal
import sys
from table import at_first_prompt

victim = int(sys.argv[1]) if len(sys.argv) > 1 else os.getppid()
at_first_prompt(lambda: os.kill(victim, signal.SIGKILL))
