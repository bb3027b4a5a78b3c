# Everything Croupier says to people, in English. Fluent format: projectfluent.org.
# What each value of a message becomes is described in src/text.rs.

## At every table

seat = Seat { $number }
seat-within = seat { $number }
you = you
list = { $first } and { $last }
match-over = the match is over
not-held = { $card-short } is not in your hand
held-fewer = you have only { $count ->
    [one] one
    [2] two
   *[other] { $count }
} { $card-short }
hand = hand

suit-diamonds = diamonds
suit-hearts = hearts
suit-spades = spades
suit-clubs = clubs


number-0 = none
number-1 = one
number-2 = two
number-3 = three
number-4 = four
number-5 = five
number-6 = six
number-7 = seven
number-8 = eight
number-9 = nine
number-10 = ten
number-11 = eleven
number-12 = twelve

## French cards

card-2D = the two of diamonds
card-3D = the three of diamonds
card-4D = the four of diamonds
card-5D = the five of diamonds
card-6D = the six of diamonds
card-7D = the seven of diamonds
card-8D = the eight of diamonds
card-9D = the nine of diamonds
card-TD = the ten of diamonds
card-JD = the jack of diamonds
card-QD = the queen of diamonds
card-KD = the king of diamonds
card-AD = the ace of diamonds
card-2H = the two of hearts
card-3H = the three of hearts
card-4H = the four of hearts
card-5H = the five of hearts
card-6H = the six of hearts
card-7H = the seven of hearts
card-8H = the eight of hearts
card-9H = the nine of hearts
card-TH = the ten of hearts
card-JH = the jack of hearts
card-QH = the queen of hearts
card-KH = the king of hearts
card-AH = the ace of hearts
card-2S = the two of spades
card-3S = the three of spades
card-4S = the four of spades
card-5S = the five of spades
card-6S = the six of spades
card-7S = the seven of spades
card-8S = the eight of spades
card-9S = the nine of spades
card-TS = the ten of spades
card-JS = the jack of spades
card-QS = the queen of spades
card-KS = the king of spades
card-AS = the ace of spades
card-2C = the two of clubs
card-3C = the three of clubs
card-4C = the four of clubs
card-5C = the five of clubs
card-6C = the six of clubs
card-7C = the seven of clubs
card-8C = the eight of clubs
card-9C = the nine of clubs
card-TC = the ten of clubs
card-JC = the jack of clubs
card-QC = the queen of clubs
card-KC = the king of clubs
card-AC = the ace of clubs
card-BJ = the black joker
card-RJ = the red joker

## Uno cards

card-B0 = the blue zero
card-B1 = the blue one
card-B2 = the blue two
card-B3 = the blue three
card-B4 = the blue four
card-B5 = the blue five
card-B6 = the blue six
card-B7 = the blue seven
card-B8 = the blue eight
card-B9 = the blue nine
card-BP = the blue skip
card-BC = the blue reverse
card-R0 = the red zero
card-R1 = the red one
card-R2 = the red two
card-R3 = the red three
card-R4 = the red four
card-R5 = the red five
card-R6 = the red six
card-R7 = the red seven
card-R8 = the red eight
card-R9 = the red nine
card-RP = the red skip
card-RC = the red reverse
card-Y0 = the yellow zero
card-Y1 = the yellow one
card-Y2 = the yellow two
card-Y3 = the yellow three
card-Y4 = the yellow four
card-Y5 = the yellow five
card-Y6 = the yellow six
card-Y7 = the yellow seven
card-Y8 = the yellow eight
card-Y9 = the yellow nine
card-YP = the yellow skip
card-YC = the yellow reverse
card-G0 = the green zero
card-G1 = the green one
card-G2 = the green two
card-G3 = the green three
card-G4 = the green four
card-G5 = the green five
card-G6 = the green six
card-G7 = the green seven
card-G8 = the green eight
card-G9 = the green nine
card-GP = the green skip
card-GC = the green reverse

## Cards of House of Cards

