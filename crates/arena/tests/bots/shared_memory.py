"""Takes memory that the data limit does not count."""
import mmap
from table import at_first_prompt


def misbehave():
    hoard = mmap.mmap(-1, 1 << 30)
    hoard.write(bytes(256 << 20))


at_first_prompt(misbehave)
