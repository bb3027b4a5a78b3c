"""An honest bot that needs twelve milliseconds of a core for every decision."""
import time

import table


def choose(table, prompt):
    begun = time.process_time()
    while time.process_time() - begun < 0.012:
        pass
    return table.honest(prompt)


table.play(choose)