card-1R = the red 1
card-2R = the red 2
card-3R = the red 3
card-4R = the red 4
card-5R = the red 5
card-6R = the red 6
card-7R = the red 7
card-8R = the red 8
card-9R = the red 9
card-10R = the red 10
card-11R = the red 11
card-12R = the red 12
card-13R = the red 13
card-1B = the black 1
card-2B = the black 2
card-3B = the black 3
card-4B = the black 4
card-5B = the black 5
card-6B = the black 6
card-7B = the black 7
card-8B = the black 8
card-9B = the black 9
card-10B = the black 10
card-11B = the black 11
card-12B = the black 12
card-13B = the black 13

## Durak

durak-hand = Hand
durak-stock = Stock
durak-table = Table
durak-beaten-off = Discarded
durak-trump = Trump

durak-role-attacks = attacker
durak-role-defends = defender
durak-role-takes = defender, takes
durak-role-throws-in = may throw in

durak-count-cards = { $count ->
    [1] one card
    [2] two cards
    [3] three cards
    [4] four cards
    [5] five cards
    [6] six cards
    [7] seven cards
    [8] eight cards
    [9] nine cards
    [10] ten cards
   *[other] { $count } cards
}

durak-begins = { $seat-is ->
    [you] Trump is { $suit }. You attack first.
   *[other] Trump is { $suit }. { $seat } attacks first.
}
durak-attacks = { $seat-is ->
    [you] You attack { $to } with { $card }.
   *[other] { $seat } attacks { $to } with { $card }.
}
durak-throws-in = { $seat-is ->
    [you] You throw in { $card }.
   *[other] { $seat } throws in { $card }.
}
durak-beats = { $seat-is ->
    [you] You beat { $against } with { $card }.
   *[other] { $seat } beats { $against } with { $card }.
}
durak-will-take = { $seat-is ->
    [you] You give up and will take the cards.
   *[other] { $seat } gives up and will take the cards.
}
durak-takes = { $seat-is ->
    [you] You take { durak-count-cards }.
   *[other] { $seat } takes { durak-count-cards }.
}
durak-beaten = All cards are beaten and go to the discard pile.
durak-draws = { $seat-is ->
    [you] You draw { durak-count-cards }.
   *[other] { $seat } draws { durak-count-cards }.
}
durak-draws-cards = { $seat-is ->
    [you] You draw { $cards }.
   *[other] { $seat } draws { $cards }.
}
durak-out = { $seat-is ->
    [you] You have no cards left: you are out.
   *[other] { $seat } has no cards left and is out.
}
durak-plays-for = { $seat-is ->
    [you] You play for { $out }.
   *[other] { $seat } plays for { $out }.
}
durak-wins = { $seat-is ->
    [you] You and { $partner } are both out: your team wins.
   *[other] { $seat } and { $partner } are both out: their team wins.
}

durak-house-rules = at most { $limit ->
    [one] one card is
   *[other] { $limit } cards are
} played against the defender in a round

durak-ask-attack = Attack { $defender } with any card
durak-ask-beat = Beat the { $card-short } or take the cards?
durak-ask-take = You cannot beat the { $card-short }: take the cards
durak-ask-throw-in = Throw in a card or pass?
durak-ask-throw-in-more = { $seat } will take the cards: throw in one more or pass?
durak-ask-pass = You have no card to throw in: pass

durak-do-attack = attack with { $card }
durak-do-beat = beat with { $card }
durak-do-throw-in = throw in { $card }
durak-do-take = take the cards
durak-do-pass = pass

durak-must-attack = the attacker must play a card
durak-lower = { $card-short } is lower than { $against-short }
durak-no-trump = only a higher trump beats { $against-short }
durak-wrong-suit = only a higher { $suit } or any { $trump } (trump) beats { $against-short }
durak-rank-not-on-table = { $card-short } cannot be thrown in: the ranks on the table are { $ranks }

durak-diamond = diamond
durak-heart = heart
durak-spade = spade
durak-club = club

## Tractor

# Places, roles and facts
trick = trick
last-trick = last trick
kitty = kitty
trumps = trumps
tractor-deals = dealer
tractor-trump-suit = Trump suit
tractor-trump-rank = Trump rank
tractor-no-suit = none
tractor-your-level = Your level
tractor-their-level = Their level
tractor-declarers-level = Declarers' level
tractor-defenders-level = Defenders' level
tractor-your-points = Your points
tractor-defenders-points = Defenders' points
tractor-trick-points = Points in the trick

