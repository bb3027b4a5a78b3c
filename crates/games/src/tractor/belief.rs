//! The belief state of Tractor: a seat that throws cards of a group has none left of that group, and the
//! dealer buries as the rule-based policy does.

use cards::{BySeat, CardSet, Rng, View};
use search::{Belief, Probability};

use super::policy::burial;
use super::public::Phase;
use super::rules::Tractor;
use super::sample;
use super::score::SEATS;
use super::shape::Shape;
use super::types::Event;
use super::view::TractorView;

/// How many worlds are drawn to find one with the policy's burial.
const TRIES: u32 = 12;

/// What a seat infers from the others' play.
#[derive(Clone, Debug)]
pub struct TractorBelief {
    /// The groups a seat has thrown.
    thrown: BySeat<CardSet>,
}

impl Default for TractorBelief {
    fn default() -> TractorBelief {
        TractorBelief { thrown: BySeat::all(SEATS, CardSet::EMPTY) }
    }
}

impl Belief<Tractor> for TractorBelief {
    fn observe(&mut self, before: &TractorView, event: &Event) {
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

    /// A mixture: with probability `weight`, a world that also fits what was inferred; otherwise a uniform sample. Here
    /// the weight is a continuous scale.
    fn sample(&self, view: &TractorView, weight: Probability, rng: &mut Rng) -> Tractor {
        if weight.complement().draw(rng) {
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
            if let Some(buried) = self.with_policy_burial(drawn) {
                return buried;
            }
        }
        world.unwrap_or_else(|| view.sample(rng))
    }
}

impl TractorBelief {
    /// The same world with the policy's burial; `None` if the dealer has played some of those cards, or would
    /// then hold cards of a group it lacks or has thrown.
    fn with_policy_burial(&self, world: Tractor) -> Option<Tractor> {
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
