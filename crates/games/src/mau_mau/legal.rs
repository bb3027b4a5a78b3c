//! Which actions are allowed, and why others are not.

use cards::{Card, CardSet, Face, Illegal, Message, Suit};

use super::public::{JACKS, Phase, Public};
use super::types::Action;

impl Public {
    /// Checks that the seat in turn may do this with this hand.
    pub(super) fn check(&self, hand: CardSet, action: Action) -> Result<(), Illegal> {
        if self.turn().is_none() {
            return Err(Illegal::because("match-over"));
        }
        match action {
            Action::Play { card, wish } => self.check_play(hand, card, wish),
            _ if self.otherwise(self.playable(hand)) == Some(action) => Ok(()),
            Action::Draw if matches!(self.phase(), Phase::Drawn { .. }) => {
                Err(Illegal::because("drawn-already"))
            }
            Action::Draw if self.playable(hand).is_empty() => Err(Illegal::because("nothing-to-draw")),
            Action::Pass if self.playable(hand).is_empty() => Err(Illegal::because("must-draw")),
            Action::Draw | Action::Pass => {
                let fitting: Vec<Face> = self.playable(hand).map(Face::from).collect();
                Err(Illegal(Message::new("must-play").with("cards", fitting)))
            }
        }
    }

    fn check_play(&self, hand: CardSet, card: Card, wish: Option<Suit>) -> Result<(), Illegal> {
        if !hand.contains(card) {
            return Err(Illegal(Message::new("not-held").with("card", card)));
        }
        let is_jack = JACKS.contains(card);
        if !self.playable(CardSet::of(card)).is_empty() {
            return match (is_jack, wish.is_some()) {
                (true, false) => Err(Illegal::because("mau-mau-wish-missing")),
                (false, true) => Err(Illegal::because("mau-mau-wish-not-due")),
                _ => Ok(()),
            };
        }
        if self.owed() > 0 {
            let why = Message::new("mau-mau-only-a-seven").with("card", card).with("top", self.top());
            return Err(Illegal(why.with("count", self.owed())));
        }
        if is_jack {
            return Err(Illegal::because("mau-mau-jack-on-jack"));
        }
        Err(match self.wish() {
            Some(suit) => Illegal(Message::new("mau-mau-not-the-wish").with("card", card).with("suit", suit)),
            None => Illegal(Message::new("mau-mau-does-not-fit").with("card", card).with("top", self.top())),
        })
    }
}
