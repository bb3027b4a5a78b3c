# Was Croupier zu Menschen sagt, auf Deutsch. Dieselben Nachrichten und Werte wie in en.ftl; ein Test vergleicht sie.
# Karten heißen ohne Artikel, wie am Kartentisch: "Herz König". So passen sie in jeden Fall.

## An jedem Tisch

seat = Platz { $number }
seat-within = Platz { $number }
you = du
list = { $first } und { $last }
match-over = die Partie ist vorbei
not-held = { $card-short } ist nicht in deiner Hand
held-fewer = { $card-short } hast du nur { $count ->
    [one] einmal
    [2] zweimal
   *[other] { $count }-mal
}
hand = Hand

suit-diamonds = Karo
suit-hearts = Herz
suit-spades = Pik
suit-clubs = Kreuz

number-0 = keine
number-1 = eine
number-2 = zwei
number-3 = drei
number-4 = vier
number-5 = fünf
number-6 = sechs
number-7 = sieben
number-8 = acht
number-9 = neun
number-10 = zehn
number-11 = elf
number-12 = zwölf

## Französische Karten

card-2D = Karo Zwei
card-3D = Karo Drei
card-4D = Karo Vier
card-5D = Karo Fünf
card-6D = Karo Sechs
card-7D = Karo Sieben
card-8D = Karo Acht
card-9D = Karo Neun
card-TD = Karo Zehn
card-JD = Karo Bube
card-QD = Karo Dame
card-KD = Karo König
card-AD = Karo Ass
card-2H = Herz Zwei
card-3H = Herz Drei
card-4H = Herz Vier
card-5H = Herz Fünf
card-6H = Herz Sechs
card-7H = Herz Sieben
card-8H = Herz Acht
card-9H = Herz Neun
card-TH = Herz Zehn
card-JH = Herz Bube
card-QH = Herz Dame
card-KH = Herz König
card-AH = Herz Ass
card-2S = Pik Zwei
card-3S = Pik Drei
card-4S = Pik Vier
card-5S = Pik Fünf
card-6S = Pik Sechs
card-7S = Pik Sieben
card-8S = Pik Acht
card-9S = Pik Neun
card-TS = Pik Zehn
card-JS = Pik Bube
card-QS = Pik Dame
card-KS = Pik König
card-AS = Pik Ass
card-2C = Kreuz Zwei
card-3C = Kreuz Drei
card-4C = Kreuz Vier
card-5C = Kreuz Fünf
card-6C = Kreuz Sechs
card-7C = Kreuz Sieben
card-8C = Kreuz Acht
card-9C = Kreuz Neun
card-TC = Kreuz Zehn
card-JC = Kreuz Bube
card-QC = Kreuz Dame
card-KC = Kreuz König
card-AC = Kreuz Ass
card-BJ = schwarzer Joker
card-RJ = roter Joker

## Uno-Karten

card-B0 = Blau Null
card-B1 = Blau Eins
card-B2 = Blau Zwei
card-B3 = Blau Drei
card-B4 = Blau Vier
card-B5 = Blau Fünf
card-B6 = Blau Sechs
card-B7 = Blau Sieben
card-B8 = Blau Acht
card-B9 = Blau Neun
card-BP = Blau Aussetzen
card-BC = Blau Richtungswechsel
card-R0 = Rot Null
card-R1 = Rot Eins
card-R2 = Rot Zwei
card-R3 = Rot Drei
card-R4 = Rot Vier
card-R5 = Rot Fünf
card-R6 = Rot Sechs
card-R7 = Rot Sieben
card-R8 = Rot Acht
card-R9 = Rot Neun
card-RP = Rot Aussetzen
card-RC = Rot Richtungswechsel
card-Y0 = Gelb Null
card-Y1 = Gelb Eins
card-Y2 = Gelb Zwei
card-Y3 = Gelb Drei
card-Y4 = Gelb Vier
card-Y5 = Gelb Fünf
card-Y6 = Gelb Sechs
card-Y7 = Gelb Sieben
card-Y8 = Gelb Acht
card-Y9 = Gelb Neun
card-YP = Gelb Aussetzen
card-YC = Gelb Richtungswechsel
card-G0 = Grün Null
card-G1 = Grün Eins
card-G2 = Grün Zwei
card-G3 = Grün Drei
card-G4 = Grün Vier
card-G5 = Grün Fünf
card-G6 = Grün Sechs
card-G7 = Grün Sieben
card-G8 = Grün Acht
card-G9 = Grün Neun
card-GP = Grün Aussetzen
card-GC = Grün Richtungswechsel

