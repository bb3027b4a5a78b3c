"""An honest bot for each game, and many that break one rule of it.

    mutants.py GAME                 plays by docs/protocol.md and docs/rules
    mutants.py GAME MUTATION        the same with one fault
    mutants.py GAME MUTATION SALT   the same with other choices
    mutants.py --list               every game and mutation, a line each

Choices are random, but the same after the same lines. `broken(NAME)` marks where a mutation takes effect.
"""

import random
import sys
import zlib

MUTATION = sys.argv[2] if len(sys.argv) > 2 else ""
SALT = sys.argv[3] if len(sys.argv) > 3 else ""


def broken(name):
    return MUTATION == name


class Bot:
    """Reads lines, keeps what must be known, answers questions."""

    def __init__(self):
        self.seen = zlib.crc32(SALT.encode())
        self.hand = []

    def run(self):
        for line in iter(sys.stdin.readline, ""):
            self.seen = zlib.crc32(line.encode(), self.seen)
            self.random = random.Random(self.seen)
            words = line.split()
            if words[0].isupper():
                answer = self.answer(words[0])
                if answer is not None:
                    print(answer, flush=True)
            else:
                getattr(self, "on_" + words[0].replace("-", "_"), self.on_other)(*words[1:])

    def on_other(self, *words):
        pass

    def pick(self, options):
        return self.random.choice(sorted(options))

    def on_game(self, game, _, seats, *rules):
        self.seats = int(seats)


class MauMau(Bot):
    mutations = """ignores-take any-card-on-a-seven seven-stays-active jack-on-jack ignores-wish
        opening-seven-is-harmless opening-jack-binds jack-needs-its-suit plays-any-drawn-card never-answers-keep
        draws-from-nothing keeps-two-of-a-penalty last-jack-without-wish wish-ends-with-a-pass wish-in-words
        seven-cards-are-dealt forgets-drawn-cards-when-turned forgets-the-kept-card
        takes-the-next-seat-for-itself draws-against-a-seven-though-it-holds-one answers-with-the-card-alone""".split()

    def __init__(self):
        super().__init__()
        self.top, self.wish, self.active = "", None, False
        self.opening, self.drawn, self.drawn_cards = False, 0, []
        self.table = 0  # cards that can still be drawn

    def on_give(self, seat, card):
        if seat == "1":
            self.hand.append(card)

    def on_open(self, card):
        if broken("seven-cards-are-dealt") and len(self.hand) != 7:
            raise ValueError("expected seven cards")
        self.table = 32 - self.seats * (9 - self.seats) - 1
        self.top, self.opening = card, True
        self.active = card[0] == "7" and not broken("opening-seven-is-harmless")

    def on_play(self, seat, card, *wish):
        if seat == "1":
            self.hand.remove(card)
        self.table += 1
        self.top, self.opening, self.drawn = card, False, 0
        self.wish = wish[1] if wish else None
        self.active = card[0] == "7" and not broken("any-card-on-a-seven")

    def draw(self, seat, card):
        self.table -= 1
        self.drawn += 1
        if seat != ("2" if broken("takes-the-next-seat-for-itself") else "1"):
            return
        if broken("keeps-two-of-a-penalty") and self.drawn > 2:
            return
        self.hand.append(card)
        self.drawn_cards.append(card)

    def on_draw(self, seat, card):
        self.draw(seat, card)

    def on_take(self, seat, card):
        if broken("ignores-take"):
            self.table -= 1
        else:
            self.draw(seat, card)

    def on_turn_over(self):
        if broken("forgets-drawn-cards-when-turned"):
            self.hand = [card for card in self.hand if card not in self.drawn_cards]

    def on_pass(self, seat):
        if broken("forgets-the-kept-card") and seat == "1" and self.drawn == 1 and self.hand:
            self.hand.pop()
        self.drawn = 0
        if broken("wish-ends-with-a-pass"):
            self.wish = None
        if not broken("seven-stays-active"):
            self.active = False

    def fits(self, card):
        if self.active:
            return card[0] == "7" and not broken("draws-against-a-seven-though-it-holds-one")
        if card[0] == "J":
            if broken("jack-needs-its-suit") and card[1] != self.top[1]:
                return False
            return self.top[0] != "J" or broken("jack-on-jack")
        if self.top[0] == "J" and self.opening and not broken("opening-jack-binds"):
            return True
        if self.wish and not broken("ignores-wish"):
            return card[1] == self.wish
        return card[0] == self.top[0] or card[1] == self.top[1]

    def play(self, card):
        if broken("answers-with-the-card-alone"):
            return card
        if card[0] != "J" or (broken("last-jack-without-wish") and len(self.hand) == 1):
            return "play " + card
        suit = self.pick("DHSC")
        if broken("wish-in-words"):
            suit = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}[suit]
        return f"play {card} wish {suit}"

    def answer(self, prompt):
        fitting = [card for card in self.hand if self.fits(card)]
        if prompt == "KEEP":
            if broken("never-answers-keep"):
                return None
            if broken("plays-any-drawn-card"):
                return self.play(self.hand[-1])
            return self.pick([self.play(card) for card in fitting] + ["pass"])
        if fitting:
            return self.play(self.pick(fitting))
        return "draw" if self.table > 0 or broken("draws-from-nothing") else "pass"