# Ranks
tractor-level-2 = two
tractor-level-3 = three
tractor-level-4 = four
tractor-level-5 = five
tractor-level-6 = six
tractor-level-7 = seven
tractor-level-8 = eight
tractor-level-9 = nine
tractor-level-T = ten
tractor-level-J = jack
tractor-level-Q = queen
tractor-level-K = king
tractor-level-A = ace
tractor-ranks-2 = twos
tractor-ranks-3 = threes
tractor-ranks-4 = fours
tractor-ranks-5 = fives
tractor-ranks-6 = sixes
tractor-ranks-7 = sevens
tractor-ranks-8 = eights
tractor-ranks-9 = nines
tractor-ranks-T = tens
tractor-ranks-J = jacks
tractor-ranks-Q = queens
tractor-ranks-K = kings
tractor-ranks-A = aces

# One card of a group
tractor-a-diamond = a diamond
tractor-a-heart = a heart
tractor-a-spade = a spade
tractor-a-club = a club
tractor-a-trump = a trump

# What happens
tractor-house-rules = seats 1 and 3 are at level { $one }, seats 2 and 4 at level { $two }
tractor-dealt = { $seat-is ->
    [you] You are the dealer. Your team is at level { $level }. Bury eight cards, then lead.
   *[other] { $seat } is the dealer. The declarers are at level { $level }.
}
tractor-trumps-are = Trumps are { $suit }, all { $ranks } and the jokers.
tractor-trumps-without-suit = There is no trump suit: only the { $ranks } and the jokers are trumps.
tractor-buries = { $seat-is ->
    [you] You bury
   *[other] { $seat } buries
} { $count ->
    [one] one card
    [2] two cards
    [3] three cards
    [4] four cards
    [5] five cards
    [6] six cards
    [7] seven cards
    [8] eight cards
   *[other] { $count } cards
}.
tractor-buries-cards = { $seat-is ->
    [you] You bury { $cards }.
   *[other] { $seat } buries { $cards }.
}
tractor-leads-card = { $seat-is ->
    [you] You lead { $card }.
   *[other] { $seat } leads { $card }.
}
tractor-leads-pair = { $seat-is ->
    [you] You lead the pair { $cards }.
   *[other] { $seat } leads the pair { $cards }.
}
tractor-leads-tractor = { $seat-is ->
    [you] You lead the tractor { $cards }.
   *[other] { $seat } leads the tractor { $cards }.
}
tractor-leads-throw = { $seat-is ->
    [you] You lead the throw { $cards }.
   *[other] { $seat } leads the throw { $cards }.
}
tractor-follows = { $seat-is ->
    [you] You follow with
   *[other] { $seat } follows with
} { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}.
tractor-trumps-in = { $seat-is ->
    [you] You trump with
   *[other] { $seat } trumps with
} { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}.
tractor-discards = { $seat-is ->
    [you] You have no { $group } and play
   *[other] { $seat } has no { $group } and plays
} { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}.
tractor-discards-after-last = { $seat-is ->
    [you] You play { $last }, the last of your { $group }, and { $cards }.
   *[other] { $seat } plays { $last }, the last of their { $group }, and { $cards }.
}
tractor-wins = { $seat-is ->
    [you] You win
   *[other] { $seat } wins
} the trick{ $points ->
    [0] {""}, which has no points
   *[other] {""} and { $points } points
}.
tractor-kitty-kept = The declarers win the last trick, so the kitty ({ $cards }) does not count.
tractor-kitty-empty = The defenders win the last trick, but the kitty ({ $cards }) has no points.
tractor-kitty-won = The defenders win the last trick. The kitty ({ $cards }) has { $points } points, which count { $times } times: { $bonus } points.
tractor-made = The defenders have { $points } points, fewer than 80: { $one } and { $other } go up { $levels ->
    [one] one level
    [2] two levels
    [3] three levels
   *[other] { $levels } levels
} to level { $level }.
tractor-made-and-won = The defenders have { $points } points, fewer than 80: { $one } and { $other } go past level ace and win the whole game.
tractor-down = The defenders have { $points } points, 80 or more: { $one } and { $other } go up { $levels ->
    [one] one level
    [2] two levels
    [3] three levels
    [4] four levels
   *[other] { $levels } levels
} to level { $level }.
tractor-down-without-level = The defenders have { $points } points, 80 or more: { $one } and { $other } take over the deal, and nobody goes up.
tractor-down-and-won = The defenders have { $points } points, 80 or more: { $one } and { $other } go past level ace and win the whole game.
tractor-deals-next = { $seat-is ->
    [you] You deal next.
   *[other] { $seat } deals next.
}