## Karten des Kartenhauses

card-1R = Rot 1
card-2R = Rot 2
card-3R = Rot 3
card-4R = Rot 4
card-5R = Rot 5
card-6R = Rot 6
card-7R = Rot 7
card-8R = Rot 8
card-9R = Rot 9
card-10R = Rot 10
card-11R = Rot 11
card-12R = Rot 12
card-13R = Rot 13
card-1B = Schwarz 1
card-2B = Schwarz 2
card-3B = Schwarz 3
card-4B = Schwarz 4
card-5B = Schwarz 5
card-6B = Schwarz 6
card-7B = Schwarz 7
card-8B = Schwarz 8
card-9B = Schwarz 9
card-10B = Schwarz 10
card-11B = Schwarz 11
card-12B = Schwarz 12
card-13B = Schwarz 13

## Durak

durak-hand = Hand
durak-stock = Stapel
durak-table = Tisch
durak-beaten-off = Abgelegt
durak-trump = Trumpf

durak-role-attacks = greift an
durak-role-defends = verteidigt
durak-role-takes = nimmt auf
durak-role-throws-in = darf zuwerfen

durak-count-cards = { $count ->
    [1] eine Karte
    [2] zwei Karten
    [3] drei Karten
    [4] vier Karten
    [5] fünf Karten
    [6] sechs Karten
    [7] sieben Karten
    [8] acht Karten
    [9] neun Karten
    [10] zehn Karten
   *[other] { $count } Karten
}

durak-begins = { $seat-is ->
    [you] Trumpf ist { $suit }. Du greifst zuerst an.
   *[other] Trumpf ist { $suit }. { $seat } greift zuerst an.
}
durak-attacks = { $seat-is ->
    [you] Du greifst { $to } mit { $card } an.
   *[other] { $to-is ->
        [you] { $seat } greift dich mit { $card } an.
       *[other] { $seat } greift { $to } mit { $card } an.
    }
}
durak-throws-in = { $seat-is ->
    [you] Du wirfst { $card } zu.
   *[other] { $seat } wirft { $card } zu.
}
durak-beats = { $seat-is ->
    [you] Du schlägst { $against } mit { $card }.
   *[other] { $seat } schlägt { $against } mit { $card }.
}
durak-will-take = { $seat-is ->
    [you] Du gibst auf und wirst die Karten nehmen.
   *[other] { $seat } gibt auf und wird die Karten nehmen.
}
durak-takes = { $seat-is ->
    [you] Du nimmst { durak-count-cards }.
   *[other] { $seat } nimmt { durak-count-cards }.
}
durak-beaten = Alle Karten sind geschlagen und werden abgelegt.
durak-draws = { $seat-is ->
    [you] Du ziehst { durak-count-cards }.
   *[other] { $seat } zieht { durak-count-cards }.
}
durak-draws-cards = { $seat-is ->
    [you] Du ziehst { $cards }.
   *[other] { $seat } zieht { $cards }.
}
durak-out = { $seat-is ->
    [you] Du hast keine Karten mehr und bist draußen.
   *[other] { $seat } hat keine Karten mehr und ist draußen.
}
durak-plays-for = { $seat-is ->
    [you] Du spielst für { $out }.
   *[other] { $out-is ->
        [you] { $seat } spielt für dich.
       *[other] { $seat } spielt für { $out }.
    }
}
durak-wins = { $seat-is ->
    [you] Du und { $partner } seid draußen: Euer Team gewinnt.
   *[other] { $seat } und { $partner } sind draußen: Dieses Team gewinnt.
}

durak-house-rules = in einer Runde { $limit ->
    [one] wird höchstens eine Karte
   *[other] werden höchstens { $limit } Karten
} gegen den Verteidiger gespielt

durak-ask-attack = Greife { $defender } mit einer Karte an
durak-ask-beat = { $card-short } schlagen oder die Karten nehmen?
durak-ask-take = Du kannst { $card-short } nicht schlagen: Nimm die Karten
durak-ask-throw-in = Eine Karte zuwerfen oder passen?
durak-ask-throw-in-more = { $seat } wird die Karten nehmen: noch eine zuwerfen oder passen?
durak-ask-pass = Du hast keine Karte zum Zuwerfen: Passe

