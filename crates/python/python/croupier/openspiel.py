"""The games in OpenSpiel: importing this module registers `croupier_durak`, `croupier_uno` and the others.

    >>> import pyspiel, croupier.openspiel
    >>> game = pyspiel.load_game("croupier_mau_mau(rules=seats:2 turns:20,deals=1000)")

A match begins with one chance node, which chooses one of `deals` deals of `seed`; after it nothing is random. Information
states have perfect recall: they contain everything the seat has known after each action. In the text of a game OpenSpiel
reads every `=` itself, so settings are written with a colon.

These are Python games. OpenSpiel's algorithms in Python work with them (CFR, MCCFR, IS-MCTS); its search bots in C++ do
not, and crash with OpenSpiel's own Python games too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._croupier import Spec, State, games, spec

__all__ = ["CroupierGame", "CroupierState", "endgame"]

_MASK = (1 << 128) - 1
_PARAMETERS = {"rules": "", "seed": 0, "deals": 4096}


def _short(game: str) -> str:
    return f"croupier_{game.replace('-', '_')}"


def _game_type(game: str, utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=_short(game),
        long_name=f"Croupier: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(_PARAMETERS),
    )


class _Shared:
    """What all states of a game share. OpenSpiel copies states deeply; this is not copied."""

    def __init__(self, details: Spec, seed: int, deals: int, worlds: list[State] | None):
        self.details, self.seed, self.deals, self.worlds = details, seed, deals, worlds

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a number of deals, or the worlds of an endgame."""

    def __init__(self, game: str, params: dict[str, Any] | None = None, worlds: list[State] | None = None):
        params = {**_PARAMETERS, **(params or {})}
        details = spec(game, worlds[0].rules if worlds else str(params["rules"]).replace(":", "="))
        deals = len(worlds) if worlds else int(params["deals"])
        self.shared = _Shared(details, int(params["seed"]), deals, worlds)
        low, high = details.payoff_range or (-2000, 2000)
        kind = _game_type(game, pyspiel.GameType.Utility.ZERO_SUM)
        info = pyspiel.GameInfo(
            num_distinct_actions=details.tokens,
            max_chance_outcomes=deals,
            num_players=details.seats,
            min_utility=float(low),
            max_utility=float(high),
            utility_sum=0.0,
            max_game_length=details.longest * details.tokens_per_action,
        )
        super().__init__(kind, info, params if worlds is None else {})

    def new_initial_state(self, state: Any = None) -> CroupierState:
        return CroupierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self)


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A match, or the chance node before it."""

    def __init__(self, game: CroupierGame):
        super().__init__(game)
        self._shared = game.shared
        self.state: State | None = None
        self._recall = [0] * game.shared.details.seats

    def _remember(self) -> None:
        assert self.state is not None
        for seat in range(len(self._recall)):
            # A chain of hashes: equal only if the seat has known the same all along.
            before = self._recall[seat]
            self._recall[seat] = (before * 0x9E3779B97F4A7C15F39CC0605CEDC835 + self.state.view_key(seat)) & _MASK

    def current_player(self) -> int:
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.state.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.state is not None
        return self.state.legal_actions() if player == self.state.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self._shared.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.state is not None:
            self.state.apply(action)
        elif self._shared.worlds is not None:
            self.state = self._shared.worlds[action].clone()
        else:
            details = self._shared.details
            self.state = State(details.game, details.rules, self._shared.seed, action)
        self._remember()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.state is None:
            return f"deal {action}"
        return self.state.token_to_string(action)

    def is_terminal(self) -> bool:
        return self.state is not None and self.state.is_over

    def returns(self) -> list[float]:
        return [0.0] * len(self._recall) if self.state is None else self.state.returns()

    def information_state_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return f"{player} {self._recall[player]:032x}"

    def observation_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return f"{player} -" if self.state is None else f"{player} {self.state.view_key(player):032x}"

    def resample_from_infostate(self, player: int, sampler: Any) -> CroupierState:
        """A possible world for this player, drawn uniformly."""
        assert self.state is not None
        other = CroupierState(self.get_game())
        number = int(sampler() * (1 << 53)) if callable(sampler) else int(sampler)
        other.state = self.state.sample(player, number)
        other._remember()
        other._recall[player] = self._recall[player]
        return other

    def __str__(self) -> str:
        return "the deal" if self.state is None else repr(self.state)


class _Observer:
    """Observations as OpenSpiel's Python algorithms read them."""

    def __init__(self, game: CroupierGame):
        self.tensor = np.zeros(game.shared.details.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CroupierState, player: int) -> None:
        if state.state is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.state.observation(player)

    def string_from(self, state: CroupierState, player: int) -> str:
        return state.observation_string(player)


def endgame(state: State, seat: int, worlds: int, seed: int = 0) -> CroupierGame:
    """A game that begins here: chance chooses one of `worlds` different worlds that `seat` thinks possible."""
    found: list[State] = []
    for stream in range(64 * worlds):
        world = state.sample(seat, seed, stream)
        if world not in found:
            found.append(world)
        if len(found) == worlds:
            break
    return CroupierGame(state.game, worlds=found)


def _register() -> None:
    def make(game: str) -> type:
        class Registered(CroupierGame):
            def __init__(self, params: dict[str, Any] | None = None):
                super().__init__(game, params)

        # Pickle finds a class by its name in the module.
        name = f"Croupier{game.title().replace('-', '')}"
        Registered.__name__ = Registered.__qualname__ = name
        globals()[name] = Registered
        return Registered

    known = set(pyspiel.registered_names())
    for game in games():
        if _short(game) not in known:
            pyspiel.register_game(_game_type(game, pyspiel.GameType.Utility.ZERO_SUM), make(game))


_register()
