//! What everybody sees, and every rule that needs no more than that and the hand of the seat in turn.

use cards::{BySeat, Card, CardSet, Flow, Rank, Seat, Suit};

use super::rules::Rules;

/// Seven to ace of four suits.
pub(super) const DECK: CardSet = CardSet::deck_from(Rank::Seven);
pub(super) const JACKS: CardSet = CardSet::rank(Rank::Jack);
pub(super) const SEVENS: CardSet = CardSet::rank(Rank::Seven);
pub(super) const EIGHTS: CardSet = CardSet::rank(Rank::Eight);

/// How many cards the deck has.
pub(super) const CARDS: usize = 32;

/// Stands for a card nobody may look at; a place holder, never shown.
pub(super) const HIDDEN: Card = Card::new(Rank::Seven, Suit::Diamonds);

/// What may go on a card that has no effect (any more): its suit, its rank and every jack. On a
/// jack whose player wished nothing, the opening card, everything but a jack.
const ON: [CardSet; 64] = {
    let mut on = [CardSet::EMPTY; 64];
    let mut code = 0;
    while code < 64 {
        if let Some(card) = Card::from_code(code)
            && let (Some(rank), Some(suit)) = (card.rank(), card.suit())
        {
            let same = CardSet::rank(rank).bits() | CardSet::suit(suit).bits();
            let bits = if matches!(rank, Rank::Jack) { !JACKS.bits() } else { same | JACKS.bits() };
            on[code as usize] = CardSet::from_bits(bits & DECK.bits());
        }
        code += 1;
    }
    on
};

/// What may go on a jack whose player wished each suit: that suit, but no jack.
const WISHED: [CardSet; 4] = {
    let mut wished = [CardSet::EMPTY; 4];
    let mut suit = 0;
    while suit < 4 {
        wished[suit] =
            CardSet::from_bits(CardSet::suit(Suit::ALL[suit]).bits() & DECK.bits() & !JACKS.bits());
        suit += 1;
    }
    wished
};

/// How many jacks: the product adds up the four lanes in its highest, where counting all 64 bits takes
/// a dozen steps on machines without an instruction for it.
#[inline]
fn count_jacks(jacks: CardSet) -> u32 {
    let one_a_lane = jacks.bits() >> Rank::Jack as u32;
    (one_a_lane.wrapping_mul(CardSet::rank(Rank::Two).bits()) >> 48) as u32
}

/// What may follow a card once its effect on the next seat is over.
pub(super) fn followers(card: Card, wish: Option<Suit>) -> CardSet {
    match wish {
        Some(suit) => WISHED[suit as usize],
        None => ON[card.code() as usize],
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lay a card on the open one; a jack, and only a jack, comes with a wish.
    Play {
        /// Which card.
        card: Card,
        /// The suit wished with a jack.
        wish: Option<Suit>,
    },
    /// Take a card from the draw pile, or all that are owed for sevens.
    Draw,
    /// Keep the card just drawn; or go without where there is nothing to draw.
    Pass,
}

/// What the seat in turn is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It begins its turn.
    Play,
    /// It has drawn a card and may play it, if it fits, or keep it. It is asked either way: the
    /// table must not learn from the question whether the card fits.
    Drawn {
        /// Did it come from a turned pile, so that everybody knows it?
        seen: bool,
    },
    /// Nothing more: it has won.
    Won,
    /// Nothing more: nobody has won in the turns there were.
    Nobody,
    /// Nothing yet: what must be said first.
    Due(Due),
}

/// What follows from an event and is about to be said. A match never stops here, for it says everything that
/// follows from an action at once; whoever is told one event after the other does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Due {
    /// Who has the first turn.
    First,
    /// The cards dealt, and the opening card.
    Deal,
    /// That the seat before the one in turn is skipped.
    Skip,
    /// That the seat in turn has won.
    Win,
    /// That nobody has won.
    Nobody,
}

/// What everybody at the table sees and remembers.
///
/// A card that once lay open is never lost sight of: it goes from the discard pile to a draw pile
/// of known order, from there to a known hand and back. So the set of those cards is all that must
/// be remembered: what the table knows of a hand is its part of that set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    /// The cards that may be played; only sevens while a seven is active.
    fits: CardSet,
    /// The cards that lie or have lain open.
    pub(super) shown: CardSet,
    /// Turns left until the match ends without a winner.
    left: u32,
    /// How many cards each seat holds.
    sizes: BySeat<u8>,
    turn: Seat,
    phase: Phase,
    /// The open card.
    top: Card,
    /// Cards the seat in turn must take unless it plays a seven; while it takes them, those still to come.
    owed: u8,
    /// Cards on the table besides the open one: all that can still be drawn.
    spare: u8,
    /// Has the discard pile been turned over? From then on every card that can be drawn is known.
    pub(super) turned: bool,
}