durak-do-attack = mit { $card } angreifen
durak-do-beat = mit { $card } schlagen
durak-do-throw-in = { $card } zuwerfen
durak-do-take = die Karten nehmen
durak-do-pass = passen

durak-must-attack = wer angreift, muss eine Karte spielen
durak-lower = { $card-short } ist niedriger als { $against-short }
durak-no-trump = nur ein höherer Trumpf schlägt { $against-short }
durak-wrong-suit = nur ein höheres { $suit } oder irgendein { $trump } (Trumpf) schlägt { $against-short }
durak-rank-not-on-table = { $card-short } kann nicht zugeworfen werden: Auf dem Tisch liegen { $ranks }

durak-diamond = Karo
durak-heart = Herz
durak-spade = Pik
durak-club = Kreuz

## Tractor

trick = Stich
last-trick = letzter Stich
kitty = Skat
trumps = Trumpf
tractor-deals = gibt
tractor-trump-suit = Trumpffarbe
tractor-trump-rank = Trumpfrang
tractor-no-suit = keine
tractor-your-level = Eure Stufe
tractor-their-level = Ihre Stufe
tractor-declarers-level = Stufe der Geberseite
tractor-defenders-level = Stufe der Gegner
tractor-your-points = Eure Punkte
tractor-defenders-points = Punkte der Gegner
tractor-trick-points = Punkte im Stich

tractor-level-2 = Zwei
tractor-level-3 = Drei
tractor-level-4 = Vier
tractor-level-5 = Fünf
tractor-level-6 = Sechs
tractor-level-7 = Sieben
tractor-level-8 = Acht
tractor-level-9 = Neun
tractor-level-T = Zehn
tractor-level-J = Bube
tractor-level-Q = Dame
tractor-level-K = König
tractor-level-A = Ass
tractor-ranks-2 = Zweier
tractor-ranks-3 = Dreier
tractor-ranks-4 = Vierer
tractor-ranks-5 = Fünfer
tractor-ranks-6 = Sechser
tractor-ranks-7 = Siebener
tractor-ranks-8 = Achter
tractor-ranks-9 = Neuner
tractor-ranks-T = Zehner
tractor-ranks-J = Buben
tractor-ranks-Q = Damen
tractor-ranks-K = Könige
tractor-ranks-A = Asse

tractor-a-diamond = Karo
tractor-a-heart = Herz
tractor-a-spade = Pik
tractor-a-club = Kreuz
tractor-a-trump = Trumpf

