"""The games as Gymnasium environments: one seat against our players, and batches of self-play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ._croupier import Players, State, VecEnv, spec

__all__ = ["LegalTokens", "SeatEnv", "SelfPlayVectorEnv"]


class LegalTokens(spaces.Discrete):
    """All tokens; `sample` draws from those that are legal now."""

    def __init__(self, tokens: int) -> None:
        super().__init__(tokens)
        self.legal: NDArray[np.bool_] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self.legal is not None and self.legal.any():
            mask = self.legal.astype(np.int8)
        return super().sample(mask=mask, probability=probability)


class SeatEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One seat; our players have the other seats and play inside Rust.

    `info["action_mask"]` has the legal tokens, and `action_space.sample()` draws only from them. An illegal token raises
    IllegalAction. For learners that know no masks, `illegal="replace"` plays the first legal token instead and says so in
    `info["replaced"]`. The reward is the seat's payoff at the end of the match.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int = 0,
        rules: str = "",
        seed: int = 0,
        illegal: Literal["raise", "replace"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("raise", "replace"):
            raise ValueError(f"expected illegal to be 'raise' or 'replace', found {illegal!r}")
        self.illegal = illegal
        self.details = spec(game, rules)
        if not 0 <= seat < self.details.seats:
            raise ValueError(f"expected a seat from 0 to {self.details.seats - 1}, found {seat}")
        self.seat = seat
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, (self.details.features,), np.uint8)
        self._tokens = LegalTokens(self.details.tokens)
        self.action_space = self._tokens
        self._players = Players(game, list(opponents), rules)
        self._deal = (seed, -1)
        self.state: State

    def _look(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        over = self.state.is_over
        mask = np.zeros(self.details.tokens, np.bool_) if over else self.state.legal_mask()
        self._tokens.legal = mask
        return self.state.observation(self.seat), {"action_mask": mask.astype(np.int8)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        self._deal = (self._deal[0], self._deal[1] + 1) if seed is None else (seed, 0)
        while True:
            self.state = State(self.details.game, self.details.rules, *self._deal)
            self._players.start(self.state, self._deal[0] ^ self._deal[1])
            self._players.play(self.state, self.seat)
            if not self.state.is_over:
                return self._look()
            # The others finished the match before this seat had a choice.
            self._deal = (self._deal[0], self._deal[1] + 1)

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        token, replaced = int(action), False
        if self.illegal == "replace" and token not in (legal := self.state.legal_actions()):
            token, replaced = legal[0], True
        self._players.apply(self.state, token)
        self._players.play(self.state, self.seat)
        obs, info = self._look()
        if self.illegal == "replace":
            info["replaced"] = replaced
        return obs, self.state.returns()[self.seat], self.state.is_over, False, info

    def render(self) -> str | None:
        return repr(self.state) if self.render_mode == "ansi" else None


class SelfPlayVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64]]):
    """Many matches side by side, in which the same learner plays every seat.

    Each row is what the seat to move knows; `info["seats"]` says which seat that is and `info["action_mask"]` what it may
    do. When a match ends, the reward is the payoff of the seat that acted, `info["rewards"]` has everybody's, and the next
    match has begun (autoreset in the same step).
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, game: str, num_envs: int, rules: str = "", seed: int = 0, *, skip_forced: bool = False
    ) -> None:
        self.details = spec(game, rules)
        self.num_envs = num_envs
        self.env = VecEnv(game, num_envs, rules, seed, skip_forced=skip_forced)
        self.single_observation_space = spaces.Box(0, 255, (self.details.features,), np.uint8)
        self.single_action_space = spaces.Discrete(self.details.tokens)
        self.observation_space = spaces.Box(0, 255, (num_envs, self.details.features), np.uint8)
        self.action_space = spaces.MultiDiscrete([self.details.tokens] * num_envs)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.env.mask.copy(), "seats": self.env.seats.copy()}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        if isinstance(seed, list):
            raise ValueError("expected one seed for all matches: match k of place i is stream i << 32 | k of it")
        self.env.reset(seed)
        return self.env.obs.copy(), self._info()

    # Gymnasium's own environments return booleans too, whatever its types say.
    def step(  # type: ignore[override]
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        acted = self.env.seats.copy()
        self.env.step(actions)
        info = self._info()
        info["rewards"] = self.env.rewards.copy()
        done = self.env.dones.copy()
        if done.any():
            info["final_obs"] = self.env.final_obs.copy()
            info["_final_obs"] = done
        rewards = self.env.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        return self.env.obs.copy(), rewards, done, np.zeros(self.num_envs, np.bool_), info
