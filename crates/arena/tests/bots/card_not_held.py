"""Plays somebody else's card."""
from table import RANKS, play

ALL = [rank + suit for rank in RANKS for suit in "HSCD"]
play(lambda table, prompt: next(card for card in ALL if card not in table.hand + table.round))
