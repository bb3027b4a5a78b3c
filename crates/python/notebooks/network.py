"""A small network in numpy, enough for the notebooks: dense layers, masked softmax, Adam."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Layers:
    """Dense layers with rectified units between them."""

    def __init__(self, sizes: Sequence[int], seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.weights: list[Floats] = []
        for inputs, outputs in zip(sizes, sizes[1:]):
            gain = 1 if len(self.weights) == 2 * len(sizes) - 4 else 2
            self.weights.append(rng.normal(0, (gain / inputs) ** 0.5, (inputs, outputs)).astype(np.float32))
            self.weights.append(np.zeros(outputs, np.float32))
        self._moments = [[np.zeros_like(one), np.zeros_like(one)] for one in self.weights]
        self._steps = 0

    def forward(self, rows: Floats) -> list[Floats]:
        """The values of each layer, from the rows to the output."""
        values = [rows]
        for at in range(0, len(self.weights), 2):
            output = values[-1] @ self.weights[at] + self.weights[at + 1]
            values.append(output if at + 2 == len(self.weights) else np.maximum(output, 0))
        return values

    def descend(self, values: list[Floats], slope: Floats, rate: float) -> None:
        """One step of Adam down the slope of a loss at the output."""
        slopes: list[Floats] = []
        for number in range(len(values) - 2, -1, -1):
            slopes += [slope.sum(axis=0), values[number].T @ slope]
            if number > 0:
                slope = (slope @ self.weights[2 * number].T) * (values[number] > 0)
        self._steps += 1
        for weight, gradient, moments in zip(self.weights, reversed(slopes), self._moments):
            moments[0] = 0.9 * moments[0] + 0.1 * gradient
            moments[1] = 0.999 * moments[1] + 0.001 * gradient**2
            mean = moments[0] / (1 - 0.9**self._steps)
            spread = moments[1] / (1 - 0.999**self._steps)
            weight -= rate * mean / (np.sqrt(spread) + 1e-8)


class Network:
    """Rows to logits for tokens, by one hidden layer."""

    def __init__(self, features: int, hidden: int, tokens: int, seed: int = 0) -> None:
        self._layers = Layers((features, hidden, tokens), seed)

    def _forward(self, obs: NDArray[np.uint8]) -> list[Floats]:
        # Most features are bits; a few are counts.
        return self._layers.forward(np.minimum(obs, 8).astype(np.float32))

    def best(self, obs: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The most likely token."""
        tokens: NDArray[np.int64] = np.where(mask, self._forward(obs)[-1], -np.inf).argmax(axis=1)
        return tokens

    def learn(
        self, obs: NDArray[np.uint8], mask: NDArray[np.bool_], actions: NDArray[np.integer], rate: float = 1e-3
    ) -> float:
        """One step of Adam up the log-likelihood of the actions; returns the mean loss."""
        values = self._forward(obs)
        slope = _softmax(values[-1], mask)
        at = np.arange(len(actions)), actions.astype(np.int64)
        loss = float(-np.mean(np.log(slope[at] + 1e-9)))
        slope[at] -= 1
        self._layers.descend(values, slope / np.float32(len(actions)), rate)
        return loss


def _softmax(logits: Floats, mask: NDArray[np.bool_]) -> Floats:
    logits = np.where(mask, logits, -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: Floats = (odds / odds.sum(axis=1, keepdims=True)).astype(np.float32)
    return probabilities
