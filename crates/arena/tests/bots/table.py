"""An honest Durak bot that the bad ones lean on: it moves its first card, never beats, never throws in."""
import os
import sys

RANKS = "6789TJQKA"


class Table:
    def __init__(self):
        self.trump, self.hand, self.round, self.taker = "", [], [], ""

    def hear(self, line):
        words = line.split()
        if words[0] in ("move", "give", "MOVE") and self.taker:
            if self.taker == "1":
                self.hand += self.round
            self.round, self.taker = [], ""
        if words[0] == "trump":
            self.trump = words[1]
        elif words[0] == "give" and words[1] == "1":
            self.hand.append(words[2])
        elif words[0] == "take":
            self.taker = words[1]
        elif words[0] in ("move", "add", "beat"):
            if words[0] == "move":
                self.round = []
            self.round.append(words[-1])
            if words[1] == "1" and words[-1] in self.hand:
                self.hand.remove(words[-1])

    def honest(self, prompt):
        return self.hand[0] if prompt == "MOVE" else "NO"

    def beats(self, card, other):
        if card[1] == other[1]:
            return RANKS.index(card[0]) > RANKS.index(other[0])
        return card[1] == self.trump


def answer(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def play(choose=lambda table, prompt: table.honest(prompt)):
    """Plays until standard input ends; `choose` is asked at every prompt."""
    table = Table()
    for line in sys.stdin:
        table.hear(line)
        if line.strip().isupper():
            answer(choose(table, line.strip()))


def at_first_prompt(misbehave):
    """Sits still until it is asked for the first time."""
    for line in sys.stdin:
        if line.strip().isupper():
            misbehave()
            return


def complain(text):
    os.write(2, (text + "\n").encode())
