//! What the others' play tells of their hidden cards.
//!
//! Who draws holds nothing that fits: that is a rule of the game. Who plays by the contest's rules of
//! decision holds nothing they would rather have played, and fits nothing he keeps after drawing it.
//! A layer on top of `sample`, which knows the bare facts.

use cards::{Card, CardSet, Rng, Seat, View};

use super::notation::Event;
use super::policy::preferred;
use super::public::{CARDS, HIDDEN, Phase};
use super::rules::MauMau;
use super::view::MauMauView;
use crate::hidden::{Batches, Hidden, Row};

/// The largest table.
const SEATS: usize = 4;

/// Doubt is divided by this: it grows by itself as soon as somebody plays otherwise than by the rules.
const PRUDENCE: u32 = 4;

/// What a player writes down about the others.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Notes {
    hidden: [Hidden; SEATS],
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
        let hidden = &mut self.hidden[seat.index()];
        if matches!(event, Event::Draw { .. } | Event::Take { .. } | Event::Pass { .. })
            && public.phase() == Phase::Play
        {
            hidden.denies(fits.bits(), 0);
        }
        match *event {
            Event::Give { .. } | Event::Draw { .. } => hidden.comes(),
            // After a penalty nothing may be played, so keeping it says nothing.
            Event::Pass { .. } if public.owed() == 0 => {
                if !(known & fits).is_empty() {
                    hidden.slips();
                }
                hidden.denies(0, fits.bits());
            }
            Event::Play { card, .. } if matches!(public.phase(), Phase::Drawn { .. }) => {
                if !known.contains(card) {
                    hidden.newest_goes();
                }
            }
            Event::Play { card, .. } => {
                let better = preferred(public, card);
                let unseen = before.unseen();
                let share = |cards: CardSet| (unseen & cards).len() as f32 / unseen.len().max(1) as f32;
                let others = before.hidden(seat) - u32::from(!known.contains(card));
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
        let unseen = view.unseen();
        let room = |denied: u64| CardSet::from_bits(unseen.bits() & !denied).len();
        let mut batches = Batches::default();
        for seat in others() {
            let hidden = &self.hidden[seat.index()];
            let doubt = rng.next_u32() >> 22 < hidden.doubt(trust / PRUDENCE);
            hidden.left(doubt, room, rng, |size, denied| batches.push(seat, size, denied, room(denied)));
        }
        let mut cards = [HIDDEN; CARDS];
        cards.iter_mut().zip(unseen).for_each(|(place, card)| *place = card);
        let mut row = Row::new(&mut cards[..unseen.len() as usize]);
        let mut hands = view.hands();
        batches.narrowest_first(|seat, denied| {
            let may = |card: Card| CardSet::of(card).bits() & denied == 0;
            hands[seat].extend(row.take(may, rng));
        });
        view.with(hands, row.rest(rng))
    }

    /// How much of the others' play is the sensible player's.
    pub(super) fn others(&self, share: u32) -> u32 {
        Hidden::share(&self.hidden, share)
    }
}
