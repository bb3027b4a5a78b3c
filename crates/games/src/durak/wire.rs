//! The statement's bot protocol: what its server sends a program, and nothing more.

use cards::{Game, View};

use super::public::Phase;
use super::rules::Durak;
use super::types::{Action, Event};
use super::view::DurakView;
use crate::wire::Line;

/// Does the statement's server send this event? The first attack shows who attacks first, and the next action
/// shows who has passed. So a program that is asked knows as much as a view does (see [`implied_event`]).
pub fn is_sent(event: &Event) -> bool {
    !matches!(event, Event::First(_) | Event::Pass(_))
}

/// The pass of a seat that is not asked: the statement's server sends `ADD` only to a seat that holds a card
/// it may throw in, and treats the others as if they had passed.
pub fn implied_action(durak: &Durak) -> Option<Action> {
    let is_throw_in = matches!(durak.public().phase, Phase::ThrowIn { .. });
    (is_throw_in && durak.count() == 1).then_some(Action::No)
}

/// An event that the server does not send, but that must have happened before `next`.
pub fn implied_event(view: &DurakView, next: Line<'_, Event>) -> Option<Event> {
    let event = match (view.public().phase, next) {
        (Phase::Deal, Line::Event(Event::Move { by, .. })) => Event::First(by),
        (Phase::Deal, Line::Prompt(_)) => Event::First(view.seat()),
        // A seat that lays its last card is out before another seat is asked.
        (Phase::ThrowIn { .. }, Line::Event(Event::Out(_))) => return None,
        (Phase::ThrowIn { asked, .. }, Line::Event(Event::Add { by, .. })) if asked == by => return None,
        (Phase::ThrowIn { asked, .. }, Line::Prompt("ADD")) if asked == view.seat() => return None,
        // Everything else comes after the round.
        (Phase::ThrowIn { asked, .. }, _) => Event::Pass(asked),
        _ => return None,
    };
    // If something else must come next, there is no implied event: `next` itself is wrong.
    view.check(&event).is_ok().then_some(event)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Event as _, Rng, Seat, Suit, random_action};

    use crate::durak::{DECK, Rules, SEATS};

    /// A seat that reads only the statement's lines.
    struct Reader(DurakView);

    impl Reader {
        fn read(&mut self, next: Line<'_, Event>) {
            while let Some(event) = implied_event(&self.0, next) {
                assert_eq!(self.0.check(&event), Ok(()), "{event}");
                self.0.observe(event);
            }
            if let Line::Event(event) = next {
                assert_eq!(self.0.check(&event), Ok(()), "{event}");
                self.0.observe(event);
            }
        }
    }

    #[test]
    fn a_reader_of_the_statements_lines_knows_all_that_a_view_knows_whenever_it_is_asked() {
        let rules = Rules::default();
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let setup = Durak::deal(&rules, &mut rng);
            // Every bot reads itself as seat 1.
            let seen_by = |seat: Seat, event: Event| {
                Durak::redact(event, seat.into()).renumber(|other| other.plus(SEATS - seat.index(), SEATS))
            };
            let mut readers = [(); SEATS].map(|()| Reader(DurakView::seated(&rules, Seat::new(0))));
            let mut twins = readers.each_ref().map(|reader| reader.0);
            let mut events = Vec::new();
            let mut durak = Durak::start(&setup, |event| events.push(event));
            while let Some(seat) = durak.turn() {
                for other in Seat::all(SEATS) {
                    for &event in &events {
                        twins[other.index()].observe(seen_by(other, event));
                        if is_sent(&event) {
                            readers[other.index()].read(Line::Event(seen_by(other, event)));
                        }
                    }
                }
                events.clear();
                let action = implied_action(&durak).unwrap_or_else(|| {
                    readers[seat.index()].read(Line::Prompt(durak.prompt()));
                    assert_eq!(readers[seat.index()].0, twins[seat.index()], "seed {seed}");
                    random_action(&durak, &mut rng)
                });
                durak.apply(action, |event| events.push(event));
            }
        }
    }

    #[test]
    fn random_events_from_outside_never_break_a_view() {
        let mut rounds = 0;
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut view = DurakView::seated(&Rules::default(), Seat::new(0));
            for _ in 0..20_000 {
                let mut seat = || Seat::new(rng.below(4) as usize);
                let (one, two) = (seat(), seat());
                let card = DECK.nth(rng.below(36)).expect("36 cards");
                let event = match rng.below(8) {
                    0 => Event::Trump(Suit::ALL[rng.below(4) as usize]),
                    1 => Event::Give(one, None),
                    2 => Event::Give(one, Some(card)),
                    3 => Event::Move { by: one, to: two, card },
                    4 => Event::Add { by: one, to: two, card },
                    5 => Event::Beat(one, card),
                    6 => Event::Take(one),
                    _ => Event::Out(one),
                };
                let mut next = view;
                while let Some(implied_event) = implied_event(&next, Line::Event(event)) {
                    next.observe(implied_event);
                }
                if next.check(&event).is_ok() {
                    next.observe(event);
                    view = next;
                    rounds += u32::from(matches!(event, Event::Move { .. }));
                    assert_eq!(view.sample(&mut rng).view(view.seat()), view, "{event}");
                }
            }
        }
        assert!(rounds > 300, "{rounds} rounds began");
    }

    #[test]
    fn an_impossible_event_implies_nothing() {
        let mut view = DurakView::seated(&Rules::default(), Seat::new(0));
        view.observe("trump S".parse().expect("an event"));
        view.observe("give 1 6S".parse().expect("an event"));
        let early = "move 2 3 6D".parse().expect("an event");
        assert_eq!(implied_event(&view, Line::Event(early)), None, "the deal is not over");
    }
}