impl Public {
    /// Before the first card is dealt.
    pub(super) fn new(rules: Rules) -> Public {
        Public {
            fits: CardSet::EMPTY,
            shown: CardSet::EMPTY,
            left: rules.turns,
            sizes: BySeat::all(usize::from(rules.seats), 0),
            turn: Seat::new(0),
            phase: Phase::Due(Due::First),
            top: HIDDEN,
            owed: 0,
            spare: CARDS as u8 - 1,
            turned: false,
        }
    }

    /// How many sit at the table.
    pub fn seats(&self) -> usize {
        self.sizes.len()
    }

    /// The seat that must decide, or `None` once the match is over.
    pub fn turn(&self) -> Option<Seat> {
        matches!(self.phase, Phase::Play | Phase::Drawn { .. }).then_some(self.turn)
    }

    /// The seat in turn; once one has won, the winner.
    pub fn in_turn(&self) -> Seat {
        self.turn
    }

    /// The seat after the one in turn, whom a seven would punish and an eight skip.
    pub fn next(&self) -> Seat {
        self.turn.next(self.seats())
    }

    /// What the seat in turn is doing.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How many cards a seat holds.
    pub fn size(&self, seat: Seat) -> u32 {
        u32::from(self.sizes[seat])
    }

    /// The open card.
    pub fn top(&self) -> Card {
        self.top
    }

    /// The suit that binds everybody while a jack is the open card.
    pub fn wish(&self) -> Option<Suit> {
        Suit::ALL.into_iter().find(|&suit| WISHED[suit as usize] == self.fits)
    }

    /// Cards to take for active sevens.
    pub fn owed(&self) -> u32 {
        u32::from(self.owed)
    }

    /// Turns left until the match ends without a winner.
    pub fn turns_left(&self) -> u32 {
        self.left
    }

    /// Cards that can still be drawn.
    pub fn spare(&self) -> u32 {
        u32::from(self.spare)
    }

    /// The cards of a hand that may be played.
    pub fn playable(&self, hand: CardSet) -> CardSet {
        hand & self.fits
    }

    /// Is the open card a seven that the seat in turn must answer or pay for? True until it has paid.
    #[inline]
    pub fn is_seven_active(&self) -> bool {
        self.fits == SEVENS
    }

    /// This seat will be dealt the first card and have the first turn.
    pub(super) fn first(&mut self, seat: Seat) {
        (self.turn, self.phase) = (seat, Phase::Due(Due::Deal));
    }

    /// A card goes from the deck to a hand.
    pub(super) fn give(&mut self, seat: Seat) {
        self.sizes[seat] += 1;
        self.spare -= 1;
    }

    /// The opening card is laid open, with its effect on the first seat; says who is skipped.
    pub(super) fn open(&mut self, card: Card) -> Option<Seat> {
        self.shown.insert(card);
        self.top = card;
        self.fits = ON[card.code() as usize];
        if SEVENS.contains(card) {
            (self.owed, self.fits) = (2, SEVENS);
        }
        self.phase = Phase::Play;
        let skipped = EIGHTS.contains(card).then_some(self.turn);
        if skipped.is_some() {
            self.turn = self.next();
        }
        skipped
    }

    /// The seat in turn plays a card.
    #[inline]
    pub(super) fn play(&mut self, card: Card, wish: Option<Suit>) {
        self.shown.insert(card);
        self.top = card;
        self.spare += 1;
        self.sizes[self.turn] -= 1;
        // A last card wins and has no effect ("End of the game").
        if self.sizes[self.turn] == 0 {
            self.phase = Phase::Won;
            return;
        }
        self.fits = followers(card, wish);
        if SEVENS.contains(card) {
            self.owed += 2;
            self.fits = SEVENS;
        }
        if EIGHTS.contains(card) {
            self.turn = self.next();
        }
        self.end_turn();
    }

    /// The seat in turn takes a card from the draw pile; did everybody see it?
    #[inline]
    pub(super) fn draw(&mut self, seen: bool) {
        self.phase = Phase::Drawn { seen };
        self.sizes[self.turn] += 1;
        self.spare -= 1;
    }

