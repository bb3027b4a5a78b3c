"""Takes memory until there is none; a gigabyte at most, lest a failing test eat the machine."""
from table import at_first_prompt


def misbehave():
    hoard = [bytearray(1 << 20) for _ in range(1 << 10)]
    print(len(hoard))


at_first_prompt(misbehave)