tractor-house-rules = die Plätze 1 und 3 sind auf Stufe { $one }, die Plätze 2 und 4 auf Stufe { $two }
tractor-dealt = { $seat-is ->
    [you] Du gibst. Dein Team ist auf Stufe { $level }. Drücke acht Karten, dann spiele aus.
   *[other] { $seat } gibt. Die Geberseite ist auf Stufe { $level }.
}
tractor-trumps-are = Trumpf sind { $suit }, alle { $ranks } und die Joker.
tractor-trumps-without-suit = Es gibt keine Trumpffarbe: Nur die { $ranks } und die Joker sind Trumpf.
tractor-buries = { $seat-is ->
    [you] Du drückst
   *[other] { $seat } drückt
} { $count ->
    [one] eine Karte
    [2] zwei Karten
    [3] drei Karten
    [4] vier Karten
    [5] fünf Karten
    [6] sechs Karten
    [7] sieben Karten
    [8] acht Karten
   *[other] { $count } Karten
}.
tractor-buries-cards = { $seat-is ->
    [you] Du drückst { $cards }.
   *[other] { $seat } drückt { $cards }.
}
tractor-leads-card = { $seat-is ->
    [you] Du spielst { $card } aus.
   *[other] { $seat } spielt { $card } aus.
}
tractor-leads-pair = { $seat-is ->
    [you] Du spielst das Paar { $cards } aus.
   *[other] { $seat } spielt das Paar { $cards } aus.
}
tractor-leads-tractor = { $seat-is ->
    [you] Du spielst den Traktor { $cards } aus.
   *[other] { $seat } spielt den Traktor { $cards } aus.
}
tractor-leads-throw = { $seat-is ->
    [you] Du spielst den Wurf { $cards } aus.
   *[other] { $seat } spielt den Wurf { $cards } aus.
}
tractor-follows = { $seat-is ->
    [you] Du bedienst mit
   *[other] { $seat } bedient mit
} { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}.
tractor-trumps-in = { $seat-is ->
    [you] Du stichst mit
   *[other] { $seat } sticht mit
} { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}.
tractor-discards = { $seat-is ->
    [you] Du bist in { $group } blank und spielst
   *[other] { $seat } ist in { $group } blank und spielt
} { $cards-count ->
    [one] { $card }
   *[other] { $cards }
}.
tractor-discards-after-last = { $seat-is ->
    [you] Du spielst { $last }, deine letzten Karten in { $group }, und { $cards }.
   *[other] { $seat } spielt { $last }, die letzten Karten in { $group }, und { $cards }.
}
tractor-wins = { $seat-is ->
    [you] Du gewinnst
   *[other] { $seat } gewinnt
} den Stich{ $points ->
    [0] {""} ohne Punkte
   *[other] {""} und { $points } Punkte
}.
tractor-kitty-kept = Die Geberseite gewinnt den letzten Stich, also zählt der Skat ({ $cards }) nicht.
tractor-kitty-empty = Die Gegner gewinnen den letzten Stich, aber der Skat ({ $cards }) hat keine Punkte.
tractor-kitty-won = Die Gegner gewinnen den letzten Stich. Der Skat ({ $cards }) hat { $points } Punkte, die { $times }-fach zählen: { $bonus } Punkte.
tractor-made = Die Gegner haben { $points } Punkte, weniger als 80: { $levels ->
    [one] eine Stufe
    [2] zwei Stufen
    [3] drei Stufen
   *[other] { $levels } Stufen
} aufwärts auf Stufe { $level } für { $one-is ->
    [you] dich
   *[other] { $one }
} und { $other-is ->
    [you] dich
   *[other] { $other }
}.
tractor-made-and-won = Die Gegner haben { $points } Punkte, weniger als 80: über die Stufe Ass hinaus und damit das ganze Spiel für { $one-is ->
    [you] dich
   *[other] { $one }
} und { $other-is ->
    [you] dich
   *[other] { $other }
}.
tractor-down = Die Gegner haben { $points } Punkte, 80 oder mehr: { $levels ->
    [one] eine Stufe
    [2] zwei Stufen
    [3] drei Stufen
    [4] vier Stufen
   *[other] { $levels } Stufen
} aufwärts auf Stufe { $level } für { $one-is ->
    [you] dich
   *[other] { $one }
} und { $other-is ->
    [you] dich
   *[other] { $other }
}.
tractor-down-and-won = Die Gegner haben { $points } Punkte, 80 oder mehr: über die Stufe Ass hinaus und damit das ganze Spiel für { $one-is ->
    [you] dich
   *[other] { $one }
} und { $other-is ->
    [you] dich
   *[other] { $other }
}.
tractor-down-without-level = Die Gegner haben { $points } Punkte, 80 oder mehr: Das Geben geht an { $one-is ->
    [you] dich
   *[other] { $one }
} und { $other-is ->
    [you] dich
   *[other] { $other }
}, und niemand steigt auf.
tractor-deals-next = { $seat-is ->
    [you] Du gibst als Nächstes.
   *[other] { $seat } gibt als Nächstes.
}

tractor-ask-bury = { $left ->
    [8] Drücke acht Karten
   *[other] Drücke acht Karten: noch { $number }
}
tractor-ask-lead = Spiele eine Karte, ein Paar, einen Traktor oder einen Wurf aus
tractor-ask-void = Gib { $count ->
    [one] irgendeine Karte
   *[other] irgendwelche { $number } Karten
} zu: Du bist in { $group } blank
tractor-ask-all = { $more ->
    [0] Spiele alle Karten in { $group }: { $cards }
    [one] Spiele alle Karten in { $group }, { $cards }, und eine weitere
   *[other] Spiele alle Karten in { $group }, { $cards }, und { $number } weitere
}
tractor-ask-card = Bediene { $one }
tractor-ask-cards = Bediene mit { $number } Karten in { $group }
tractor-ask-pairs = Bediene mit { $pairs ->
    [one] einem Paar
   *[other] { $number } Paaren
} in { $group }
tractor-ask-cards-with-pairs = Bediene mit { $number } Karten in { $group }, darunter { $pairs ->
    [one] ein Paar
   *[other] { $pairs-number } Paare
}
tractor-ask-tractor = Bediene mit einem Traktor aus { $number } Paaren in { $group }
tractor-ask-cards-with-tractor = Bediene mit { $number } Karten in { $group }, darunter ein Traktor aus { $pairs } Paaren
tractor-ask-cards-with-tractors = Bediene mit { $number } Karten in { $group }, darunter deine Traktoren (der längste hat { $pairs } Paare)