class Uno(Bot):
    mutations = """ignores-draw-open functions-by-colour-only top-is-the-first-discard hand-is-a-set
        plays-any-drawn-card forgets-the-kept-card draws-from-nothing never-answers-keep four-seats-only
        stumbles-over-deck-lines clockwise-only anything-after-turn-over numbers-by-colour-only
        opening-pass-acts seat-1-begins draws-though-a-card-fits stock-is-never-empty""".split()

    def __init__(self):
        super().__init__()
        self.top, self.drawable, self.pile, self.opening = "", 0, 0, True

    def on_game(self, game, _, seats, *rules):
        super().on_game(game, _, seats)
        if broken("four-seats-only"):
            assert self.seats == 4

    def on_direction(self, direction):
        if broken("clockwise-only"):
            assert direction == "clockwise"

    def on_deck(self, card, count):
        if broken("stumbles-over-deck-lines"):
            raise ValueError("deck")

    def hold(self, card):
        if not (broken("hand-is-a-set") and card in self.hand):
            self.hand.append(card)

    def on_give(self, seat, card):
        if seat == "1":
            self.hold(card)

    def on_stock(self, count):
        self.drawable = int(count)
        if broken("stock-is-never-empty"):
            self.average = 1 / self.drawable

    def on_discard(self, card):
        self.pile += 1
        if not (broken("top-is-the-first-discard") and self.top):
            self.top = card

    def on_first(self, seat):
        if broken("seat-1-begins"):
            assert seat == "1"

    def on_play(self, seat, card):
        if seat == "1":
            self.hand.remove(card)
        self.top, self.opening = card, False
        self.pile += 1

    def on_draw(self, seat, card):
        self.drawable -= 1
        if seat == "1":
            self.hold(card)

    def on_draw_open(self, seat, card):
        self.drawable -= 1
        if seat == "1" and not broken("ignores-draw-open"):
            self.hold(card)

    def on_turn_over(self):
        self.drawable, self.pile = self.pile - 1, 1
        if broken("anything-after-turn-over"):
            self.top = ""

    def on_pass(self, seat):
        if broken("forgets-the-kept-card") and seat == "1" and self.asked == "KEEP":
            self.hand.pop()

    def fits(self, card):
        if not self.top or card[0] == self.top[0]:
            return True
        if broken("functions-by-colour-only") and card[1] in "PC":
            return False
        if broken("numbers-by-colour-only") and card[1] not in "PC":
            return False
        return card[1] == self.top[1]

    def answer(self, prompt):
        self.asked = prompt
        fitting = ["play " + card for card in self.hand if self.fits(card)]
        if prompt == "KEEP":
            if broken("never-answers-keep"):
                return None
            if broken("plays-any-drawn-card"):
                return "play " + self.hand[-1]
            return self.pick(fitting + ["pass"])
        if broken("opening-pass-acts") and self.opening and self.top[1] == "P":
            return "pass"
        if broken("draws-though-a-card-fits") and len(fitting) == 1:
            return "draw"
        if fitting:
            return self.pick(fitting)
        can_draw = self.drawable > 0 or self.pile > 1
        return "draw" if can_draw or broken("draws-from-nothing") else "pass"


