"""A small network in numpy, enough for the notebooks: one hidden layer, masked softmax, Adam."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network:
    """Rows to logits for tokens."""

    def __init__(self, features: int, hidden: int, tokens: int, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.weights = [
            rng.normal(0, (2 / features) ** 0.5, (features, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, (1 / hidden) ** 0.5, (hidden, tokens)).astype(np.float32),
            np.zeros(tokens, np.float32),
        ]
        self._moments = [[np.zeros_like(one), np.zeros_like(one)] for one in self.weights]
        self._steps = 0

    @staticmethod
    def _scaled(obs: NDArray[np.uint8]) -> Floats:
        # Most features are bits; a few are counts.
        return np.minimum(obs, 8).astype(np.float32) if obs.dtype == np.uint8 else obs

    def _forward(self, obs: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
        first, bias, second, offset = self.weights
        rows = self._scaled(obs)
        hidden = np.maximum(rows @ first + bias, 0)
        return rows, hidden, hidden @ second + offset

    def policy(self, obs: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Floats:
        """The probability of each legal token."""
        logits = np.where(mask, self._forward(obs)[2], -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities: Floats = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
        return probabilities

    def choose(self, obs: NDArray[np.uint8], mask: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
        """A random token by these probabilities (the Gumbel trick)."""
        logits = np.where(mask, self._forward(obs)[2], -np.inf)
        return (logits + rng.gumbel(size=logits.shape).astype(np.float32)).argmax(axis=1)

    def best(self, obs: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The most likely token."""
        return np.where(mask, self._forward(obs)[2], -np.inf).argmax(axis=1)

    def learn(
        self,
        obs: NDArray[np.uint8],
        mask: NDArray[np.bool_],
        actions: NDArray[np.integer],
        weights: Floats | float = 1.0,
        rate: float = 1e-3,
        entropy: float = 0.0,
    ) -> float:
        """One step of Adam up the weighted log-likelihood of the actions; returns the mean loss."""
        rows, hidden, logits = self._forward(obs)
        logits = np.where(mask, logits, -np.inf)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        at = np.arange(len(actions)), actions.astype(np.int64)
        logs = np.log(odds + 1e-9)
        loss = float(-np.mean(logs[at] * weights))
        slope = odds.copy()
        slope[at] -= 1
        slope *= np.reshape(weights, (-1, 1))
        if entropy:
            slope += entropy * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
        slope = (slope / len(actions)).astype(np.float32)
        back = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = [rows.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        self._steps += 1
        for weight, gradient, moments in zip(self.weights, slopes, self._moments):
            moments[0] = 0.9 * moments[0] + 0.1 * gradient
            moments[1] = 0.999 * moments[1] + 0.001 * gradient**2
            mean = moments[0] / (1 - 0.9**self._steps)
            spread = moments[1] / (1 - 0.999**self._steps)
            weight -= rate * mean / (np.sqrt(spread) + 1e-8)
        return loss
