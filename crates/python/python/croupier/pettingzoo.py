"""The games as PettingZoo environments, in which one agent acts after the other (AEC).

    >>> from croupier.pettingzoo import env
    >>> uno = env("uno", rules="seats=2")
    >>> uno.reset(seed=1)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._croupier import State, spec

__all__ = ["CroupierEnv", "env"]


def env(game: str, rules: str = "", seed: int = 0) -> CroupierEnv:
    """A game as an environment. Observations have an `action_mask`; an illegal action raises."""
    return CroupierEnv(game, rules, seed)


class CroupierEnv(AECEnv):  # type: ignore[misc]
    """One match after the other. `reset(seed)` deals match 0 of that seed, `reset()` the next match."""

    def __init__(self, game: str, rules: str = "", seed: int = 0) -> None:
        super().__init__()
        self.spec_ = spec(game, rules)
        self.metadata = {
            "name": f"croupier_{game.replace('-', '_')}_v{self.spec_.encoding}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self._deal = (seed, -1)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.spec_.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        tokens, features = self.spec_.tokens, self.spec_.features
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (features,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (tokens,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(tokens) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal = (self._deal[0], self._deal[1] + 1) if seed is None else (seed, 0)
        self.state_ = State(self.spec_.game, self.spec_.rules, *self._deal)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_.turn or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        if self.state_.turn == seat:
            mask = self.state_.legal_mask().astype(np.int8)
        else:
            mask = np.zeros(self.spec_.tokens, np.int8)
        return {"observation": self.state_.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None:
            raise ValueError("expected a token: the match is not over")
        self.state_.apply(int(action))
        turn = self.state_.turn
        if turn is None:
            self.rewards = dict(zip(self.possible_agents, self.state_.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[turn]
        self._accumulate_rewards()

    def render(self) -> str:
        return repr(self.state_)

    def close(self) -> None:
        pass
