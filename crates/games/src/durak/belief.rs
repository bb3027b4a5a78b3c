//! What play tells of hidden cards: worlds in which somebody held back a card that a sensible player
//! would have laid are drawn less often.
//!
//! A layer on top of `sample`, which stays uniform under the hard facts.

use cards::{Card, CardSet, Rank, Rng, Seat, View};

use super::public::{Phase, Public};
use super::rules::{Durak, Event, SEATS};
use super::view::DurakView;

/// One bit a suit.
const LANES: u64 = 0x0001_0001_0001_0001;
/// After so many refused worlds the next is taken as it comes: where the hints leave few worlds they
/// are more likely wrong than right.
const TRIES: u32 = 12;

/// What the others' play hints at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notes {
    /// Cards the seat would hardly hold, or it would have laid them instead of what it did; from its
    /// last draw on.
    denied: [CardSet; SEATS],
}

impl Default for Notes {
    fn default() -> Notes {
        Notes { denied: [CardSet::EMPTY; SEATS] }
    }
}

impl Notes {
    /// What an event says, in the public state it meets.
    pub(super) fn saw(&mut self, public: &Public, event: &Event) {
        let plain = !CardSet::suit(public.trump);
        let (seat, denied) = match (*event, public.phase) {
            (Event::Give(seat, _), _) => {
                self.denied[seat.index()] = CardSet::EMPTY;
                return;
            }
            (Event::Move { by, card, .. }, _) => (by, cheaper(public, card)),
            (Event::Add { by, card, .. }, _) => (by, cheaper(public, card) & public.on_table().same_ranks()),
            (Event::Beat(seat, card), Phase::Defend { against }) => {
                (seat, cheaper(public, card) & public.beating(against))
            }
            (Event::Take(seat), Phase::Defend { against }) => (seat, public.beating(against) & plain),
            (Event::Pass(seat), Phase::ThrowIn { taking, .. }) => {
                // Greedy's lines: most players keep court cards while there is a stock.
                let dear = match (public.stock > 0, taking) {
                    (true, true) => CardSet::deck_from(Rank::Jack),
                    (true, false) => CardSet::deck_from(Rank::King),
                    (false, _) => CardSet::EMPTY,
                };
                (seat, (public.on_table().same_ranks() - dear) & plain)
            }
            _ => return,
        };
        self.denied[seat.index()] |= denied;
    }

    /// A world that looks like the view. One with `n` cards that would hardly have been held back is
    /// kept with probability `(trust / 1024)^n`.
    pub(super) fn likely(&self, view: &DurakView, trust: u32, rng: &mut Rng) -> Durak {
        for _ in 0..TRIES {
            let world = view.sample(rng);
            let held_back = self.held_back(&world, view.seat());
            if (0..held_back).all(|_| rng.next_u32() >> 22 < trust) {
                return world;
            }
        }
        view.sample(rng)
    }

    /// How many hidden cards lie where a sensible player would not have them any more.
    fn held_back(&self, world: &Durak, me: Seat) -> u32 {
        let public = world.public();
        let others = Seat::all(SEATS).filter(|&seat| seat != me);
        others.map(|seat| ((world.hand(seat) - public.shown(seat)) & self.denied[seat.index()]).len()).sum()
    }
}

/// All plain cards of lower rank, and below a trump all plain cards and the lower trumps.
fn cheaper(public: &Public, card: Card) -> CardSet {
    let trumps = CardSet::suit(public.trump);
    let below = CardSet::from_bits(LANES * ((1 << (card.code() & 15)) - 1));
    if trumps.contains(card) { !trumps | (below & trumps) } else { below - trumps }
}
