"""Calls home."""
import socket
from table import at_first_prompt


def misbehave():
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).connect(("127.0.0.1", 9))


at_first_prompt(misbehave)
