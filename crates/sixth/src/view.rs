//! What one seat knows: its own cards and the face-up cards. Also which events may come next.

use cards::{BySeat, Flow, Rng, Seat, Unexpected, View, Viewer};

use crate::card::{CARDS, Card, Cards};
use crate::public::{Next, Public};
use crate::rules::{self, Elements};
use crate::types::{Action, Event, Rules};

/// The knowledge of one viewer. A scene also keeps one for viewers without a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ElementsView {
    viewer: Viewer,
    public: Public,
    /// The cards known to be in each hand.
    hands: BySeat<Cards>,
    /// The card each seat has hidden, where it is known.
    hidden: BySeat<Option<Card>>,
}

impl ElementsView {
    pub(crate) fn of(game: &Elements, seat: Seat) -> ElementsView {
        let seats = game.public.seats();
        let own = |other: Seat| other == seat;
        ElementsView {
            viewer: seat.into(),
            public: game.public,
            hands: BySeat::from_fn(seats, |seat| if own(seat) { game.hands[seat] } else { Cards::EMPTY }),
            hidden: BySeat::from_fn(seats, |seat| game.hidden[seat].filter(|_| own(seat))),
        }
    }

    pub(crate) fn new(rules: Rules, viewer: Viewer) -> ElementsView {
        let seats = usize::from(rules.seats);
        let (hands, hidden) = (BySeat::all(seats, Cards::EMPTY), BySeat::all(seats, None));
        ElementsView { viewer, public: Public::new(rules), hands, hidden }
    }

    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards known to be in a hand.
    pub fn known(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The card a seat has hidden, if it is known.
    pub fn hidden(&self, seat: Seat) -> Option<Card> {
        self.hidden[seat]
    }

    /// Cards that this viewer has not seen.
    fn unseen(&self) -> Cards {
        let located = self.hands.iter().fold(self.public.played, |all, hand| all.or(*hand));
        Cards::DECK.without(located).without(self.hidden.iter().copied().flatten().collect())
    }

    /// An event must name a card of a hand that the viewer sees, and no other.
    fn check_named(&self, seat: Seat, card: Option<Card>, from: Cards) -> Result<(), Unexpected> {
        match (card, self.viewer.sees(seat)) {
            (Some(card), true) if from.contains(card) => Ok(()),
            (Some(_), true) => Err(Unexpected::expected("a card that can be there")),
            (None, true) => Err(Unexpected::expected(format!("the name of the card of seat {seat}"))),
            (Some(_), false) => Err(Unexpected::expected(format!("a card of seat {seat} face down"))),
            (None, false) => Ok(()),
        }
    }
}

impl View for ElementsView {
    type Game = Elements;

    fn seated(rules: &Rules, seat: Seat) -> ElementsView {
        ElementsView::new(*rules, seat.into())
    }

    fn seat(&self) -> Seat {
        self.viewer.seat().expect("a view without a seat is only in a scene")
    }

    fn check(&self, event: &Event) -> Result<(), Unexpected> {
        let next = self.public.next();
        match (*event, next) {
            (Event::First { seat }, Next::First) if seat.index() < self.public.seats() => Ok(()),
            (Event::Give { seat, card }, Next::Give(to)) if seat == to => {
                self.check_named(seat, card, self.unseen())
            }
            (Event::Hide { seat, card }, Next::Hide(turn)) if seat == turn => {
                self.check_named(seat, card, self.hands[seat])
            }
            (Event::Play { seat, card }, Next::Play(turn)) if seat == turn => {
                let from = if self.viewer.sees(seat) { self.hands[seat] } else { self.unseen() };
                let can_hold = from.contains(card).then_some(());
                can_hold.ok_or_else(|| Unexpected::expected(format!("a card that seat {seat} can hold")))
            }
            (Event::Trick { seat, points }, Next::Trick(winner, all)) if (seat, points) == (winner, all) => {
                Ok(())
            }
            _ => Err(Unexpected::expected(match next {
                Next::First => "a first seat".to_owned(),
                Next::Give(seat) => format!("a card for seat {seat}"),
                Next::Hide(seat) => format!("seat {seat} to hide a card"),
                Next::Play(seat) => format!("seat {seat} to play a card"),
                Next::Trick(seat, points) => format!("seat {seat} to win a trick of {points}"),
                Next::Nothing => "nothing more: the match is over".to_owned(),
            })),
        }
    }

    fn observe(&mut self, event: Event) {
        match event {
            Event::First { seat } => self.public.begin(seat),
            Event::Give { seat, card } => {
                self.hands[seat].extend(card);
                self.public.give();
            }
            Event::Hide { seat, card } => {
                self.hidden[seat] = card;
                card.into_iter().for_each(|card| self.hands[seat].remove(card));
                self.public.hide();
            }
            Event::Play { seat, card } => {
                self.hands[seat].remove(card);
                self.public.play(card);
            }
            Event::Trick { seat, points } => self.public.take_trick(seat, points),
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        match self.public.turn() {
            Some(seat) if self.viewer == seat.into() => {
                rules::actions(self.public.next(), self.hands[seat], visit)
            }
            _ => Flow::Continue(()),
        }
    }

    fn sample(&self, rng: &mut Rng) -> Elements {
        let mut row = [Card::LOWEST; CARDS];
        let unseen = self.unseen();
        row.iter_mut().zip(unseen).for_each(|(place, card)| *place = card);
        rng.shuffle(&mut row[..unseen.len()]);
        let mut row = row.into_iter();
        let (mut hands, mut hidden) = (self.hands, self.hidden);
        for seat in Seat::all(self.public.seats()) {
            hands[seat].extend(row.by_ref().take(self.public.size(seat) - self.hands[seat].len()));
            if self.public.has_hidden(seat) && hidden[seat].is_none() {
                hidden[seat] = row.next();
            }
        }
        Elements { public: self.public, hands, hidden }
    }

    fn starts_round(&self) -> Option<bool> {
        Some(self.public.starts_trick())
    }
}
