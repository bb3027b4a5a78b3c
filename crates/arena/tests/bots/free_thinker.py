"""Listens for its cards before it is asked, and says on standard error whether they came."""
import select
import sys

import table

first = sys.stdin.buffer.raw.readline()
early = select.select([0], [], [], 0.3)[0]
rest = sys.stdin.buffer.raw.read(65536) if early else b""
if early and not any(line.isupper() for line in rest.split()):
    table.complain("early: %r" % rest)
if early and b"give 1" in rest and b"MOVE" not in rest and b"BEAT" not in rest and b"ADD" not in rest:
    table.complain("it knows its cards and is not asked")
seen = table.Table()
for line in [first.decode()] + rest.decode().splitlines():
    seen.hear(line)
    if line.strip().isupper():
        table.answer(seen.honest(line.strip()))
for line in sys.stdin:
    seen.hear(line)
    if line.strip().isupper():
        table.answer(seen.honest(line.strip()))