class Durak(Bot):
    mutations = """ignores-take takes-for-everybody misses-what-is-thrown-in-late trump-beats-trump
        rank-beats-rank beats-the-first-card table-is-never-cleared table-stays-after-a-take
        keeps-cards-it-beat-with keeps-cards-it-threw-in ignores-the-stock no-attack-with-trumps
        silent-when-the-defender-takes ends-when-its-partner-is-out ends-when-anybody-is-out trump-of-the-last-card
        beats-with-equals throws-in-anything answers-a-take answers-twice""".split()
    ranks = "6789TJQKA"

    def __init__(self):
        super().__init__()
        self.table, self.taker, self.taken_at = [], None, 0
        self.trump, self.open, self.first, self.given = "", "", "", 0

    def end_round(self):
        taker = self.taker
        if taker and not broken("ignores-take") and (taker == "1" or broken("takes-for-everybody")):
            late = broken("misses-what-is-thrown-in-late")
            self.hand += self.table[: self.taken_at] if late else self.table
        if not (broken("table-is-never-cleared") or (taker and broken("table-stays-after-a-take"))):
            self.table = []
        self.taker = None

    def on_trump(self, suit):
        self.trump = suit

    def on_give(self, seat, card):
        self.end_round()
        if seat == "1":
            self.given += 1
            if not (broken("ignores-the-stock") and self.given > 6):
                self.hand.append(card)

    def lay(self, seat, card):
        self.table.append(card)
        if seat == "1":
            self.hand.remove(card)

    def on_move(self, by, to, card):
        self.end_round()
        self.first = self.open = card
        self.lay(by, card)

    def on_add(self, by, to, card):
        self.open = card
        self.lay("" if broken("keeps-cards-it-threw-in") else by, card)

    def on_beat(self, by, card):
        if broken("trump-of-the-last-card"):
            self.trump = card[1]
        self.lay("" if broken("keeps-cards-it-beat-with") else by, card)

    def on_take(self, seat):
        self.taker, self.taken_at = seat, len(self.table)
        if broken("answers-a-take"):
            print("NO", flush=True)

    def on_out(self, seat):
        if broken("ends-when-anybody-is-out") or (broken("ends-when-its-partner-is-out") and seat == "3"):
            sys.exit()

    def beats(self, card, other):
        higher = self.ranks.index(card[0]) > self.ranks.index(other[0])
        if broken("rank-beats-rank") and higher:
            return True
        if broken("trump-beats-trump") and card[1] == self.trump:
            return True
        if broken("beats-with-equals") and card[0] == other[0]:
            return True
        return higher if card[1] == other[1] else card[1] == self.trump

    def answer(self, prompt):
        card = self.card(prompt)
        return card + "\n" + card if broken("answers-twice") and card else card

    def card(self, prompt):
        if prompt == "MOVE":
            self.end_round()
            plain = [card for card in self.hand if card[1] != self.trump]
            if broken("no-attack-with-trumps") and not plain:
                return "NO"
            return self.pick(self.hand)
        if prompt == "BEAT":
            other = self.first if broken("beats-the-first-card") else self.open
            return self.pick([card for card in self.hand if self.beats(card, other)] + ["NO"])
        if broken("silent-when-the-defender-takes") and self.taker:
            return None
        ranks = self.ranks if broken("throws-in-anything") else {card[0] for card in self.table}
        return self.pick([card for card in self.hand if card[0] in ranks] + ["NO"])