tractor-bury = { $card } drücken
tractor-lead-card = { $card } ausspielen
tractor-lead-pair = das Paar { $cards } ausspielen
tractor-lead-tractor = den Traktor { $cards } ausspielen
tractor-lead-throw = den Wurf { $cards } ausspielen
tractor-play = { $cards-count ->
    [one] { $card }
   *[other] { $cards }
} spielen

tractor-bury-first = drücke zuerst acht Karten
tractor-buried-already = acht Karten sind schon gedrückt
tractor-held-once = { $card-short } hast du nur einmal
tractor-lead-something = spiele mindestens eine Karte aus
tractor-lead-one-group = alle Karten müssen von einer Farbe sein, oder alle Trumpf: { $card-short } ist { $one }, { $other-short } ist { $other-one }
tractor-bury-order = drücke in der Reihenfolge der Karten: { $card-short } kommt vor { $last-short }
tractor-bury-too-few = drücke in der Reihenfolge der Karten: Nach { $card-short } wären zu wenige Karten übrig
tractor-follow-count = spiele so viele Karten, wie ausgespielt wurden: { $number }
tractor-follow-all = du musst alle Karten in { $group } spielen: { $cards }
tractor-follow-group = du musst { $group } bedienen: Du hast { $cards }
tractor-follow-pairs = du musst mit { $count ->
    [one] einem Paar
   *[other] { $number } Paaren
} in { $group } bedienen: Du hast { $cards }
tractor-follow-tractors = du musst einen Traktor in { $group } spielen (bis zu { $number } Paare); deine Paare sind { $cards }

## Mau-Mau und Uno

draw-pile = Stapel
discard-pile = Ablage

shed-cards = { $count ->
    [1] eine Karte
    [2] zwei Karten
    [3] drei Karten
    [4] vier Karten
    [5] fünf Karten
    [6] sechs Karten
    [7] sieben Karten
    [8] acht Karten
    [9] neun Karten
    [10] zehn Karten
   *[other] { $count } Karten
}

shed-opens = Die erste Karte ist { $card }.
shed-begins = { $seat-is ->
    [you] Du beginnst.
   *[other] { $seat } beginnt.
}
shed-plays = { $seat-is ->
    [you] Du spielst { $card }.
   *[other] { $seat } spielt { $card }.
}
shed-draws = { $seat-is ->
    [you] Du ziehst { shed-cards }.
   *[other] { $seat } zieht { shed-cards }.
}
shed-draws-cards = { $seat-is ->
    [you] Du ziehst { $cards }.
   *[other] { $seat } zieht { $cards }.
}
shed-keeps = { $seat-is ->
    [you] Du behältst die gezogene Karte.
   *[other] { $seat } behält die gezogene Karte.
}
shed-passes = { $seat-is ->
    [you] Du kannst nicht spielen, und es gibt keine Karte zu ziehen: Du passt.
   *[other] { $seat } kann nicht spielen, und es gibt keine Karte zu ziehen, und passt.
}
shed-skipped = { $seat-is ->
    [you] Du setzt aus.
   *[other] { $seat } setzt aus.
}
shed-turn-over = Die Ablage außer ihrer obersten Karte wird zum neuen Stapel.
shed-wins = { $seat-is ->
    [you] Du hast keine Karten mehr und gewinnst.
   *[other] { $seat } hat keine Karten mehr und gewinnt.
}
shed-house-rules = { $seats } Spieler; nach { $turns ->
    [one] einem Zug
   *[other] { $turns } Zügen
} ohne Sieger endet die Partie
shed-nobody = Die Grenze der Züge ist erreicht: Niemand gewinnt.
shed-won = gewinnt

shed-turns-left = Züge übrig

