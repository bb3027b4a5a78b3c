"""Cannot be asked to leave."""
import signal
import sys
from table import complain

signal.signal(signal.SIGTERM, lambda number, frame: complain("ignored"))
complain("ready")
for line in sys.stdin:
    pass
while True:
    signal.pause()
