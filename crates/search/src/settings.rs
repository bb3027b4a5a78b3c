//! Search settings, and what a search maximises.

use cards::BySeat;

use crate::Probability;

/// Search settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The exploration constant of UCB1, in units of the span between the best and the worst payoff seen.
    pub exploration: f32,
    /// The exploration constant of PUCT, in the same units: how much the model's priors count. With 0 the tree
    /// grows by UCB1, without priors.
    pub puct: f32,
    /// How often an action of a rollout is random instead of the rollout policy's. A policy without noise
    /// would repeat its own mistakes in every rollout.
    pub noise: Probability,
    /// How often a single action of another seat in the tree follows the rollout policy. Otherwise that
    /// seat takes what is best for it as far as the tree knows. At 1 all others play the rollout policy; at 0
    /// they play as if they saw our cards.
    pub opponent_model_per_action: Probability,
    /// How often all opponents follow the rollout policy for a whole iteration. That models a player better
    /// than single actions do: a player who follows the policy once does so again.
    pub opponent_model: Probability,
    /// How often a rollout ends as soon as the model can evaluate the position.
    pub evaluation: Probability,
    /// Subtract the baseline of each sampled world from its payoffs, where the model has one?
    pub control_variate: bool,
    /// The most nodes of a tree. Positions beyond are left to rollouts.
    pub nodes: usize,
    /// How many threads search, each with its own tree. Their roots are added up.
    pub threads: usize,
    /// Keep the part of the last decision's tree that is still ahead?
    pub tree_reuse: bool,
    /// Stop as soon as no other action can catch up with the most visited one?
    pub early_stop: bool,
    /// What it maximises.
    pub aim: Aim,
}

/// What a search maximises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The payoff.
    Score,
    /// Having the highest payoff, by any margin: 12 for the only winner, shared equally in a tie, else 0. Only for
    /// games without evaluation and endgame solver, which are in payoffs.
    Win,
}

impl Aim {
    /// The value of the end of a match to each seat.
    pub fn value(self, payoffs: BySeat<i32>) -> BySeat<i32> {
        /// Two, three or four winners can share it.
        const WIN: i32 = 12;
        if self == Aim::Score {
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
            noise: Probability::new(0.244),
            opponent_model_per_action: Probability::ZERO,
            opponent_model: Probability::ZERO,
            evaluation: Probability::ZERO,
            control_variate: true,
            nodes: 1 << 20,
            threads: 1,
            tree_reuse: true,
            early_stop: true,
            aim: Aim::Score,
        }
    }
}
