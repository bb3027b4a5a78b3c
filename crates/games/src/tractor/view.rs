//! What one seat knows of a round, and worlds that look like it.
//!
//! A view holds the seat's own cards (the dealer's burial too) and everything public: what each seat
//! has played, the trick on the table, points and levels, and the hard facts that follows gave away:
//! kinds a seat lacks and kinds it holds at most once. It forgets in which trick a card was played,
//! and that a seat which followed without a tractor had none of that length.
//!
//! `sample` draws uniformly among the worlds that keep these facts, exactly so while nobody's hand is
//! restricted and nearly so afterwards; `sample.rs` says how.

use cards::{BySeat, CardBag, Flow, Picture, Rng, Seat, Suit, View, Zone};

use super::options::Options;
use super::order::Group;
use super::public::{Phase, Public};
use super::rules::{Action, Event, Rules, Tractor};
use super::sample;
use super::score::team;

/// One seat's knowledge of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TractorView {
    pub(super) public: Public,
    pub(super) seat: Seat,
    pub(super) hand: CardBag,
    /// What the seat has buried; empty for all but the dealer.
    pub(super) kitty: CardBag,
}

impl TractorView {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The seat's own cards.
    pub fn hand(&self) -> CardBag {
        self.hand
    }

    /// The cards the seat has buried; empty for all but the dealer.
    pub fn buried(&self) -> CardBag {
        self.kitty
    }

    fn options(&self) -> Options {
        match self.public.turn() {
            Some(turn) if turn == self.seat => Options::of(&self.public, self.hand, self.kitty),
            _ => Options::Nothing,
        }
    }
}

impl View for TractorView {
    type Game = Tractor;

    fn seated(rules: &Rules, seat: Seat) -> TractorView {
        let public = Public::new(rules.ranks, None, Seat::new(0));
        TractorView { public, seat, hand: CardBag::EMPTY, kitty: CardBag::EMPTY }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn observe(&mut self, event: Event) {
        let public = &mut self.public;
        match event {
            Event::Level(seat, rank) => {
                public.ranks[team(seat)] = rank;
                *public = Public::new(public.ranks, public.order.main(), public.dealer);
            }
            Event::Dealer(seat) => *public = Public::new(public.ranks, public.order.main(), seat),
            Event::Main(main) => *public = Public::new(public.ranks, main, public.dealer),
            Event::Give(_, card) => {
                if let Some(card) = card {
                    self.hand.insert(card);
                }
            }
            Event::Bury(_, card) => {
                public.bury();
                if let Some(card) = card {
                    self.hand.remove(card);
                    self.kitty.insert(card);
                }
            }
            Event::Play(seat, cards) => {
                public.play(cards);
                if seat == self.seat {
                    self.hand = self.hand - cards;
                }
            }
            // Follows from the plays.
            Event::Win(..) => (),
            Event::End(_, kitty) => public.finish(kitty),
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        self.options().visit(visit)
    }

    fn count(&self) -> u32 {
        self.options().count()
    }

    fn nth(&self, n: u32) -> Option<Action> {
        self.options().nth(n)
    }

    fn sample(&self, rng: &mut Rng) -> Tractor {
        sample::world(self, rng)
    }

    fn picture(&self) -> Picture {
        let public = &self.public;
        let mut zones = Vec::new();
        for seat in public.table.seats() {
            let size = public.hand_size(seat);
            zones.push(if seat == self.seat {
                Zone::open("hand", Some(seat), self.hand.iter())
            } else {
                Zone::open("hand", Some(seat), [""; 0]).and_hidden(size as usize)
            });
        }
        for seat in public.table.seats() {
            zones.push(Zone::open("trick", Some(seat), public.table[seat].iter()));
        }
        let kitty = if public.phase == Phase::Over { public.kitty } else { self.kitty };
        let hidden = public.buried - kitty.len();
        zones.push(Zone::open("kitty", Some(public.dealer), kitty.iter()).and_hidden(hidden as usize));
        Picture { seat: self.seat, turn: public.turn(), zones, facts: facts(public) }
    }
}

/// The short facts beside the table.
fn facts(public: &Public) -> Vec<(String, String)> {
    let main = public.order.main().map_or("none", Suit::name);
    let mut facts = vec![
        ("main suit".to_owned(), main.to_owned()),
        ("rank".to_owned(), public.order.rank().to_string()),
        ("dealer".to_owned(), public.dealer.to_string()),
        ("levels".to_owned(), format!("{} {}", public.ranks[0], public.ranks[1])),
        ("defenders' points".to_owned(), public.points.to_string()),
    ];
    for seat in public.lacks.seats() {
        let known = |kinds: &BySeat<cards::CardSet>| {
            // The main suit has no cards of its own: all of them are trumps.
            let all = Group::ALL.into_iter().filter(|&group| !public.order.cards(group).is_empty());
            let all = all.filter(|&group| kinds[seat].includes(public.order.cards(group)));
            all.map(Group::name).collect::<Vec<_>>().join(", ")
        };
        for (what, groups) in [("no", known(&public.lacks)), ("no pair of", known(&public.unpaired))] {
            if !groups.is_empty() {
                facts.push((format!("seat {seat}"), format!("{what} {groups}")));
            }
        }
    }
    facts
}
