//! What everybody at the table sees, and how each event changes it.
//!
//! The truth and every view have a `Public` and feed it the same events. So every rule about the course of a
//! round is here, once.

use cards::{Card, CardSet, Pile, Seat, Suit};

use super::rules::{DECK, SEATS};
use super::types::{Event, Rules};

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The trump suit is named.
    Trump,
    /// The cards are being dealt.
    Deal,
    /// The attacker lays the first card of a round.
    Attack,
    /// The defender beats this card or takes.
    Defend {
        /// The open card.
        against: Card,
    },
    /// A seat may throw in a card.
    ThrowIn {
        /// Who is asked.
        asked: Seat,
        /// Has the defender decided to take?
        taking: bool,
    },
    /// A team is out.
    Over,
}

/// The open part of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    /// The house rules.
    pub rules: Rules,
    /// The trump suit.
    pub trump: Suit,
    /// What the table waits for.
    pub phase: Phase,
    /// Cards left in the stock.
    pub stock: u8,
    /// The seat whose turn it is to attack. If it is out, its partner plays for it.
    slot: Seat,
    /// The `slot` of the last round: that seat draws first.
    draws_first: Seat,
    /// How many more cards may be laid under the defender in this round.
    room: u8,
    /// The cards of the round in the order they were laid; the first `2 * beaten` are pairs.
    table: Pile<Card, 12>,
    beaten: u8,
    /// The same cards as a set.
    on_table: CardSet,
    /// Cards beaten off, out of the match.
    pub gone: CardSet,
    counts: [u8; SEATS],
    /// Cards that everybody saw the seat take.
    shown: [CardSet; SEATS],
    out: [bool; SEATS],
}

impl Public {
    /// Before the first event.
    pub fn new(rules: Rules) -> Public {
        let filler = DECK.first().expect("the deck has cards");
        Public {
            rules,
            trump: Suit::Diamonds,
            phase: Phase::Trump,
            stock: DECK.len() as u8,
            slot: Seat::new(0),
            draws_first: Seat::new(0),
            room: 0,
            table: Pile::new(filler),
            beaten: 0,
            on_table: CardSet::EMPTY,
            gone: CardSet::EMPTY,
            counts: [0; SEATS],
            shown: [CardSet::EMPTY; SEATS],
            out: [false; SEATS],
        }
    }

    /// How many cards a seat holds.
    pub fn count(&self, seat: Seat) -> u8 {
        self.counts[seat.index()]
    }

    /// Cards that everybody knows the seat holds, because it took them from the table.
    pub fn shown(&self, seat: Seat) -> CardSet {
        self.shown[seat.index()]
    }

    /// The same for every seat.
    pub(super) fn all_shown(&self) -> [CardSet; SEATS] {
        self.shown
    }

