//! What play tells of hidden cards: worlds in which somebody held back a card that a sensible player
//! would have laid are drawn less often.
//!
//! A layer on top of `sample`, which stays uniform under the hard facts.

use cards::{Card, CardSet, Rank, Rng, Seat, View};

use super::habit;
use super::policy::Sense;
use super::public::{Phase, Public};
use super::rules::{self, Action, Durak, Event, SEATS};
use super::view::DurakView;

/// One bit a suit.
const LANES: u64 = 0x0001_0001_0001_0001;
/// Card codes are below this.
const CODES: usize = 64;
/// No card is taken to fit better than this, or worse than its inverse.
const FITTEST: f32 = 16.0;
/// What a card that greedy would have laid does to the fit of a search's hand.
const RARELY: f32 = 0.7;
/// So many swaps are tried for each hidden card of a hand.
const SWAPS: u32 = 2;
/// In so many hands an action is compared with greedy's.
const HANDS: u32 = 48;
/// How often somebody who plays like greedy does not.
const SLIP: f32 = 0.06;
/// How often a search does what greedy would on purpose, and not by chance.
const HABIT: f32 = 0.25;
/// What a card does to the odds that greedy would have laid earlier.
const SURPRISE: f32 = 0.2;
/// No odds above this, or below its inverse: people change their minds, and so may a program.
const SUREST: f32 = 100.0;

/// What the others' play hints at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Notes {
    /// Whose notes they are.
    me: Seat,
    /// The odds that the seat plays as greedy does, and not as a search.
    odds: [f32; SEATS],
    /// How well each hidden card fits what the seat did, if it is a search: 1 for a card it might as
    /// well have as not. By card code.
    fits: [[f32; CODES]; SEATS],
    /// How many actions were weighed.
    weighed: u64,
    /// Cards the seat would hardly hold, or it would have laid them instead of what it did; from its
    /// last draw on.
    denied: [CardSet; SEATS],
}

impl Default for Notes {
    fn default() -> Notes {
        Notes {
            me: Seat::new(0),
            odds: [1.0; SEATS],
            fits: [[1.0; CODES]; SEATS],
            weighed: 0,
            denied: [CardSet::EMPTY; SEATS],
        }
    }
}

impl Notes {
    /// What an event says, in the public state it meets.
    pub(super) fn saw(&mut self, before: &DurakView, event: &Event) {
        let public = before.public();
        self.me = before.seat();
        if let Some((seat, action)) = decision(event)
            && seat != self.me
        {
            self.weigh(before, seat, action);
            self.fit(before, seat, action);
        }
        let plain = !CardSet::suit(public.trump);
        let (seat, denied) = match (*event, public.phase) {
            (Event::Give(seat, _), _) => {
                self.denied[seat.index()] = CardSet::EMPTY;
                self.drew(public, seat);
                return;
            }
            (Event::Move { by, card, .. }, _) => (by, cheaper(public, card)),
            (Event::Add { by, card, .. }, _) => (by, cheaper(public, card) & public.on_table().same_ranks()),
            (Event::Beat(seat, card), Phase::Defend { against }) => {
                (seat, cheaper(public, card) & public.beating(against))
            }
            (Event::Take(seat), Phase::Defend { against }) => (seat, public.beating(against) & plain),
            (Event::Pass(seat), Phase::ThrowIn { taking, .. }) => {
                // Greedy's lines: most players keep court cards while there is a stock.
                let dear = match (public.stock > 0, taking) {
                    (true, true) => CardSet::deck_from(Rank::Jack),
                    (true, false) => CardSet::deck_from(Rank::King),
                    (false, _) => CardSet::EMPTY,
                };
                (seat, (public.on_table().same_ranks() - dear) & plain)
            }
            _ => return,
        };
        self.denied[seat.index()] |= denied;
    }

