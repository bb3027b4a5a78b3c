"""Plays by the rules, badly."""
from table import play

play()
