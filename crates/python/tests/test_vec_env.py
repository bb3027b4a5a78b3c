from __future__ import annotations

import threading

import numpy as np
import pytest

import croupier


@pytest.mark.parametrize("skip_forced", [False, True])
def test_a_batch_equals_its_states(variant: tuple[str, str], skip_forced: bool) -> None:
    env = croupier.VecEnv(variant[0], 6, variant[1], seed=3, skip_forced=skip_forced)

    def deal(place: int) -> croupier.State:
        return croupier.State(*variant, seed=3, stream=env.stream(place))

    states = [deal(place) for place in range(6)]
    ended = 0
    for _ in range(400):
        last = [0] * 6
        for place, state in enumerate(states):
            while skip_forced and len(state.legal_actions()) == 1:
                state.apply(state.legal_actions()[0])
            assert state.turn == env.seats[place]
            assert np.array_equal(state.observation(), env.obs[place])
            assert np.array_equal(state.legal_mask(), env.mask[place])
        env.step_random()
        for place, state in enumerate(states):
            assert state.turn is not None
            last[place] = state.turn
            state.apply(int(env.actions[place]))
            while skip_forced and not state.is_over and len(state.legal_actions()) == 1:
                last[place] = state.turn if state.turn is not None else 0
                state.apply(state.legal_actions()[0])
            assert state.is_over == env.dones[place]
            assert state.returns() == env.rewards[place].tolist()
            if state.is_over:
                ended += 1
                assert np.array_equal(state.observation(last[place]), env.final_obs[place])
                states[place] = deal(place)
    assert ended > 6


def test_arrays_stay_where_they_are() -> None:
    env = croupier.VecEnv("uno", 8)
    arrays = [env.obs, env.mask, env.rewards, env.dones, env.seats, env.final_obs]
    pointers = [array.ctypes.data for array in arrays]
    before = env.obs.copy()
    env.step_random()
    assert pointers == [
        array.ctypes.data for array in [env.obs, env.mask, env.rewards, env.dones, env.seats, env.final_obs]
    ]
    assert not np.array_equal(arrays[0], before)


def test_a_wrong_token_names_the_match_and_changes_nothing() -> None:
    env = croupier.VecEnv("uno", 4, "seats=2", seed=9)
    env.step_random()
    legal = env.mask.argmax(axis=1)
    wrong = legal.copy()
    wrong[2] = int(np.flatnonzero(~env.mask[2])[0])
    before = [array.copy() for array in (env.obs, env.mask, env.seats)]
    with pytest.raises(croupier.IllegalAction, match=r"match 2 \(State\(\"uno\", seed=9, stream=8589934592\)\): token"):
        env.step(wrong)
    with pytest.raises(croupier.IllegalAction, match="match 0"):
        env.step(np.full(4, -1))
    with pytest.raises(croupier.CroupierError, match="expected 4 tokens, found 3"):
        env.step(legal[:3])
    assert all(np.array_equal(a, b) for a, b in zip(before, (env.obs, env.mask, env.seats)))
    env.step(legal.astype(np.int32))
    env.step(env.mask.argmax(axis=1).tolist())


def test_a_seed_starts_again_and_no_seed_goes_on() -> None:
    env = croupier.VecEnv("mau-mau", 3, seed=5)
    first = env.obs.copy()
    env.reset()
    assert [env.stream(place) & 0xFFFFFFFF for place in range(3)] == [1, 1, 1]
    assert not np.array_equal(env.obs, first)
    env.reset(5)
    assert np.array_equal(env.obs, first)
    env.reset(6)
    assert env.seed == 6
    assert not np.array_equal(env.obs, first)


def test_sizes_are_checked() -> None:
    for size in [0, 1 << 30]:
        with pytest.raises(croupier.CroupierError, match="expected 1 to"):
            croupier.VecEnv("uno", size)
    with pytest.raises(croupier.CroupierError, match="expected a place"):
        croupier.VecEnv("uno", 2).stream(2)


def test_other_threads_run_while_a_batch_steps() -> None:
    env = croupier.VecEnv("tractor", 4096)
    ticks, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    for _ in range(20):
        env.step_random()
    stop.set()
    thread.join()
    assert ticks > 100
