//! The statement's wire: what its server tells a program, and nothing more.

use cards::{Card, CardSet, Game, Seat, View};

use super::public::Phase;
use super::rules::{Action, DECK, Durak, Event};
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

/// Could the server say this next, once what is [`unsaid`] has been put in?
pub fn is_possible(view: &DurakView, event: &Event) -> bool {
    let public = view.public();
    // Only what somebody holds can be laid, and only by him.
    let holds = |seat: Seat, card: Card| {
        let may = if seat == view.seat() { view.hand() } else { view.unseen() | public.shown(seat) };
        may.contains(card) && public.count(seat) > 0
    };
    match *event {
        Event::Trump(_) => public.phase == Phase::Deal && public.stock == DECK.len() as u8,
        Event::Give(seat, card) => {
            let is_ours = card.is_none_or(|card| view.unseen().contains(card));
            let is_time = matches!(public.phase, Phase::Deal | Phase::Attack);
            is_time && public.stock > 0 && card.is_some() == (seat == view.seat()) && is_ours
        }
        Event::Move { by, to, card } => {
            let is_turn = public.phase == Phase::Attack && public.attacker() == by && public.defender() == to;
            is_turn && public.count(to) > 0 && holds(by, card)
        }
        Event::Add { by, to, card } => {
            let is_asked = matches!(public.phase, Phase::ThrowIn { asked, .. } if asked == by);
            is_asked
                && public.defender() == to
                && holds(by, card)
                && !public.playable(CardSet::of(card)).is_empty()
        }
        Event::Beat(seat, card) => {
            let is_asked = matches!(public.phase, Phase::Defend { .. }) && public.defender() == seat;
            is_asked && holds(seat, card) && !public.playable(CardSet::of(card)).is_empty()
        }
        Event::Take(seat) => matches!(public.phase, Phase::Defend { .. }) && public.defender() == seat,
        Event::Out(seat) => {
            let is_on = !matches!(public.phase, Phase::Deal | Phase::Over);
            is_on && !public.is_out(seat) && public.count(seat) == 0 && public.stock == 0
        }
        Event::First(_) | Event::Pass(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Event as _, Rng, Suit, random_action};

    use crate::durak::{Rules, SEATS};

    /// A seat that reads nothing but the statement's lines.
    struct Reader(DurakView);

    impl Reader {
        fn read(&mut self, next: Next<'_, Event>) {
            while let Some(event) = unsaid(&self.0, next) {
                self.0.observe(event);
            }
            if let Next::Told(event) = next {
                assert!(is_possible(&self.0, &event), "{event}");
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

    #[test]
    fn no_nonsense_from_outside_gets_into_a_view() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut view = DurakView::seated(&Rules::default(), Seat::new(0));
            for _ in 0..3000 {
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
                // Half the time the hands are dealt before anything else is tried.
                if seed % 2 == 0 && view.public().stock > 12 && !matches!(event, Event::Give(..)) {
                    continue;
                }
                let mut next = view;
                while let Some(unsaid) = unsaid(&next, Next::Told(event)) {
                    next.observe(unsaid);
                }
                if is_possible(&next, &event) {
                    next.observe(event);
                    view = next;
                }
            }
        }
    }
}
