//! Evidence about one hidden hand: what it cannot hold, and how well its player follows the opponent model.
//!
//! More is known about a card that was drawn before a decision than about one drawn after it. So the hidden
//! cards of a hand are kept in groups by age. Each group has the kinds that none of its cards can be: some by
//! the rules of the game (a seat that can play may not draw), and some if the seat follows the opponent
//! model, which would have played them. A card that leaves the hand may come from any group that can hold it;
//! each sampled world draws one of them.
//!
//! Kinds are bits, so this serves every game with at most 64 kinds of cards.

use cards::{Rng, Seat};
use search::Probability;

/// The most groups; later cards join the last.
const GROUPS: usize = 32;
/// The most plays from a hidden hand; beyond them nothing is inferred.
const PLAYS: usize = 64;
/// The bound of the Bayes factor; its inverse is the other bound. Set by hand, so that a seat that changes its play is
/// noticed.
const MOST_BAYES_FACTOR: f32 = 256.0;
/// The likelihood of an action that contradicts the opponent model, if the seat follows it. Set by hand.
const CONTRADICTION: f32 = 0.03;

/// The prior probability that a seat does not follow the opponent model, where the tree asks how to play it. Set by
/// hand.
///
/// Samples use another prior for the same event, [`sampling_prior`]: 0.0625 with the default settings. So the agent
/// holds two probabilities of one thing. They are two knobs, one for actions and one for cards, and it has not been
/// measured whether one prior would do.
const TREE_PRIOR: Probability = Probability::new(0.125);

/// The prior probability that a seat does not follow the opponent model, where hands are sampled: a quarter of what
/// the belief weight leaves. The quarter is set by hand: the posterior rises as soon as a seat deviates.
pub(crate) fn sampling_prior(belief_weight: Probability) -> Probability {
    Probability::of_1024(belief_weight.complement().steps() / 4)
}

/// Cards that were drawn between the same two decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Group {
    size: u16,
    /// The kinds that none of them is, by the rules of the game.
    never: u64,
    /// The kinds that none of them is if the seat follows the opponent model; includes `never`.
    denied: u64,
}

/// The groups that a played card can have come from, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Play {
    /// By the rules of the game.
    possible: u32,
    /// If the seat follows the opponent model.
    modelled: u32,
}

/// The evidence about the hidden cards of one seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct HandEvidence {
    groups: [Group; GROUPS],
    plays: [Play; PLAYS],
    groups_len: u8,
    plays_len: u8,
    /// How many cards all groups have left.
    held: u16,
    /// Was there a decision since the last card was drawn? Then the next one starts a group.
    is_closed: bool,
    /// Was there more than could be stored?
    is_lost: bool,
    /// The Bayes factor of the seat's plays: their likelihood if it follows the opponent model, divided by their
    /// likelihood if it plays at random. No prior is in it.
    bayes_factor: f32,
}

impl Default for HandEvidence {
    fn default() -> HandEvidence {
        HandEvidence {
            groups: [Group::default(); GROUPS],
            plays: [Play::default(); PLAYS],
            groups_len: 0,
            plays_len: 0,
            held: 0,
            is_closed: true,
            is_lost: false,
            bayes_factor: 1.0,
        }
    }
}

impl HandEvidence {
    fn groups(&mut self) -> &mut [Group] {
        &mut self.groups[..usize::from(self.groups_len)]
    }

    /// The seat draws a hidden card.
    pub(crate) fn draws(&mut self) {
        if self.is_closed && usize::from(self.groups_len) < GROUPS {
            self.groups_len += 1;
        } else if self.is_closed {
            // For a group of mixed age only what holds for its latest card is known.
            let last = &mut self.groups[GROUPS - 1];
            (last.never, last.denied) = (0, 0);
        }
        self.is_closed = false;
        self.held += 1;
        if let Some(last) = self.groups().last_mut() {
            last.size += 1;
        }
    }

    /// The hand holds none of the kinds `never`, and none of the kinds `denied` if the seat follows the opponent
    /// model.
    pub(crate) fn denies(&mut self, never: u64, denied: u64) {
        self.is_closed = true;
        for group in self.groups() {
            group.never |= never;
            group.denied |= never | denied;
        }
    }

