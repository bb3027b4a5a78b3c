//! The belief state of Mau-Mau.
//!
//! A seat that draws holds nothing that fits: that is a rule of the game. The opponent model is the policy
//! `contest`. A seat that follows it holds no card that the policy prefers to what it played, keeps a
//! drawn card only if it does not fit, and wishes the suit it holds most of. It is a layer on top of
//! `View::sample`, which knows only the facts.

use cards::{BySeat, Card, CardSet, Rng, Seat, Suit, View};
use search::{Belief, Probability};

use super::policy::{favourite, preferred};
use super::public::{CARDS, HIDDEN, Phase};
use super::rules::MauMau;
use super::types::Event;
use super::view::MauMauView;
use crate::hand_evidence::{Groups, HandEvidence, Row, sampling_prior};

/// The largest table.
const SEATS: usize = 4;

/// How many worlds are drawn to find one that agrees with all wishes.
const TRIES: u32 = 8;

/// What a seat infers from the others' play.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MauMauBelief {
    evidence: [HandEvidence; SEATS],
    /// The suit a seat wished, and what it has played since. Forgotten when it draws.
    wishes: [Option<(Suit, CardSet)>; SEATS],
}

impl Belief<MauMau> for MauMauBelief {
    fn observe(&mut self, before: &MauMauView, event: &Event) {
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
        let evidence = &mut self.evidence[seat.index()];
        if matches!(event, Event::Draw { .. } | Event::Take { .. } | Event::Pass { .. })
            && public.phase() == Phase::Play
        {
            evidence.denies(fits.bits(), 0);
        }
        match *event {
            Event::Give { .. } | Event::Draw { .. } => evidence.draws(),
            // After a penalty nothing may be played, so a pass says nothing.
            Event::Pass { .. } if !public.is_seven_active() => {
                if !(known & fits).is_empty() {
                    evidence.deviates();
                }
                evidence.denies(0, fits.bits());
            }
            Event::Play { card, .. } if public.phase() == Phase::Play => {
                let better = preferred(public, card);
                let unseen = before.unseen();
                let share = |cards: CardSet| (unseen & cards).len() as f32 / unseen.len().max(1) as f32;
                let others = before.hidden(seat).saturating_sub(u32::from(!known.contains(card)));
                if (known & better).is_empty() {
                    evidence.chooses(others, share(fits), share(better));
                } else {
                    evidence.deviates();
                }
                evidence.denies(0, better.bits());
                if !known.contains(card) {
                    evidence.plays(CardSet::of(card).bits());
                }
            }
            Event::Play { card, .. } if !known.contains(card) => evidence.plays_drawn(),
            _ => {}
        }
    }

    /// At weight 0 a uniform sample of the view. Above 0 what the rules exclude, by the age of the cards, always counts,
    /// and the weight sets only the prior of a seat that does not follow the opponent model (`sampling_prior`).
    fn sample(&self, view: &MauMauView, weight: Probability, rng: &mut Rng) -> MauMau {
        let others = || Seat::all(view.public().seats()).filter(|&seat| seat != view.seat());
        let sound = |seat: Seat| self.evidence[seat.index()].is_sound(view.hidden(seat) as usize);
        if weight == Probability::ZERO || !others().all(sound) {
            return view.sample(rng);
        }
        for _ in 1..TRIES {
            let (world, follows) = self.draw(view, weight, rng);
            let as_wished = |seat: Seat| {
                let held = |played| favourite(world.hand(seat) | played);
                self.wishes[seat.index()].is_none_or(|(suit, played)| held(played) == suit)
            };
            if others().all(|seat| !follows[seat] || as_wished(seat)) {
                return world;
            }
        }
        self.draw(view, weight, rng).0
    }

    fn opponent_model_per_action(&self, setting: Probability) -> Probability {
        HandEvidence::scaled(&self.evidence, setting)
    }
}

impl MauMauBelief {
    /// A world in which no seat holds a card it is denied, and which seats follow the opponent model in it.
    /// Wishes are not considered.
    fn draw(&self, view: &MauMauView, weight: Probability, rng: &mut Rng) -> (MauMau, BySeat<bool>) {
        let seats = view.public().seats();
        let unseen = view.unseen();
        let room = |denied: u64| CardSet::from_bits(unseen.bits() & !denied).len();
        let mut groups = Groups::default();
        let prior = sampling_prior(weight);
        let mut follows = BySeat::all(seats, true);
        for seat in Seat::all(seats).filter(|&seat| seat != view.seat()) {
            let evidence = &self.evidence[seat.index()];
            follows[seat] = !evidence.deviation(prior).draw(rng);
            evidence.left(!follows[seat], room, rng, |size, denied| {
                groups.push(seat, size, denied, room(denied));
            });
        }
        let mut cards = [HIDDEN; CARDS];
        cards.iter_mut().zip(unseen).for_each(|(place, card)| *place = card);
        let mut row = Row::new(&mut cards[..unseen.len() as usize]);
        let mut hands = view.hands();
        groups.narrowest_first(|seat, denied| {
            let may = |card: Card| CardSet::of(card).bits() & denied == 0;
            hands[seat].extend(row.take(may, rng));
        });
        (view.with(hands, row.rest(rng)), follows)
    }
}
