//! What play hints at beyond the hard facts: whoever throws cards of a group throws all he has of it,
//! and a dealer buries as the rules of thumb say.

use cards::{BySeat, CardSet, Rng, View};

use super::combo::Shape;
use super::policy::burial;
use super::public::Phase;
use super::rules::{Event, Tractor};
use super::sample;
use super::score::SEATS;
use super::view::TractorView;

/// So many worlds are drawn to find one with a sensible burial.
const TRIES: u32 = 12;

/// What a player writes down about the others' throws.
#[derive(Clone, Debug)]
pub struct Notes {
    /// The groups a seat has thrown.
    thrown: BySeat<CardSet>,
}

impl Default for Notes {
    fn default() -> Notes {
        Notes { thrown: BySeat::all(SEATS, CardSet::EMPTY) }
    }
}

impl Notes {
    /// Writes down what an event says; `before` is about to observe it.
    pub(super) fn note(&mut self, before: &TractorView, event: &Event) {
        let public = before.public();
        let Event::Play(seat, cards) = *event else { return };
        let Some(group) = public.order.common_group(cards.kinds()) else { return };
        if public.phase == Phase::Play
            && public.is_leading()
            && Shape::of(public.order, group, cards).is_throw()
        {
            self.thrown[seat] |= public.order.cards(group);
        }
    }

    /// A world that fits the view, and with it the hints, but for `trust` of 1024 times.
    pub(super) fn likely(&self, view: &TractorView, trust: u32, rng: &mut Rng) -> Tractor {
        if rng.below(1024) < trust {
            return view.sample(rng);
        }
        let public = view.public();
        let mut world = None;
        for _ in 0..TRIES {
            let Some(drawn) = sample::world_without(view, &self.thrown, rng) else { break };
            world = Some(drawn);
            if public.phase != Phase::Play || public.dealer == view.seat() {
                break;
            }
            if let Some(buried) = self.with_sensible_burial(drawn) {
                return buried;
            }
        }
        world.unwrap_or_else(|| view.sample(rng))
    }

    /// The same world, but the dealer has buried what a sensible one would have; `None` if he has played
    /// some of that already, or would hold what he is known or believed to lack.
    fn with_sensible_burial(&self, world: Tractor) -> Option<Tractor> {
        let public = &world.public;
        let dealer = public.dealer;
        let left = world.hands[dealer] + world.kitty;
        let kitty = burial(public, left + public.played[dealer]);
        if !left.includes(kitty) {
            return None;
        }
        let mut world = world;
        let hand = left - kitty;
        let keeps_facts = (hand.kinds() & (public.lacks[dealer] | self.thrown[dealer])).is_empty()
            && (hand.pairs() & public.unpaired[dealer]).is_empty();
        (world.hands[dealer], world.kitty) = (hand, kitty);
        keeps_facts.then_some(world)
    }
}