    /// The card that was drawn last leaves the hand.
    pub(crate) fn plays_drawn(&mut self) {
        match self.groups().last_mut() {
            Some(last) if last.size > 0 => last.size -= 1,
            _ => self.is_lost = true,
        }
        self.held = self.held.saturating_sub(1);
    }

    /// A card of this kind leaves the hand; its age is unknown.
    pub(crate) fn plays(&mut self, kind: u64) {
        if usize::from(self.plays_len) == PLAYS {
            self.is_lost = true;
            return;
        }
        let mut play = Play::default();
        for (n, group) in self.groups().iter().enumerate() {
            play.possible |= u32::from(group.size > 0 && group.never & kind == 0) << n;
            play.modelled |= u32::from(group.size > 0 && group.denied & kind == 0) << n;
        }
        self.plays[usize::from(self.plays_len)] = play;
        self.plays_len += 1;
        self.held = self.held.saturating_sub(1);
        if play.modelled == 0 {
            // The opponent model would have played it earlier.
            self.update(CONTRADICTION);
        }
    }

    /// Is the evidence complete for a view in which the hand has `hidden` hidden cards?
    pub(crate) fn is_sound(&self, hidden: usize) -> bool {
        !self.is_lost && usize::from(self.held) == hidden
    }

    /// Updates the Bayes factor by the likelihood ratio of one play.
    fn update(&mut self, ratio: f32) {
        self.bayes_factor = (self.bayes_factor * ratio).clamp(1.0 / MOST_BAYES_FACTOR, MOST_BAYES_FACTOR);
    }

    /// The seat has played a card and holds `others` more hidden cards. Each of them fits with probability
    /// `fits`, and the opponent model would have preferred it with probability `better`.
    pub(crate) fn chooses(&mut self, others: u32, fits: f32, better: f32) {
        let power = |base: f32, n: u32| (0..n).fold(1.0, |product: f32, _| product * base);
        // With k other cards that fit, random play chooses this one once in k + 1.
        let at_random = if fits > 0.0 {
            (1.0 - power(1.0 - fits, others + 1)) / ((others + 1) as f32 * fits)
        } else {
            1.0
        };
        let modelled = power(1.0 - better, others).max(CONTRADICTION);
        self.update(modelled / at_random);
    }

    /// The seat has kept a known card that the opponent model would have played.
    pub(crate) fn deviates(&mut self) {
        self.update(CONTRADICTION);
    }

    /// The posterior probability that the seat does not follow the opponent model.
    pub(crate) fn deviation(&self, prior: Probability) -> Probability {
        if prior == Probability::ONE {
            return prior;
        }
        let (against, rest) = (prior.steps() as f32, prior.complement().steps() as f32);
        Probability::of_1024((1024.0 * against / (against + rest * self.bayes_factor)) as u32)
    }

    /// `base` times the mean posterior probability that one of these seats follows the opponent model.
    pub(crate) fn scaled(all: &[HandEvidence], base: Probability) -> Probability {
        let seen = all.iter().filter(|evidence| evidence.groups_len > 0);
        let (seats, deviations) = seen.fold((0, 0), |(seats, deviations), evidence| {
            (seats + 1, deviations + evidence.deviation(TREE_PRIOR).steps())
        });
        let all = 1024 * seats.max(1);
        Probability::of_1024(base.steps() * (all - deviations) / all)
    }