    /// The seat in turn ends it without playing: it took a penalty, kept what it drew or found
    /// nothing to draw. The last cannot go round the table: all cards but the open one are
    /// in hands then, and some of them fit.
    #[inline]
    pub(super) fn pass(&mut self) {
        if self.is_seven_active() {
            // The punished seat has had its turn; the seven is a card like any other from here on.
            self.owed = 0;
            self.fits = ON[self.top.code() as usize];
        }
        self.end_turn();
    }

    #[inline]
    fn end_turn(&mut self) {
        self.turn = self.next();
        self.left -= 1;
        self.phase = if self.left == 0 { Phase::Nobody } else { Phase::Play };
    }

    /// One of the cards owed has been taken, for somebody who is told of each: the others are still to come.
    pub(super) fn paid_one(&mut self) {
        self.owed = self.owed.saturating_sub(1);
    }

    /// This card has been laid open, and what follows from that is about to be said.
    pub(super) fn await_effect(&mut self, card: Card) {
        if EIGHTS.contains(card) && self.phase != Phase::Won {
            self.phase = Phase::Due(Due::Skip);
        } else {
            self.await_end();
        }
    }

    /// If the match is over, that is about to be said.
    pub(super) fn await_end(&mut self) {
        self.phase = match self.phase {
            Phase::Won => Phase::Due(Due::Win),
            Phase::Nobody => Phase::Due(Due::Nobody),
            phase => phase,
        };
    }

    /// What was due has been said.
    pub(super) fn said(&mut self) {
        self.phase = match self.phase {
            Phase::Due(Due::Win) => Phase::Won,
            Phase::Due(Due::Nobody) => Phase::Nobody,
            Phase::Due(Due::Skip) if self.left == 0 => Phase::Due(Due::Nobody),
            Phase::Due(Due::Skip) => Phase::Play,
            phase => phase,
        };
    }

    /// Takes the limit off and forgets the time passed: two positions that differ in nothing else
    /// go on alike.
    pub(super) fn without_limit(mut self) -> Public {
        self.left = u32::MAX;
        self
    }

    /// What the seat in turn may do with nothing that fits, or besides playing what does.
    pub(super) fn otherwise(&self, playable: CardSet) -> Option<Action> {
        match self.phase {
            Phase::Drawn { .. } => Some(Action::Pass),
            // Who holds a card that fits must play one (the live game's reading of "must take").
            Phase::Play if !playable.is_empty() => None,
            Phase::Play if self.spare == 0 => Some(Action::Pass),
            Phase::Play => Some(Action::Draw),
            _ => None,
        }
    }

    /// The cards of the hand that may be played in this phase, jacks apart.
    fn choice(&self, hand: CardSet) -> (CardSet, CardSet) {
        let playable = if self.turn().is_some() { self.playable(hand) } else { CardSet::EMPTY };
        (playable - JACKS, playable & JACKS)
    }

    /// Visits what the seat in turn may do: other cards first, then jacks, then draw or pass.
    pub(super) fn actions(&self, hand: CardSet, mut visit: impl FnMut(Action) -> Flow) -> Flow {
        let (plain, jacks) = self.choice(hand);
        for card in plain {
            visit(Action::Play { card, wish: None })?;
        }
        for card in jacks {
            for suit in Suit::ALL {
                visit(Action::Play { card, wish: Some(suit) })?;
            }
        }
        self.otherwise(plain | jacks).map_or(Flow::Continue(()), visit)
    }

    /// How many actions the seat in turn has.
    #[inline]
    pub(super) fn count(&self, hand: CardSet) -> u32 {
        let (plain, jacks) = self.choice(hand);
        plain.len() + 4 * count_jacks(jacks) + u32::from(self.otherwise(plain | jacks).is_some())
    }

    /// Action number `n` of the seat in turn.
    #[inline]
    pub(super) fn nth(&self, hand: CardSet, n: u32) -> Option<Action> {
        let (plain, jacks) = self.choice(hand);
        if let Some(card) = plain.nth(n) {
            return Some(Action::Play { card, wish: None });
        }
        let n = n - plain.len();
        if let Some(card) = jacks.nth(n / 4) {
            return Some(Action::Play { card, wish: Some(Suit::ALL[n as usize % 4]) });
        }
        self.otherwise(plain | jacks).filter(|_| n == 4 * count_jacks(jacks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jacks_are_counted_right() {
        for some in 0..16u32 {
            let jacks: CardSet =
                JACKS.enumerate().filter(|(n, _)| some >> n & 1 == 1).map(|(_, c)| c).collect();
            assert_eq!(count_jacks(jacks), some.count_ones());
        }
    }
}
