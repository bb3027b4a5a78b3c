//! Search settings, and what a search maximises.

use cards::BySeat;

use crate::Probability;

/// Search settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The exploration constant of UCB1, in units of the span between the best and the worst payoff seen.
    pub exploration: f32,
    /// The exploration constant of PUCT (`c_puct`), in the same units. 0 selects by UCB1 instead, without priors.
    pub puct: f32,
    /// Rollouts are epsilon-greedy: with this probability an action is uniformly random instead of the rollout
    /// policy's. A deterministic policy would repeat its own mistakes in every rollout.
    pub rollout_epsilon: Probability,
    /// The opponent model is the rollout policy. This is the probability that a single action of another seat in
    /// the tree, a partner's included, follows it. Otherwise the tree selects that seat's action by the seat's own
    /// payoff. The tree is built from worlds that agree on the root player's cards, so such a seat acts as if it
    /// saw them.
    pub opponent_model_per_action: Probability,
    /// The prior weight of the opponents' type "follows the rollout policy", against "as the tree selects": the
    /// probability that all opponents are of the first type for a whole iteration. Partners are not modelled this
    /// way. [`crate::Belief::opponent_model`] updates it to a posterior.
    pub opponent_model: Probability,
    /// The probability that a rollout is truncated: it ends where the endgame solver answers or the game can
    /// evaluate the position. So 0 also turns the endgame solver off inside rollouts.
    pub rollout_truncation: Probability,
    /// Subtract the baseline of each sampled world from its payoffs, where the game has one?
    pub control_variate: bool,
    /// The most nodes of a tree. Positions beyond are left to rollouts.
    pub nodes: usize,
    /// How many threads search, each with its own tree. Their roots are added up.
    pub threads: usize,
    /// Keep the part of the last decision's tree that is still ahead?
    pub tree_reuse: bool,
    /// Early termination: stop as soon as no other action can catch up with the most visited one? Exact for a
    /// number of iterations; under a clock the iterations left are estimated.
    pub early_stop: bool,
    /// What it maximises.
    pub aim: Aim,
}

/// What a search maximises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The payoff.
    Payoff,
    /// Having the highest payoff, by any margin: 12 for the only winner, shared equally in a tie, else 0. Only for
    /// games without evaluation and endgame solver, which are in payoffs.
    Win,
}

impl Aim {
    /// The value of the end of a match to each seat.
    pub fn value(self, payoffs: BySeat<i32>) -> BySeat<i32> {
        /// Two, three or four winners can share it.
        const WIN: i32 = 12;
        if self == Aim::Payoff {
            return payoffs;
        }
        let most = payoffs.iter().copied().max().unwrap_or(0);
        let winners = payoffs.iter().filter(|&&payoff| payoff == most).count() as i32;
        BySeat::from_fn(payoffs.len(), |seat| if payoffs[seat] == most { WIN / winners } else { 0 })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.7,
            puct: 0.0,
            rollout_epsilon: Probability::new(0.244),
            opponent_model_per_action: Probability::ZERO,
            opponent_model: Probability::ZERO,
            rollout_truncation: Probability::ZERO,
            control_variate: true,
            nodes: 1 << 20,
            threads: 1,
            tree_reuse: true,
            early_stop: true,
            aim: Aim::Payoff,
        }
    }
}
