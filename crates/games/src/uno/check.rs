//! Which events may come next, as one viewer sees them.
//!
//! The phase determines what comes next: a part of the opening, a decision, a card from the turned pile, the
//! end. Another event is refused, and so is one with a card that cannot be where it says.

use cards::{Rules as _, Seat, Unexpected, Viewer};

use super::card::{Bag, Card};
use super::public::{Opening, Phase, Public};
use super::{Event, MOST_CARDS};

/// What a viewer knows.
pub(super) struct Knowledge<'a> {
    /// What everybody knows.
    pub(super) public: &'a Public,
    /// Who looks.
    pub(super) viewer: Viewer,
    /// The hands this viewer sees; never called for another.
    pub(super) hand: &'a dyn Fn(Seat) -> &'a Bag,
}

type Checked = Result<(), Unexpected>;

fn expected(what: String) -> Checked {
    Err(Unexpected::expected(what))
}

impl Knowledge<'_> {
    /// Checks that this event can come next.
    pub(super) fn check(&self, event: &Event) -> Checked {
        match self.public.phase {
            Phase::Opening(opening) => self.check_opening(opening, event),
            Phase::Turn { seat } => self.check_turn(seat, event),
            Phase::Turned { seat } => match *event {
                Event::DrawOpen { seat: other, card } if other == seat => self.check_next_card(seat, card),
                _ => expected(format!("seat {seat} to draw from the pile that was turned over")),
            },
            Phase::Drawn { seat, .. } => match *event {
                Event::Pass { seat: other } if other == seat => Ok(()),
                Event::Play { seat: other, card } if other == seat => self.check_play(seat, card),
                _ => expected(format!("seat {seat} to play or keep the card it drew")),
            },
            Phase::Ending { winner: Some(seat) } => match *event {
                Event::Win { seat: winner } if winner == seat => Ok(()),
                _ => expected(format!("seat {seat} to win")),
            },
            Phase::Ending { winner: None } if self.public.is_stuck() => match *event {
                Event::Stuck => Ok(()),
                _ => expected("the match to end because nobody can play or draw".to_owned()),
            },
            Phase::Ending { winner: None } => match *event {
                Event::Limit => Ok(()),
                _ => expected("the match to end with its last turn".to_owned()),
            },
            Phase::Over { .. } => expected("nothing more: the match is over".to_owned()),
        }
    }

    fn check_opening(&self, opening: Opening, event: &Event) -> Checked {
        match (opening, *event) {
            (Opening::Start, Event::Direction(_)) => Ok(()),
            (Opening::Start, _) => expected("the direction".to_owned()),
            (Opening::Deck { after }, Event::Deck { card, count }) => self.check_deck(after, card, count),
            (Opening::Deck { .. }, Event::Give { seat, card }) => self.check_give(None, seat, card),
            (Opening::Deck { .. }, _) => expected("the deck, or the first card of a hand".to_owned()),
            (Opening::Give { seat: last }, Event::Give { seat, card }) => {
                self.check_give(Some(last), seat, card)
            }
            (Opening::Give { .. }, Event::Stock(count)) => self.check_stock(usize::from(count)),
            (Opening::Give { .. }, _) => expected("another card of a hand, or the stock".to_owned()),
            (Opening::Open, Event::Discard(card)) if self.to_lay_open() > 0 => self.check_unseen(card),
            (Opening::Open, Event::First(seat)) if self.to_lay_open() == 0 => self.check_seat(seat),
            (Opening::Open, _) => match self.to_lay_open() {
                0 => expected("the seat that begins".to_owned()),
                left => expected(format!("a card of the discard pile: {left} to come")),
            },
        }
    }

    /// The events name only what differs from the deck of 92, in card order.
    fn check_deck(&self, after: Option<Card>, card: Card, count: u16) -> Checked {
        if after.is_some_and(|after| card <= after) {
            return expected("a kind that comes later in the order of cards".to_owned());
        }
        if count == card.in_standard_deck() {
            return expected(format!("{card} to come more or less often than in the deck of 92"));
        }
        let before: usize = Card::all()
            .take_while(|&kind| kind < card)
            .map(|kind| usize::from(self.public.hidden.count(kind)))
            .sum();
        if before + usize::from(count) > MOST_CARDS {
            return expected(format!("a deck of at most {MOST_CARDS} cards"));
        }
        Ok(())
    }

    /// Hands are dealt one after the other in order of seats, starting with any: a bot always reads itself as
    /// seat 1.
    fn check_give(&self, last: Option<Seat>, seat: Seat, card: Option<Card>) -> Checked {
        self.check_seat(seat)?;
        let (sizes, seats) = (&self.public.sizes, self.public.rules.seats());
        let is_next = |last: Seat| seat == last || seat == last.next(seats) && sizes[seat] == 0;
        if let Some(last) = last
            && !is_next(last)
        {
            return expected(format!("a card of seat {last} or of the seat after it"));
        }
        let without = sizes.seats().filter(|&other| other != seat && sizes[other] == 0).count();
        let deck = self.public.hidden.len();
        if deck > MOST_CARDS {
            return expected(format!("a deck of at most {MOST_CARDS} cards, not {deck}"));
        }
        if self.dealt() + 1 + without + 1 > deck {
            return expected(format!(
                "cards left for the other seats and the discard pile: the deck has {deck}"
            ));
        }
        self.check_gets(seat, card)
    }

    fn check_stock(&self, count: usize) -> Checked {
        let (sizes, deck) = (&self.public.sizes, self.public.hidden.len());
        if let Some(seat) = sizes.seats().find(|&seat| sizes[seat] == 0) {
            return expected(format!("a card of seat {seat}, which has none"));
        }
        let most = deck - self.dealt() - 1;
        if count > most {
            return expected(format!("a stock of at most {most} cards"));
        }
        Ok(())
    }

    fn check_turn(&self, turn: Seat, event: &Event) -> Checked {
        let public = self.public;
        let is_to_turn = public.stock == 0 && public.piles.drawable() == 0 && public.piles.discarded() > 1;
        match *event {
            Event::Play { seat, card } if seat == turn => self.check_play(seat, card),
            Event::Draw { seat, card } if seat == turn && public.stock > 0 => {
                self.check_cannot_play(seat)?;
                self.check_gets(seat, card)
            }
            Event::DrawOpen { seat, card } if seat == turn && public.stock == 0 => {
                self.check_cannot_play(seat)?;
                self.check_next_card(seat, card)
            }
            Event::TurnOver if is_to_turn => self.check_cannot_play(turn),
            Event::Pass { seat } if seat == turn && !public.can_draw() => self.check_cannot_play(seat),
            _ if !public.can_draw() => expected(format!("seat {turn} to play or pass")),
            _ if is_to_turn => {
                expected(format!("seat {turn} to play, or the discard pile to be turned over"))
            }
            _ => expected(format!("seat {turn} to play or draw")),
        }
    }

    fn check_seat(&self, seat: Seat) -> Checked {
        let seats = self.public.rules.seats();
        if seat.index() < seats { Ok(()) } else { expected(format!("a seat from 1 to {seats}")) }
    }

    /// Checks a card from a pile that was turned over, whose top is known.
    fn check_next_card(&self, seat: Seat, card: Card) -> Checked {
        match self.public.piles.draw_pile().next() {
            Some(top) if top == card => Ok(()),
            Some(top) => expected(format!("seat {seat} to draw {top}, the next card")),
            None => expected("the discard pile to be turned over".to_owned()),
        }
    }

    fn check_play(&self, seat: Seat, card: Card) -> Checked {
        // A seat that drew a known card holds nothing else that fits.
        let is_drawn_card_known = matches!(self.public.phase, Phase::Drawn { seen: true, .. });
        let may_be_hidden = self.hidden(seat) > 0 && !is_drawn_card_known;
        let can_hold = self.held(seat).has(card) || may_be_hidden && self.unseen().has(card);
        if !can_hold {
            return expected(format!("seat {seat} to play a card it can hold"));
        }
        let top = self.public.top();
        if card.follows(top) {
            Ok(())
        } else {
            expected(format!("seat {seat} to play a card that fits {top}"))
        }
    }

    /// Checks that the seat can hold a hand without a fitting card.
    fn check_cannot_play(&self, seat: Seat) -> Checked {
        let fits = self.public.top().followers();
        let misfits = self.unseen().count_of(!fits) as usize;
        if self.held(seat).kinds() & fits == 0 && self.hidden(seat) <= misfits {
            return Ok(());
        }
        expected(format!("seat {seat} to play a card that fits, because it holds one"))
    }

    /// Checks that the seat can get this card face down. Only a viewer who sees the hand sees the card.
    fn check_gets(&self, seat: Seat, card: Option<Card>) -> Checked {
        match (self.viewer.sees(seat), card) {
            (true, Some(card)) => self.check_unseen(card),
            (true, None) => expected(format!("a card of seat {seat} face up")),
            (false, Some(_)) => expected(format!("a card of seat {seat} face down")),
            (false, None) => Ok(()),
        }
    }

    fn check_unseen(&self, card: Card) -> Checked {
        if self.unseen().has(card) {
            return Ok(());
        }
        expected(format!("another card: every {card} of the deck has been seen elsewhere"))
    }

    /// How many cards have been dealt.
    fn dealt(&self) -> usize {
        self.public.sizes.iter().map(|&size| usize::from(size)).sum()
    }

    /// How many cards of the opening discard pile are still to come.
    fn to_lay_open(&self) -> usize {
        self.public.hidden.len() - self.dealt() - usize::from(self.public.stock)
    }

    /// The cards of a hand that the viewer knows.
    fn held(&self, seat: Seat) -> &Bag {
        if self.viewer.sees(seat) { (self.hand)(seat) } else { &self.public.known[seat] }
    }

    /// How many cards of a hand the viewer does not know.
    fn hidden(&self, seat: Seat) -> usize {
        self.public.size(seat) - self.held(seat).len()
    }

    /// The cards whose place the viewer does not know.
    fn unseen(&self) -> Bag {
        let mut unseen = self.public.hidden;
        for seat in self.public.sizes.seats().filter(|&seat| self.viewer.sees(seat)) {
            let (hand, known) = ((self.hand)(seat), &self.public.known[seat]);
            for card in Card::all().filter(|&card| hand.has(card)) {
                unseen.set(card, unseen.count(card) + known.count(card) - hand.count(card));
            }
        }
        unseen
    }
}
