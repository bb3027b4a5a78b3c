//! Which events may come next, as one viewer sees them.
//!
//! The state determines what comes next: a card for a seat, a skip, a turned pile, a decision. Another event
//! is refused, and so is one with a card that cannot be where it says.

use std::fmt;

use cards::{Card, CardSet, Seat, Suit, Unexpected, Viewer};

use super::public::{CARDS, DECK, Due, Phase};
use super::rules::hand_size;
use super::types::Action;
use super::types::Event;
use super::view::MauMauView;

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// The first seat is named.
    First,
    /// This seat is dealt a card.
    Give(Seat),
    /// The opening card is turned up.
    Open,
    /// This seat is skipped.
    Skip(Seat),
    /// The discard pile is turned over.
    TurnOver,
    /// This seat begins its turn.
    Turn(Seat),
    /// This seat plays the card it drew, or keeps it.
    Keep(Seat),
    /// This seat draws one more penalty card.
    Penalty(Seat),
    /// This seat has drawn its penalty, or all cards there were: its turn ends.
    Paid(Seat),
    /// This seat wins.
    Win(Seat),
    /// The match ends without a winner.
    Nobody,
    /// Nothing: the match is over.
    Nothing,
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Next::First => f.write_str("the seat that has the first turn"),
            Next::Give(seat) => write!(f, "a card for seat {seat}"),
            Next::Open => f.write_str("the opening card"),
            Next::Skip(seat) => write!(f, "seat {seat} to be skipped"),
            Next::TurnOver => f.write_str("the discard pile to be turned over"),
            Next::Turn(seat) => write!(f, "seat {seat} to play or draw"),
            Next::Keep(seat) => write!(f, "seat {seat} to play or keep the card it drew"),
            Next::Penalty(seat) => write!(f, "seat {seat} to draw another card"),
            Next::Paid(seat) => write!(f, "the turn of seat {seat} to end"),
            Next::Win(seat) => write!(f, "seat {seat} to win"),
            Next::Nobody => f.write_str("the match to end without a winner"),
            Next::Nothing => f.write_str("nothing more: the match is over"),
        }
    }
}

impl From<Next> for Unexpected {
    fn from(next: Next) -> Unexpected {
        Unexpected::expected(next.to_string())
    }
}

impl MauMauView {
    /// Checks that this event, redacted for `viewer`, can come next. Scenes of viewers without a seat use the
    /// same code.
    pub(super) fn check_for(&self, viewer: Viewer, event: &Event) -> Result<(), Unexpected> {
        let next = self.next();
        match (*event, next) {
            (Event::First { seat }, Next::First) if seat.index() < self.public().seats() => Ok(()),
            (Event::Give { seat, card }, Next::Give(to)) if seat == to => self.check_gets(viewer, seat, card),
            (Event::Open { card }, Next::Open) => self.check_unseen(card),
            (Event::Skip { seat }, Next::Skip(skipped)) if seat == skipped => Ok(()),
            (Event::TurnOver, Next::TurnOver) => Ok(()),
            (Event::Play { seat, card, wish }, Next::Turn(turn) | Next::Keep(turn)) if seat == turn => {
                self.check_play(seat, card, wish)
            }
            (Event::Draw { seat, card }, Next::Turn(turn) | Next::Penalty(turn)) if seat == turn => {
                self.check_draws(seat, next)?;
                if self.public().turned {
                    return Err(Unexpected::expected(format!("seat {seat} to take a card everybody knows")));
                }
                self.check_gets(viewer, seat, card)
            }
            (Event::Take { seat, card }, Next::Turn(turn) | Next::Penalty(turn)) if seat == turn => {
                self.check_draws(seat, next)?;
                match self.piles().draw_pile().next().filter(|_| self.public().turned) {
                    Some(top) if top == card => Ok(()),
                    Some(top) => {
                        Err(Unexpected::expected(format!("seat {seat} to take {top}, the next card")))
                    }
                    None => Err(Unexpected::expected(format!("seat {seat} to draw from the face-down pile"))),
                }
            }
            (Event::Pass { seat }, Next::Turn(turn)) if seat == turn => {
                if self.public().spare() > 0 {
                    return Err(next.into());
                }
                self.check_cannot_play(seat)
            }
            (Event::Pass { seat }, Next::Keep(turn) | Next::Paid(turn)) if seat == turn => Ok(()),
            (Event::Win { seat }, Next::Win(winner)) if seat == winner => Ok(()),
            (Event::Nobody, Next::Nobody) => Ok(()),
            _ => Err(next.into()),
        }
    }

