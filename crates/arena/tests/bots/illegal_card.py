"""Plays a card it holds where the rules forbid it: one that does not beat, or of a rank not on the table."""
from table import play


def choose(table, prompt):
    if prompt == "BEAT":
        wrong = [card for card in table.hand if not table.beats(card, table.round[-1])]
    elif prompt == "ADD":
        wrong = [card for card in table.hand if card[0] not in [other[0] for other in table.round]]
    else:
        wrong = []
    return wrong[0] if wrong else table.honest(prompt)


play(choose)
