//! One thread of an information-set tree search: selection, expansion, rollout, backpropagation.

use cards::{BySeat, Flow, Game, Rng, Seat, Side, random_action};

use crate::Probability;
use crate::control_variate::ControlVariate;
use crate::endgame::RolloutEndgame;
use crate::heuristics::{Heuristics, UNIT};
use crate::settings::Settings;
use crate::time_manager::Budget;
use crate::tree::{At, ROOT, Tree};

/// What all threads of one decision share.
pub(crate) struct SearchContext<'a, G, M> {
    pub settings: &'a Settings,
    pub heuristics: &'a M,
    pub sides: BySeat<Side>,
    pub worlds: &'a (dyn Fn(&mut Rng) -> G + Sync),
}

/// One thread's tree.
pub(crate) struct Worker<G: Game> {
    pub tree: Tree<G::Action>,
    /// The nodes of this iteration, each with the seat that chose it.
    path: Vec<(At, Seat)>,
    endgame: Option<RolloutEndgame<G>>,
    /// The lowest and the highest payoff of any seat so far.
    pub span: (i32, i32),
    /// Set if payoffs are adjusted by the baseline of their world.
    pub control_variate: Option<ControlVariate>,
    pub iterations: u32,
    /// The legal actions of the node at hand.
    children: Vec<Child<G::Action>>,
}

/// A legal action of the node at hand.
#[derive(Clone, Copy)]
struct Child<A> {
    action: A,
    /// Its node, 0 if it is not expanded yet.
    node: At,
    prior: f32,
}

/// How many iterations pass between two looks at the clock.
const CLOCK_INTERVAL: u32 = 16;
/// How many iterations pass between two tests for early termination.
const STOP_INTERVAL: u32 = 128;

impl<G: Game> Worker<G> {
    pub fn new(nodes: usize, endgame: Option<RolloutEndgame<G>>) -> Worker<G> {
        let (path, children) = (Vec::with_capacity(1024), Vec::with_capacity(128));
        let tree = Tree::new(nodes.max(2));
        Worker { tree, path, endgame, span: (0, 0), control_variate: None, iterations: 0, children }
    }

    /// Keeps the part of the last decision's tree that follows the actions since then, or starts an empty
    /// tree. Actions of the root that are not legal in the true state are pruned: they need a card that was
    /// not drawn.
    pub fn reuse_tree(&mut self, since: &[G::Action], world: &G, filler: G::Action) {
        if !since.is_empty() && self.tree.reroot(since) {
            let is_it =
                |action| move |other| if other == action { Flow::Break(()) } else { Flow::Continue(()) };
            self.tree.prune(|action| world.actions(is_it(action)).is_break());
        } else {
            self.tree.clear(filler);
        }
    }

    pub fn think(
        &mut self,
        context: &SearchContext<'_, G, impl Heuristics<G>>,
        budget: Budget<'_>,
        rng: &mut Rng,
    ) {
        let settings = context.settings;
        self.span = (i32::MAX, i32::MIN);
        self.iterations = 0;
        if let Some(endgame) = &mut self.endgame {
            endgame.begin(&(context.worlds)(rng), context.sides);
        }
        let begun = budget.deadline.map(|deadline| deadline.timer.now());
        while self.iterations < budget.iterations {
            if let (Some(deadline), Some(begun)) = (budget.deadline, begun)
                && self.iterations.is_multiple_of(CLOCK_INTERVAL)
            {
                let at = deadline.timer.now();
                if at >= deadline.at {
                    break;
                }
                if settings.early_stop && self.iterations > 0 && self.iterations.is_multiple_of(STOP_INTERVAL)
                {
                    let pace = f64::from(self.iterations) / (at - begun).as_secs_f64();
                    let left = ((deadline.at - at).as_secs_f64() * pace) as u32;
                    if self.is_decided(left.min(budget.iterations - self.iterations)) {
                        break;
                    }
                }
            } else if settings.early_stop
                && self.iterations.is_multiple_of(STOP_INTERVAL)
                && self.is_decided(budget.iterations - self.iterations)
            {
                break;
            }
            self.iterate(context, (context.worlds)(rng), rng);
            self.iterations += 1;
        }
    }