# What a player is asked
tractor-ask-bury = { $left ->
    [8] Bury eight cards
   *[other] Bury eight cards: { $number } more
}
tractor-ask-lead = Lead a card, a pair, a tractor or a throw
tractor-ask-void = Follow with { $count ->
    [one] any card
   *[other] any { $number } cards
}: you have no { $group }
tractor-ask-all = { $more ->
    [0] Follow with all your { $group }: { $cards }
    [one] Follow with all your { $group }, { $cards }, and one more card
   *[other] Follow with all your { $group }, { $cards }, and { $number } more cards
}
tractor-ask-card = Follow with { $one }
tractor-ask-cards = Follow with { $number } { $group }
tractor-ask-pairs = Follow with { $pairs ->
    [one] a pair
   *[other] { $number } pairs
} of { $group }
tractor-ask-cards-with-pairs = Follow with { $number } { $group }, including { $pairs ->
    [one] a pair
   *[other] { $pairs-number } pairs
}
tractor-ask-tractor = Follow with a tractor of { $number } pairs of { $group }
tractor-ask-cards-with-tractor = Follow with { $number } { $group }, including a tractor of { $pairs } pairs
tractor-ask-cards-with-tractors = Follow with { $number } { $group }, including your tractors (the longest has { $pairs } pairs)

# Choices
tractor-bury = bury { $card }
tractor-lead-card = lead { $card }
tractor-lead-pair = lead the pair { $cards }
tractor-lead-tractor = lead the tractor { $cards }
tractor-lead-throw = lead the throw { $cards }
tractor-play = play { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}

# Why an action is not allowed
tractor-bury-first = bury eight cards first
tractor-buried-already = eight cards are buried already
tractor-held-once = you have only one { $card-short }
tractor-lead-something = lead at least one card
tractor-lead-one-group = all cards you lead must be of one suit, or all trumps: { $card-short } is { $one }, { $other-short } is { $other-one }
tractor-bury-order = bury in card order: { $card-short } must come before { $last-short }
tractor-bury-too-few = bury in card order: after { $card-short } you would have too few cards left to bury eight
tractor-follow-count = play as many cards as were led: { $number }
tractor-follow-all = you must play all your { $group }: { $cards }
tractor-follow-group = you must follow with { $group } only: you have { $cards }
tractor-follow-pairs = you must follow with { $count ->
    [one] a pair
   *[other] { $number } pairs
} of { $group }: you have { $cards }
tractor-follow-tractors = you must play a tractor of { $group } (up to { $number } pairs); your pairs are { $cards }

## Mau-Mau and Uno

draw-pile = draw pile
discard-pile = discard pile

# How many cards, as part of a sentence.
shed-cards = { $count ->
    [1] one card
    [2] two cards
    [3] three cards
    [4] four cards
    [5] five cards
    [6] six cards
    [7] seven cards
    [8] eight cards
    [9] nine cards
    [10] ten cards
   *[other] { $count } cards
}