    /// Draws which groups the played cards came from, and visits what is left of each, the oldest first: the
    /// number of cards and the kinds they are not. With `deviates` the opponent model denies nothing. `room` is
    /// how many unseen cards are not of these kinds.
    pub(crate) fn left(
        &self,
        deviates: bool,
        room: impl Fn(u64) -> u32,
        rng: &mut Rng,
        mut visit: impl FnMut(usize, u64),
    ) {
        let groups = &self.groups[..usize::from(self.groups_len)];
        let denied = |group: &Group| if deviates { group.never } else { group.denied };
        let mut sizes = [0; GROUPS];
        let mut weights = [0; GROUPS];
        for ((size, weight), group) in sizes.iter_mut().zip(&mut weights).zip(groups) {
            *size = group.size;
            // A group that few cards fit is more likely to be empty.
            *weight = (1 << 12) / (1 + room(denied(group)));
        }
        for play in &self.plays[..usize::from(self.plays_len)] {
            let from = if deviates || play.modelled == 0 { play.possible } else { play.modelled };
            let weight = |n: usize| if from >> n & 1 == 1 { u32::from(sizes[n]) * weights[n] } else { 0 };
            let total: u32 = (0..groups.len()).map(weight).sum();
            let from = if total > 0 {
                let mut at = rng.below(total);
                (0..groups.len()).find(|&n| {
                    let weight = weight(n);
                    let found = at < weight;
                    at = at.wrapping_sub(weight);
                    found
                })
            } else {
                // The evidence is contradictory: take it from any group that has a card.
                (0..groups.len()).find(|&n| sizes[n] > 0)
            };
            if let Some(n) = from {
                sizes[n] -= 1;
            }
        }
        for (&size, group) in sizes.iter().zip(groups).filter(|(size, _)| **size > 0) {
            visit(usize::from(size), denied(group));
        }
    }
}

/// Cards to deal to the other seats, in groups that are denied the same kinds.
pub(crate) struct Groups {
    groups: [(Seat, u16, u64, u32); 4 * GROUPS],
    len: usize,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { groups: [(Seat::new(0), 0, 0, 0); 4 * GROUPS], len: 0 }
    }
}

impl Groups {
    /// A group of a seat: how many cards, what they are not, and how many unseen cards are left for it.
    pub(crate) fn push(&mut self, seat: Seat, size: usize, denied: u64, room: u32) {
        // Sorted by room: if one group can hold everything that another can, the narrower one must be dealt first
        // for every world to be equally likely.
        let mut place = self.len;
        while place > 0 && self.groups[place - 1].3 > room {
            self.groups[place] = self.groups[place - 1];
            place -= 1;
        }
        self.groups[place] = (seat, size as u16, denied, room);
        self.len += 1;
    }

    /// Visits each card to be dealt: its seat, and the kinds it is not.
    pub(crate) fn narrowest_first(&self, mut visit: impl FnMut(Seat, u64)) {
        for &(seat, size, denied, _) in &self.groups[..self.len] {
            (0..size).for_each(|_| visit(seat, denied));
        }
    }
}

/// The unseen cards, from which hands are filled.
pub(crate) struct Row<'a, C> {
    cards: &'a mut [C],
    left: usize,
}

