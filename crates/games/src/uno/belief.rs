//! What the others' play tells of their hidden cards.
//!
//! Who draws holds nothing that fits: that is a rule of the game. Who plays by the contest's order of
//! preference holds nothing that fits and stands before what he played, and fits nothing he keeps after
//! drawing it. A layer on top of `sample`, which knows the bare facts.

use cards::{BySeat, Rng, Rules as _, Seat, View};

use super::card::{Bag, Card};
use super::public::Phase;
use super::view::UnoView;
use super::{Event, MOST_CARDS, Uno};
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
    pub(super) fn saw(&mut self, before: &UnoView, event: &Event) {
        let public = before.public();
        let (Event::Give { seat, .. }
        | Event::Draw { seat, .. }
        | Event::DrawOpen { seat, .. }
        | Event::Pass { seat }
        | Event::Play { seat, .. }) = *event
        else {
            return;
        };
        if seat == before.seat {
            return;
        }
        let hidden = &mut self.hidden[seat.index()];
        if let Event::Give { .. } = *event {
            hidden.comes();
            return;
        }
        let fits = public.top().followers();
        let known = &public.known[seat];
        let begins = matches!(public.phase, Phase::Turn { .. });
        match *event {
            Event::Play { card, .. } if begins => {
                let better = fits & (card.bit() - 1);
                let unseen = before.unseen();
                let all = unseen.len().max(1) as f32;
                let share = |kinds: u64| unseen.count_of(kinds) as f32 / all;
                let others = public.size(seat).saturating_sub(known.len() + usize::from(!known.has(card)));
                if known.kinds() & better == 0 {
                    hidden.weighs(others as u32, share(fits), share(better));
                } else {
                    hidden.slips();
                }
                hidden.denies(0, better);
                if !known.has(card) {
                    hidden.goes(card.bit());
                }
            }
            Event::Play { card, .. } if !known.has(card) => hidden.newest_goes(),
            Event::Pass { .. } if !begins => {
                if known.kinds() & fits != 0 {
                    hidden.slips();
                }
                hidden.denies(0, fits);
            }
            Event::Draw { .. } => {
                hidden.denies(fits, 0);
                hidden.comes();
            }
            Event::DrawOpen { .. } | Event::Pass { .. } => hidden.denies(fits, 0),
            _ => {}
        }
    }

    /// A world that looks like the view and in which the others' play makes sense, as far as they
    /// are trusted to play sensibly.
    pub(super) fn likely(&self, view: &UnoView, trust: u32, rng: &mut Rng) -> Uno {
        let public = view.public();
        let seats = public.rules.seats();
        let others = || Seat::all(seats).filter(|&seat| seat != view.seat);
        let sound =
            |seat: Seat| self.hidden[seat.index()].is_sound(public.size(seat) - public.known[seat].len());
        if trust >= 1024 || !others().all(sound) {
            return view.sample(rng);
        }
        let unseen = view.unseen();
        let all = unseen.len() as u32;
        let room = |denied: u64| all - unseen.count_of(denied);
        let mut batches = Batches::default();
        for seat in others() {
            let hidden = &self.hidden[seat.index()];
            let doubt = rng.next_u32() >> 22 < hidden.doubt(trust / PRUDENCE);
            hidden.left(doubt, room, rng, |size, denied| batches.push(seat, size, denied, room(denied)));
        }
        let mut cards = [Card::FIRST; MOST_CARDS];
        cards.iter_mut().zip(unseen.iter()).for_each(|(place, card)| *place = card);
        let mut row = Row::new(&mut cards[..all as usize]);
        let mut hands: BySeat<Bag> = public.known;
        hands[view.seat] = view.hand;
        batches.narrowest_first(|seat, denied| {
            if let Some(card) = row.take(|card: Card| card.bit() & denied == 0, rng) {
                hands[seat].insert(card);
            }
        });
        let rest = row.rest(rng);
        let mut stock = [Card::FIRST; MOST_CARDS];
        stock[..rest.len()].copy_from_slice(rest);
        Uno { public: *public, hands, stock }
    }

    /// How much of the others' play is the sensible player's.
    pub(super) fn share_of_others(&self, share: u32) -> u32 {
        Hidden::share(&self.hidden, share)
    }
}
