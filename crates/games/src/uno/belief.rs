//! The belief state of Uno.
//!
//! A seat that draws holds nothing that fits: that is a rule of the game. The opponent model is the policy
//! `contest`, an order of preference. A seat that follows it holds no fitting card that comes before what it played, and
//! keeps a drawn card only if it does not fit. It is a layer on top of `View::sample`, which knows only the
//! facts.

use cards::{BySeat, Rng, Rules as _, Seat, View};
use search::{Belief, Probability};

use super::card::{Bag, Card};
use super::public::Phase;
use super::view::UnoView;
use super::{Event, MOST_CARDS, Uno};
use crate::hand_evidence::{Groups, HandEvidence, Row, sampling_prior};

/// The largest table.
const SEATS: usize = 4;

/// What a seat infers from the others' play.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct UnoBelief {
    evidence: [HandEvidence; SEATS],
}

impl Belief<Uno> for UnoBelief {
    fn observe(&mut self, before: &UnoView, event: &Event) {
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
        let evidence = &mut self.evidence[seat.index()];
        if let Event::Give { .. } = *event {
            evidence.draws();
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
                    evidence.chooses(others as u32, share(fits), share(better));
                } else {
                    evidence.deviates();
                }
                evidence.denies(0, better);
                if !known.has(card) {
                    evidence.plays(card.bit());
                }
            }
            Event::Play { card, .. } if !known.has(card) => evidence.plays_drawn(),
            Event::Pass { .. } if !begins => {
                if known.kinds() & fits != 0 {
                    evidence.deviates();
                }
                evidence.denies(0, fits);
            }
            Event::Draw { .. } => {
                evidence.denies(fits, 0);
                evidence.draws();
            }
            Event::DrawOpen { .. } | Event::Pass { .. } => evidence.denies(fits, 0),
            _ => {}
        }
    }

    /// At weight 0 a uniform sample of the view. Above 0 what the rules exclude, by the age of the cards, always counts,
    /// and the weight sets only the prior of a seat that does not follow the opponent model (`sampling_prior`).
    fn sample(&self, view: &UnoView, weight: Probability, rng: &mut Rng) -> Uno {
        let public = view.public();
        let seats = public.rules.seats();
        let others = || Seat::all(seats).filter(|&seat| seat != view.seat);
        let sound =
            |seat: Seat| self.evidence[seat.index()].is_sound(public.size(seat) - public.known[seat].len());
        if weight == Probability::ZERO || !others().all(sound) {
            return view.sample(rng);
        }
        let unseen = view.unseen();
        let all = unseen.len() as u32;
        let room = |denied: u64| all - unseen.count_of(denied);
        let prior = sampling_prior(weight);
        let mut groups = Groups::default();
        for seat in others() {
            let evidence = &self.evidence[seat.index()];
            let deviates = evidence.deviation(prior).draw(rng);
            evidence.left(deviates, room, rng, |size, denied| groups.push(seat, size, denied, room(denied)));
        }
        let mut cards = [Card::FIRST; MOST_CARDS];
        cards.iter_mut().zip(unseen.iter()).for_each(|(place, card)| *place = card);
        let mut row = Row::new(&mut cards[..all as usize]);
        let mut hands: BySeat<Bag> = public.known;
        hands[view.seat] = view.hand;
        groups.narrowest_first(|seat, denied| {
            if let Some(card) = row.take(|card: Card| card.bit() & denied == 0, rng) {
                hands[seat].insert(card);
            }
        });
        let rest = row.rest(rng);
        let mut stock = [Card::FIRST; MOST_CARDS];
        stock[..rest.len()].copy_from_slice(rest);
        Uno { public: *public, hands, stock }
    }

    fn opponent_model_per_action(&self, setting: Probability) -> Probability {
        HandEvidence::scaled(&self.evidence, setting)
    }
}
