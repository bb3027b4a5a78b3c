//! The belief state of Durak: a world in which a seat held back a card that the opponent model would have laid
//! is sampled less often.
//!
//! It is a layer on top of `View::sample`, which is uniform over the worlds that fit the view. There are two types of
//! players, `greedy` and a searching player. A Bayes factor between them is updated with every action of a seat, and
//! a prior makes a posterior over types of it: the setting `opponent-model` where the search asks how opponents play,
//! an even prior where hands are sampled (see `ratio`).
//!
//! The constants below are set by hand unless they say otherwise.

use cards::{Card, CardSet, Rank, Rng, Seat, View};
use search::{Belief, Probability};

use super::exact;
use super::policy::Thresholds;
use super::priors;
use super::public::{Phase, Public};
use super::rules::{self, Durak, SEATS};
use super::types::{Action, Event};
use super::view::DurakView;

/// One bit a suit.
const LANES: u64 = 0x0001_0001_0001_0001;
/// Card codes are below this.
const CODES: usize = 64;
/// The bound of the likelihood ratio of one card; its inverse is the other bound.
const MOST_RATIO: f32 = 16.0;
/// The likelihood ratio of a card in the hand of a searching player, if greedy would have laid it.
const HELD_BACK: f32 = 0.7;
/// Metropolis steps for each hidden card of a hand.
const SWAPS: u32 = 2;
/// How many sampled hands compare an action with greedy's.
const HANDS: u32 = 48;
/// The type `greedy` is modelled as epsilon-greedy: with this probability its action is random.
const GREEDY_EPSILON: f32 = 0.06;
/// How often a searching player agrees with greedy, apart from agreement by chance.
const AGREEMENT: f32 = 0.25;
/// The likelihood ratio of a card that greedy would have laid earlier.
const LATE: f32 = 0.2;
/// The bound of the Bayes factor; its inverse is the other bound. A bounded factor can still change.
const MOST_BAYES_FACTOR: f32 = 100.0;

/// What a seat infers from the others' play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DurakBelief {
    /// The seat that infers.
    me: Seat,
    /// For each seat the Bayes factor: the likelihood of its actions if it plays like greedy, divided by their
    /// likelihood if it searches. No prior is in it.
    bayes_factors: [f32; SEATS],
    /// For each seat and card code the likelihood ratio of holding the card, if the seat is a search.
    ratios: [[f32; CODES]; SEATS],
    /// How many actions were observed: the seed of the next comparison.
    observed: u64,
    /// For each seat the cards that greedy would have laid instead of what the seat did, since its last draw.
    denied: [CardSet; SEATS],
}

impl Default for DurakBelief {
    fn default() -> DurakBelief {
        DurakBelief {
            me: Seat::new(0),
            bayes_factors: [1.0; SEATS],
            ratios: [[1.0; CODES]; SEATS],
            observed: 0,
            denied: [CardSet::EMPTY; SEATS],
        }
    }
}

impl Belief<Durak> for DurakBelief {
    fn observe(&mut self, before: &DurakView, event: &Event) {
        let public = before.public();
        self.me = before.seat();
        if let Some((seat, action)) = decision(event)
            && seat != self.me
        {
            self.update_bayes_factor(before, seat, action);
            self.update_ratios(before, seat, action);
        }
        let plain = !CardSet::suit(public.trump);
        let (seat, denied) = match (*event, public.phase) {
            (Event::Give(seat, _), _) => {
                self.denied[seat.index()] = CardSet::EMPTY;
                self.forget_one(public, seat);
                return;
            }
            (Event::Move { by, card, .. }, _) => (by, cheaper(public, card)),
            (Event::Add { by, card, .. }, _) => (by, cheaper(public, card) & public.on_table().same_ranks()),
            (Event::Beat(seat, card), Phase::Defend { against }) => {
                (seat, cheaper(public, card) & public.beating(against))
            }
            (Event::Take(seat), Phase::Defend { against }) => (seat, public.beating(against) & plain),
            (Event::Pass(seat), Phase::ThrowIn { taking, .. }) => {
                // Greedy's thresholds: most players keep court cards while there is a stock.
                let kept = match (public.stock > 0, taking) {
                    (true, true) => CardSet::deck_from(Rank::Jack),
                    (true, false) => CardSet::deck_from(Rank::King),
                    (false, _) => CardSet::EMPTY,
                };
                (seat, (public.on_table().same_ranks() - kept) & plain)
            }
            _ => return,
        };
        self.denied[seat.index()] |= denied;
    }

