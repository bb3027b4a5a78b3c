"""Writes answers nobody asked for, as fast as it can."""
import os

while True:
    os.write(1, b"NO\n" * 1024)
