//! The whole house, card by card, with the cards under the outline: for people to see.

use cards::scene::{self, Form};

use super::card::Card;
use super::rules::BASE;
use super::tower::{Place, Triangle};
use super::types::Action;

/// Every card in the house and the points of every triangle, in building order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Building {
    pub(super) cards: Vec<(scene::Place, Card)>,
    pub(super) triangles: Vec<(scene::Place, Triangle)>,
}

impl Building {
    /// The first eight cards of a deck: four peaks, which score nothing.
    pub(super) fn new(deck: &[Card]) -> Building {
        let forms = [Form::Rising, Form::Falling].into_iter().cycle();
        let leaning = (0..).zip(forms).map(|(slot, form)| scene::Place { slot, storey: 0, form });
        let cards = leaning.zip(deck.iter().copied()).take(BASE).collect();
        Building { cards, triangles: Vec::new() }
    }

    /// Where an action builds, if it does.
    pub(super) fn site(&self, action: Action) -> Option<scene::Place> {
        match action {
            Action::Hold => None,
            Action::Floor { place, .. } => Some(self.over(place, Form::Floor)),
            Action::Peak { place, .. } => Some(self.over(place, Form::Peak)),
        }
    }

    /// Builds what a legal action builds; `pays` is the triangle it completes.
    pub(super) fn build(&mut self, action: Action, pays: Option<Triangle>) {
        let Some((at, triangle)) = self.site(action).zip(pays) else { return };
        match action {
            Action::Hold => (),
            Action::Floor { card, .. } => {
                self.cards.push((at, card));
                // The valley is below its floor.
                let valley = scene::Place { storey: at.storey - 1, form: Form::Valley, ..at };
                self.triangles.push((valley, triangle));
            }
            Action::Peak { left, right, .. } => {
                self.cards.push((scene::Place { form: Form::Rising, ..at }, left));
                self.cards.push((scene::Place { slot: at.slot + 1, form: Form::Falling, ..at }, right));
                self.triangles.push((at, triangle));
            }
        }
    }

    /// One storey above the highest leaning cards at a place: where its floor lies and its peak stands.
    fn over(&self, place: Place, form: Form) -> scene::Place {
        let slot = place.index() as i8 + 1;
        let leans = |at: &scene::Place| at.slot == slot && at.form != Form::Floor;
        let highest = self.cards.iter().map(|(at, _)| at).filter(|at| leans(at)).map(|at| at.storey).max();
        scene::Place { slot, storey: highest.unwrap_or(0) + 1, form }
    }
}