    /// Is the seat out?
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out[seat.index()]
    }

    /// Cards of this round.
    pub fn on_table(&self) -> CardSet {
        self.on_table
    }

    /// Cards beaten in this round, each with the card that beat it, then the cards not beaten.
    pub fn table(&self) -> (impl Iterator<Item = (Card, Card)> + '_, &[Card]) {
        let (pairs, open) = self.table.as_slice().split_at(2 * self.beaten as usize);
        (pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])), open)
    }

    /// The seat that acts for a seat: itself, or its partner once it is out (statement, team rule 3: the
    /// other plays for both).
    fn acting(&self, seat: Seat) -> Seat {
        if self.is_out(seat) { seat.partner() } else { seat }
    }

    /// Who attacks in this round.
    pub fn attacker(&self) -> Seat {
        self.acting(self.slot)
    }

    /// The seat under attack.
    pub fn defender(&self) -> Seat {
        self.acting(self.slot.next(SEATS))
    }

    /// The seat whose turn it is to attack, even if it is out and its partner plays for it.
    pub fn slot(&self) -> Seat {
        self.slot
    }

    /// The order in which hands are filled after a round: the attacker first, then counter-clockwise
    /// (statement, 6).
    pub(super) fn draw_order(&self) -> [Seat; SEATS] {
        [0, 3, 2, 1].map(|step| self.draws_first.plus(step, SEATS))
    }

    /// How many more cards may be laid under the defender in this round.
    pub fn room(&self) -> u8 {
        self.room
    }

    /// Who must decide.
    pub fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Attack => Some(self.attacker()),
            Phase::Defend { .. } => Some(self.defender()),
            Phase::ThrowIn { asked, .. } => Some(asked),
            Phase::Trump | Phase::Deal | Phase::Over => None,
        }
    }

    /// The cards of `hand` that the seat to move may lay.
    pub fn playable(&self, hand: CardSet) -> CardSet {
        match self.phase {
            Phase::Attack => hand,
            Phase::Defend { against } => hand & self.beating(against),
            Phase::ThrowIn { .. } => hand & self.on_table.same_ranks(),
            Phase::Trump | Phase::Deal | Phase::Over => CardSet::EMPTY,
        }
    }

    /// May the seat to move take or pass?
    pub fn may_refuse(&self) -> bool {
        matches!(self.phase, Phase::Defend { .. } | Phase::ThrowIn { .. })
    }

    /// Every card that beats this one: higher ones of its suit, and any trump beats a plain card.
    pub(super) fn beating(&self, card: Card) -> CardSet {
        let suit = CardSet::suit(card.suit().expect("durak has no jokers"));
        let trumps = CardSet::suit(self.trump);
        let higher = CardSet::from_bits(u64::MAX << card.code() << 1) & suit;
        if suit == trumps { higher } else { higher | trumps }
    }

    /// A seat of the winning team: the team that has both seats out.
    pub fn winner(&self) -> Option<Seat> {
        [Seat::new(0), Seat::new(1)].into_iter().find(|&s| self.is_out(s) && self.is_out(s.partner()))
    }

    /// Updates the table after an event.
    #[inline]
    pub fn observe(&mut self, event: Event) {
        match event {
            Event::Trump(suit) => {
                self.trump = suit;
                self.phase = Phase::Deal;
            }
            Event::Give(seat, _) => {
                self.counts[seat.index()] += 1;
                self.stock -= 1;
            }
            Event::First(seat) => {
                self.slot = seat;
                self.phase = Phase::Attack;
            }
            Event::Move { by, card, .. } => {
                // At most six cards, and never more than the defender holds (statement, 3).
                self.room = self.rules.limit.min(self.count(self.defender()));
                self.lay_attack(by, card);
            }
            Event::Add { by, card, .. } => self.lay_attack(by, card),
            Event::Beat(seat, card) => {
                self.lay(seat, card);
                self.beaten += 1;
                self.ask_first(false);
            }
            Event::Take(_) => self.ask_first(true),
            Event::Pass(seat) => {
                let Phase::ThrowIn { taking, .. } = self.phase else { return };
                self.ask_after(seat, taking);
            }
            Event::Out(seat) => self.leave(seat),
        }
    }

    fn lay(&mut self, seat: Seat, card: Card) {
        self.table.push(card);
        self.on_table.insert(card);
        self.counts[seat.index()] -= 1;
        self.shown[seat.index()].remove(card);
    }

    fn lay_attack(&mut self, by: Seat, card: Card) {
        self.lay(by, card);
        self.room -= 1;
        match self.phase {
            // While the defender takes, no card is beaten: the same seat is asked again.
            Phase::ThrowIn { taking: true, .. } if self.room > 0 => (),
            Phase::ThrowIn { taking: true, .. } => self.end_round(true),
            _ => self.phase = Phase::Defend { against: card },
        }
    }

    /// The attacker is asked first, then counter-clockwise without the defender's partner, so only the
    /// attacker's partner follows. This starts again after each beaten card and after `take`.
    fn ask_first(&mut self, taking: bool) {
        if self.room == 0 {
            self.end_round(taking);
        } else {
            self.phase = Phase::ThrowIn { asked: self.attacker(), taking };
        }
    }

    fn ask_after(&mut self, seat: Seat, taking: bool) {
        let partner = self.slot.partner();
        if seat == self.slot && !self.is_out(partner) {
            self.phase = Phase::ThrowIn { asked: partner, taking };
        } else {
            self.end_round(taking);
        }
    }

    fn end_round(&mut self, taken: bool) {
        if taken {
            let taker = self.defender().index();
            self.counts[taker] += self.table.len() as u8;
            self.shown[taker] |= self.on_table;
        } else {
            self.gone |= self.on_table;
        }
        self.draws_first = self.slot;
        // If the cards are beaten off, the defender attacks next; if they are taken, the seat after the
        // defender (statement, 7).
        self.slot = self.slot.plus(if taken { 2 } else { 1 }, SEATS);
        self.table.clear();
        self.beaten = 0;
        self.on_table = CardSet::EMPTY;
        self.room = 0;
        self.phase = Phase::Attack;
    }

    fn leave(&mut self, seat: Seat) {
        self.out[seat.index()] = true;
        if self.is_out(seat.partner()) {
            self.phase = Phase::Over;
        } else if let Phase::ThrowIn { asked, taking } = self.phase
            && asked == seat
        {
            self.ask_after(seat, taking);
        }
    }
}
