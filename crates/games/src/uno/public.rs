//! What everybody at the table sees, and how each event changes it.

use cards::{BySeat, DrawDiscard, Flow, Seat};

use super::card::{Bag, Card};
use super::{Action, Event, MOST_CARDS, Rules};

/// The direction of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Direction {
    /// 1, 2, 3, 4.
    #[default]
    Clockwise,
    /// 4, 3, 2, 1.
    CounterClockwise,
}

impl Direction {
    /// The other way round.
    pub const fn turned(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::CounterClockwise,
            Direction::CounterClockwise => Direction::Clockwise,
        }
    }
}

/// What has been announced of the opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opening {
    /// Nothing yet.
    Start,
    /// The direction, and the kinds up to `after` that differ from the deck of 92, in card order.
    Deck {
        /// The last kind that was named.
        after: Option<Card>,
    },
    /// Hands are dealt, one after the other.
    Give {
        /// The seat that got the last card.
        seat: Seat,
    },
    /// The stock is there, and the discard pile is turned up.
    Open,
}

/// What the table waits for. The phases of play come first, because every turn compares them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A turn begins.
    Turn {
        /// Whose turn.
        seat: Seat,
    },
    /// A seat has drawn a card and plays it, if it fits, or keeps it. It is asked in any case, so that the
    /// table does not learn whether the card fits.
    Drawn {
        /// Whose turn.
        seat: Seat,
        /// Did it come from a turned pile, so that everybody knows it?
        seen: bool,
    },
    /// The match has ended, and the event of the end must come next.
    Ending {
        /// The seat without cards, if there is one.
        winner: Option<Seat>,
    },
    /// The match is over.
    Over {
        /// The seat without cards, if there is one.
        winner: Option<Seat>,
    },
    /// The discard pile has been turned over, and a seat draws its first card.
    Turned {
        /// Whose turn.
        seat: Seat,
    },
    /// The match has not begun.
    Opening(Opening),
}

/// What everybody sees. Cards that were seen stay known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) direction: Direction,
    /// Seats in a row that could neither play nor draw.
    pub(super) idle: u8,
    /// Turns that have ended.
    pub(super) turns: u32,
    /// Cards of the face-down stock. Once it is empty, every drawn card is known.
    pub(super) stock: u16,
    /// Cards in each hand.
    pub(super) sizes: BySeat<u16>,
    /// The discard pile and, once it was turned over, the draw pile. Everybody knows both.
    pub(super) piles: DrawDiscard<Card, MOST_CARDS>,
    /// The cards that were never seen: in the stock or hidden in a hand.
    pub(super) hidden: Bag,
    /// The cards of each hand that everybody knows.
    pub(super) known: BySeat<Bag>,
}

/// What the seat to move may do: play one of some kinds, or the one other action.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub(super) plays: u64,
    pub(super) otherwise: Option<Action>,
}

impl Options {
    const NONE: Options = Options { plays: 0, otherwise: None };

    pub(super) fn visit(self, mut visit: impl FnMut(Action) -> Flow) -> Flow {
        let mut plays = self.plays;
        while let Some(card) = Card::first_of(plays) {
            plays &= plays - 1;
            visit(Action::Play(card))?;
        }
        self.otherwise.map_or(Flow::Continue(()), visit)
    }

    #[inline]
    pub(super) fn count(self) -> u32 {
        self.plays.count_ones() + u32::from(self.otherwise.is_some())
    }

    /// Plays in card order, then the other action. The first is the contest's choice.
    #[inline(always)]
    pub(super) fn nth(self, n: u32) -> Option<Action> {
        let mut plays = self.plays;
        let mut left = n;
        while left > 0 && plays != 0 {
            plays &= plays - 1;
            left -= 1;
        }
        match Card::first_of(plays) {
            Some(card) => Some(Action::Play(card)),
            None if left == 0 => self.otherwise,
            None => None,
        }
    }
}

impl Public {
    /// A table without cards.
    pub(super) fn empty(rules: Rules) -> Public {
        let seats = rules.seats as usize;
        Public {
            rules,
            phase: Phase::Opening(Opening::Start),
            direction: Direction::Clockwise,
            idle: 0,
            turns: 0,
            stock: 0,
            sizes: BySeat::all(seats, 0),
            piles: DrawDiscard::new(Card::FIRST, []),
            hidden: Bag::EMPTY,
            known: BySeat::all(seats, Bag::EMPTY),
        }
    }

    /// The table before the first event. Unless events say otherwise, the deck is that of 92, and all of it
    /// is hidden.
    pub(super) fn before_deal(rules: Rules) -> Public {
        Public { hidden: Bag::STANDARD_DECK, ..Public::empty(rules) }
    }