    /// Would the most visited action stay so if another got all the iterations that are left? Exact for a number of
    /// iterations; under a clock `left` is an estimate from the pace so far. Each thread asks its own tree, so with
    /// several threads the sum of their roots may still have changed.
    fn is_decided(&self, left: u32) -> bool {
        let (mut first, mut second) = (0, 0);
        for child in self.tree.children(ROOT) {
            if child.visits > first {
                (first, second) = (child.visits, first);
            } else {
                second = second.max(child.visits);
            }
        }
        first - second > left
    }

    fn iterate(&mut self, context: &SearchContext<'_, G, impl Heuristics<G>>, mut state: G, rng: &mut Rng) {
        let SearchContext { settings, heuristics, sides, .. } = context;
        self.path.clear();
        let mut at = ROOT;
        let Some(root_player) = state.turn() else { return };
        let baseline = self.control_variate.and_then(|variate| Some((variate, heuristics.baseline(&state)?)));
        let modelled = settings.opponent_model > Probability::ZERO && settings.opponent_model.draw(rng);
        while let Some(seat) = state.turn() {
            // A single action may be modelled for every other seat, a partner included; a whole iteration only for
            // opponents.
            let follows = seat != root_player
                && if modelled && sides[root_player] != sides[seat] {
                    true
                } else {
                    settings.opponent_model_per_action.draw(rng)
                };
            let step = if follows {
                self.descend(at, heuristics.rollout(&state, rng))
            } else if settings.puct > 0.0 {
                self.select_puct(settings, *heuristics, at, &state)
            } else {
                self.select_ucb(settings, at, &state, rng)
            };
            let Some((child, is_new)) = step else { break };
            let action = self.tree.node(child).action;
            state.apply(action, |_| ());
            self.path.push((child, seat));
            at = child;
            if is_new {
                break;
            }
        }
        let mut payoffs = rollout(context, &mut self.endgame, modelled.then_some(root_player), state, rng);
        for &payoff in payoffs.iter() {
            self.span = (self.span.0.min(payoff), self.span.1.max(payoff));
        }
        if let Some((variate, baseline)) = baseline {
            payoffs = variate.adjust(payoffs, baseline);
        }
        for &(at, seat) in &self.path {
            let node = self.tree.node_mut(at);
            node.visits += 1;
            node.total += i64::from(payoffs[seat]);
        }
    }

    /// The child of an action that the opponent model has chosen, expanded if it is not in the tree. Such an
    /// expansion does not end the selection: the action was not the tree's choice, so there is nothing to
    /// learn about it. `None` if the tree is full.
    fn descend(&mut self, at: At, action: G::Action) -> Option<(At, bool)> {
        let tree = &mut self.tree;
        if let Some(child) = tree.find(at, 0, action) {
            tree.node_mut(child).available += 1;
            return Some((child, false));
        }
        (!tree.is_full()).then(|| (tree.add(at, 0, action), false))
    }

    /// The difference between the highest and the lowest payoff so far.
    fn payoff_range(&self) -> f32 {
        self.span.1.saturating_sub(self.span.0).max(1) as f32
    }

    /// Selects a child by UCB1 with availability counts, and says whether it was expanded. Unexpanded children come
    /// first, in random order. `None` if a child would have to be expanded and the tree is full.
    fn select_ucb(&mut self, settings: &Settings, at: At, state: &G, rng: &mut Rng) -> Option<(At, bool)> {
        let weight = settings.exploration * self.payoff_range();
        let tree = &mut self.tree;
        let (mut best, mut top, mut hint) = (0, f32::NEG_INFINITY, 0);
        let (mut unexpanded, mut expand) = (0, None);
        let _ = state.actions(|action| {
            match tree.find(at, hint, action) {
                Some(child) => {
                    hint = child;
                    let node = tree.node_mut(child);
                    node.available += 1;
                    let visits = node.visits as f32;
                    let exploration = (ln(node.available) / visits).sqrt();
                    let bound = node.total as f32 / visits + weight * exploration;
                    if bound > top {
                        (best, top) = (child, bound);
                    }
                }
                None => {
                    // Each unexpanded child is equally likely.
                    unexpanded += 1;
                    if unexpanded == 1 || rng.below(unexpanded) == 0 {
                        expand = Some((action, hint));
                    }
                }
            }
            Flow::Continue(())
        });
        match expand {
            Some(_) if tree.is_full() => (best != 0).then_some((best, false)),
            // Behind the sibling listed before it, so that lists stay in the game's order.
            Some((action, before)) => Some((tree.add(at, before, action), true)),
            None => Some((best, false)),
        }
    }