    /// Metropolis sampling: a few swaps for each hidden card, starting from a uniform sample. At weight 0 the sample
    /// stays uniform. Above 0, `1 - weight` is the likelihood ratio of a card that greedy would have laid, in the hand
    /// of a seat that plays like greedy. What is inferred about searching players counts in full at any weight
    /// above 0.
    fn sample(&self, view: &DurakView, weight: Probability, rng: &mut Rng) -> Durak {
        if weight == Probability::ZERO {
            return view.sample(rng);
        }
        let ratio = self.ratio(weight);
        view.sample_then(rng, |cards, holders, rng| {
            let held = holders.iter().take_while(|holder| holder.is_some()).count() as u32;
            for _ in 0..SWAPS * held {
                let (a, b) = (rng.below(held) as usize, rng.below(cards.len() as u32) as usize);
                if holders[a] == holders[b] {
                    continue;
                }
                let old = ratio(holders[a], cards[a]) * ratio(holders[b], cards[b]);
                let new = ratio(holders[a], cards[b]) * ratio(holders[b], cards[a]);
                if new >= old || (rng.next_u32() >> 8) as f32 * old < new * (1 << 24) as f32 {
                    cards.swap(a, b);
                }
            }
        })
    }

    fn enumerate(
        &self,
        view: &DurakView,
        weight: Probability,
        most: usize,
        visit: &mut dyn FnMut(Durak, f32),
    ) -> bool {
        exact::worlds(view, most, |world| visit(world, self.likelihood(view, &world, weight)))
    }

    fn opponent_model(&self, prior: Probability) -> Probability {
        if prior == Probability::ZERO || prior == Probability::ONE {
            return prior;
        }
        let (prior, rest) = (prior.steps(), prior.complement().steps());
        let odds = self.opponents_bayes_factor() * prior as f32 / rest as f32;
        Probability::of_1024((1024.0 * odds / (1.0 + odds)) as u32)
    }
}

impl DurakBelief {
    /// Compares the action with what greedy, a search and a random player would do in hands that fit the view.
    fn update_bayes_factor(&mut self, before: &DurakView, seat: Seat, action: Action) {
        let public = before.public();
        let (shown, denied) = (public.shown(seat), self.denied[seat.index()]);
        let mut laid = CardSet::EMPTY;
        if let Action::Card(card) = action {
            laid = CardSet::of(card) - shown;
        }
        let hidden = u32::from(public.count(seat)) - shown.len() - laid.len();
        let unseen = before.unseen() - laid;
        let allowed = if (unseen - denied).len() >= hidden { unseen - denied } else { unseen };
        let mut rng = Rng::new(self.observed);
        self.observed += 1;
        // How often greedy would take this action with the hand of a greedy player and with any hand, and how
        // often a random player would.
        let (mut own, mut other, mut random) = (0.0, 0.0, 0.0);
        for _ in 0..HANDS {
            let hand = shown | laid | draw(allowed, hidden, &mut rng);
            own += f32::from(u8::from(Thresholds::GREEDY.choose(public, hand) == action));
            let hand = shown | laid | draw(unseen, hidden, &mut rng);
            other += f32::from(u8::from(Thresholds::GREEDY.choose(public, hand) == action));
            random += 1.0 / rules::count(public, hand) as f32;
        }
        let late = if (laid & denied).is_empty() { 1.0 } else { LATE };
        let greedy = (1.0 - GREEDY_EPSILON) * own + GREEDY_EPSILON * random;
        let search = AGREEMENT * other + (1.0 - AGREEMENT) * random;
        let factor = &mut self.bayes_factors[seat.index()];
        *factor = (*factor * late * greedy / search).clamp(1.0 / MOST_BAYES_FACTOR, MOST_BAYES_FACTOR);
    }