shed-ask-draw = Keine deiner Karten passt auf { $top-short }: Ziehe eine
shed-ask-drawn = Du hast { $card-short } gezogen: spielen oder behalten?
shed-ask-keep = Du hast { $card-short } gezogen, das passt nicht: Behalte die Karte
shed-ask-pass = Du kannst nicht spielen, und es gibt keine Karte zu ziehen: Passe

shed-choose-play = { $card } spielen
shed-choose-draw = { shed-cards } ziehen
shed-choose-keep = { $card } behalten
shed-choose-pass = passen

must-play = { $cards-count ->
    [1] du hast eine Karte, die passt, und musst sie spielen: { $cards }
   *[other] du hast Karten, die passen, und musst eine davon spielen: { $cards }
}
must-draw = du hast keine Karte, die passt, und musst ziehen
drawn-already = du hast schon gezogen: Spiele diese Karte oder behalte sie
nothing-to-draw = es gibt keine Karte zu ziehen

## Mau-Mau

mau-mau-jacks = Buben
mau-mau-a-diamond = Karo
mau-mau-a-heart = Herz
mau-mau-a-spade = Pik
mau-mau-a-club = Kreuz
mau-mau-a-seven = eine Sieben
mau-mau-an-eight = eine Acht
mau-mau-a-nine = eine Neun
mau-mau-a-ten = eine Zehn
mau-mau-a-jack = einen Buben
mau-mau-a-queen = eine Dame
mau-mau-a-king = einen König
mau-mau-an-ace = ein Ass

mau-mau-wishes = { $seat-is ->
    [you] Du spielst { $card } und wünschst { $suit }.
   *[other] { $seat } spielt { $card } und wünscht { $suit }.
}
mau-mau-owes = { $seat-is ->
    [you] Du musst eine Sieben spielen, wenn du eine hast; sonst ziehst du { shed-cards }.
   *[other] { $seat } muss eine Sieben spielen oder { shed-cards } ziehen.
}
mau-mau-doubled = Die letzte Karte war ein Bube: Alle Punkte zählen doppelt.
mau-mau-left = { $seat } bleibt mit { shed-cards } sitzen.
mau-mau-left-worth = { $seat-is ->
    [you] Du behältst
   *[other] { $seat } behält
} { shed-cards }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.

mau-mau-wish = gewünschte Farbe
mau-mau-owed = zu ziehen

mau-mau-ask-play = Spiele { $a-suit }, { $a-rank } oder einen Buben
mau-mau-ask-no-jack = Spiele irgendeine Karte außer einem Buben
mau-mau-ask-wish = Spiele { $a-suit }
mau-mau-ask-draw-wish = Du musst { $suit } spielen und hast keines: Ziehe eine Karte
mau-mau-ask-seven = Du musst eine Sieben spielen; wer dann dran ist, spielt eine Sieben oder zieht { shed-cards }
mau-mau-ask-penalty = Du hast keine Sieben: Ziehe { shed-cards }

mau-mau-choose-wish = { $card } spielen, Wunsch { $suit }

mau-mau-wish-missing = wünsche eine Farbe zum Buben, wie js d
mau-mau-wish-not-due = nur mit einem Buben kannst du eine Farbe wünschen
mau-mau-only-a-seven = { $card-short } geht nicht auf { $top-short }: Spiele eine Sieben, wenn du eine hast, sonst ziehe { shed-cards }
mau-mau-jack-on-jack = ein Bube geht nicht auf einen Buben
mau-mau-not-the-wish = { $card-short } passt nicht: Gewünscht ist { $suit }
mau-mau-does-not-fit = { $card-short } passt nicht auf { $top-short }: Spiele dieselbe Farbe oder denselben Rang

## Uno

uno-blue = Blau
uno-red = Rot
uno-yellow = Gelb
uno-green = Grün
uno-a-pass = ein Aussetzen
uno-a-change = einen Richtungswechsel
uno-a-0 = eine Null
uno-a-1 = eine Eins
uno-a-2 = eine Zwei
uno-a-3 = eine Drei
uno-a-4 = eine Vier
uno-a-5 = eine Fünf
uno-a-6 = eine Sechs
uno-a-7 = eine Sieben
uno-a-8 = eine Acht
uno-a-9 = eine Neun

