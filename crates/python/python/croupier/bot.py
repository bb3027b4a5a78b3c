"""A Python function as a bot process.

A whole bot, which `croupier match` and `croupier check-bot` can start:

    import croupier.bot

    def choose(view):
        return view.legal_actions()[0]

    croupier.bot.run(choose, "durak")

The protocol is in docs/protocol.md. The function gets a View: all its seat knows, and nothing else.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import SupportsIndex

from ._croupier import View, serve

__all__ = ["run"]


def run(choose: Callable[[View], SupportsIndex] | str, game: str | None = None, rules: str = "") -> None:
    """Plays one match over standard input and output, until the input ends.

    All games but Durak name themselves in the first line; for Durak give `game="durak"`. What the function prints goes
    to standard error, because standard output is the protocol.
    """
    sys.stdout = sys.stderr
    # The input is read outside the interpreter, where its own handler would never run.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve(choose, game, rules)
