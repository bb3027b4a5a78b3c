//! What a viewer knows of a round, and which events may come next.
//!
//! All viewers share this code: a seat, spectators, and readers of finished rounds. A view builds it to check
//! an event; a scene keeps it.
//!
//! An event is refused if it contradicts what the viewer knows. For a play from a hidden hand, it asks the
//! code that deals worlds whether there is a deal in which the play is legal and every fact holds. It does
//! not ask whether that hand had to play a tractor, because a view does not remember who had none.

use cards::{BySeat, Card, CardBag, Rank, Seat, Unexpected, Viewer};

use super::legal_plays::{Follow, LegalPlays};
use super::public::{ANNOUNCED, Phase, Public};
use super::sample::{is_possible, unplayed};
use super::score::{SEATS, team};
use super::types::{Event, Rules};

/// What a viewer knows: what everybody sees, and the cards that the viewer sees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Knowledge {
    pub(super) public: Public,
    pub(super) viewer: Viewer,
    /// The hands the viewer sees; the others are empty.
    pub(super) hands: BySeat<CardBag>,
    /// The buried cards, if the viewer sees them.
    pub(super) kitty: CardBag,
}

type Checked = Result<(), Unexpected>;

fn expected(what: impl Into<String>) -> Checked {
    Err(Unexpected::expected(what.into()))
}

impl Knowledge {
    /// Before the first event.
    pub(super) fn new(rules: &Rules, viewer: Viewer) -> Knowledge {
        let hands = BySeat::all(SEATS, CardBag::EMPTY);
        Knowledge { public: Public::before_deal(rules.ranks), viewer, hands, kitty: CardBag::EMPTY }
    }

    /// Learns from an event that was checked.
    pub(super) fn observe(&mut self, event: Event) {
        self.public.observe(event);
        match event {
            Event::Give(seat, Some(card)) => _ = self.hands[seat].insert(card),
            Event::Bury(seat, Some(card)) => {
                self.hands[seat].remove(card);
                self.kitty.insert(card);
            }
            Event::Play(seat, cards) if self.viewer.sees(seat) => self.hands[seat] = self.hands[seat] - cards,
            _ => (),
        }
    }

    /// Checks that this event, redacted for the viewer, can come next.
    pub(super) fn check(&self, event: Event) -> Checked {
        let turn = self.public.turn;
        match (self.public.phase, event) {
            (Phase::Deal(events), _) => self.check_deal(events, event),
            (Phase::Bury, Event::Bury(seat, card)) if seat == turn => self.check_burial(card),
            (Phase::Bury, _) => expected(format!("seat {turn} to bury a card")),
            (Phase::Play, Event::Play(seat, cards)) if seat == turn => self.check_play(cards),
            (Phase::Play, _) if self.public.is_leading() => expected(format!("seat {turn} to lead")),
            (Phase::Play, _) => expected(format!("seat {turn} to follow")),
            (Phase::Win, _) => {
                let (winner, points) = { self.public }.win();
                if event == Event::Win(winner, points) {
                    return Ok(());
                }
                expected(format!("seat {winner} to win the trick with {points} points"))
            }
            (Phase::TurnUp, _) => self.check_end(event),
            (Phase::Over, _) => expected("nothing more: the round is over"),
        }
    }

