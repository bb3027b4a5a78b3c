//! Which events may come next, and the house they lead to.

use cards::{Game, Seat, Unexpected};

use super::card::Card;
use super::rules::{House, MOST};
use super::tower::Place;
use super::types::Action;
use super::types::{Event, Rules, Setup};

/// The house so far, and the event that must come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Observed {
    house: House,
    next: Next,
}

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// Who plays red.
    Red,
    /// The deck.
    Deck,
    /// An action of the seat to move; nothing once the match is over.
    Action,
    /// The points for the last action: the next score, then the others.
    Scores(NextScore, [Option<NextScore>; 2]),
}

/// A score that must come next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NextScore {
    seat: Seat,
    points: i16,
    /// For a card held at the end, not for a triangle.
    pub(super) is_for_held: bool,
}

impl Observed {
    /// Before the first event.
    pub(super) fn new(rules: Rules) -> Observed {
        Observed { house: House::blank(rules), next: Next::Red }
    }

    /// All events up to this house have been observed.
    pub(super) fn all_of(house: House) -> Observed {
        Observed { house, next: Next::Action }
    }

    /// The house so far. Points that must still come are already counted.
    #[inline]
    pub(super) fn house(&self) -> &House {
        &self.house
    }

    /// Is it known who plays which colour?
    pub(super) fn has_colours(&self) -> bool {
        self.next != Next::Red
    }

    /// The score that must come next, if any.
    pub(super) fn next_score(&self) -> Option<NextScore> {
        match self.next {
            Next::Scores(next, _) => Some(next),
            Next::Red | Next::Deck | Next::Action => None,
        }
    }

    /// Is the match over and every score observed?
    pub(super) fn is_over(&self) -> bool {
        self.next == Next::Action && self.house.is_over()
    }

    /// Checks that this event can come next.
    pub(super) fn check(&self, event: &Event) -> Result<(), Unexpected> {
        match (self.next, *event) {
            (Next::Red, Event::Red { seat }) if seat.index() < 2 => Ok(()),
            (Next::Red, _) => Err(Unexpected::expected("the seat that plays red, 1 or 2")),
            (Next::Deck, Event::Deck { deck, cards }) if self.is_deck(deck, cards) => Ok(()),
            (Next::Deck, _) => {
                let cards = self.house.deck().len();
                let all = format!("the deck: {cards} cards up to rank {}, each once", cards / 2);
                Err(Unexpected::expected(all))
            }
            (Next::Scores(due, _), Event::Score { seat, points })
                if (seat, points) == (due.seat, due.points) =>
            {
                Ok(())
            }
            (Next::Scores(due, _), _) => {
                Err(Unexpected::expected(format!("a score of {} for seat {}", due.points, due.seat)))
            }
            (Next::Action, event) => self.check_action(event),
        }
    }

    fn is_deck(&self, deck: [Card; MOST], cards: u8) -> bool {
        let expected = self.house.deck().len();
        let rules = Rules::new(expected as u8 / 2).expect("a table has rules");
        usize::from(cards) == expected
            && Setup::new(rules, &deck[..expected]).is_ok_and(|setup| setup.deck == deck)
    }

    fn check_action(&self, event: Event) -> Result<(), Unexpected> {
        let Some(turn) = self.house.turn() else {
            return Err(Unexpected::expected("nothing more: the match is over"));
        };
        let is_right = action(event).is_some_and(|(seat, action)| {
            seat == turn
                && self.house.check(action).is_ok()
                && !matches!(event, Event::Hold { card, .. } if card != self.house.front())
        });
        if is_right { Ok(()) } else { Err(Unexpected::expected(self.possible(turn))) }
    }

    /// What the seat to move can do: `seat 2 to hold 11R or to lay it at place 1, 3 or 5`.
    fn possible(&self, turn: Seat) -> String {
        let (house, drawn) = (&self.house, self.house.front());
        let tower = house.tower();
        let (valleys, floors) = (either(tower.valleys()), either(tower.floors()));
        let mut ways = Vec::new();
        match house.held(house.colour(turn)) {
            None => {
                ways.push(format!("to hold {drawn}"));
                ways.extend(valleys.map(|places| format!("to lay it at place {places}")));
            }
            Some(held) => {
                ways.extend(valleys.map(|places| format!("to lay {drawn} or {held} at place {places}")));
                ways.extend(
                    floors.map(|places| format!("to set a peak of {drawn} and {held} at place {places}")),
                );
            }
        }
        format!("seat {turn} {}", ways.join(" or "))
    }

    /// Applies an event that was checked.
    pub(super) fn observe(&mut self, event: Event) {
        self.next = match event {
            Event::Red { seat } => {
                self.house.seat_red(seat);
                Next::Deck
            }
            Event::Deck { deck, .. } => {
                self.house.lay_out(deck);
                Next::Action
            }
            Event::Score { .. } => match self.next {
                Next::Scores(_, [Some(next), last]) => Next::Scores(next, [last, None]),
                _ => Next::Action,
            },
            Event::Hold { .. } | Event::Floor { .. } | Event::Peak { .. } => {
                let (_, action) = action(event).expect("the event shows an action");
                self.act(action)
            }
        };
    }

    /// Plays an action, and returns what must happen next.
    fn act(&mut self, action: Action) -> Next {
        let (mut scores, mut count) = ([None; 3], 0);
        self.house.apply(action, |event| {
            if let Event::Score { seat, points } = event {
                // The triangle scores first, then the held cards.
                let is_for_held = action == Action::Hold || count > 0;
                scores[count] = Some(NextScore { seat, points, is_for_held });
                count += 1;
            }
        });
        match scores {
            [Some(next), second, third] => Next::Scores(next, [second, third]),
            [None, ..] => Next::Action,
        }
    }
}

/// The seat and the action that an event shows.
pub(super) fn action(event: Event) -> Option<(Seat, Action)> {
    match event {
        Event::Hold { seat, .. } => Some((seat, Action::Hold)),
        Event::Floor { seat, place, card } => Some((seat, Action::Floor { place, card })),
        Event::Peak { seat, place, left, right } => Some((seat, Action::Peak { place, left, right })),
        Event::Red { .. } | Event::Deck { .. } | Event::Score { .. } => None,
    }
}

/// `1, 3 or 5`; `None` if there is no place.
fn either(places: impl Iterator<Item = Place>) -> Option<String> {
    let names: Vec<String> = places.map(|place| place.to_string()).collect();
    let (last, others) = names.split_last()?;
    Some(if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) })
}
