//! Mau-Mau: get rid of your cards by matching suit or rank, with wishes, penalties and skips.
//!
//! Two to four seats and the 32 cards from seven to ace. Our reading of the rules, question by
//! question, is in `docs/rules/mau-mau.md`.

mod belief;
mod contest;
mod exact;
mod notation;
mod policy;
mod public;
mod rules;
#[cfg(test)]
mod rules_tests;
mod view;

use cards::{Card, Game, Policy, Random, Rng, Suit};

pub use belief::Notes;
pub use notation::Event;
pub use policy::{ByTheBook, Greedy, decide};
pub use public::{Action, Phase, Public};
pub use rules::{MauMau, Rules, Setup, value};
pub use view::MauMauView;

use search::ismcts::{Aim, Settings};

use crate::catalog::Entry;
use crate::contest::Contest;

impl Entry for MauMau {
    const ABOUT: &'static str = "shed your cards by suit or rank; sevens punish, eights skip, jacks wish";
    const RULES: &'static str = include_str!("../../../../docs/rules/mau-mau.md");
    const POLICIES: &'static [&'static str] = &["random", "contest", "greedy"];
    type Notes = Notes;

    fn policy(name: &str) -> Option<Box<dyn Policy<MauMau>>> {
        match name {
            "random" => Some(Box::new(Random)),
            "contest" => Some(Box::new(ByTheBook)),
            "greedy" => Some(Box::new(Greedy)),
            _ => None,
        }
    }

    fn contest() -> Option<&'static dyn Contest> {
        Some(&contest::Judge)
    }

    fn sensible(&self, _: &mut Rng) -> Action {
        let seat = self.turn().expect("somebody is to move");
        decide(self.public(), self.hand(seat))
    }

    fn note(notes: &mut Notes, before: &MauMauView, event: &Event) {
        notes.saw(before, event);
    }

    fn likely(view: &MauMauView, notes: &Notes, trust: u32, rng: &mut Rng) -> MauMau {
        notes.likely(view, trust, rng)
    }

    fn others(notes: &Notes, share: u32) -> u32 {
        notes.others(share)
    }

    fn is_possible(view: &MauMauView, event: &Event) -> bool {
        view.allows(event)
    }

    fn settings() -> Settings {
        Settings { aim: Aim::Win, exploration: 1.5, noise: 50, others: 1024, ..Settings::default() }
    }

    fn candidates(&self) -> Vec<Action> {
        let wishes = || [None].into_iter().chain(Suit::ALL.map(Some));
        let plays = (0..64)
            .filter_map(Card::from_code)
            .flat_map(|card| wishes().map(move |wish| Action::Play { card, wish }));
        plays.chain([Action::Draw, Action::Pass]).collect()
    }
}
