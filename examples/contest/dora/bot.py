# Dora's bot: the starter with a mistake. She counts on at most ten cards, and crashes when she holds more.
import sys

RANKS = "6789TJQKA"
trump = ""        # the trump suit
hand = set()      # my cards
table = []        # the cards of this round
attack = ""       # the open card: the last one attacked with or thrown in
i_take = False    # did I give up in this round? Then I take its cards
PLANS = ["win", "win", "push", "push", "wait", "wait", "wait", "save", "save", "save", "save"]


def price(card):
    return (card[1] == trump, RANKS.index(card[0]))


def beats(card, other):
    if card[1] == other[1]:
        return RANKS.index(card[0]) > RANKS.index(other[0])
    return card[1] == trump


def answer(cards):
    # Sorted, because the order of a set differs from run to run. Flushed, because the referee waits for it.
    print(min(sorted(cards), key=price, default="NO"), flush=True)


while True:
    words = sys.stdin.readline().split()  # one line at a time
    if not words:
        break  # end of input: the match is over
    word = words[0]
    if word == "trump":
        trump = words[1]
    elif word == "give" and words[1] == "1":  # I am always player 1
        hand.add(words[2])
    elif word in ("move", "add"):
        if word == "move":  # a new round; the last one is over
            if i_take:
                hand.update(table)  # taken cards join my hand here; no line lists them
            table, i_take = [], False
        attack = words[3]
        table.append(attack)
        hand.discard(attack)
    elif word == "beat":
        table.append(words[2])
        hand.discard(words[2])
    elif word == "take":
        i_take = words[1] == "1"
    elif word == "MOVE":
        print("plan:", PLANS[len(hand)], file=sys.stderr)  # standard error is kept with the match
        answer(hand)
    elif word == "BEAT":
        answer(card for card in hand if beats(card, attack))
    elif word == "ADD":
        ranks = {card[0] for card in table}  # I keep my trumps
        answer(card for card in hand if card[0] in ranks and card[1] != trump)
