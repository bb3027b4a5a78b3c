"""What the tests share: random matches of every game and table size."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

import croupier

VARIANTS = [
    ("tractor", ""),
    ("tractor", "ranks=7/T"),
    ("mau-mau", "seats=2"),
    ("mau-mau", "seats=4"),
    ("durak", ""),
    ("house", "ranks=5"),
    ("house", ""),
    ("uno", "seats=2"),
    ("uno", "seats=3"),
    ("uno", "seats=4"),
]


@pytest.fixture(params=VARIANTS, ids=lambda variant: "-".join(variant))
def variant(request: pytest.FixtureRequest) -> tuple[str, str]:
    found: tuple[str, str] = request.param
    return found


@pytest.fixture
def binary() -> str:
    """The command line, which `scripts/python-tests` builds and names."""
    path = os.environ.get("CROUPIER")
    assert path, "set CROUPIER to the path of the croupier binary, or run scripts/python-tests"
    return path


def walk(state: croupier.State, seed: int) -> Iterator[croupier.State]:
    """Plays random tokens to the end; yields the state before each of them."""
    chance = random.Random(seed)
    while not state.is_over:
        yield state
        state.apply(chance.choice(state.legal_actions()))


def finished(game: str, rules: str, seed: int, stream: int = 0) -> croupier.State:
    state = croupier.State(game, rules, seed, stream)
    for _ in walk(state, seed):
        pass
    return state
