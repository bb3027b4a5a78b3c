"""Prints how fast Croupier is from Python, beside OpenSpiel and RLCard where they are installed.

    pip install croupier open_spiel rlcard
    python bench/speed.py

One core, processor time, the best of several short runs: other work on the machine only slows down. A decision is one
call of `apply` or `step` for one match, with the legal actions and an observation before it.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import numpy as np

import croupier

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
RUNS = 3


def rate(work: Callable[[], int]) -> float:
    """The most units of work a second, over some runs."""
    best = 0.0
    for _ in range(RUNS):
        done, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < SECONDS:
            done += work()
        best = max(best, done / spent)
    return best


def show(what: str, whose: str, number: float) -> None:
    print(f"| {what} | {whose} | {number:,.0f} |", flush=True)


def croupier_state(game: str, rules: str) -> Callable[[], int]:
    choose, stream = random.Random(1).random, 0

    def match() -> int:
        nonlocal stream
        stream += 1
        state = croupier.State(game, rules, 1, stream)
        legal_actions, observation, apply = state.legal_actions, state.observation, state.apply
        decisions = 0
        while legal := legal_actions():
            observation()
            apply(legal[int(choose() * len(legal))])
            decisions += 1
        return decisions

    return match


def croupier_batch(game: str, rules: str) -> Callable[[], int]:
    env = croupier.VecEnv(game, 1024, rules, 1)
    rng = np.random.default_rng(1)
    noise = np.empty(env.mask.shape, np.float32)

    def step() -> int:
        rng.random(out=noise, dtype=np.float32)
        # Legal tokens get a number from 1 to 2, the others one below 1.
        np.add(noise, env.mask, out=noise)
        env.step(noise.argmax(axis=1))
        return 1024

    return step


def croupier_random(game: str, rules: str) -> Callable[[], int]:
    env = croupier.VecEnv(game, 1024, rules, 1)

    def step() -> int:
        env.step_random()
        return 1024

    return step


def croupier_sample(game: str, rules: str) -> Callable[[], int]:
    state = croupier.State(game, rules, 1)
    for _ in range(12):
        state.apply(state.legal_actions()[0])
    stream = 0

    def sample() -> int:
        nonlocal stream
        for _ in range(100):
            stream += 1
            state.sample(0, 1, stream)
        return 100

    return sample


def open_spiel_state(name: str) -> Callable[[], int]:
    import pyspiel

    game, choose = pyspiel.load_game(name), random.Random(1).random

    def match() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                state.observation_tensor()
                decisions += 1
            state.apply_action(legal[int(choose() * len(legal))])
        return decisions

    return match


def open_spiel_vector(name: str) -> Callable[[], int]:
    from open_spiel.python import rl_agent, rl_environment
    from open_spiel.python.vector_env import SyncVectorEnv

    many = 64
    env = SyncVectorEnv([rl_environment.Environment(name) for _ in range(many)])
    choose = random.Random(1).choice
    steps = env.reset()

    def step() -> int:
        nonlocal steps
        actions = []
        for one in steps:
            seat = one.observations["current_player"]
            legal = one.observations["legal_actions"][seat] if seat >= 0 else [0]
            actions.append(rl_agent.StepOutput(choose(legal), None))
        steps, _, _, _ = env.step(actions, reset_if_done=True)
        return many

    return step


def open_spiel_sample(name: str) -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    moves = 0
    while moves < 2:
        moves += not state.is_chance_node()
        state.apply_action(random.Random(moves).choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)

    def sample() -> int:
        for _ in range(10):
            state.resample_from_infostate(0, sampler)
        return 10

    return sample


def rlcard_uno() -> Callable[[], int]:
    import rlcard

    env = rlcard.make("uno")
    choose = random.Random(1).choice

    def match() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(choose(list(state["legal_actions"])), False)
            decisions += 1
        return decisions

    return match


def main() -> None:
    tables = [("durak", ""), ("uno", ""), ("uno", "seats=2"), ("mau-mau", ""), ("house", ""), ("tractor", "")]
    print("| what | whose | a second |\n| --- | --- | ---: |")
    for what, work in [
        ("decisions, one match, with observation", croupier_state),
        ("decisions, 1,024 matches, masked numpy policy", croupier_batch),
        ("decisions, 1,024 matches, random in Rust", croupier_random),
        ("sampled worlds", croupier_sample),
    ]:
        for game, rules in tables:
            show(what, f"croupier {game} {rules}".strip(), rate(work(game, rules)))
    others: list[tuple[str, str, Callable[[], Callable[[], int]]]] = [
        ("decisions, one match, with observation", "OpenSpiel crazy_eights", lambda: open_spiel_state("crazy_eights")),
        ("decisions, one match, with observation", "RLCard uno", rlcard_uno),
        ("decisions, 64 matches", "OpenSpiel SyncVectorEnv crazy_eights", lambda: open_spiel_vector("crazy_eights")),
        ("sampled worlds", "OpenSpiel leduc_poker", lambda: open_spiel_sample("leduc_poker")),
    ]
    for what, whose, make in others:
        try:
            work = make()
        except ImportError as error:
            print(f"| {what} | {whose} | not installed ({error.name}) |")
            continue
        try:
            show(what, whose, rate(work))
        except Exception as error:  # noqa: BLE001
            print(f"| {what} | {whose} | failed: {str(error).splitlines()[0][:80]} |")


if __name__ == "__main__":
    main()
