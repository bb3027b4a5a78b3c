//! The statement's wire: what its server tells a program, and nothing more.

use cards::{Game, View};

use super::public::Phase;
use super::rules::{Action, Durak, Event};
use super::view::DurakView;
use crate::wire::Next;

/// Does the statement's server say this? Who attacks first shows when he does, and a refusal to
/// throw in shows in whoever acts next, so a program that is asked knows as much as a view does
/// (see [`unsaid`]).
pub fn is_told(event: &Event) -> bool {
    !matches!(event, Event::First(_) | Event::Pass(_))
}

/// The answer nobody is asked for: the statement's server sends `ADD` only to a seat that holds a
/// card it may throw in, and goes on as if the others had said no.
pub fn unasked(durak: &Durak) -> Option<Action> {
    let is_throw_in = matches!(durak.public().phase, Phase::ThrowIn { .. });
    (is_throw_in && durak.count() == 1).then_some(Action::No)
}

/// What must have happened without a word before `next` reached the seat of this view.
pub fn unsaid(view: &DurakView, next: Next<'_, Event>) -> Option<Event> {
    let event = match (view.public().phase, next) {
        (Phase::Deal, Next::Told(Event::Move { by, .. })) => Event::First(by),
        (Phase::Deal, Next::Asked(_)) => Event::First(view.seat()),
        // Whoever lays the last card of a hand is out before anybody else is asked.
        (Phase::ThrowIn { .. }, Next::Told(Event::Out(_))) => return None,
        (Phase::ThrowIn { asked, .. }, Next::Told(Event::Add { by, .. })) if asked == by => return None,
        (Phase::ThrowIn { asked, .. }, Next::Asked("ADD")) if asked == view.seat() => return None,
        // Anything else comes after the round.
        (Phase::ThrowIn { asked, .. }, _) => Event::Pass(asked),
        _ => return None,
    };
    // Where something else is due, nothing was left unsaid: `next` itself is wrong.
    view.check(&event).is_ok().then_some(event)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Event as _, Rng, Seat, Suit, random_action};

    use crate::durak::{DECK, Rules, SEATS};

    /// A seat that reads nothing but the statement's lines.
    struct Reader(DurakView);

    impl Reader {
        fn read(&mut self, next: Next<'_, Event>) {
            while let Some(event) = unsaid(&self.0, next) {
                assert_eq!(self.0.check(&event), Ok(()), "{event}");
                self.0.observe(event);
            }
            if let Next::Told(event) = next {
                assert_eq!(self.0.check(&event), Ok(()), "{event}");
                self.0.observe(event);
            }
        }
    }

    #[test]
    fn who_reads_only_the_statements_lines_knows_all_a_view_knows_whenever_asked() {
        let rules = Rules::default();
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let setup = Durak::deal(&rules, &mut rng);
            // Everybody is seat 1 to themselves.
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
                        if is_told(&event) {
                            readers[other.index()].read(Next::Told(seen_by(other, event)));
                        }
                    }
                }
                events.clear();
                let action = unasked(&durak).unwrap_or_else(|| {
                    readers[seat.index()].read(Next::Asked(durak.prompt()));
                    assert_eq!(readers[seat.index()].0, twins[seat.index()], "seed {seed}");
                    random_action(&durak, &mut rng)
                });
                durak.apply(action, |event| events.push(event));
            }
        }
    }

    #[test]
    fn no_nonsense_from_outside_gets_into_a_view() {
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
                while let Some(unsaid) = unsaid(&next, Next::Told(event)) {
                    next.observe(unsaid);
                }
                if next.check(&event).is_ok() {
                    next.observe(event);
                    view = next;
                    rounds += u32::from(matches!(event, Event::Move { .. }));
                    assert_eq!(view.sample(&mut rng).view(view.seat()), view, "{event}");
                }
            }
        }
        assert!(rounds > 300, "{rounds} rounds began by chance");
    }

    #[test]
    fn nothing_is_unsaid_before_an_event_that_cannot_come() {
        let mut view = DurakView::seated(&Rules::default(), Seat::new(0));
        view.observe("trump S".parse().expect("an event"));
        view.observe("give 1 6S".parse().expect("an event"));
        let early = "move 2 3 6D".parse().expect("an event");
        assert_eq!(unsaid(&view, Next::Told(early)), None, "the deal is not over");
    }
}
