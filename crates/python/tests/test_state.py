from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import finished, walk

import croupier

RECORDS = Path(__file__).parents[2] / "table" / "tests" / "data"


def test_there_are_five_games_and_an_unknown_one_is_refused_with_a_suggestion() -> None:
    assert croupier.games() == ["tractor", "mau-mau", "durak", "house", "uno"]
    with pytest.raises(croupier.CroupierError, match="no game named `durrak`; did you mean `durak`"):
        croupier.State("durrak")
    with pytest.raises(croupier.CroupierError, match="expected a number of seats from 2 to 4, found"):
        croupier.State("uno", "seats=9")


def test_the_layout_describes_every_byte(variant: tuple[str, str]) -> None:
    spec = croupier.spec(*variant)
    ends = [stop for _, _, stop in spec.layout]
    assert [start for _, start, _ in spec.layout] == [0, *ends[:-1]]
    assert ends[-1] == spec.features
    assert len(set(spec.token_names)) == spec.tokens
    assert len(spec.sides) == spec.seats
    assert repr(pickle.loads(pickle.dumps(spec))) == repr(spec)


def test_an_old_encoding_raises_with_the_reason() -> None:
    now = croupier.spec("durak").encoding
    assert croupier.spec("durak", encoding=now).encoding == now
    with pytest.raises(croupier.CroupierError, match="do not fit this version"):
        croupier.spec("durak", encoding=now - 1)


def test_masks_actions_and_texts_agree(variant: tuple[str, str]) -> None:
    spec = croupier.spec(*variant)
    for state in walk(croupier.State(*variant, seed=3), 3):
        legal = state.legal_actions()
        assert np.flatnonzero(state.legal_mask()).tolist() == legal
        assert state.observation().shape == (spec.features,)
        assert state.observation().dtype == np.uint8
        assert [state.token_to_string(token) for token in legal] == [spec.token_names[token] for token in legal]


def test_text_and_tokens_play_the_same(variant: tuple[str, str]) -> None:
    texts = croupier.State(*variant, seed=5)
    tokens = texts.clone()
    chance = random.Random(5)
    while not texts.is_over:
        action = chance.choice(texts.actions(50))
        for token in texts.encode(action):
            tokens.apply(token)
        texts.play(action)
        assert texts == tokens


def test_a_wrong_token_raises_and_changes_nothing(variant: tuple[str, str]) -> None:
    tokens = croupier.spec(*variant).tokens
    for state in walk(croupier.State(*variant, seed=7), 7):
        before = state.clone()
        wrong = [token for token in range(tokens) if token not in state.legal_actions()]
        for token in [*wrong, tokens, -1]:
            with pytest.raises(croupier.IllegalAction):
                state.apply(token)
        assert state == before
        if state.turn != 0:
            break


def test_a_refusal_gives_the_reason_in_the_game_s_words() -> None:
    state = croupier.State("durak", seed=8)
    with pytest.raises(croupier.IllegalAction, match="token 36 .no. is not legal here .the attacker must play a card."):
        state.apply(36)
    with pytest.raises(croupier.IllegalAction, match="expected a card like 7H, or NO"):
        state.play("XX")


def test_copies_and_pickles_are_equal_and_independent(variant: tuple[str, str]) -> None:
    for number, state in enumerate(walk(croupier.State(*variant, seed=11), 11)):
        if number % 9:
            continue
        for other in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
            assert other == state
            other.apply(other.legal_actions()[-1])
            assert other != state
        seat = state.turn or 0
        world = state.sample(seat, 1).sample(seat, 2)
        assert pickle.loads(pickle.dumps(world)) == world
    with pytest.raises(TypeError):
        hash(croupier.State(*variant))


def test_a_sampled_world_looks_the_same_to_its_seat(variant: tuple[str, str]) -> None:
    for state in walk(croupier.State(*variant, seed=13), 13):
        for seat in range(state.seats):
            world = state.sample(seat, 17)
            assert world.view_key(seat) == state.view_key(seat)
            assert np.array_equal(world.observation(seat), state.observation(seat))
            assert world.turn == state.turn
        assert state.turn is not None
        world = state.sample(state.turn, 19)
        assert world.legal_actions() == state.legal_actions()
        assert world.view(state.turn).key() == state.view_key(state.turn)


def test_views_know_what_their_seat_knows(variant: tuple[str, str]) -> None:
    for state in walk(croupier.State(*variant, seed=23), 23):
        view = state.view()
        assert view.seat == state.turn
        assert view.legal_actions() == state.legal_actions()
        assert np.array_equal(view.observation(), state.observation())
        assert np.array_equal(view.legal_mask(), state.legal_mask())
        assert view.sample(3).view_key(view.seat) == view.key()


def test_a_view_key_is_the_same_in_every_process() -> None:
    code = "import croupier; print(croupier.State('uno', seed=1).view_key(2))"
    keys = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in "12"
    }
    assert keys == {f"{croupier.State('uno', seed=1).view_key(2)}\n"}