    /// Compares what the seat did with what greedy would do, and what a search might, in hands that
    /// would look the same from here.
    fn weigh(&mut self, before: &DurakView, seat: Seat, action: Action) {
        let public = before.public();
        let (shown, denied) = (public.shown(seat), self.denied[seat.index()]);
        let mut laid = CardSet::EMPTY;
        if let Action::Card(card) = action {
            laid = CardSet::of(card) - shown;
        }
        let hidden = u32::from(public.count(seat)) - shown.len() - laid.len();
        let unseen = before.unseen() - laid;
        let wonted = if (unseen - denied).len() >= hidden { unseen - denied } else { unseen };
        let mut rng = Rng::new(self.weighed);
        self.weighed += 1;
        // How often greedy would do it if it is greedy, and if it is not; and how often chance would.
        let (mut own, mut other, mut chance) = (0.0, 0.0, 0.0);
        for _ in 0..HANDS {
            let hand = shown | laid | draw(wonted, hidden, &mut rng);
            own += f32::from(u8::from(Sense::GREEDY.choose(public, hand) == action));
            let hand = shown | laid | draw(unseen, hidden, &mut rng);
            other += f32::from(u8::from(Sense::GREEDY.choose(public, hand) == action));
            chance += 1.0 / rules::count(public, hand) as f32;
        }
        let surprise = if (laid & denied).is_empty() { 1.0 } else { SURPRISE };
        let greedy = (1.0 - SLIP) * own + SLIP * chance;
        let search = HABIT * other + (1.0 - HABIT) * chance;
        let odds = &mut self.odds[seat.index()];
        *odds = (*odds * surprise * greedy / search).clamp(1.0 / SUREST, SUREST);
    }

    /// Notes how well each card the seat may have goes with what it did: a card it might have laid, and
    /// would have liked to, less than one it could not lay at all.
    fn fit(&mut self, before: &DurakView, seat: Seat, action: Action) {
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
        let leaning =
            |cards: CardSet| -> f32 { public.playable(cards).map(|card| habit::lays(public, card)).sum() };
        let mean = leaning(unseen) / unseen.len() as f32;
        let rest = leaning(open) + habit::refuses(public) + mean * (hidden - 1.0) + 1.0;
        let playable = public.playable(unseen);
        let fits = &mut self.fits[seat.index()];
        for card in unseen {
            let own = if playable.contains(card) { habit::lays(public, card) } else { 0.0 };
            let fit = &mut fits[usize::from(card.code())];
            // Habits are a mean over all hands. Measured by `belief_durak`, what they say of one hand counts
            // for more: to the power of 5/4.
            let odds = (rest + mean) / (rest + own);
            *fit = (*fit * odds * odds.sqrt().sqrt()).clamp(1.0 / FITTEST, FITTEST);
        }
    }

    /// A card the seat has just drawn says nothing about what it did before.
    fn drew(&mut self, public: &Public, seat: Seat) {
        let hidden = f32::from(public.count(seat)) - public.shown(seat).len() as f32;
        for fit in &mut self.fits[seat.index()] {
            *fit = (*fit * hidden + 1.0) / (hidden + 1.0);
        }
    }

    /// The odds that the opponents play as greedy does. They are taken to be of one kind.
    fn opponents(&self) -> f32 {
        let [a, b] = [1, 3].map(|step| self.odds[self.me.plus(step, SEATS).index()]);
        a * b
    }

    /// In how many of 1024 worlds the opponents play as greedy does, if before the first card it was
    /// `share`.
    pub(super) fn alike(&self, share: u32) -> u32 {
        if share == 0 || share >= 1024 {
            return share;
        }
        let odds = self.opponents() * share as f32 / (1024 - share) as f32;
        (1024.0 * odds / (1.0 + odds)) as u32
    }

    /// How well a card goes with who has it, `None` for the stock; `trust` as for [`Notes::likely`].
    fn weight(&self, trust: u32) -> impl Fn(Option<Seat>, Card) -> f32 {
        let kept = trust as f32 / 1024.0;
        let opponents = self.opponents();
        let partner = self.odds[self.me.partner().index()];
        let greedy = |seat: Seat| {
            let odds = if seat == self.me.partner() { partner } else { opponents };
            odds / (1.0 + odds)
        };
        let greedy: [f32; SEATS] = std::array::from_fn(|seat| greedy(Seat::new(seat)));
        move |holder, card| match holder {
            None => 1.0,
            Some(seat) => {
                let seat = seat.index();
                let (wont, fit) =
                    (self.denied[seat].contains(card), self.fits[seat][usize::from(card.code())]);
                let (greedily, wisely) = if wont { (kept, RARELY * fit) } else { (1.0, fit) };
                greedy[seat] * greedily + (1.0 - greedy[seat]) * wisely
            }
        }
    }

    /// How likely a world is that looks like the view: in proportion, as [`Notes::likely`] draws it.
    pub(super) fn likelihood(&self, view: &DurakView, world: &Durak, trust: u32) -> f32 {
        if trust >= 1024 {
            return 1.0;
        }
        let (weight, unseen) = (self.weight(trust), view.unseen());
        let hand = |seat| (world.hand(seat) & unseen).map(|card| weight(Some(seat), card)).product::<f32>();
        Seat::all(SEATS).map(hand).product()
    }

