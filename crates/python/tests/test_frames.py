"""PettingZoo and Gymnasium, by their own checkers."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import croupier

pettingzoo_test = pytest.importorskip("pettingzoo.test")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from croupier.gym import SeatEnv, SelfPlayVectorEnv  # noqa: E402
from croupier.pettingzoo import env  # noqa: E402


@pytest.mark.parametrize("game", croupier.games())
def test_pettingzoo_api(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_test.api_test(env(game), num_cycles=400)


@pytest.mark.parametrize("game", croupier.games())
def test_pettingzoo_seeds(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_test.seed_test(lambda: env(game), num_cycles=60)


@pytest.mark.parametrize("game", croupier.games())
def test_gymnasium_env(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The checker steps with tokens that it drew before the match was dealt.
        check_env(SeatEnv(game, ["greedy", "random"], seat=1, illegal="replace"), skip_render_check=True)


def test_a_seat_env_plays_matches_to_their_end() -> None:
    seat = SeatEnv("durak", ["beginner"], seat=2, seed=4)
    ended = 0
    seat.reset(seed=4)
    seat.action_space.seed(1)
    while ended < 10:
        obs, reward, done, truncated, info = seat.step(seat.action_space.sample())
        assert obs.shape == seat.observation_space.shape and not truncated
        assert info["action_mask"].any() != done
        assert (reward != 0) == done
        if done:
            ended += 1
            seat.reset()
    with pytest.raises(ValueError, match="expected a seat from 0 to 3"):
        SeatEnv("durak", seat=4)


def test_a_seat_env_is_the_duel_s_opponent() -> None:
    """A greedy seat against greedy opponents gets what a match of greedy players gives."""
    seat = SeatEnv("uno", ["greedy"], rules="seats=2", seed=0)
    for stream in range(5):
        seat.reset()
        deal = croupier.State("uno", "seats=2", 0, seat._deal[1])
        players = croupier.Players("uno", ["greedy"], "seats=2")
        players.start(deal, seat._deal[0] ^ seat._deal[1])
        players.play(deal)
        done, reward = False, 0.0
        while not done:
            token = seat.state.encode(seat.state.suggest("greedy"))[0]
            _, reward, done, _, _ = seat.step(np.int64(token))
        assert reward == deal.returns()[0]


def test_a_vector_env_of_self_play() -> None:
    many = SelfPlayVectorEnv("uno", 16, "seats=3", seed=2)
    obs, info = many.reset(seed=2)
    chance = np.random.default_rng(0)
    finished = 0
    for _ in range(200):
        legal = info["action_mask"]
        tokens = (chance.random(legal.shape) + legal).argmax(axis=1)
        seats = info["seats"]
        obs, rewards, done, truncated, info = many.step(tokens)
        assert obs.shape == many.observation_space.shape and not truncated.any()
        assert np.array_equal(rewards, info["rewards"][np.arange(16), seats])
        assert (info["rewards"].any(axis=1) <= done).all()
        if done.any():
            finished += int(done.sum())
            assert np.array_equal(info["_final_obs"], done)
    assert finished > 16
