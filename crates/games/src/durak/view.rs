//! What one seat knows: everything public, and its own hand.
//!
//! `sample` deals the unseen cards uniformly into the other hands and the stock. The view remembers
//! everything that was seen: cards that a seat took stay known until they are played. It infers nothing from
//! play, such as that a seat threw in nothing or took; that is left to `belief`.

use cards::{Card, CardSet, Flow, Rng, Seat, Unexpected, View};

use super::check::{self, Knowledge};
use super::public::{Phase, Public};
use super::rules::{self, DECK, Durak, SEATS, STOCK};
use super::types::{Action, Event, Rules};

/// One seat's information.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DurakView {
    public: Public,
    hand: CardSet,
    seat: Seat,
}

impl DurakView {
    pub(super) fn new(public: Public, seat: Seat, hand: CardSet) -> DurakView {
        DurakView { public, hand, seat }
    }

    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The seat's own cards.
    pub fn hand(&self) -> CardSet {
        self.hand
    }

    /// The hand, if the seat is to move.
    fn hand_to_move(&self) -> Option<CardSet> {
        (self.public.turn() == Some(self.seat)).then_some(self.hand)
    }

    /// Cards that may be in another hand or in the stock.
    pub(super) fn unseen(&self) -> CardSet {
        let open = self.public.gone | self.public.on_table() | self.hand;
        let others = Seat::all(SEATS).filter(|&seat| seat != self.seat);
        DECK - others.fold(open, |open, seat| open | self.public.shown(seat))
    }
}

impl DurakView {
    /// Shuffles the hidden cards, lets `arrange` reorder them, and deals them. `arrange` gets the cards and
    /// the seat that gets each, `None` for the stock; hands come first.
    pub(super) fn sample_then(
        &self,
        rng: &mut Rng,
        arrange: impl FnOnce(&mut [Card], &[Option<Seat>], &mut Rng),
    ) -> Durak {
        let unseen = self.unseen();
        let mut cards = [DECK.first().expect("the deck has cards"); 36];
        unseen.zip(&mut cards).for_each(|(card, place)| *place = card);
        let cards = &mut cards[..unseen.len() as usize];
        rng.shuffle(cards);
        let mut holders = [None; 36];
        let mut begin = 0;
        let others = || Seat::all(SEATS).filter(|&seat| seat != self.seat);
        let hidden = |seat| usize::from(self.public.count(seat)) - self.public.shown(seat).len() as usize;
        for seat in others() {
            holders[begin..begin + hidden(seat)].fill(Some(seat));
            begin += hidden(seat);
        }
        arrange(cards, &holders[..cards.len()], rng);
        let mut rest: &[Card] = cards;
        let mut hands = [self.hand; SEATS];
        for seat in others() {
            let (dealt, left) = rest.split_at(hidden(seat));
            hands[seat.index()] = dealt.iter().copied().collect::<CardSet>() | self.public.shown(seat);
            rest = left;
        }
        // During the deal more cards are left than the stock will have.
        Durak::with(self.public, hands, &rest[..rest.len().min(STOCK)])
    }
}

impl View for DurakView {
    type Game = Durak;

    fn seated(rules: &Rules, seat: Seat) -> DurakView {
        DurakView { public: Public::new(*rules), seat, hand: CardSet::EMPTY }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        let mut hands = self.public.all_shown();
        hands[self.seat.index()] = self.hand;
        check::check(&self.public, &Knowledge { viewer: self.seat.into(), hands }, event)
    }

    fn observe(&mut self, event: Event) {
        match event {
            Event::Give(seat, Some(card)) if seat == self.seat => self.hand.insert(card),
            Event::Move { by, card, .. } | Event::Add { by, card, .. } | Event::Beat(by, card)
                if by == self.seat =>
            {
                self.hand.remove(card);
            }
            _ => (),
        }
        self.public.observe(event);
        // Cards that the seat took were seen by all.
        self.hand |= self.public.shown(self.seat);
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        let Some(hand) = self.hand_to_move() else { return Flow::Continue(()) };
        rules::actions(&self.public, hand, visit)
    }

    fn count(&self) -> u32 {
        self.hand_to_move().map_or(0, |hand| rules::count(&self.public, hand))
    }

    fn nth(&self, n: u32) -> Option<Action> {
        rules::nth(&self.public, self.hand_to_move()?, n)
    }

    fn starts_round(&self) -> Option<bool> {
        Some(self.public.phase == Phase::Attack)
    }

    fn sample(&self, rng: &mut Rng) -> Durak {
        self.sample_then(rng, |_, _, _| ())
    }
}