    /// Updates the ratio of each card that the seat may hold: a card it could have laid, with a high prior, is
    /// less likely than one it could not lay.
    fn update_ratios(&mut self, before: &DurakView, seat: Seat, action: Action) {
        let public = before.public();
        let mut open = public.shown(seat);
        if let Action::Card(card) = action {
            open.insert(card);
        }
        let hidden = (u32::from(public.count(seat)) + 1).saturating_sub(open.len()) as f32;
        let unseen = before.unseen() - open;
        if unseen.is_empty() || hidden < 1.0 {
            return;
        }
        let prior = |cards: CardSet| -> f32 {
            public.playable(cards).map(|card| priors::of_card(public, card)).sum()
        };
        let mean = prior(unseen) / unseen.len() as f32;
        let rest = prior(open) + priors::of_no(public) + mean * (hidden - 1.0) + 1.0;
        let playable = public.playable(unseen);
        let ratios = &mut self.ratios[seat.index()];
        for card in unseen {
            let own = if playable.contains(card) { priors::of_card(public, card) } else { 0.0 };
            let ratio = &mut ratios[usize::from(card.code())];
            // The likelihood ratio of this action. Priors are a mean over all hands. For one hand the evidence counts
            // more: the power of 5/4 was fitted with `belief_durak`.
            let likelihood = (rest + mean) / (rest + own);
            *ratio = (*ratio * likelihood * likelihood.sqrt().sqrt()).clamp(1.0 / MOST_RATIO, MOST_RATIO);
        }
    }

    /// The seat draws: what it did before says nothing about the new card.
    fn forget_one(&mut self, public: &Public, seat: Seat) {
        let hidden = f32::from(public.count(seat)) - public.shown(seat).len() as f32;
        for ratio in &mut self.ratios[seat.index()] {
            *ratio = (*ratio * hidden + 1.0) / (hidden + 1.0);
        }
    }

    /// The Bayes factor of both opponents together, who are assumed to be of the same type.
    fn opponents_bayes_factor(&self) -> f32 {
        let [a, b] = [1, 3].map(|step| self.bayes_factors[self.me.plus(step, SEATS).index()]);
        a * b
    }

    /// The likelihood ratio of a card in the hand of a seat, `None` for the stock: a mean over both types, weighted by
    /// their posterior.
    ///
    /// The posterior takes an even prior here, not `opponent-model`: that setting says how often the search lets
    /// opponents play a simple policy and was tuned for this alone, not as a frequency of types. The even prior is set
    /// by hand and has not been compared with others.
    fn ratio(&self, weight: Probability) -> impl Fn(Option<Seat>, Card) -> f32 {
        let kept = weight.complement().get();
        let opponents = self.opponents_bayes_factor();
        let partner = self.bayes_factors[self.me.partner().index()];
        let greedy = |seat: Seat| {
            // The Bayes factor is the posterior odds if the prior is even.
            let odds = if seat == self.me.partner() { partner } else { opponents };
            odds / (1.0 + odds)
        };
        let greedy: [f32; SEATS] = std::array::from_fn(|seat| greedy(Seat::new(seat)));
        move |holder, card| match holder {
            None => 1.0,
            Some(seat) => {
                let seat = seat.index();
                let ratio = self.ratios[seat][usize::from(card.code())];
                let is_denied = self.denied[seat].contains(card);
                let (if_greedy, if_search) = if is_denied { (kept, HELD_BACK * ratio) } else { (1.0, ratio) };
                greedy[seat] * if_greedy + (1.0 - greedy[seat]) * if_search
            }
        }
    }

    /// The relative likelihood of a world that fits the view.
    pub(super) fn likelihood(&self, view: &DurakView, world: &Durak, weight: Probability) -> f32 {
        if weight == Probability::ZERO {
            return 1.0;
        }
        let (ratio, unseen) = (self.ratio(weight), view.unseen());
        let hand = |seat| (world.hand(seat) & unseen).map(|card| ratio(Some(seat), card)).product::<f32>();
        Seat::all(SEATS).map(hand).product()
    }
}