impl<'a, C: Copy> Row<'a, C> {
    /// These cards, in any order.
    pub(crate) fn new(cards: &'a mut [C]) -> Row<'a, C> {
        let left = cards.len();
        Row { cards, left }
    }

    /// Takes a card for which `may` is true, each equally likely; any card if there is none.
    pub(crate) fn take(&mut self, may: impl Fn(C) -> bool, rng: &mut Rng) -> Option<C> {
        /// Most groups are denied fewer than half of all cards, so a few random tries nearly always succeed.
        const TRIES: u32 = 6;
        if self.left == 0 {
            return None;
        }
        let n = self.left as u32;
        let found_quickly = (0..TRIES).find_map(|_| {
            let place = rng.below(n) as usize;
            may(self.cards[place]).then_some(place)
        });
        let place = found_quickly.unwrap_or_else(|| {
            let row = &self.cards[..self.left];
            let fitting = row.iter().filter(|&&card| may(card)).count() as u32;
            if fitting == 0 {
                return rng.below(n) as usize;
            }
            let wanted = rng.below(fitting) as usize;
            let mut places = (0..row.len()).filter(|&place| may(row[place]));
            places.nth(wanted).unwrap_or(0)
        });
        self.left -= 1;
        self.cards.swap(place, self.left);
        Some(self.cards[self.left])
    }

    /// The cards that were not taken, shuffled.
    pub(crate) fn rest(self, rng: &mut Rng) -> &'a mut [C] {
        let rest = &mut self.cards[..self.left];
        rng.shuffle(rest);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left in each group if the seat follows the opponent model.
    fn left(evidence: &HandEvidence, rng: &mut Rng) -> Vec<(usize, u64)> {
        let mut all = Vec::new();
        evidence.left(false, |denied| 8 - denied.count_ones(), rng, |size, denied| all.push((size, denied)));
        all
    }

    #[test]
    fn a_decision_says_nothing_about_cards_drawn_later() {
        let mut evidence = HandEvidence::default();
        (0..3).for_each(|_| evidence.draws());
        evidence.denies(0b0011, 0);
        evidence.draws();
        evidence.denies(0, 0b0100);
        assert_eq!(left(&evidence, &mut Rng::new(1)), [(3, 0b0111), (1, 0b0100)]);
        evidence.plays_drawn();
        assert_eq!(left(&evidence, &mut Rng::new(1)), [(3, 0b0111)]);
        assert!(evidence.is_sound(3) && !evidence.is_sound(4));
    }

    #[test]
    fn a_card_is_played_from_a_group_that_can_hold_it() {
        let mut evidence = HandEvidence::default();
        (0..2).for_each(|_| evidence.draws());
        evidence.denies(0b0001, 0);
        evidence.draws();
        evidence.plays(0b0001);
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            assert_eq!(left(&evidence, &mut rng), [(2, 0b0001)]);
        }
        // The next card comes from these two; the third has left the hand.
        evidence.plays(0b0010);
        assert_eq!(left(&evidence, &mut rng), [(1, 0b0001)]);
    }

    #[test]
    fn the_age_of_a_played_card_is_sampled_for_every_world() {
        let mut evidence = HandEvidence::default();
        (0..2).for_each(|_| evidence.draws());
        evidence.denies(0b1111, 0);
        evidence.draws();
        evidence.plays(1 << 7);
        let mut rng = Rng::new(1);
        let young = (0..9000).filter(|_| left(&evidence, &mut rng).len() == 1).count();
        // Two places with room for four cards, one with room for eight: weights 2/5 and 1/9.
        let expected = 9000.0 * (1.0 / 9.0) / (2.0 / 5.0 + 1.0 / 9.0);
        assert!((young as f64 - expected).abs() < 200.0, "{young} of 9000, not {expected}");
    }

    #[test]
    fn the_posterior_follows_the_evidence_in_both_directions() {
        let fresh = HandEvidence::default();
        for prior in [Probability::ONE, Probability::new(0.5), Probability::ZERO] {
            assert_eq!(fresh.deviation(prior), prior);
        }
        const QUARTER: Probability = Probability::new(0.25);
        let mut modelled = fresh;
        (0..5).for_each(|_| modelled.chooses(6, 0.4, 0.0));
        let mut random = fresh;
        (0..5).for_each(|_| random.chooses(6, 0.4, 0.4));
        assert!(
            modelled.deviation(QUARTER) < Probability::new(0.01)
                && random.deviation(QUARTER) > Probability::new(0.78),
            "{modelled:?} {random:?}"
        );
        let mut once = fresh;
        once.draws();
        once.denies(0, 1);
        once.plays(1);
        assert!(
            once.deviation(QUARTER) > Probability::new(0.88),
            "the opponent model would have played the card earlier"
        );
        assert_eq!(HandEvidence::scaled(&[fresh; 4], Probability::ONE), Probability::ONE, "no evidence yet");
    }

    #[test]
    fn every_card_that_may_be_taken_is_taken_equally_often() {
        let mut rng = Rng::new(2);
        let mut times = [0u32; 8];
        for _ in 0..8000 {
            let mut cards = [0usize, 1, 2, 3, 4, 5, 6, 7];
            let mut row = Row::new(&mut cards);
            let one = row.take(|card| card > 5, &mut rng).expect("there are eight");
            times[one] += 1;
            assert!(row.rest(&mut rng).iter().all(|&card| card != one));
        }
        assert_eq!(times[..6], [0; 6]);
        assert!(times[6].abs_diff(4000) < 200, "{times:?}");
    }
}
