"""Does not look at its input, so that the referee's pipe fills."""
import signal

signal.pause()
