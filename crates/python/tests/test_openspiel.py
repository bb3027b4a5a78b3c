from __future__ import annotations

import pytest

import croupier

pytestmark = pytest.mark.openspiel
pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts, outcome_sampling_mccfr  # noqa: E402

import croupier.openspiel as bridge  # noqa: E402


@pytest.mark.parametrize("game", croupier.games())
def test_random_matches_with_serialisation(game: str) -> None:
    loaded = pyspiel.load_game(f"croupier_{game.replace('-', '_')}")
    pyspiel.random_sim_test(loaded, num_sims=2, serialize=True, verbose=False)


def test_rules_and_deals_are_parameters() -> None:
    game = pyspiel.load_game("croupier_uno", {"rules": "seats:2", "deals": 3, "seed": 5})
    assert game.num_players() == 2
    state = game.new_initial_state()
    assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1, 2]
    state.apply_action(1)
    assert state.state == croupier.State("uno", "seats=2", 5, 1)


def test_python_ismcts_plays() -> None:
    game = pyspiel.load_game("croupier_mau_mau", {"rules": "seats:2", "deals": 10})
    state = game.new_initial_state()
    state.apply_action(3)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, rng), uct_c=2.0, max_simulations=30, random_state=rng
    )
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def small_endgame() -> bridge.CroupierGame:
    """Mau-Mau with two cards in the hand to move, six possible worlds and six turns left."""
    for stream in range(1000):
        state = croupier.State("mau-mau", "seats=2 turns=16", 3, stream)
        while not state.is_over:
            layout = {name: (a, b) for name, a, b in croupier.spec("mau-mau").layout}
            start, _ = layout["cards in each hand, the own first"]
            sizes = state.observation()[start : start + 2]
            if sizes.max() <= 3 and len(state.legal_actions()) > 1:
                return bridge.endgame(state, state.turn or 0, 6)
            state.play(state.suggest("greedy"))
    raise AssertionError("no such endgame")


def test_cfr_and_mccfr_on_an_endgame() -> None:
    game = small_endgame()
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(60):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert before > 0.05, "not trivial"
    assert after < before / 4
    sampled = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(50):
        sampled.iteration()