    fn check_deal(&self, events: u8, event: Event) -> Checked {
        let Public { ranks, turn, .. } = self.public;
        match (events, event) {
            // Any seat: a bot reads itself as seat 1, and the others accordingly.
            (0, Event::Level(_, rank)) if rank == ranks[0] => Ok(()),
            (0, _) => expected(level_of("a team", ranks[0])),
            (1, Event::Level(seat, rank)) if seat == turn && rank == ranks[team(turn)] => Ok(()),
            (1, _) => expected(level_of(&format!("seat {turn}'s team"), ranks[team(turn)])),
            (2, Event::Dealer(_)) | (3, Event::Main(_)) => Ok(()),
            (2, _) => expected("who deals"),
            (3, _) => expected("the main suit"),
            (ANNOUNCED.., Event::Give(seat, card)) if seat == turn => match card {
                None if self.viewer.sees(turn) => expected(format!("seat {turn}'s card face up")),
                Some(_) if !self.viewer.sees(turn) => expected(format!("seat {turn}'s card face down")),
                Some(card) if !self.unseen().contains(card) => expected("a card that is not there twice yet"),
                _ => Ok(()),
            },
            (ANNOUNCED.., _) => expected(format!("a card to be dealt to seat {turn}")),
        }
    }

    fn check_burial(&self, card: Option<Card>) -> Checked {
        let turn = self.public.turn;
        match card {
            None if self.viewer.sees(turn) => expected(format!("the card that seat {turn} buries face up")),
            None => Ok(()),
            Some(_) if !self.viewer.sees(turn) => {
                expected(format!("the card that seat {turn} buries face down"))
            }
            Some(card) => match LegalPlays::of(&self.public, self.hands[turn], self.kitty) {
                LegalPlays::Bury(cards) if cards.contains(card) => Ok(()),
                _ => expected(format!("seat {turn} to bury a card it holds, in card order")),
            },
        }
    }

    /// Checks that the seat to move may play these cards or, if its hand is hidden, that it may have been
    /// allowed to.
    fn check_play(&self, cards: CardBag) -> Checked {
        let public = &self.public;
        let turn = public.turn;
        if public.is_leading() {
            if public.order.common_group(cards.kinds()).is_none() {
                return expected("a lead of one plain suit, or of trumps only");
            }
        } else if cards.len() != u32::from(public.trick.shape.cards) {
            return expected(format!("seat {turn} to follow with {} cards", public.trick.shape.cards));
        }
        if self.viewer.sees(turn) {
            let hand = self.hands[turn];
            if !hand.includes(cards) {
                return expected(format!("cards that seat {turn} holds"));
            }
            if !public.is_leading() && Follow::of(public, hand).check(cards).is_err() {
                return expected(format!("a follow that the rules allow seat {turn}"));
            }
            return Ok(());
        }
        let unseen = self.unseen();
        let can_hold = cards.len() <= public.hand_size(turn)
            && unseen.includes(cards)
            && (cards.kinds() & public.lacks[turn]).is_empty()
            && (cards.pairs() & public.unpaired[turn]).is_empty();
        if !can_hold {
            return expected(format!("cards that seat {turn} can hold"));
        }
        let mut after = *public;
        after.play(cards);
        // A seat that had a card at most once and plays it has no other.
        after.lacks[turn] |= cards.kinds() & public.unpaired[turn];
        if !is_possible(&after, self.viewer, unseen - cards) {
            return expected(format!("a play of seat {turn} that leaves everybody possible cards"));
        }
        Ok(())
    }

    fn check_end(&self, event: Event) -> Checked {
        // All cards are played, so everybody knows the buried ones.
        let kitty = unplayed(&self.public);
        let mut after = self.public;
        after.finish(kitty);
        if event == Event::End(after.points, kitty) {
            return Ok(());
        }
        expected(format!(
            "the end with {} points for the defenders and the hidden cards {kitty}",
            after.points
        ))
    }

    /// Every card that this viewer does not see.
    pub(super) fn unseen(&self) -> CardBag {
        self.hands.iter().fold(unplayed(&self.public) - self.kitty, |rest, &hand| rest - hand)
    }

    /// How many cards a seat holds, also during the deal.
    pub(super) fn held(&self, seat: Seat) -> u32 {
        let Phase::Deal(events) = self.public.phase else { return self.public.hand_size(seat) };
        self.public.dealt(events, seat)
    }
}

fn level_of(whose: &str, rank: Rank) -> String {
    format!("the level of {whose}, {rank}")
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
