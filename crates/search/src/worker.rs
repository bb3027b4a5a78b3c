//! One thread of an information-set search: worlds down the tree, payoffs back up.

use cards::{BySeat, Flow, Game, Rng, Seat, Side, random_action};

use crate::control_variate::Luck;
use crate::endgame::Foresight;
use crate::model::{Model, UNIT};
use crate::settings::Settings;
use crate::time_manager::Budget;
use crate::tree::{At, ROOT, Tree};

/// What all threads of a decision share.
pub(crate) struct Root<'a, G, M> {
    pub settings: &'a Settings,
    pub model: &'a M,
    pub sides: BySeat<Side>,
    pub worlds: &'a (dyn Fn(&mut Rng) -> G + Sync),
}

/// One thread's tree.
pub(crate) struct Worker<G: Game> {
    pub tree: Tree<G::Action>,
    /// The nodes of this iteration, each with the seat that chose it.
    path: Vec<(At, Seat)>,
    endgame: Option<Foresight<G>>,
    /// The least and the most anybody was paid so far.
    pub span: (i32, i32),
    /// What luck is measured by, if it is evened out.
    pub luck: Option<Luck>,
    pub iterations: u32,
    /// What there is to choose from in the node at hand.
    offers: Vec<Offer<G::Action>>,
}

/// An action of the node at hand.
#[derive(Clone, Copy)]
struct Offer<A> {
    action: A,
    /// Its child, 0 if it has none yet.
    child: At,
    leaning: f32,
}

/// The clock is looked at once in so many iterations.
const GLANCE: u32 = 16;
/// And so often the leader is compared with the others.
const COMPARE: u32 = 128;

impl<G: Game> Worker<G> {
    pub fn new(nodes: usize, endgame: Option<Foresight<G>>) -> Worker<G> {
        let (path, offers) = (Vec::with_capacity(1024), Vec::with_capacity(128));
        let tree = Tree::new(nodes.max(2));
        Worker { tree, path, endgame, span: (0, 0), luck: None, iterations: 0, offers }
    }

    /// Goes on from the last decision by what was done since, or begins anew. Cards that might have
    /// been drawn and were not leave actions behind that nobody has.
    pub fn set_out(&mut self, since: &[G::Action], world: &G, filler: G::Action) {
        if !since.is_empty() && self.tree.keep(since) {
            let is_it =
                |action| move |other| if other == action { Flow::Break(()) } else { Flow::Continue(()) };
            self.tree.prune(|action| world.actions(is_it(action)).is_break());
        } else {
            self.tree.clear(filler);
        }
    }

    pub fn think(&mut self, root: &Root<'_, G, impl Model<G>>, budget: Budget<'_>, rng: &mut Rng) {
        let settings = root.settings;
        self.span = (i32::MAX, i32::MIN);
        self.iterations = 0;
        if let Some(endgame) = &mut self.endgame {
            endgame.begin(&(root.worlds)(rng), root.sides);
        }
        let begun = budget.deadline.map(|deadline| deadline.timer.now());
        while self.iterations < budget.iterations {
            if let (Some(deadline), Some(begun)) = (budget.deadline, begun)
                && self.iterations.is_multiple_of(GLANCE)
            {
                let at = deadline.timer.now();
                if at >= deadline.at {
                    break;
                }
                if settings.stops_early && self.iterations > 0 && self.iterations.is_multiple_of(COMPARE) {
                    let pace = f64::from(self.iterations) / (at - begun).as_secs_f64();
                    let left = ((deadline.at - at).as_secs_f64() * pace) as u32;
                    if self.is_decided(left.min(budget.iterations - self.iterations)) {
                        break;
                    }
                }
            } else if settings.stops_early
                && self.iterations.is_multiple_of(COMPARE)
                && self.is_decided(budget.iterations - self.iterations)
            {
                break;
            }
            self.iterate(root, (root.worlds)(rng), rng);
            self.iterations += 1;
        }
    }

    /// Could no other action be visited as often as the leader, if all that is left went to it?
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

