//! The statement's wire: what its server tells a program, and nothing more.

use cards::{Game, View};

use super::public::Phase;
use super::rules::{Action, Durak, Event};
use super::view::DurakView;
use crate::catalog::Next;

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
    let public = view.public();
    match (public.phase, next) {
        (Phase::Deal, Next::Told(Event::Move { by, .. })) => Some(Event::First(by)),
        (Phase::Deal, Next::Asked(_)) => Some(Event::First(view.seat())),
        (Phase::ThrowIn { asked, .. }, next) => {
            let is_over_to_him = match next {
                Next::Told(Event::Add { by, .. }) => asked == by,
                // Any other question comes after the round.
                Next::Asked(prompt) => prompt == "ADD" && asked == view.seat(),
                // Who lays his last card is out before anybody else is asked.
                Next::Told(Event::Out(_)) => true,
                Next::Told(_) => false,
            };
            (!is_over_to_him).then_some(Event::Pass(asked))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Event as _, Rng, Seat, random_action};

    use crate::durak::{Rules, SEATS};

    /// A seat that reads nothing but the statement's lines.
    struct Reader(DurakView);

    impl Reader {
        fn read(&mut self, next: Next<'_, Event>) {
            while let Some(event) = unsaid(&self.0, next) {
                self.0.observe(event);
            }
            if let Next::Told(event) = next {
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
            // Everybody calls himself seat 1.
            let seen_by = |seat: Seat, event: Event| {
                Durak::redact(event, seat).renumber(|other| other.plus(SEATS - seat.index(), SEATS))
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
}
