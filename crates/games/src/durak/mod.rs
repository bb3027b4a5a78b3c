//! Durak, two against two: the contest game with hidden cards, a stock and partners.
//!
//! Our reading of the rules is in `docs/rules/durak.md`.

mod belief;
pub mod contest;
mod exact;
pub mod habit;
mod learned;
mod notation;
mod policy;
mod public;
mod rules;
pub mod value;
mod view;

#[cfg(test)]
mod tests;

pub use belief::Notes;
pub use exact::Key;
pub use policy::{Greedy, Sense, Steady};
pub use public::{Phase, Public};
pub use rules::{Action, DECK, Durak, Event, Rules, SEATS, Setup};
pub use view::DurakView;

use cards::{BySeat, Policy, Random, Rng, Seat};
use search::ismcts::Settings;
use search::minimax::Solver;

use crate::catalog::{Entry, Next};
use crate::contest::Contest;
use crate::endgame::Exact;

impl Entry for Durak {
    const ABOUT: &'static str = "two against two, 36 cards: attack, beat, throw in, get rid of your cards";
    const RULES: &'static str = include_str!("../../../../docs/rules/durak.md");
    const POLICIES: &'static [&'static str] = &["random", "greedy", "steady"];
    type Notes = Notes;

    fn policy(name: &str) -> Option<Box<dyn Policy<Durak>>> {
        match name {
            "random" => Some(Box::new(Random)),
            "greedy" => Some(Box::new(Greedy)),
            "steady" => Some(Box::new(Steady)),
            _ => None,
        }
    }

    /// Durak's contest is a tournament of programs, not a batch of cases.
    fn contest() -> Option<&'static dyn Contest> {
        None
    }

    fn candidates(&self) -> Vec<Action> {
        DECK.map(Action::Card).chain([Action::No]).collect()
    }

    /// Greedy, not the steady player, who wins 55% against it: as a guide he wins only 47% ± 4.
    fn sensible(&self, _: &mut Rng) -> Action {
        let seat = self.public().turn().expect("somebody is to move");
        Sense::GREEDY.choose(self.public(), self.hand(seat))
    }

    fn judge(&self) -> Option<BySeat<i32>> {
        value::judge(self, &learned::WORTHS)
    }

    fn luck(&self) -> Option<BySeat<i32>> {
        value::luck(self, &learned::WORTHS)
    }

    fn leaning(&self, action: Action) -> f32 {
        habit::leaning(self.public(), action, &learned::HABITS)
    }

    fn note(notes: &mut Notes, before: &DurakView, event: &Event) {
        notes.saw(before, event);
    }

    fn done(event: &Event) -> Option<Action> {
        belief::decision(event).map(|(_, action)| action)
    }

    fn alike(notes: &Notes, share: u32) -> u32 {
        notes.alike(share)
    }

    fn likely(view: &DurakView, notes: &Notes, trust: u32, rng: &mut Rng) -> Durak {
        notes.likely(view, trust, rng)
    }

    fn in_play(&self) -> Option<u32> {
        (self.public().stock == 0).then(|| (DECK - self.public().gone).len())
    }

    fn worlds(
        view: &DurakView,
        notes: &Notes,
        trust: u32,
        most: usize,
        mut visit: impl FnMut(Durak, f32),
    ) -> bool {
        exact::worlds(view, most, |world| visit(world, notes.likelihood(view, &world, trust)))
    }

    fn exact() -> Option<Box<dyn Exact<Durak>>> {
        Some(Box::new(Solver::new(16)))
    }

    fn settings() -> Settings {
        Settings { leaning: 1.0, noise: 100, alike: 32, judged: 1024, ..Settings::default() }
    }

    /// Every round takes two cards or three out of the match, and asks a seat about once.
    fn ahead(view: &DurakView) -> (u32, u32) {
        let cards = (DECK - view.public().gone).len();
        (cards / 2, cards / 2)
    }

    /// The statement's first line is the trump.
    const INTRODUCED: bool = false;

    fn is_told(event: &Event) -> bool {
        contest::is_told(event)
    }

    fn unasked(&self) -> Option<Action> {
        contest::unasked(self)
    }

    fn unsaid(view: &DurakView, next: Next<'_, Event>) -> Option<Event> {
        contest::unsaid(view, next)
    }

    fn is_possible(view: &DurakView, event: &Event) -> bool {
        contest::is_possible(view, event)
    }

    fn opens_round(_: &DurakView, event: &Event) -> Option<bool> {
        Some(matches!(event, Event::Move { .. }))
    }

    fn begins_round(&self) -> Option<bool> {
        Some(self.public().phase == Phase::Attack)
    }

    fn are_partners(a: Seat, b: Seat) -> bool {
        a == b || a == b.partner()
    }
}