class House(Bot):
    mutations = """holds-two forgets-the-card-it-exchanged thirteen-ranks a-peak-draws-two no-upper-storeys
        floors-on-floors everybody-shares-the-held-card valleys-between-floors peaks-in-valleys ranks-of-one-digit
        silent-with-the-last-card keeps-the-held-card-after-a-peak red-begins first-card-is-in-the-row
        places-from-zero""".split()

    def __init__(self):
        super().__init__()
        self.held = None
        self.outline = list("/\\/\\/\\/\\")
        self.floors = set()

    def on_deck(self, *cards):
        if broken("thirteen-ranks"):
            assert len(cards) == 26
        if broken("ranks-of-one-digit"):
            cards = [card[-2:] for card in cards]
        if broken("red-begins"):
            assert cards[0][-1] == "R"
        self.row = list(cards[7 if broken("first-card-is-in-the-row") else 8:])

    def on_hold(self, seat, card):
        self.row.pop(0)
        if seat == "1" or broken("everybody-shares-the-held-card"):
            self.held = card

    def on_floor(self, seat, place, card):
        front = self.row.pop(0)
        if seat == "1" and card == self.held:
            self.held = None if broken("forgets-the-card-it-exchanged") else front
        place = int(place)
        self.floors.add(place)
        self.outline[place], self.outline[place + 1] = "/", "\\"

    def on_peak(self, seat, place, left, right):
        self.row.pop(0)
        if broken("a-peak-draws-two"):
            self.row = self.row[1:]
        if seat == "1" and not broken("keeps-the-held-card-after-a-peak"):
            self.held = None
        self.floors.discard(int(place))

    def is_valley(self, place):
        if place in self.floors:
            return broken("floors-on-floors")
        if broken("no-upper-storeys") and place in (2, 4):
            return False
        is_open = self.outline[place] == "\\" and self.outline[place + 1] == "/"
        beside = {place - 1, place + 1} & self.floors
        return is_open and (not beside or broken("valleys-between-floors"))

    def answer(self, prompt):
        front = self.row[0]
        if broken("silent-with-the-last-card") and len(self.row) == 1:
            return None
        shift = 1 if broken("places-from-zero") else 0
        actions = []
        if self.held is None or broken("holds-two"):
            actions.append("hold")
        for place in range(1, 6):
            if self.is_valley(place):
                actions += [f"floor {place - shift} {card}" for card in (front, self.held) if card]
            if self.held and (place in self.floors or (broken("peaks-in-valleys") and self.is_valley(place))):
                actions += [f"peak {place} {front} {self.held}", f"peak {place} {self.held} {front}"]
        return self.pick(actions)