    fn next(&self) -> Next {
        let (public, piles) = (self.public(), self.piles());
        let (seat, seats) = (public.in_turn(), public.seats());
        match public.phase() {
            Phase::Due(Due::First) => Next::First,
            Phase::Due(Due::Deal) => match CARDS - 1 - public.spare() as usize {
                dealt if dealt < seats * hand_size(seats) => Next::Give(seat.plus(dealt, seats)),
                _ => Next::Open,
            },
            Phase::Due(Due::Skip) => Next::Skip(seat.plus(seats - 1, seats)),
            Phase::Due(Due::Win) => Next::Win(seat),
            Phase::Won | Phase::Nobody => Next::Nothing,
            // The pile is turned over as soon as the last card is drawn and there is one to turn.
            _ if piles.drawable() == 0 && piles.discarded() > 1 => Next::TurnOver,
            Phase::Due(Due::Nobody) => Next::Nobody,
            Phase::Play => Next::Turn(seat),
            Phase::Drawn { .. } if !public.is_seven_active() => Next::Keep(seat),
            Phase::Drawn { .. } if public.owed() > 0 && public.spare() > 0 => Next::Penalty(seat),
            Phase::Drawn { .. } => Next::Paid(seat),
        }
    }

    /// The cards whose place this viewer does not know. Unlike `unseen` it looks at all hands, because a
    /// viewer may see them all.
    fn unlocated(&self) -> CardSet {
        self.hands().iter().fold(DECK - self.public().shown, |unseen, &hand| unseen - hand)
    }

    fn check_unseen(&self, card: Card) -> Result<(), Unexpected> {
        if self.unlocated().contains(card) {
            return Ok(());
        }
        Err(Unexpected::expected("a card that has not been seen elsewhere"))
    }

    /// Checks that the seat can draw this card from the face-down pile. Only a viewer who sees the hand sees
    /// the card.
    fn check_gets(&self, viewer: Viewer, seat: Seat, card: Option<Card>) -> Result<(), Unexpected> {
        match (viewer.sees(seat), card) {
            (true, Some(card)) => self.check_unseen(card),
            (true, None) => Err(Unexpected::expected(format!("a card of seat {seat} face up"))),
            (false, Some(_)) => Err(Unexpected::expected(format!("a card of seat {seat} face down"))),
            (false, None) => Ok(()),
        }
    }

    /// Checks that the seat may draw. At the beginning of a turn that needs a card to draw and no card to
    /// play.
    fn check_draws(&self, seat: Seat, next: Next) -> Result<(), Unexpected> {
        if next == Next::Penalty(seat) {
            return Ok(());
        }
        if self.public().spare() == 0 {
            return Err(Unexpected::expected(format!(
                "seat {seat} to play or pass: there is no card to draw"
            )));
        }
        self.check_cannot_play(seat)
    }

    /// Checks that the seat can hold a hand without a fitting card.
    fn check_cannot_play(&self, seat: Seat) -> Result<(), Unexpected> {
        let (public, unseen) = (self.public(), self.unlocated());
        let misfits = unseen - public.playable(unseen);
        if public.playable(self.known(seat)).is_empty() && self.hidden(seat) <= misfits.len() {
            return Ok(());
        }
        Err(Unexpected::expected(format!("seat {seat} to play a card that fits, because it holds one")))
    }

    fn check_play(&self, seat: Seat, card: Card, wish: Option<Suit>) -> Result<(), Unexpected> {
        let public = self.public();
        // A seat that drew a known card holds nothing else that fits.
        let is_drawn_card_known = public.phase() == (Phase::Drawn { seen: true });
        let may_be_hidden = self.hidden(seat) > 0 && !is_drawn_card_known;
        let hidden = if may_be_hidden { self.unlocated() } else { CardSet::EMPTY };
        if !(self.known(seat) | hidden).contains(card) {
            return Err(Unexpected::expected(format!("seat {seat} to play a card it can hold")));
        }
        public.check(CardSet::of(card), Action::Play { card, wish }).map_err(|_| {
            let top = public.top();
            Unexpected::expected(match public.wish() {
                Some(suit) => format!("seat {seat} to play a card of the wished suit {suit}"),
                None if public.is_seven_active() => format!("seat {seat} to play a seven or draw"),
                None => format!("seat {seat} to play a card that fits {top}"),
            })
        })
    }
}