def test_chi_square_of_samples() -> None:
    """Every unseen card is equally likely in the next seat's hand: 30 unseen cards, six of them in it."""
    state = croupier.State("durak", seed=2)
    seat, other = 0, 1
    hand = slice(0, 36)
    unseen = np.flatnonzero(state.observation(seat)[hand] == 0)
    counts = np.zeros(36)
    samples = 4000
    for number in range(samples):
        counts += state.sample(seat, 29, number).observation(other)[hand]
    assert len(unseen) == 30
    expected = samples * 6 / 30
    # A hand has no card twice, so counts vary less than independent draws would: the factor is (30 - 6) / (30 - 1).
    chi = float(((counts[unseen] - expected) ** 2 / expected).sum()) / (24 / 29)
    # 29 degrees of freedom: 58.3 is exceeded once in a thousand seeds.
    assert 8 < chi < 58.3


def test_events_hide_what_the_seat_may_not_see() -> None:
    state = finished("uno", "seats=3", 31)
    mine, public, everything = state.events(0), state.events("public"), state.events("open")
    assert len(mine) == len(public) == len(everything)
    assert not any("??" in event for event in everything)
    assert sum("??" in event for event in public) > sum("??" in event for event in mine) > 0
    with pytest.raises(croupier.CroupierError, match="expected a seat from 0 to 2, found 3"):
        state.events(3)
    with pytest.raises(croupier.CroupierError, match="sampled world"):
        croupier.State("uno").sample(0, 1).events(0)


def test_records_are_written_and_read(variant: tuple[str, str], tmp_path: Path) -> None:
    for stream in [0, 5]:
        state = finished(*variant, 37, stream)
        text = state.record()
        assert croupier.State.from_record(text) == state
        assert ("key -" in text) == (stream == 5)
    with pytest.raises(croupier.CroupierError, match="not over"):
        croupier.State(*variant).record()


@pytest.mark.parametrize("path", sorted(RECORDS.glob("records-*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_stored_records_of_both_versions_are_read(path: Path) -> None:
    text = path.read_text()
    state = croupier.State.from_record(text)
    if "\nending played" in text:
        payoffs = next(line for line in text.splitlines() if line.startswith("payoffs"))
        assert state.returns() == [float(payoff) for payoff in payoffs.split()[1:]]
    with pytest.raises(croupier.CroupierError, match="line "):
        croupier.State.from_record(text.replace("\nplay 1 ", "\nplay 2 ", 1) + "x")


def test_the_command_line_verifies_our_records(tmp_path: Path, binary: str) -> None:
    for game in croupier.games():
        path = tmp_path / f"{game}.txt"
        path.write_text(finished(game, "", 41).record())
        run = subprocess.run([binary, "verify", str(path)], capture_output=True, text=True)
        assert run.stdout.startswith(f"valid record: {game}"), run


def test_players_suggest_and_house_is_solved() -> None:
    state = croupier.State("durak", seed=8)
    assert state.suggest("greedy") in state.actions()
    assert state.suggest("club:iterations=50", 3) == state.suggest("club:iterations=50", 3)
    with pytest.raises(croupier.CroupierError, match="no player named `gredy`"):
        state.suggest("gredy")
    with pytest.raises(croupier.CroupierError, match="durak has no exact solver"):
        state.solve()
    house = croupier.State("house", "ranks=6", seed=3)
    values = house.solve()
    assert sorted(action for action, _ in values) == sorted(house.actions())
    best = values[0][1]
    assert best == max(value for _, value in values)
    # To play the best action and then the best answers gives that value.
    seat = house.turn
    assert seat is not None
    while not house.is_over:
        house.play(house.solve()[0][0])
    assert house.returns()[seat] == best


def test_pictures_and_html(variant: tuple[str, str]) -> None:
    state = croupier.State(*variant, seed=43)
    picture = state.picture()
    assert picture["turn"] == (state.turn or 0) + 1
    assert state.picture("public")["ask"] is None
    assert state.game in state._repr_html_()
    over = finished(*variant, 43)
    assert "over" in over._repr_html_()


def test_an_observation_can_be_written_into_an_array() -> None:
    state = croupier.State("uno")
    out = np.zeros(croupier.spec("uno").features, np.uint8)
    assert state.observation(0, out) is out
    assert np.array_equal(out, state.observation(0))
    with pytest.raises(TypeError, match="expected an array of"):
        state.observation(0, np.zeros(3, np.uint8))
    read_only = out.copy()
    read_only.flags.writeable = False
    with pytest.raises((ValueError, TypeError)):
        state.observation(0, read_only)


def test_payoffs_sum_to_zero(variant: tuple[str, str]) -> None:
    for seed in range(5):
        state = finished(*variant, seed)
        assert sum(state.returns()) == 0
        assert state.turn is None and state.legal_actions() == []
        with pytest.raises(croupier.IllegalAction, match="the match is over"):
            state.apply(0)