uno-other-deck = Dies ist ein besonderes Blatt: { shed-cards }.
uno-goes-counter-clockwise = Es geht gegen den Uhrzeigersinn.
uno-direction-changes = Die Richtung wechselt.
uno-stuck = Niemand kann spielen oder ziehen, also gewinnt niemand.

uno-direction = Richtung
uno-clockwise = im Uhrzeigersinn
uno-counter-clockwise = gegen den Uhrzeigersinn

uno-ask-play = Spiele { $colour } oder { $a-symbol }

uno-does-not-match = { $card-short } passt nicht auf { $top-short }: Spiele dieselbe Farbe, Zahl oder dasselbe Zeichen

## Kartenhaus

house-red = Rot
house-black = Schwarz
house-tower = das Haus
house-row = Reihe
house-held = Hand

house-house-rules = Ränge 1 bis { $ranks } in beiden Farben

house-colours = { $red-is ->
    [you] Du spielst Rot, und { $black } spielt Schwarz.
   *[other] { $black-is ->
        [you] Du spielst Schwarz, und { $red } spielt Rot.
       *[other] { $seat } spielt Rot, und { $black } spielt Schwarz.
    }
}
house-begins = Die erste Karte ist { $colour }, also { $first-is ->
    [you] beginnst du.
   *[other] beginnt { $first }.
}
house-holds = { $seat-is ->
    [you] Du behältst { $card } auf der Hand.
   *[other] { $seat } behält { $card } auf der Hand.
}
house-lays = { $seat-is ->
    [you] Du legst
   *[other] { $seat } legt
} { $card } als Boden an Stelle { $place }: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
} für { $to-is ->
    [you] dich.
   *[other] { $colour }.
}
house-sets = { $seat-is ->
    [you] Du baust
   *[other] { $seat } baut
} an Stelle { $place } eine Spitze mit { $left } links und { $right } rechts: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
} für { $to-is ->
    [you] dich.
   *[other] { $colour }.
}
house-held-counts = { $seat-is ->
    [you] Du hast { $card } behalten, deine eigene Farbe, und bekommst
   *[other] { $seat } hat { $card } behalten, die eigene Farbe, und bekommt
} { $points ->
    [one] noch 1 Punkt
   *[other] noch { $points } Punkte
}.
house-held-costs = { $seat-is ->
    [you] Du hast { $card } behalten, die falsche Farbe, und verlierst
   *[other] { $seat } hat { $card } behalten, die falsche Farbe, und verliert
} { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.
house-wins = { $seat-is ->
    [you] Du gewinnst
   *[other] { $seat } gewinnt
} mit { $by ->
    [one] 1 Punkt
   *[other] { $by } Punkten
} Vorsprung, { $points } zu { $other }.
house-tie = Unentschieden: je { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.

house-build-or-hold = Mit { $drawn } bauen oder behalten?
house-build-either = Mit { $drawn } oder deiner { $held-short } bauen?
house-build-peak = Baue eine Spitze aus { $drawn } und deiner { $held-short }
house-only-hold = Behalte { $drawn }: Es gibt kein Tal zum Überdecken
house-hold = { $card } auf der Hand behalten
house-floor = { $card } als Boden an Stelle { $place } legen
house-peak = eine Spitze an Stelle { $place } bauen: { $left } links, { $right } rechts

house-not-drawn = du hast { $card } nicht: Du hast { $drawn } gezogen und keine Karte auf der Hand
house-not-at-hand = du hast { $card } nicht: Du hast { $drawn } gezogen und { $held } auf der Hand
house-holds-one = du hast schon { $held } auf der Hand und darfst nur eine Karte behalten
house-no-valley = an Stelle { $place } ist kein Tal{ $count ->
    [0] {""}, und auch sonst nirgends
    [one] , nur an { $places }
   *[other] ; Täler sind an { $places }
}
house-covered = an Stelle { $place } liegt schon ein Boden{ $count ->
    [0] , und kein Tal ist übrig
    [one] ; ein Tal ist an { $places }
   *[other] ; Täler sind an { $places }
}
house-no-floor = an Stelle { $place } ist kein Boden für eine Spitze{ $count ->
    [0] {""}, und auch sonst nirgends
    [one] , nur an { $places }
   *[other] ; Böden sind an { $places }
}
house-peak-takes-two = eine Spitze braucht beide Karten, die gezogene und die auf der Hand, nicht zweimal { $card }
