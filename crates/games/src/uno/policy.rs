//! Rule-based policies.

use cards::{Policy, Rng, Rules as _};

use super::card::{Bag, Card};
use super::public::Public;
use super::{Action, Uno, UnoView};

/// The contest's policy: the first playable card in order of preference (colour B, R, Y, G; then pass,
/// change-direction, 0 to 9). A drawn card is played if it fits.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContestPolicy;

impl ContestPolicy {
    /// The action with `hand`; `None` once the match is over. The batch problem calls this too.
    #[inline(always)]
    pub(super) fn decide(public: &Public, hand: &Bag) -> Option<Action> {
        // Actions are listed in order of preference.
        public.options(hand).nth(0)
    }
}

impl Policy<Uno> for ContestPolicy {
    fn choose(&self, view: &UnoView, _: &mut Rng) -> Action {
        ContestPolicy::decide(view.public(), view.hand()).expect("a seat to move has an action")
    }
}

/// Considers the rest of its hand. With four seats it plays the card that most of its other cards can follow,
/// and changes the direction away from the neighbour with fewer cards. With two or three seats it does the
/// opposite and keeps matching cards together.
///
/// The change of sign is a measurement: one such seat among players of the contest's policy wins 55.4% with
/// two seats, 34.3% with three, 26.3% with four; with the other sign 44.6%, 32.3%, 24.4%.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    fn score(view: &UnoView, card: Card) -> i32 {
        let public = view.public();
        // The count includes the card itself, which is the same for every card.
        let followers = view.hand().count_of(card.followers()) as i32;
        if public.rules().seats() < 4 {
            return -followers;
        }
        let size = |steps| public.size(public.onward(view.seat, steps)) as i32;
        let away = if card.is_change() { (size(3) - size(1)).clamp(-3, 3) } else { 0 };
        2 * followers + away
    }
}

impl Policy<Uno> for Greedy {
    fn choose(&self, view: &UnoView, _: &mut Rng) -> Action {
        let options = view.public().options(view.hand());
        let mut best: Option<(i32, Card)> = None;
        let mut plays = options.plays;
        while let Some(card) = Card::first_of(plays) {
            plays &= plays - 1;
            let score = Greedy::score(view, card);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, card));
            }
        }
        let play = best.map(|(_, card)| Action::Play(card));
        play.or(options.otherwise).expect("a seat to move has an action")
    }
}