shed-opens = The first card is { $card }.
shed-begins = { $seat-is ->
    [you] You begin.
   *[other] { $seat } begins.
}
shed-plays = { $seat-is ->
    [you] You play { $card }.
   *[other] { $seat } plays { $card }.
}
shed-draws = { $seat-is ->
    [you] You draw { shed-cards }.
   *[other] { $seat } draws { shed-cards }.
}
shed-draws-cards = { $seat-is ->
    [you] You draw { $cards }.
   *[other] { $seat } draws { $cards }.
}
shed-keeps = { $seat-is ->
    [you] You keep the drawn card.
   *[other] { $seat } keeps the drawn card.
}
shed-passes = { $seat-is ->
    [you] You cannot play and there is no card to draw, so you pass.
   *[other] { $seat } cannot play and there is no card to draw, so they pass.
}
shed-skipped = { $seat-is ->
    [you] You are skipped.
   *[other] { $seat } is skipped.
}
shed-turn-over = The discard pile, except its top card, becomes the new draw pile.
shed-wins = { $seat-is ->
    [you] You have no cards left and win.
   *[other] { $seat } has no cards left and wins.
}
shed-house-rules = { $seats } players; after { $turns ->
    [one] one turn
   *[other] { $turns } turns
} without a winner the match ends
shed-nobody = The turn limit is reached: nobody wins.
shed-won = winner

shed-turns-left = turns left

shed-ask-draw = No card of yours fits { $top-short }: draw one
shed-ask-drawn = You drew { $card-short }: play it or keep it?
shed-ask-keep = You drew { $card-short }, which does not fit: keep it
shed-ask-pass = You cannot play and there is no card to draw: pass

shed-choose-play = play { $card }
shed-choose-draw = draw { shed-cards }
shed-choose-keep = keep { $card }
shed-choose-pass = pass

must-play = { $cards-count ->
    [1] you have a card that fits and must play it: { $cards }
   *[other] you have cards that fit and must play one of them: { $cards }
}
must-draw = you have no card that fits and must draw
drawn-already = you have drawn already: play that card or keep it
nothing-to-draw = there is no card to draw

## Mau-Mau

mau-mau-jacks = jacks
mau-mau-a-diamond = a diamond
mau-mau-a-heart = a heart
mau-mau-a-spade = a spade
mau-mau-a-club = a club
mau-mau-a-seven = a seven
mau-mau-an-eight = an eight
mau-mau-a-nine = a nine
mau-mau-a-ten = a ten
mau-mau-a-jack = a jack
mau-mau-a-queen = a queen
mau-mau-a-king = a king
mau-mau-an-ace = an ace

mau-mau-wishes = { $seat-is ->
    [you] You play { $card } and choose { $suit }.
   *[other] { $seat } plays { $card } and chooses { $suit }.
}
mau-mau-owes = { $seat-is ->
    [you] You must play a seven if you have one; otherwise you draw { shed-cards }.
   *[other] { $seat } must play a seven or, without one, draw { shed-cards }.
}
mau-mau-doubled = The last card was a jack, so all points count double.
mau-mau-left = { $seat } is left with { shed-cards }.
mau-mau-left-worth = { $seat-is ->
    [you] You are left with
   *[other] { $seat } is left with
} { shed-cards }: { $points ->
    [one] 1 point
   *[other] { $points } points
}.

mau-mau-wish = suit to play
mau-mau-owed = cards to draw

mau-mau-ask-play = Play { $a-suit }, { $a-rank } or a jack
mau-mau-ask-no-jack = Play any card but a jack
mau-mau-ask-wish = Play { $a-suit }
mau-mau-ask-draw-wish = You must play { $suit } and have none: draw a card
mau-mau-ask-seven = You must play a seven; the next player then plays a seven or draws { shed-cards }
mau-mau-ask-penalty = You have no seven: draw { shed-cards }

mau-mau-choose-wish = play { $card } and choose { $suit }

mau-mau-wish-missing = choose a suit for the jack, like js d
mau-mau-wish-not-due = you can choose a suit only when you play a jack
mau-mau-only-a-seven = { $card-short } cannot be played on { $top-short }: play a seven if you have one, otherwise draw { shed-cards }
mau-mau-jack-on-jack = a jack cannot be played on a jack
mau-mau-not-the-wish = { $card-short } does not fit: the chosen suit is { $suit }
mau-mau-does-not-fit = { $card-short } does not fit { $top-short }: play a card of the same suit or rank

## Uno

