from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import croupier


def first(view: croupier.View) -> int:
    return view.legal_actions()[0]


@pytest.mark.parametrize("game", croupier.games())
def test_selfplay_gives_labelled_rows_that_replay(game: str) -> None:
    data = croupier.selfplay(game, ["greedy", "random"], 3, seed=7)
    assert len(data) == len(data.obs) == len(data.mask) == len(data.returns) > 10
    assert data.mask[np.arange(len(data)), data.actions].all()
    assert (data.mask.sum(axis=1) > 0).all()
    assert data.matches.tolist() == sorted(data.matches.tolist())
    row = 0
    for number in range(3):
        state = croupier.State(game, seed=7, stream=number)
        payoffs: list[tuple[int, int]] = []
        while not state.is_over:
            actions = state.actions(2)
            if len(actions) == 1:
                state.play(actions[0])
                continue
            while True:
                # All tokens of one action.
                assert np.array_equal(state.observation(), data.obs[row])
                assert np.array_equal(state.legal_mask(), data.mask[row])
                assert state.turn == data.seats[row]
                payoffs.append((row, int(data.seats[row])))
                before = len(state.events("open"))
                state.apply(int(data.actions[row]))
                row += 1
                if len(state.events("open")) != before:
                    break
        assert all(data.returns[at] == state.returns()[seat] for at, seat in payoffs)
    assert row == len(data)


def test_parts_of_selfplay_are_the_whole() -> None:
    whole = croupier.selfplay("uno", ["beginner"], 6, seed=3)
    parts = [croupier.selfplay("uno", ["beginner"], 2, seed=3, first=first) for first in (0, 2, 4)]
    for name in ("obs", "mask", "actions", "seats", "returns", "matches"):
        assert np.array_equal(getattr(whole, name), np.concatenate([getattr(part, name) for part in parts])), name
    again = pickle.loads(pickle.dumps(whole))
    assert again.encoding == whole.encoding and np.array_equal(again.obs, whole.obs)
    kept = croupier.selfplay("uno", ["beginner"], 6, seed=3, keep=[1])
    assert set(kept.seats.tolist()) == {1}
    assert np.array_equal(kept.obs, whole.obs[whole.seats == 1])


def test_duels_with_our_players_and_with_functions() -> None:
    result = croupier.duel("durak", "greedy", "random", 100, seed=1)
    assert result.deals == 100 and len(result.by_deal) == 100
    assert 0.5 < result.won.low < result.won.mean < result.won.high
    assert "won" in repr(result) and "Interval" in repr(result.won)
    same = croupier.duel("durak", "greedy", "random", 100, seed=1, threads=2)
    assert same.by_deal == result.by_deal
    ours = croupier.duel("tractor", first, "greedy", 5)
    theirs = croupier.duel("tractor", "greedy", first, 5)
    assert ours.score.mean == pytest.approx(-theirs.score.mean)


def test_a_function_sees_only_its_own_cards() -> None:
    seen = []

    def look(view: croupier.View) -> int:
        seen.append(view)
        return view.legal_actions()[-1]

    croupier.duel("uno", look, "greedy", 2, "seats=3")
    assert len(seen) > 10
    assert not any(hasattr(seen[0], name) for name in ("events", "clone", "apply", "picture"))


def test_mistakes_of_functions_are_raised() -> None:
    def fails(view: croupier.View) -> int:
        raise RuntimeError("my own mistake")

    with pytest.raises(RuntimeError, match="my own mistake"):
        croupier.duel("house", fails, "random", 3)
    with pytest.raises(croupier.IllegalAction, match="the policy in seat .: token 99 is not legal"):
        croupier.duel("house", lambda view: 99, "random", 3)
    with pytest.raises(AttributeError):
        croupier.duel("house", lambda view: "hold", "random", 3)  # type: ignore[arg-type, return-value]
    with pytest.raises(croupier.CroupierError, match="expected the name of a player or a function"):
        croupier.duel("house", 3, "random", 3)  # type: ignore[arg-type]
    with pytest.raises(croupier.CroupierError, match="only `croupier duel` seats one"):
        croupier.duel("house", "cheater", "random", 3)


INTERRUPTED = """
import croupier
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        "croupier.duel('tractor', 'champion', 'champion', 1000)",
        "croupier.duel('uno', lambda view: view.legal_actions()[0], 'random', 10**9)",
        "croupier.selfplay('durak', ['champion'], 1000)",
        "croupier.State('tractor').suggest('champion:iterations=4000000000')",
        "croupier.selfplay('durak', ['random'], 10**9)",
    ],
)
def test_ctrl_c_ends_a_long_computation(call: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(call=call)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.stdout.read() == "interrupted\n"
    assert process.wait(30) == 0


BOT = """
import croupier.bot

def choose(view):
    print("this goes to standard error")
    return view.legal_actions()[0]

croupier.bot.run(choose, {game})
"""


def test_a_bot_answers_over_pipes(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(game="None"))
    setup = croupier.State("mau-mau", seed=4)
    # The wire is what seat 0 reads, up to its first question.
    lines = ["game mau-mau seats 2 rules contest seats=2 turns=1000"]
    while setup.turn != 0:
        setup.play(setup.actions(1)[0])
    lines += setup.events(0) + [setup.prompt]
    run = subprocess.run(
        [sys.executable, str(bot)], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == setup.actions(1)[0] + "\n"
    assert "standard error" in run.stderr


def test_a_bot_passes_the_probe(tmp_path: Path, binary: str) -> None:
    for game in ["durak", "uno"]:
        bot = tmp_path / f"{game}.py"
        bot.write_text(BOT.format(game=repr(game)))
        run = subprocess.run(
            [binary, "check-bot", game, "--sandbox", "none", "--matches", "2", "--", sys.executable, str(bot)],
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert run.stdout.startswith("nothing wrong"), run
