# Everything Elements says, in English.

card-F1 = the one of fire
card-F2 = the two of fire
card-F3 = the three of fire
card-F4 = the four of fire
card-L1 = the one of leaf
card-L2 = the two of leaf
card-L3 = the three of leaf
card-L4 = the four of leaf
card-W1 = the one of water
card-W2 = the two of water
card-W3 = the three of water
card-W4 = the four of water

elements-house-rules = { $seats } players

elements-face-down = face down
elements-trick = trick
elements-out-of-play = out of play
elements-tricks = tricks

elements-first = { $seat-is ->
    [you] You are first.
   *[other] { $seat } is first.
}
elements-hides = { $seat } hides a card.
elements-hides-card = { $seat-is ->
    [you] You hide { $card }.
   *[other] { $seat } hides { $card }.
}
elements-plays = { $seat-is ->
    [you] You play { $card }.
   *[other] { $seat } plays { $card }.
}
elements-wins-trick = { $seat-is ->
    [you] You win the trick
   *[other] { $seat } wins the trick
}: { $points ->
    [one] one point
   *[other] { $points } points
}.

elements-ask-hide = Hide a card.
elements-ask-lead = Lead any card.
elements-ask-follow = Play any card; { $number } or more wins.
elements-choose-hide = hide { $card-short }
elements-choose-play = play { $card-short }

elements-hide-first = hide a card first
elements-hidden-already = you have hidden a card already