/// The action that an event shows, and whose it is.
pub(super) fn decision(event: &Event) -> Option<(Seat, Action)> {
    match *event {
        Event::Move { by, card, .. } | Event::Add { by, card, .. } | Event::Beat(by, card) => {
            Some((by, Action::Card(card)))
        }
        Event::Take(seat) | Event::Pass(seat) => Some((seat, Action::No)),
        _ => None,
    }
}

/// A uniform sample of `count` cards.
fn draw(mut from: CardSet, count: u32, rng: &mut Rng) -> CardSet {
    let mut drawn = CardSet::EMPTY;
    for _ in 0..count {
        let card = from.nth(rng.below(from.len())).expect("there are enough cards");
        from.remove(card);
        drawn.insert(card);
    }
    drawn
}

/// All plain cards of lower rank, and below a trump all plain cards and the lower trumps.
fn cheaper(public: &Public, card: Card) -> CardSet {
    let trumps = CardSet::suit(public.trump);
    let below = CardSet::from_bits(LANES * ((1 << (card.code() & 15)) - 1));
    if trumps.contains(card) { !trumps | (below & trumps) } else { below - trumps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Game, random_action};

    use crate::durak::{DECK, Rules};

    /// The first seat's belief and view after this many actions. The opponents act by `theirs`.
    fn after(
        deal: u64,
        actions: u32,
        theirs: impl Fn(&Durak, &mut Rng) -> Action,
    ) -> (DurakBelief, DurakView) {
        let mut rng = Rng::stream(21, deal);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        let (mut belief, mut view) = (DurakBelief::default(), DurakView::seated(&setup.rules, Seat::new(0)));
        let mut observe = |event| {
            let event = Durak::redact(event, Seat::new(0).into());
            belief.observe(&view, &event);
            view.observe(event);
        };
        let mut state = Durak::start(&setup, &mut observe);
        for _ in 0..actions {
            let Some(seat) = state.turn() else { break };
            let is_ours = seat.index().is_multiple_of(2);
            let action = if is_ours { random_action(&state, &mut rng) } else { theirs(&state, &mut rng) };
            state.apply(action, &mut observe);
        }
        (belief, view)
    }

    #[test]
    fn a_seat_that_plays_like_greedy_is_soon_recognised() {
        let greedy = |state: &Durak, _: &mut Rng| {
            let seat = state.turn().expect("somebody is to move");
            Thresholds::GREEDY.choose(state.public(), state.hand(seat))
        };
        const HALF: Probability = Probability::new(0.5);
        for deal in 0..20 {
            let share = after(deal, 60, greedy).0.opponent_model(HALF);
            assert!(share > Probability::new(0.88), "{deal}: {share:?}");
            let share = after(deal, 60, random_action).0.opponent_model(HALF);
            assert!(share < Probability::new(0.1), "{deal}: {share:?}");
        }
    }

    #[test]
    fn weighted_samples_keep_the_facts_and_follow_the_ratios() {
        let mut rng = Rng::new(3);
        for deal in 0..40 {
            let (mut belief, view) = after(deal, 25, random_action);
            let unseen = view.unseen();
            let hidden = |seat: Seat, world: &Durak| world.hand(seat) - world.public().shown(seat);
            let seat = Seat::new(1);
            let Some(card) = unseen.first() else { continue };
            belief.ratios[seat.index()] = [1.0; CODES];
            belief.ratios[seat.index()][usize::from(card.code())] = 1.0 / MOST_RATIO;
            belief.bayes_factors = [0.001; SEATS];
            let (mut uniform, mut weighted) = (0, 0);
            for _ in 0..400 {
                let world = belief.sample(&view, Probability::new(0.75), &mut rng);
                assert_eq!(world.audit(), Ok(()));
                assert_eq!(world.view(Seat::new(0)), view);
                weighted += u32::from(hidden(seat, &world).contains(card));
                uniform += u32::from(hidden(seat, &view.sample(&mut rng)).contains(card));
            }
            assert!(uniform < 40 || weighted * 2 < uniform, "{deal}: {weighted} of {uniform}");
            assert!(DECK.includes(unseen));
        }
    }
}
