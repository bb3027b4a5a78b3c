"""Five card games for research on hidden information.

    >>> import croupier
    >>> state = croupier.State("durak", seed=8)
    >>> state.turn, state.prompt
    (1, 'MOVE')

The first page of docs/python.md is a tour. Seats are counted from 0.
"""

from ._croupier import (
    CroupierError,
    Dataset,
    DuelResult,
    IllegalAction,
    Interval,
    Players,
    Spec,
    State,
    VecEnv,
    View,
    __version__,
    duel,
    games,
    selfplay,
    spec,
)

__all__ = [
    "CroupierError",
    "Dataset",
    "DuelResult",
    "IllegalAction",
    "Interval",
    "Players",
    "Spec",
    "State",
    "VecEnv",
    "View",
    "__version__",
    "duel",
    "games",
    "selfplay",
    "spec",
]
