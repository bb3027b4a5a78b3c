"""Says good evening before it is asked anything."""
from table import answer, play

answer("good evening")
play()
