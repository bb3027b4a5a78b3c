//! What everybody sees, and every rule that needs only that and the hand of the seat in turn.

use cards::{BySeat, Card, CardSet, Flow, Rank, Seat, Suit};

use super::types::{Action, Rules};

/// Seven to ace of four suits.
pub(super) const DECK: CardSet = CardSet::deck_from(Rank::Seven);
pub(super) const JACKS: CardSet = CardSet::rank(Rank::Jack);
pub(super) const SEVENS: CardSet = CardSet::rank(Rank::Seven);
pub(super) const EIGHTS: CardSet = CardSet::rank(Rank::Eight);

/// How many cards the deck has.
pub(super) const CARDS: usize = 32;

/// Stands for a hidden card; a placeholder that is never shown.
pub(super) const HIDDEN: Card = Card::new(Rank::Seven, Suit::Diamonds);

/// What may be played on a card without an active effect: its suit, its rank and every jack. On a jack
/// without a wish, which is the opening card, everything but a jack.
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

/// What may be played on a jack with a wish for each suit: that suit, but no jack.
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

/// How many jacks. The multiplication adds the four lanes up in the highest one. To count all 64 bits takes a
/// dozen steps on machines without an instruction for it.
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

/// What the seat in turn is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It begins its turn.
    Play,
    /// It has drawn a card and may play it, if it fits, or keep it. It is asked in any case, so that the
    /// table does not learn whether the card fits.
    Drawn {
        /// Did it come from a turned pile, so that everybody knows it?
        seen: bool,
    },
    /// The match is over: this seat has won.
    Won,
    /// The match is over: nobody has won.
    Nobody,
    /// An event that follows from the last one must come first.
    Due(Due),
}

/// An event that follows from the last one and must come next. A match never rests here, because it emits all
/// events of an action at once. A view, which observes them one by one, does.
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
/// Once a card has been face up, everybody always knows where it is: it goes from the discard pile to a draw
/// pile of known order, from there to a hand and back. So it is enough to remember the set of those cards:
/// the known cards of a hand are those in the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    /// The cards that may be played; only sevens while a seven is active.
    fits: CardSet,
    /// The cards that are or have been face up.
    pub(super) shown: CardSet,
    /// Turns left until the match ends without a winner.
    left: u32,
    /// How many cards each seat holds.
    sizes: BySeat<u8>,
    turn: Seat,
    phase: Phase,
    /// The open card.
    top: Card,
    /// The penalty cards that the seat in turn must draw unless it plays a seven; while it draws them, the
    /// rest.
    owed: u8,
    /// All cards that can still be drawn: those on the table except the open one.
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

    /// The next seat, which a seven would punish and an eight skip.
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

    /// The wished suit while a jack is the open card.
    pub fn wish(&self) -> Option<Suit> {
        Suit::ALL.into_iter().find(|&suit| WISHED[suit as usize] == self.fits)
    }

    /// Cards to draw for active sevens.
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

    /// Is the open card a seven that the seat in turn must answer or draw for? True until it has drawn.
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

    /// Turns up the opening card, with its effect on the first seat. Returns the seat that is skipped.
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

    /// The seat in turn draws a card; `seen` if everybody knows it.
    #[inline]
    pub(super) fn draw(&mut self, seen: bool) {
        self.phase = Phase::Drawn { seen };
        self.sizes[self.turn] += 1;
        self.spare -= 1;
    }

    /// The seat in turn ends its turn without playing: it drew a penalty, kept what it drew or had nothing to
    /// draw. Not all seats can pass in a row because there is nothing to draw: then all cards but the open
    /// one are in hands, and some of them fit.
    #[inline]
    pub(super) fn pass(&mut self) {
        if self.is_seven_active() {
            // From here on the seven has no effect.
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

    /// One penalty card has been drawn. Only a view, which observes each card, needs this.
    pub(super) fn paid_one(&mut self) {
        self.owed = self.owed.saturating_sub(1);
    }

    /// This card has been played, and the event that follows from it must come next.
    pub(super) fn await_effect(&mut self, card: Card) {
        if EIGHTS.contains(card) && self.phase != Phase::Won {
            self.phase = Phase::Due(Due::Skip);
        } else {
            self.await_end();
        }
    }

    /// If the match is over, the event of the end must come next.
    pub(super) fn await_end(&mut self) {
        self.phase = match self.phase {
            Phase::Won => Phase::Due(Due::Win),
            Phase::Nobody => Phase::Due(Due::Nobody),
            phase => phase,
        };
    }

    /// The event that was due has come.
    pub(super) fn came_due(&mut self) {
        self.phase = match self.phase {
            Phase::Due(Due::Win) => Phase::Won,
            Phase::Due(Due::Nobody) => Phase::Nobody,
            Phase::Due(Due::Skip) if self.left == 0 => Phase::Due(Due::Nobody),
            Phase::Due(Due::Skip) => Phase::Play,
            phase => phase,
        };
    }

    /// The same without the turns left, to compare positions of different turns.
    pub(super) fn without_limit(mut self) -> Public {
        self.left = u32::MAX;
        self
    }

    /// What the seat in turn may do other than play a card.
    pub(super) fn otherwise(&self, playable: CardSet) -> Option<Action> {
        match self.phase {
            Phase::Drawn { .. } => Some(Action::Pass),
            // A seat with a fitting card must play one (our reading of "must take").
            Phase::Play if !playable.is_empty() => None,
            Phase::Play if self.spare == 0 => Some(Action::Pass),
            Phase::Play => Some(Action::Draw),
            _ => None,
        }
    }

    /// The cards of the hand that may be played: jacks, and the others.
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
