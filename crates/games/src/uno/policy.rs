//! Hand-written players of Uno.

use cards::{Policy, Rng};

use super::card::{Bag, Card};
use super::public::Public;
use super::{Action, Uno, UnoView};

/// The contest's player: the playable card he likes best (colour B, R, Y, G; then pass,
/// change-direction, 0 to 9), and a card he drew is played if it can be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preference;

impl Preference {
    /// What he does with `hand`; `None` once the match is over. The judge asks here too.
    #[inline]
    pub(super) fn decide(public: &Public, hand: &Bag) -> Option<Action> {
        // Actions are listed in his order.
        public.options(hand).nth(0)
    }
}

impl Policy<Uno> for Preference {
    fn choose(&mut self, view: &UnoView, _: &mut Rng) -> Action {
        Preference::decide(view.public(), view.hand()).expect("a seat to move has an action")
    }
}

/// Plays the card on which most of the rest of its hand could follow, and skips or turns away from a
/// neighbour who is about to win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    fn worth(view: &UnoView, card: Card) -> i32 {
        let (public, hand) = (view.public(), view.hand());
        // The card itself is a follower of itself and leaves the hand.
        let followers = hand.count_of(card.followers()) as i32 - 1;
        let next = public.size(public.onward(view.seat, 1)) as i32;
        let after_next = public.size(public.onward(view.seat, 2)) as i32;
        let turned = public.onward(public.onward(view.seat, 1), 0);
        let _ = turned;
        let mut worth = 4 * followers;
        if card.is_pass() && next < after_next {
            worth += 8;
        }
        worth
    }
}

impl Policy<Uno> for Greedy {
    fn choose(&mut self, view: &UnoView, _: &mut Rng) -> Action {
        let options = view.public().options(view.hand());
        let mut best: Option<(i32, Card)> = None;
        let mut plays = options.plays;
        while let Some(card) = Card::first_of(plays) {
            plays &= plays - 1;
            let worth = Greedy::worth(view, card);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, card));
            }
        }
        let play = best.map(|(_, card)| Action::Play(card));
        play.or(options.besides).expect("a seat to move has an action")
    }
}
