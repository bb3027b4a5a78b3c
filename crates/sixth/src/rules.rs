//! The truth: hands and hidden cards, legal actions and their effects.

use cards::{BySeat, Flow, Game, Illegal, Message, Rng, Seat, Viewer};

use crate::card::{CARDS, Card, Cards};
use crate::public::{DEALT, Next, Public, TRICKS};
use crate::scene::ElementsScene;
use crate::types::{Action, Event, Rules, Setup};
use crate::view::ElementsView;

/// A match in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Elements {
    pub(crate) public: Public,
    pub(crate) hands: BySeat<Cards>,
    pub(crate) hidden: BySeat<Option<Card>>,
}

/// The actions of a seat that holds these cards.
pub(crate) fn actions(next: Next, hand: Cards, mut visit: impl FnMut(Action) -> Flow) -> Flow {
    for card in hand {
        match next {
            Next::Hide(_) => visit(Action::Hide(card))?,
            Next::Play(_) => visit(Action::Play(card))?,
            _ => return Flow::Continue(()),
        }
    }
    Flow::Continue(())
}

impl Elements {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// A seat's cards.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }
}

impl Game for Elements {
    const NAME: &'static str = "elements";
    const LONGEST: u32 = 3 * (1 + TRICKS as u32);
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = ElementsView;
    type Scene = ElementsScene;

    fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        let mut deck = [Card::LOWEST; CARDS];
        deck.iter_mut().zip(Cards::DECK).for_each(|(place, card)| *place = card);
        rng.shuffle(&mut deck);
        Setup { rules: *rules, first: Seat::new(rng.below(rules.seats.into()) as usize), deck }
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules
    }

    fn start(setup: &Setup, mut emit: impl FnMut(Event)) -> Elements {
        let seats = usize::from(setup.rules.seats);
        let mut public = Public::new(setup.rules);
        let mut hands = BySeat::all(seats, Cards::EMPTY);
        public.begin(setup.first);
        emit(Event::First { seat: setup.first });
        for (number, &card) in setup.deck.iter().take(usize::from(DEALT) * seats).enumerate() {
            let seat = setup.first.plus(number, seats);
            hands[seat].insert(card);
            public.give();
            emit(Event::Give { seat, card: Some(card) });
        }
        Elements { public, hands, hidden: BySeat::all(seats, None) }
    }

    fn turn(&self) -> Option<Seat> {
        self.public.turn()
    }

    fn prompt(&self) -> &'static str {
        match self.public.next() {
            Next::Hide(_) => "HIDE",
            _ => "PLAY",
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        let Some(seat) = self.turn() else { return Flow::Continue(()) };
        actions(self.public.next(), self.hands[seat], visit)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let (seat, card) = match (self.public.next(), action) {
            (Next::Hide(seat), Action::Hide(card)) | (Next::Play(seat), Action::Play(card)) => (seat, card),
            (Next::Hide(_), Action::Play(_)) => return Err(Illegal::because("elements-hide-first")),
            (Next::Play(_), Action::Hide(_)) => return Err(Illegal::because("elements-hidden-already")),
            _ => return Err(Illegal::because("match-over")),
        };
        if self.hands[seat].contains(card) {
            return Ok(());
        }
        Err(Illegal(Message::new("not-held").with("card", card)))
    }

    fn apply(&mut self, action: Action, mut emit: impl FnMut(Event)) {
        let seat = self.turn().expect("somebody is to move");
        match action {
            Action::Hide(card) => {
                self.hands[seat].remove(card);
                self.hidden[seat] = Some(card);
                self.public.hide();
                emit(Event::Hide { seat, card: Some(card) });
            }
            Action::Play(card) => {
                self.hands[seat].remove(card);
                self.public.play(card);
                emit(Event::Play { seat, card });
                if let Next::Trick(seat, points) = self.public.next() {
                    self.public.take_trick(seat, points);
                    emit(Event::Trick { seat, points });
                }
            }
        }
    }

    fn payoffs(&self) -> BySeat<i32> {
        let (seats, points) = (self.public.seats(), self.public.points());
        if self.public.next() != Next::Nothing {
            return BySeat::all(seats, 0);
        }
        let all: i32 = points.iter().map(|&points| i32::from(points)).sum();
        BySeat::from_fn(seats, |seat| i32::from(points[seat]) * seats as i32 - all)
    }

    fn view(&self, seat: Seat) -> ElementsView {
        ElementsView::of(self, seat)
    }

    fn redact(event: Event, to: Viewer) -> Event {
        match event {
            Event::Give { seat, card } => Event::Give { seat, card: card.filter(|_| to.sees(seat)) },
            Event::Hide { seat, card } => Event::Hide { seat, card: card.filter(|_| to.sees(seat)) },
            open => open,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let mut located = self.public.played;
        let mut count = located.len();
        for seat in Seat::all(self.public.seats()) {
            let (hand, size) = (self.hands[seat], self.public.size(seat));
            if hand.len() != size {
                return Err(format!("{seat:?} holds {hand:?}, which are not {size} cards"));
            }
            if self.hidden[seat].is_some() != self.public.has_hidden(seat) {
                return Err(format!("{seat:?} has hidden {:?}", self.hidden[seat]));
            }
            located.extend(hand.into_iter().chain(self.hidden[seat]));
            count += hand.len() + usize::from(self.hidden[seat].is_some());
        }
        if located.len() != count || count + self.public.left() != CARDS {
            return Err(format!("{count} cards and {} left in {located:?}", self.public.left()));
        }
        Ok(())
    }
}
