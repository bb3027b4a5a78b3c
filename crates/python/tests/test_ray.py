from __future__ import annotations

import pytest

import croupier

pytestmark = pytest.mark.ray
ray = pytest.importorskip("ray")


def test_two_workers_give_the_same_bytes_as_this_process() -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:

        @ray.remote  # type: ignore[untyped-decorator, unused-ignore]
        def part(first: int) -> tuple[bytes, ...]:
            data = croupier.selfplay("durak", ["greedy"], 20, seed=5, first=first)
            return tuple(getattr(data, name).tobytes() for name in ("obs", "mask", "actions", "seats", "returns"))

        parts = ray.get([part.remote(first) for first in (0, 20)])
    finally:
        ray.shutdown()
    whole = croupier.selfplay("durak", ["greedy"], 40, seed=5)
    for number, name in enumerate(("obs", "mask", "actions", "seats", "returns")):
        assert b"".join(one[number] for one in parts) == getattr(whole, name).tobytes(), name
