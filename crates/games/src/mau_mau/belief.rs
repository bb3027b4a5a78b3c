//! What the others' play tells of their hidden cards.
//!
//! Who draws holds nothing that fits: that is a rule of the game. Who plays by the contest's rules of
//! decision holds nothing they would rather have played, fits nothing he keeps after drawing it, and
//! wishes the suit he holds most of.
//! A layer on top of `sample`, which knows the bare facts.

use cards::{BySeat, Card, CardSet, Rng, Seat, Suit, View};

use super::notation::Event;
use super::policy::{favourite, preferred};
use super::public::{CARDS, HIDDEN, Phase};
use super::rules::MauMau;
use super::view::MauMauView;
use crate::hidden::{Batches, Hidden, Row};

/// The largest table.
const SEATS: usize = 4;

/// Doubt is divided by this: it grows by itself as soon as somebody plays otherwise than by the rules.
const PRUDENCE: u32 = 4;

/// After so many worlds in which somebody would have wished another suit the next is taken as it is.
const TRIES: u32 = 8;

/// What a player writes down about the others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    hidden: [Hidden; SEATS],
    /// The suit a seat wished, and what it has played since; until it draws.
    wishes: [Option<(Suit, CardSet)>; SEATS],
}

impl Notes {
    /// What an event says to the seat that is about to observe it.
    pub(super) fn saw(&mut self, before: &MauMauView, event: &Event) {
        let public = before.public();
        let fits = public.playable(!CardSet::EMPTY);
        let (Event::Give { seat, .. }
        | Event::Draw { seat, .. }
        | Event::Take { seat, .. }
        | Event::Pass { seat }
        | Event::Play { seat, .. }) = *event
        else {
            return;
        };
        if seat == before.seat() {
            return;
        }
        let known = before.known(seat);
        let wish = &mut self.wishes[seat.index()];
        match *event {
            Event::Play { wish: Some(suit), .. } => *wish = Some((suit, CardSet::EMPTY)),
            Event::Play { card, .. } => *wish = wish.map(|(suit, played)| (suit, played | CardSet::of(card))),
            Event::Draw { .. } | Event::Take { .. } => *wish = None,
            _ => {}
        }
        let hidden = &mut self.hidden[seat.index()];
        if matches!(event, Event::Draw { .. } | Event::Take { .. } | Event::Pass { .. })
            && public.phase() == Phase::Play
        {
            hidden.denies(fits.bits(), 0);
        }
        match *event {
            Event::Give { .. } | Event::Draw { .. } => hidden.comes(),
            // After a penalty nothing may be played, so keeping it says nothing.
            Event::Pass { .. } if !public.is_seven_active() => {
                if !(known & fits).is_empty() {
                    hidden.slips();
                }
                hidden.denies(0, fits.bits());
            }
            Event::Play { card, .. } if public.phase() == Phase::Play => {
                let better = preferred(public, card);
                let unseen = before.unseen();
                let share = |cards: CardSet| (unseen & cards).len() as f32 / unseen.len().max(1) as f32;
                let others = before.hidden(seat).saturating_sub(u32::from(!known.contains(card)));
                if (known & better).is_empty() {
                    hidden.weighs(others, share(fits), share(better));
                } else {
                    hidden.slips();
                }
                hidden.denies(0, better.bits());
                if !known.contains(card) {
                    hidden.goes(CardSet::of(card).bits());
                }
            }
            Event::Play { card, .. } if !known.contains(card) => hidden.newest_goes(),
            _ => {}
        }
    }

    /// A world that looks like the view and in which the others' play makes sense, as far as they
    /// are trusted to play sensibly.
    pub(super) fn likely(&self, view: &MauMauView, trust: u32, rng: &mut Rng) -> MauMau {
        let others = || Seat::all(view.public().seats()).filter(|&seat| seat != view.seat());
        let sound = |seat: Seat| self.hidden[seat.index()].is_sound(view.hidden(seat) as usize);
        if trust >= 1024 || !others().all(sound) {
            return view.sample(rng);
        }
        for _ in 1..TRIES {
            let (world, trusted) = self.draw(view, trust, rng);
            let as_wished = |seat: Seat| {
                let held = |played| favourite(world.hand(seat) | played);
                self.wishes[seat.index()].is_none_or(|(suit, played)| held(played) == suit)
            };
            if others().all(|seat| !trusted[seat] || as_wished(seat)) {
                return world;
            }
        }
        self.draw(view, trust, rng).0
    }

    /// A world in which nobody holds what was denied to him, whatever he wished, and whose rules were
    /// trusted for it.
    fn draw(&self, view: &MauMauView, trust: u32, rng: &mut Rng) -> (MauMau, BySeat<bool>) {
        let seats = view.public().seats();
        let unseen = view.unseen();
        let room = |denied: u64| CardSet::from_bits(unseen.bits() & !denied).len();
        let mut batches = Batches::default();
        let mut trusted = BySeat::all(seats, true);
        for seat in Seat::all(seats).filter(|&seat| seat != view.seat()) {
            let hidden = &self.hidden[seat.index()];
            trusted[seat] = rng.next_u32() >> 22 >= hidden.doubt(trust / PRUDENCE);
            hidden.left(!trusted[seat], room, rng, |size, denied| {
                batches.push(seat, size, denied, room(denied));
            });
        }
        let mut cards = [HIDDEN; CARDS];
        cards.iter_mut().zip(unseen).for_each(|(place, card)| *place = card);
        let mut row = Row::new(&mut cards[..unseen.len() as usize]);
        let mut hands = view.hands();
        batches.narrowest_first(|seat, denied| {
            let may = |card: Card| CardSet::of(card).bits() & denied == 0;
            hands[seat].extend(row.take(may, rng));
        });
        (view.with(hands, row.rest(rng)), trusted)
    }

    /// How much of the others' play is the sensible player's.
    pub(super) fn share_of_others(&self, share: u32) -> u32 {
        Hidden::share(&self.hidden, share)
    }
}