    /// The house rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the table waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The direction of play.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The seat to move.
    #[inline]
    pub fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Turn { seat } | Phase::Drawn { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// The open card.
    #[inline(always)]
    pub fn top(&self) -> Card {
        self.piles.top().expect("a card lies open from the start")
    }

    /// How many cards `seat` holds.
    pub fn size(&self, seat: Seat) -> usize {
        self.sizes[seat] as usize
    }

    /// Is there a card to draw, if need be after turning the discard pile over?
    #[inline]
    pub fn can_draw(&self) -> bool {
        self.stock > 0 || self.piles.drawable() > 0 || self.piles.discarded() > 1
    }

    /// The seat `steps` places from `seat` in the direction of play; at most as many steps as seats.
    #[inline]
    pub(super) fn onward(&self, seat: Seat, steps: usize) -> Seat {
        let seats = self.rules.seats as usize;
        let place = match self.direction {
            Direction::Clockwise => seat.index() + steps,
            Direction::CounterClockwise => seat.index() + seats - steps,
        };
        Seat::new(if place >= seats { place - seats } else { place })
    }

    /// What the seat to move may do with `hand`. All lists and checks use this.
    #[inline(always)]
    pub(super) fn options(&self, hand: &Bag) -> Options {
        match self.phase {
            // A seat with a playable card must play one; otherwise it draws, if there is a card.
            Phase::Turn { .. } => {
                let plays = hand.kinds() & self.top().followers();
                let otherwise = match plays {
                    0 if self.can_draw() => Some(Action::Draw),
                    0 => Some(Action::Pass),
                    _ => None,
                };
                Options { plays, otherwise }
            }
            // Nothing fitted before the draw, so only the drawn card can fit.
            Phase::Drawn { .. } => {
                Options { plays: hand.kinds() & self.top().followers(), otherwise: Some(Action::Pass) }
            }
            _ => Options::NONE,
        }
    }

    /// `seat`, whose turn it is, plays a card from its hand.
    #[inline(always)]
    pub(super) fn play(&mut self, seat: Seat, card: Card) {
        // If everybody knows a card of this kind in the hand, that one leaves it.
        if self.known[seat].has(card) {
            self.known[seat].remove(card);
        } else {
            self.hidden.remove(card);
        }
        self.piles.discard(card);
        self.sizes[seat] -= 1;
        if self.sizes[seat] == 0 {
            self.phase = Phase::Ending { winner: Some(seat) };
            return;
        }
        if card.is_change() {
            self.direction = self.direction.turned();
        }
        self.idle = 0;
        self.end_turn(seat, if card.is_pass() { 2 } else { 1 });
    }

    /// `seat` takes the top of the stock, which only it sees.
    #[inline]
    pub(super) fn draw_hidden(&mut self, seat: Seat) {
        self.stock -= 1;
        self.sizes[seat] += 1;
        self.idle = 0;
        self.phase = Phase::Drawn { seat, seen: false };
    }

    /// `seat` takes the top of a draw pile that was turned over, which everybody knows.
    #[inline]
    pub(super) fn draw_open(&mut self, seat: Seat) -> Card {
        let card = self.piles.draw().expect("a turned pile has a card");
        self.known[seat].insert(card);
        self.sizes[seat] += 1;
        self.idle = 0;
        self.phase = Phase::Drawn { seat, seen: true };
        card
    }

    /// `seat` ends its turn without playing.
    #[inline]
    pub(super) fn pass(&mut self, seat: Seat) {
        // A pass at the beginning of a turn means that the seat can neither play nor draw. Once all seats in
        // a row pass like that, nothing can change any more.
        if matches!(self.phase, Phase::Turn { .. }) {
            self.idle += 1;
            if self.idle == self.rules.seats {
                self.phase = Phase::Ending { winner: None };
                return;
            }
        }
        self.end_turn(seat, 1);
    }

    /// The discard pile is turned over for the seat in turn.
    #[inline]
    fn turn_over(&mut self) {
        self.piles.turn_over();
        if let Phase::Turn { seat } = self.phase {
            self.phase = Phase::Turned { seat };
        }
    }

    /// The event of the end has come.
    #[inline]
    pub(super) fn end(&mut self) {
        if let Phase::Ending { winner } = self.phase {
            self.phase = Phase::Over { winner };
        }
    }

    /// Updates the table after an event.
    #[inline]
    pub(super) fn observe(&mut self, event: Event) {
        match event {
            Event::Direction(direction) => {
                self.direction = direction;
                self.phase = Phase::Opening(Opening::Deck { after: None });
            }
            Event::Deck { card, count } => {
                self.hidden.set(card, count);
                self.phase = Phase::Opening(Opening::Deck { after: Some(card) });
            }
            Event::Give { seat, .. } => {
                self.sizes[seat] += 1;
                self.phase = Phase::Opening(Opening::Give { seat });
            }
            Event::Stock(count) => {
                self.stock = count;
                self.phase = Phase::Opening(Opening::Open);
            }
            Event::Discard(card) => {
                self.hidden.remove(card);
                self.piles.discard(card);
            }
            Event::First(seat) => self.phase = Phase::Turn { seat },
            Event::Play { seat, card } => self.play(seat, card),
            Event::Draw { seat, .. } => self.draw_hidden(seat),
            Event::DrawOpen { seat, .. } => {
                self.draw_open(seat);
            }
            Event::TurnOver => self.turn_over(),
            Event::Pass { seat } => self.pass(seat),
            Event::Win { .. } | Event::Stuck | Event::Limit => self.end(),
        }
    }

    /// Can nobody play or draw any more?
    pub(super) fn is_stuck(&self) -> bool {
        self.idle == self.rules.seats
    }

    #[inline]
    fn end_turn(&mut self, seat: Seat, steps: usize) {
        self.turns += 1;
        self.phase = if self.turns == self.rules.turns {
            Phase::Ending { winner: None }
        } else {
            Phase::Turn { seat: self.onward(seat, steps) }
        };
    }
}