    /// Selects a child by PUCT in AlphaZero's form (Silver et al. 2017), and says whether it was expanded. The
    /// visits under the square root are the sum over the children that are legal in this world, plus 1, instead of the
    /// visits of the node. Priors are normalised over the same children. An unvisited child starts with the mean of
    /// its visited siblings (first-play urgency, without a reduction). Without that, opponents whose hands differ
    /// from world to world would act at random whenever they hold something they did not hold before.
    fn select_puct(
        &mut self,
        settings: &Settings,
        heuristics: &impl Heuristics<G>,
        at: At,
        state: &G,
    ) -> Option<(At, bool)> {
        let weight = settings.puct * self.payoff_range();
        let Worker { tree, children, .. } = self;
        children.clear();
        let (mut hint, mut priors, mut visits, mut total) = (0, 0.0, 0, 0);
        let _ = state.actions(|action| {
            let prior = heuristics.prior(state, action);
            priors += prior;
            let node = tree.find(at, hint, action).unwrap_or(0);
            if node != 0 {
                hint = node;
                visits += tree.node(node).visits;
                total += tree.node(node).total;
            }
            children.push(Child { action, node, prior });
            Flow::Continue(())
        });
        let first_play = if visits == 0 { 0.0 } else { total as f32 / visits as f32 };
        let exploration = weight * ((visits + 1) as f32).sqrt() / priors;
        let (mut best, mut top) = (None, f32::NEG_INFINITY);
        for (place, child) in children.iter().enumerate() {
            let (mut visits, mut mean) = (0.0, first_play);
            if child.node != 0 && tree.node(child.node).visits > 0 {
                let node = tree.node(child.node);
                visits = node.visits as f32;
                mean = node.total as f32 / visits;
            }
            let bound = mean + exploration * child.prior / (1.0 + visits);
            if bound > top {
                (best, top) = (Some(place), bound);
            }
        }
        let place = best?;
        let Child { action, node, .. } = children[place];
        if node != 0 {
            return Some((node, false));
        }
        if tree.is_full() {
            return None;
        }
        let before = children[..place].iter().rev().map(|child| child.node).find(|&node| node != 0);
        Some((tree.add(at, before.unwrap_or(0), action), true))
    }
}

/// The value of a rollout from here to each seat, in [`UNIT`]s: of the end of the match, or where the endgame
/// solver or the evaluation truncates it. With `opponents_of`, the opponents of that seat follow the rollout policy
/// without random actions, and the rollout goes on to the end.
fn rollout<G: Game, M: Heuristics<G>>(
    context: &SearchContext<'_, G, M>,
    endgame: &mut Option<RolloutEndgame<G>>,
    opponents_of: Option<Seat>,
    mut state: G,
    rng: &mut Rng,
) -> BySeat<i32> {
    let SearchContext { settings, heuristics, sides, .. } = context;
    let truncates = opponents_of.is_none()
        && settings.rollout_truncation > Probability::ZERO
        && settings.rollout_truncation.draw(rng);
    while let Some(seat) = state.turn() {
        if truncates {
            let solved = endgame.as_mut().and_then(|endgame| endgame.payoffs(*heuristics, &state, sides));
            if let Some(payoffs) = solved.or_else(|| heuristics.evaluate(&state)) {
                return payoffs;
            }
        }
        let is_modelled = opponents_of.is_some_and(|root_player| sides[root_player] != sides[seat]);
        let action = if !is_modelled && settings.rollout_epsilon.draw(rng) {
            random_action(&state, rng)
        } else {
            heuristics.rollout(&state, rng)
        };
        state.apply(action, |_| ());
    }
    let values = settings.aim.value(state.payoffs());
    BySeat::from_fn(values.len(), |seat| values[seat] * UNIT)
}

/// The natural logarithm with an error below 0.006. It is the same on every machine, which a library's need not be.
fn ln(n: u32) -> f32 {
    let whole = n.ilog2();
    // Between powers of two: a parabola through both ends, off by at most 0.008.
    let part = n as f32 / (1u64 << whole) as f32 - 1.0;
    let log2 = whole as f32 + part * (1.3465 - 0.3465 * part);
    log2 * std::f32::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_to_three_digits_of_the_whole() {
        for n in (1..5000).chain([1 << 20, 3 << 20, u32::MAX]) {
            let (fast, slow) = (f64::from(ln(n)), f64::from(n).ln());
            assert!((fast - slow).abs() < 0.008, "{n}: {fast} {slow}");
        }
    }
}