    /// A world that looks like the view, drawn more often the better each hidden card fits the seat
    /// that has it. `trust` of 1024 is how likely somebody who plays like greedy is to keep a card
    /// that greedy would have laid; 1024 draws no conclusions from anybody.
    pub(super) fn likely(&self, view: &DurakView, trust: u32, rng: &mut Rng) -> Durak {
        if trust >= 1024 {
            return view.sample(rng);
        }
        let weight = self.weight(trust);
        view.sample_then(rng, |cards, holders, rng| {
            let held = holders.iter().take_while(|holder| holder.is_some()).count() as u32;
            // Metropolis: after a few swaps for each card the world is about as likely as its weight.
            for _ in 0..SWAPS * held {
                let (a, b) = (rng.below(held) as usize, rng.below(cards.len() as u32) as usize);
                if holders[a] == holders[b] {
                    continue;
                }
                let old = weight(holders[a], cards[a]) * weight(holders[b], cards[b]);
                let new = weight(holders[a], cards[b]) * weight(holders[b], cards[a]);
                if new >= old || (rng.next_u32() >> 8) as f32 * old < new * (1 << 24) as f32 {
                    cards.swap(a, b);
                }
            }
        })
    }
}

/// Who decided what.
pub(super) fn decision(event: &Event) -> Option<(Seat, Action)> {
    match *event {
        Event::Move { by, card, .. } | Event::Add { by, card, .. } | Event::Beat(by, card) => {
            Some((by, Action::Card(card)))
        }
        Event::Take(seat) | Event::Pass(seat) => Some((seat, Action::No)),
        _ => None,
    }
}

/// So many cards of these, each as likely as another.
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

    /// The first seat's notes after so many actions, the opponents' by `theirs`, and its view.
    fn after(deal: u64, actions: u32, theirs: impl Fn(&Durak, &mut Rng) -> Action) -> (Notes, DurakView) {
        let mut rng = Rng::stream(21, deal);
        let setup = Durak::deal(&Rules::default(), &mut rng);
        let (mut notes, mut view) = (Notes::default(), DurakView::seated(&setup.rules, Seat::new(0)));
        let mut tell = |event| {
            let event = Durak::redact(event, Seat::new(0).into());
            notes.saw(&view, &event);
            view.observe(event);
        };
        let mut state = Durak::start(&setup, &mut tell);
        for _ in 0..actions {
            let Some(seat) = state.turn() else { break };
            let is_ours = seat.index().is_multiple_of(2);
            let action = if is_ours { random_action(&state, &mut rng) } else { theirs(&state, &mut rng) };
            state.apply(action, &mut tell);
        }
        (notes, view)
    }

    #[test]
    fn whoever_plays_like_greedy_is_soon_found_out() {
        let greedy = |state: &Durak, _: &mut Rng| {
            let seat = state.turn().expect("somebody is to move");
            Sense::GREEDY.choose(state.public(), state.hand(seat))
        };
        for deal in 0..20 {
            let share = after(deal, 60, greedy).0.alike(512);
            assert!(share > 900, "{deal}: {share}");
            let share = after(deal, 60, random_action).0.alike(512);
            assert!(share < 100, "{deal}: {share}");
        }
    }

    #[test]
    fn likely_worlds_keep_to_what_is_known_and_lean_to_what_fits() {
        let mut rng = Rng::new(3);
        for deal in 0..40 {
            let (mut notes, view) = after(deal, 25, random_action);
            let unseen = view.unseen();
            let hidden = |seat: Seat, world: &Durak| world.hand(seat) - world.public().shown(seat);
            let seat = Seat::new(1);
            let Some(card) = unseen.first() else { continue };
            notes.fits[seat.index()] = [1.0; CODES];
            notes.fits[seat.index()][usize::from(card.code())] = 1.0 / FITTEST;
            notes.odds = [0.001; SEATS];
            let (mut plain, mut leaning) = (0, 0);
            for _ in 0..400 {
                let world = notes.likely(&view, 256, &mut rng);
                assert_eq!(world.audit(), Ok(()));
                assert_eq!(world.view(Seat::new(0)), view);
                leaning += u32::from(hidden(seat, &world).contains(card));
                plain += u32::from(hidden(seat, &view.sample(&mut rng)).contains(card));
            }
            assert!(plain < 40 || leaning * 2 < plain, "{deal}: {leaning} of {plain}");
            assert!(DECK.includes(unseen));
        }
    }
}
