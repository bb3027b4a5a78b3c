"""Leaves before the game, as if that were fine."""