    fn iterate(&mut self, root: &Root<'_, G, impl Model<G>>, mut state: G, rng: &mut Rng) {
        let Root { settings, model, sides, .. } = root;
        self.path.clear();
        let mut at = ROOT;
        let Some(me) = state.turn() else { return };
        let luck = self.luck.and_then(|usual| Some((usual, model.baseline(&state)?)));
        let alike = settings.alike > 0 && rng.next_u32() >> 22 < settings.alike;
        while let Some(seat) = state.turn() {
            let follows = seat != me
                && if alike && sides[me] != sides[seat] {
                    true
                } else {
                    rng.next_u32() >> 22 < settings.others
                };
            let step = if follows {
                self.follow(at, model.rollout(&state, rng))
            } else if settings.leaning > 0.0 {
                self.lean(settings, *model, at, &state)
            } else {
                self.step(settings, at, &state, rng)
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
        let mut payoffs = play_out(root, &mut self.endgame, alike.then_some(me), state, rng);
        for &payoff in payoffs.iter() {
            self.span = (self.span.0.min(payoff), self.span.1.max(payoff));
        }
        if let Some((usual, luck)) = luck {
            payoffs = usual.even_out(payoffs, luck);
        }
        for &(at, seat) in &self.path {
            let node = self.tree.node_mut(at);
            node.visits += 1;
            node.total += i64::from(payoffs[seat]);
        }
    }

    /// The child this action leads to, put into the tree if it is not there; that is no reason to
    /// leave the tree, for nothing is to be learned about an action that is given. `None` if the tree
    /// is full.
    fn follow(&mut self, at: At, action: G::Action) -> Option<(At, bool)> {
        let tree = &mut self.tree;
        if let Some(child) = tree.find(at, 0, action) {
            tree.node_mut(child).available += 1;
            return Some((child, false));
        }
        (!tree.is_full()).then(|| (tree.add(at, 0, action), false))
    }

    /// The span between the best and the worst payoff so far.
    fn spread(&self) -> f32 {
        self.span.1.saturating_sub(self.span.0).max(1) as f32
    }

    /// The child to go to from here, and whether it was put into the tree for it; `None` if it
    /// would have to be and the tree is full.
    fn step(&mut self, settings: &Settings, at: At, state: &G, rng: &mut Rng) -> Option<(At, bool)> {
        let weight = settings.exploration * self.spread();
        let tree = &mut self.tree;
        let (mut best, mut top, mut hint) = (0, f32::NEG_INFINITY, 0);
        let (mut missing, mut untried) = (0, None);
        let _ = state.actions(|action| {
            match tree.find(at, hint, action) {
                Some(child) => {
                    hint = child;
                    let node = tree.node_mut(child);
                    node.available += 1;
                    let visits = node.visits as f32;
                    let bound = (ln(node.available) / visits).sqrt();
                    let score = node.total as f32 / visits + weight * bound;
                    if score > top {
                        (best, top) = (child, score);
                    }
                }
                None => {
                    // Each of those not tried yet is equally likely.
                    missing += 1;
                    if missing == 1 || rng.below(missing) == 0 {
                        untried = Some((action, hint));
                    }
                }
            }
            Flow::Continue(())
        });
        match untried {
            Some(_) if tree.is_full() => (best != 0).then_some((best, false)),
            // Behind the sibling listed before it, so that lists stay in the game's order.
            Some((action, before)) => Some((tree.add(at, before, action), true)),
            None => Some((best, false)),
        }
    }

    /// The same by the model's priors (PUCT, after Rosin 2011). What was never tried is taken to be
    /// as good as what was, and is tried the sooner the higher its prior: others whose hands
    /// differ from world to world would otherwise do at random whatever they could not do before.
    fn lean(&mut self, settings: &Settings, model: &impl Model<G>, at: At, state: &G) -> Option<(At, bool)> {
        let weight = settings.leaning * self.spread();
        let Worker { tree, offers, .. } = self;
        offers.clear();
        let (mut hint, mut leanings, mut visits, mut total) = (0, 0.0, 0, 0);
        let _ = state.actions(|action| {
            let leaning = model.prior(state, action);
            leanings += leaning;
            let child = tree.find(at, hint, action).unwrap_or(0);
            if child != 0 {
                hint = child;
                visits += tree.node(child).visits;
                total += tree.node(child).total;
            }
            offers.push(Offer { action, child, leaning });
            Flow::Continue(())
        });
        let usual = if visits == 0 { 0.0 } else { total as f32 / visits as f32 };
        let eagerness = weight * ((visits + 1) as f32).sqrt() / leanings;
        let (mut best, mut top) = (None, f32::NEG_INFINITY);
        for (place, offer) in offers.iter().enumerate() {
            let (mut visits, mut mean) = (0.0, usual);
            if offer.child != 0 && tree.node(offer.child).visits > 0 {
                let node = tree.node(offer.child);
                visits = node.visits as f32;
                mean = node.total as f32 / visits;
            }
            let score = mean + eagerness * offer.leaning / (1.0 + visits);
            if score > top {
                (best, top) = (Some(place), score);
            }
        }
        let place = best?;
        let Offer { action, child, .. } = offers[place];
        if child != 0 {
            return Some((child, false));
        }
        if tree.is_full() {
            return None;
        }
        let before = offers[..place].iter().rev().map(|offer| offer.child).find(|&child| child != 0);
        Some((tree.add(at, before.unwrap_or(0), action), true))
    }
}

/// What the end of a match is worth to each seat, or what the model thinks it will be, in [`UNIT`]s.
fn play_out<G: Game, M: Model<G>>(
    root: &Root<'_, G, M>,
    endgame: &mut Option<Foresight<G>>,
    alike: Option<Seat>,
    mut state: G,
    rng: &mut Rng,
) -> BySeat<i32> {
    let Root { settings, model, sides, .. } = root;
    let judged = alike.is_none() && settings.judged > 0 && rng.next_u32() >> 22 < settings.judged;
    while let Some(seat) = state.turn() {
        if judged {
            let told = endgame.as_mut().and_then(|endgame| endgame.payoffs(*model, &state, sides));
            if let Some(payoffs) = told.or_else(|| model.evaluate(&state)) {
                return payoffs;
            }
        }
        let is_sure = alike.is_some_and(|me| sides[me] != sides[seat]);
        let action = if !is_sure && rng.next_u32() >> 22 < settings.noise {
            random_action(&state, rng)
        } else {
            model.rollout(&state, rng)
        };
        state.apply(action, |_| ());
    }
    let payoffs = settings.aim.worth(state.payoffs());
    BySeat::from_fn(payoffs.len(), |seat| payoffs[seat] * UNIT)
}

/// The natural logarithm to three digits: the same on every machine, which a library's need not be.
fn ln(n: u32) -> f32 {
    let whole = n.ilog2();
    // From 1 up to 2, where a parabola through both ends does: at most 0.008 too large or small.
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
