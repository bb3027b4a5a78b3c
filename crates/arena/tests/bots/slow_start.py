"""Thinks about life before it looks at the cards."""
import time
from table import play

time.sleep(30)
play()