class Tractor(Bot):
    mutations = """buries-in-any-order keeps-what-it-buried follows-with-any-suit any-two-for-a-pair
        pairs-for-a-tractor current-rank-stays-in-its-suit jokers-stand-apart own-level-always level-of-seat-2-always
        takes-no-main-suit-for-diamonds current-rank-leaves-a-gap equal-pairs-make-a-tractor leads-mixed-suits
        follows-with-one-card hand-is-a-set plays-no-more-than-it-has-of-a-suit one-tractor-a-throw
        plain-tractors-only levels-of-seats-1-and-2-only ten-is-10 main-suit-only-is-trump throws-owe-nothing""".split()
    ranks = "23456789TJQKA"
    suits = "DHSC"

    def __init__(self):
        super().__init__()
        self.levels, self.lead, self.buried = {}, [], []

    def on_level(self, seat, rank):
        if seat in "12" or not broken("levels-of-seats-1-and-2-only"):
            self.levels[int(seat) % 2] = rank

    def on_dealer(self, seat):
        self.dealer = int(seat)
        team = self.dealer % 2
        if broken("own-level-always"):
            team = 1
        if broken("level-of-seat-2-always"):
            team = 0
        self.rank = self.levels[team]

    def on_main(self, suit):
        self.main = "D" if suit == "O" and broken("takes-no-main-suit-for-diamonds") else suit

    def on_give(self, seat, card):
        if seat == "1" and not (broken("hand-is-a-set") and card in self.hand):
            self.hand.append(card)

    def on_bury(self, seat, card):
        if seat == "1":
            self.buried.append(card)
            if not broken("keeps-what-it-buried"):
                self.hand.remove(card)

    def on_play(self, seat, *cards):
        if not self.lead:
            self.lead = list(cards)
        if seat == "1":
            for card in cards:
                self.hand.remove(card)

    def on_win(self, seat, points):
        self.lead = []

    def group(self, card):
        if card in ("BJ", "RJ"):
            return "jokers" if broken("jokers-stand-apart") else "trumps"
        if card[0] == self.rank and not broken("current-rank-stays-in-its-suit"):
            if not broken("main-suit-only-is-trump"):
                return "trumps"
        return "trumps" if card[1] == self.main else card[1]

    def step(self, card):
        """Where a card stands in its group; those of equal order stand together."""
        if card in ("BJ", "RJ"):
            return 14 + (card == "RJ")
        if card[0] == self.rank:
            if broken("equal-pairs-make-a-tractor") and card[1] != self.main:
                return 20 + self.suits.index(card[1])
            return 13 if card[1] == self.main or self.main == "O" else 12
        place = self.ranks.index(card[0])
        if broken("current-rank-leaves-a-gap"):
            return place
        return place - (place > self.ranks.index(self.rank))

    def pairs(self, cards):
        """The cards that come twice, by step."""
        steps = {}
        for card in sorted(set(cards)):
            if cards.count(card) == 2:
                steps.setdefault(self.step(card), []).append(card)
        return steps

    def tractors(self, cards):
        """The lengths of a lead's tractors, the longest first."""
        if broken("plain-tractors-only") and self.group(cards[0]) == "trumps":
            return []
        counts = {step: len(pairs) for step, pairs in self.pairs(cards).items()}
        found = []
        while True:
            runs = [(run(counts, step), step) for step in counts]
            length, start = max(runs, default=(0, 0))
            if length < 2:
                return found
            found.append(length)
            for step in range(start, start + length):
                counts[step] -= 1

    def arrange(self, counts, lengths):
        """Steps that form tractors of these lengths; None if there are none."""
        if not lengths:
            return []
        starts = [step for step in counts if run(counts, step) >= lengths[0]]
        self.random.shuffle(starts)
        for start in starts:
            steps = list(range(start, start + lengths[0]))
            rest = dict(counts)
            for step in steps:
                rest[step] -= 1
            others = self.arrange(rest, lengths[1:])
            if others is not None:
                return steps + others
        return None

    def follow(self):
        led = self.group(self.lead[0])
        held = [card for card in self.hand if self.group(card) == led]
        count = 1 if broken("follows-with-one-card") else len(self.lead)
        if broken("follows-with-any-suit"):
            held = list(self.hand)
        if len(held) <= count:
            rest = list(self.hand)
            for card in held:
                rest.remove(card)
            if broken("plays-no-more-than-it-has-of-a-suit") and held:
                return held
            return held + self.random.sample(rest, count - len(held))
        pairs = self.pairs(held)
        counts = {step: len(cards) for step, cards in pairs.items()}
        owed = []
        if not (broken("throws-owe-nothing") and len(self.tractors(self.lead)) * 4 < count):
            for length in self.tractors(self.lead)[: 1 if broken("one-tractor-a-throw") else None]:
                if not broken("pairs-for-a-tractor") and self.arrange(counts, owed + [length]) is not None:
                    owed.append(length)
        # First the tractors, then other pairs, as many as were led, then anything.
        chosen = []
        for step in self.arrange(counts, owed):
            chosen += [pairs[step].pop()] * 2
        left = [card for cards in pairs.values() for card in cards]
        self.random.shuffle(left)
        wanted = sum(len(cards) for cards in self.pairs(self.lead).values())
        if broken("any-two-for-a-pair"):
            wanted = 0
        while left and len(chosen) < 2 * wanted:
            chosen += [left.pop()] * 2
        rest = list(held)
        for card in chosen:
            rest.remove(card)
        return chosen + self.random.sample(rest, count - len(chosen))

    def choose_lead(self):
        groups = {}
        for card in self.hand:
            groups.setdefault("all" if broken("leads-mixed-suits") else self.group(card), []).append(card)
        cards = groups[self.pick(groups)]
        pairs = [card for card in set(cards) if cards.count(card) == 2]
        if pairs and self.random.random() < 0.3:
            return [self.pick(pairs)] * 2
        return self.random.sample(cards, self.random.randint(1, min(4, len(cards))))

    def answer(self, prompt):
        if prompt == "BURY":
            order = [rank + suit for suit in self.suits for rank in self.ranks] + ["BJ", "RJ"]
            hand = sorted(self.hand, key=order.index)
            if broken("buries-in-any-order"):
                return "bury " + self.pick(hand)
            last = self.buried[-1] if self.buried else hand[0]
            allowed = [card for card in hand if order.index(card) >= order.index(last)]
            return "bury " + self.pick(allowed[: len(allowed) - 7 + len(self.buried)])
        cards = self.choose_lead() if prompt == "LEAD" else self.follow()
        answer = "play " + " ".join(cards)
        return answer.replace("T", "10") if broken("ten-is-10") else answer


def run(counts, start):
    """How many steps follow one another from `start` on."""
    length = 0
    while counts.get(start + length, 0) > 0:
        length += 1
    return length


GAMES = {"tractor": Tractor, "mau-mau": MauMau, "durak": Durak, "house": House, "uno": Uno}

if sys.argv[1] == "--list":
    for game, bot in GAMES.items():
        for mutation in bot.mutations:
            print(game, mutation)
else:
    game = GAMES[sys.argv[1]]
    assert not MUTATION or MUTATION in game.mutations, MUTATION
    game().run()
