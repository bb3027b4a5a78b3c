"""Answers with bytes that are no text."""
import os
from table import at_first_prompt

at_first_prompt(lambda: os.write(1, b"\xff\xfe\x00\x80\n"))