uno-blue = blue
uno-red = red
uno-yellow = yellow
uno-green = green
uno-a-pass = a skip
uno-a-change = a reverse
uno-a-0 = a zero
uno-a-1 = a one
uno-a-2 = a two
uno-a-3 = a three
uno-a-4 = a four
uno-a-5 = a five
uno-a-6 = a six
uno-a-7 = a seven
uno-a-8 = an eight
uno-a-9 = a nine

uno-other-deck = This is a special deck of { shed-cards }.
uno-goes-counter-clockwise = Play goes counter-clockwise.
uno-direction-changes = The direction changes.
uno-stuck = No player can play or draw, so nobody wins.

uno-direction = direction
uno-clockwise = clockwise
uno-counter-clockwise = counter-clockwise

uno-ask-play = Play a { $colour } card or { $a-symbol }

uno-does-not-match = { $card-short } does not fit { $top-short }: play a card of the same colour, number or symbol

## House of Cards

house-red = red
house-black = black
house-tower = the house
house-row = row
house-held = hand

house-house-rules = ranks 1 to { $ranks } in both colours

house-colours = { $red-is ->
    [you] You play red and { $black } plays black.
   *[other] { $black-is ->
        [you] You play black and { $red } plays red.
       *[other] { $seat } plays red and { $black } plays black.
    }
}
house-begins = The first card is { $colour }, so { $first-is ->
    [you] you begin.
   *[other] { $first } begins.
}
house-holds = { $seat-is ->
    [you] You keep { $card } in hand.
   *[other] { $seat } keeps { $card } in hand.
}
house-lays = { $seat-is ->
    [you] You lay
   *[other] { $seat } lays
} { $card } as a floor at place { $place }: { $points ->
    [one] 1 point
   *[other] { $points } points
} for { $to-is ->
    [you] you.
   *[other] { $colour }.
}
house-sets = { $seat-is ->
    [you] You build
   *[other] { $seat } builds
} a peak at place { $place } with { $left } on the left and { $right } on the right: { $points ->
    [one] 1 point
   *[other] { $points } points
} for { $to-is ->
    [you] you.
   *[other] { $colour }.
}
house-held-counts = { $seat-is ->
    [you] You have kept { $card }, your own colour, and get
   *[other] { $seat } has kept { $card }, their own colour, and gets
} { $points ->
    [one] 1 more point
   *[other] { $points } more points
}.
house-held-costs = { $seat-is ->
    [you] You have kept { $card }, the wrong colour, and lose
   *[other] { $seat } has kept { $card }, the wrong colour, and loses
} { $points ->
    [one] 1 point
   *[other] { $points } points
}.
house-wins = { $seat-is ->
    [you] You win
   *[other] { $seat } wins
} by { $by ->
    [one] 1 point
   *[other] { $by } points
}, { $points } to { $other }.
house-tie = A tie: { $points ->
    [one] 1 point
   *[other] { $points } points
} each.

house-build-or-hold = Build with { $drawn } or keep it?
house-build-either = Build with { $drawn } or your { $held-short }?
house-build-peak = Build a peak of { $drawn } and your { $held-short }
house-only-hold = Keep { $drawn }: there is no valley to cover
house-hold = keep { $card } in hand
house-floor = lay { $card } as a floor at place { $place }
house-peak = build a peak at place { $place }: { $left } left, { $right } right

house-not-drawn = you do not have { $card }: you drew { $drawn } and have no card in hand
house-not-at-hand = you do not have { $card }: you drew { $drawn } and have { $held } in hand
house-holds-one = you have { $held } in hand already and may keep only one card
house-no-valley = there is no valley at place { $place }{ $count ->
    [0] {""} or at any other place
    [one] , only at { $places }
   *[other] ; there are valleys at { $places }
}
house-covered = place { $place } has a floor already{ $count ->
    [0] , and there is no valley left to cover
    [one] ; there is a valley at { $places }
   *[other] ; there are valleys at { $places }
}
house-no-floor = there is no floor for a peak at place { $place }{ $count ->
    [0] {""} or at any other place
    [one] , only at { $places }
   *[other] ; there are floors at { $places }
}
house-peak-takes-two = a peak needs both your cards, the one you drew and the one in your hand, not { $card } twice
