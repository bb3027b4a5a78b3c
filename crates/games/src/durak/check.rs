//! Which events may come next, for seats and for viewers without a seat.

use cards::{Card, CardSet, Seat, Unexpected, Viewer};

use super::public::{Phase, Public};
use super::rules::{DECK, HAND, SEATS, STOCK};
use super::types::Event;

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The trump suit.
    Trump,
    /// A card of the deal for this seat; the first card may go to any.
    Deal(Option<Seat>),
    /// Who attacks first.
    First,
    /// A card of the stock for this seat.
    Draw(Seat),
    /// This seat has no cards left.
    Out(Seat),
    /// A decision of the seat to move.
    Decision,
    /// The match is over.
    Nothing,
}

impl Next {
    /// What is due at this moment.
    pub(super) fn of(public: &Public) -> Next {
        match public.phase {
            Phase::Trump => Next::Trump,
            Phase::Deal if usize::from(public.stock) == STOCK => Next::First,
            Phase::Deal => Next::Deal(next_dealt(public)),
            Phase::Over => Next::Nothing,
            _ => {
                let order = public.draw_order();
                let find = |is_meant: &dyn Fn(Seat) -> bool| order.into_iter().find(|&seat| is_meant(seat));
                let draws =
                    |seat| public.phase == Phase::Attack && public.stock > 0 && public.count(seat) < HAND;
                let leaves = |seat| public.stock == 0 && public.count(seat) == 0 && !public.is_out(seat);
                if let Some(seat) = find(&draws) {
                    Next::Draw(seat)
                } else if let Some(seat) = find(&leaves) {
                    Next::Out(seat)
                } else {
                    Next::Decision
                }
            }
        }
    }

    /// What would have been possible.
    fn expected(self, public: &Public) -> Unexpected {
        let (attacker, defender) = (public.attacker(), public.defender());
        Unexpected::expected(match (self, public.phase) {
            (Next::Trump, _) => "the trump suit".to_owned(),
            (Next::Deal(None), _) => "the first card of the deal".to_owned(),
            (Next::Deal(Some(seat)), _) => format!("a card of the deal for seat {seat}"),
            (Next::First, _) => "the seat that attacks first".to_owned(),
            (Next::Draw(seat), _) => format!("seat {seat} to draw a card"),
            (Next::Out(seat), _) => format!("seat {seat} to be out"),
            (Next::Decision, Phase::Defend { against }) => {
                format!("seat {defender} to beat {against} or take")
            }
            (Next::Decision, Phase::ThrowIn { asked, .. }) => {
                format!("seat {asked} to throw in under seat {defender} or pass")
            }
            (Next::Decision, _) => format!("seat {attacker} to attack seat {defender}"),
            (Next::Nothing, _) => "nothing more: the match is over".to_owned(),
        })
    }
}

/// Six cards for one seat, then six for the next clockwise. A bot reads itself as seat 1, so for it the deal
/// may begin at any seat.
fn next_dealt(public: &Public) -> Option<Seat> {
    let mut seats = Seat::all(SEATS);
    let started = seats.clone().find(|&seat| (1..HAND).contains(&public.count(seat)));
    let is_next = |seat: Seat| public.count(seat) == 0 && public.count(seat.plus(SEATS - 1, SEATS)) == HAND;
    started.or_else(|| seats.find(|&seat| is_next(seat)))
}

/// Which cards of each hand a viewer knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Knowledge {
    /// Who looks.
    pub viewer: Viewer,
    /// The whole hands that the viewer sees, and the cards that the other seats took from the table.
    pub hands: [CardSet; SEATS],
}

impl Knowledge {
    /// Cards that may be in a hidden hand or in the stock.
    fn unseen(&self, public: &Public) -> CardSet {
        let open = public.gone | public.on_table();
        DECK - self.hands.into_iter().fold(open, |seen, hand| seen | hand)
    }

    /// Can this seat draw this card, and does the event hide it exactly from this viewer?
    fn can_draw(&self, public: &Public, seat: Seat, card: Option<Card>) -> Result<(), Unexpected> {
        match card {
            None if self.viewer.sees(seat) => {
                Err(Unexpected::expected(format!("the card that seat {seat} gets")))
            }
            Some(_) if !self.viewer.sees(seat) => {
                Err(Unexpected::expected(format!("a card for seat {seat} face down")))
            }
            Some(card) if !self.unseen(public).contains(card) => {
                Err(Unexpected::expected("a card of the deck that has not been seen yet"))
            }
            _ => Ok(()),
        }
    }

    /// Can the seat to move lay this card?
    fn can_lay(&self, public: &Public, seat: Seat, card: Card) -> Result<(), Unexpected> {
        if public.playable(CardSet::of(card)).is_empty() {
            return Err(Unexpected::expected(match public.phase {
                Phase::Defend { against } => format!("a card that beats {against}"),
                _ => "a card of a rank on the table".to_owned(),
            }));
        }
        let known = self.hands[seat.index()];
        let hides_some = u32::from(public.count(seat)) > known.len();
        if known.contains(card) || hides_some && self.unseen(public).contains(card) {
            Ok(())
        } else {
            Err(Unexpected::expected(format!("a card that seat {seat} can hold")))
        }
    }
}

/// Checks that this event, redacted for this viewer, can come next.
pub(super) fn check(public: &Public, known: &Knowledge, event: &Event) -> Result<(), Unexpected> {
    let (next, to_move) = (Next::of(public), public.turn());
    let is_to_move = |seat| to_move == Some(seat);
    match (next, public.phase, *event) {
        (Next::Trump, _, Event::Trump(_)) | (Next::First, _, Event::First(_)) => Ok(()),
        (Next::Deal(None), _, Event::Give(seat, card)) => known.can_draw(public, seat, card),
        (Next::Deal(Some(to)) | Next::Draw(to), _, Event::Give(seat, card)) if seat == to => {
            known.can_draw(public, seat, card)
        }
        (Next::Out(leaves), _, Event::Out(seat)) if seat == leaves => Ok(()),
        (Next::Decision, Phase::Attack, Event::Move { by, to, card })
        | (Next::Decision, Phase::ThrowIn { .. }, Event::Add { by, to, card })
            if is_to_move(by) && to == public.defender() =>
        {
            known.can_lay(public, by, card)
        }
        (Next::Decision, Phase::Defend { .. }, Event::Beat(seat, card)) if is_to_move(seat) => {
            known.can_lay(public, seat, card)
        }
        (Next::Decision, Phase::Defend { .. }, Event::Take(seat))
        | (Next::Decision, Phase::ThrowIn { .. }, Event::Pass(seat))
            if is_to_move(seat) =>
        {
            Ok(())
        }
        _ => Err(next.expected(public)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cards::{Flow, Game, Rng, Scene, Suit, View, random_action};

    use super::super::{Durak, DurakScene, DurakView, Rules, Setup};
    use super::*;

    const SETUP: &str = "limit=6 trump=S first=2 deck 6S 7S 8S 9S TS JS 6D 8D 9D TD JD QD 7D 6C 7H 8H 9H TH \
        7C AS 8C 9C TC JC KD JH QH KH QS KS AC QC KC AD AH 6H";
    const VIEWERS: [Viewer; 4] =
        [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(2)), Viewer::Public, Viewer::Open];

    /// Why this viewer refuses the event after the first `count` events of a match with these answers. For a
    /// seat, view and scene must agree.
    fn refusal(viewer: Viewer, (answers, count): (&str, usize), event: &str) -> String {
        let mut events = Vec::new();
        let setup: Setup = SETUP.parse().expect("a setup");
        let mut durak = Durak::start(&setup, |event| events.push(Durak::redact(event, viewer)));
        for answer in answers.split_whitespace() {
            let action = answer.parse().expect("an action");
            durak.play(action, |event| events.push(Durak::redact(event, viewer))).expect(answer);
        }
        let event: Event = event.parse().expect("an event");
        let mut scene = DurakScene::new(&Rules::default(), viewer);
        for &event in &events[..count.min(events.len())] {
            scene.observe(event).expect("what happens can be shown");
        }
        let why = scene.clone().observe(event).expect_err("an event that cannot come next").to_string();
        if let Some(seat) = viewer.seat() {
            let mut view = DurakView::seated(&Rules::default(), seat);
            events[..count.min(events.len())].iter().for_each(|&event| view.observe(event));
            assert_eq!(view.check(&event).expect_err("view and scene agree").to_string(), why);
        }
        why
    }

    /// Every viewer refuses the event with these words.
    fn all_refuse(moment: (&str, usize), event: &str, why: &str) {
        for viewer in VIEWERS {
            assert_eq!(refusal(viewer, moment, event), why, "{viewer:?}: {event}");
        }
    }

    const ALL: usize = usize::MAX;

    #[test]
    fn the_deal_is_a_trump_then_six_cards_for_each_seat_in_turn_then_who_attacks() {
        all_refuse(("", 0), "give 4 ??", "expected the trump suit");
        all_refuse(("", 1), "trump H", "expected the first card of the deal");
        all_refuse(("", 2), "give 2 ??", "expected a card of the deal for seat 1");
        all_refuse(("", 7), "give 3 ??", "expected a card of the deal for seat 2");
        all_refuse(("", 7), "first 2", "expected a card of the deal for seat 2");
        all_refuse(("", 25), "give 1 KD", "expected the seat that attacks first");
        all_refuse(("", 25), "move 2 3 6D", "expected the seat that attacks first");
        all_refuse(("", ALL), "give 1 KD", "expected seat 2 to attack seat 3");
        all_refuse(("", ALL), "trump S", "expected seat 2 to attack seat 3");
        all_refuse(("", ALL), "first 2", "expected seat 2 to attack seat 3");
    }

    #[test]
    fn a_dealt_card_is_seen_only_by_the_seat_that_gets_it() {
        let [me, other, public, open] = VIEWERS;
        let (hidden, shown) = ("expected the card that seat 1 gets", "expected a card for seat 1 face down");
        assert_eq!(refusal(me, ("", 1), "give 1 ??"), hidden);
        assert_eq!(refusal(open, ("", 1), "give 1 ??"), hidden);
        assert_eq!(refusal(other, ("", 1), "give 1 6S"), shown);
        assert_eq!(refusal(public, ("", 1), "give 1 6S"), shown);
        let twice = "expected a card of the deck that has not been seen yet";
        assert_eq!(refusal(me, ("", 2), "give 1 6S"), twice);
        assert_eq!(refusal(me, ("", 2), "give 1 2S"), twice);
    }

    #[test]
    fn nobody_acts_out_of_turn() {
        all_refuse(("", ALL), "move 1 2 6S", "expected seat 2 to attack seat 3");
        all_refuse(("", ALL), "move 2 4 6D", "expected seat 2 to attack seat 3");
        all_refuse(("", ALL), "pass 2", "expected seat 2 to attack seat 3");
        all_refuse(("6D", ALL), "beat 4 AS", "expected seat 3 to beat 6D or take");
        all_refuse(("6D", ALL), "pass 3", "expected seat 3 to beat 6D or take");
        all_refuse(("6D 7D", ALL), "pass 4", "expected seat 2 to throw in under seat 3 or pass");
        all_refuse(("6D 7D", ALL), "add 2 1 8D", "expected seat 2 to throw in under seat 3 or pass");
        all_refuse(("6D NO", ALL), "take 3", "expected seat 2 to throw in under seat 3 or pass");
    }

    #[test]
    fn a_card_that_breaks_the_rules_or_lies_elsewhere_is_refused() {
        all_refuse(("6D", ALL), "beat 3 8H", "expected a card that beats 6D");
        all_refuse(("6D 7D", ALL), "add 2 3 8D", "expected a card of a rank on the table");
        all_refuse(("6D 7D", ALL), "add 2 3 7D", "expected a card that seat 2 can hold");
        all_refuse(("", ALL), "move 2 3 2S", "expected a card that seat 2 can hold");
        let [me, _, public, open] = VIEWERS;
        let not_held = "expected a card that seat 2 can hold";
        assert_eq!(refusal(me, ("", ALL), "move 2 3 6S"), not_held, "seat 1 holds it itself");
        assert_eq!(refusal(open, ("", ALL), "move 2 3 7H"), not_held, "seat 3 holds it");
        // Everybody saw seat 3 take the six of diamonds.
        let took = "6D NO NO NO";
        let not_held = "expected a card that seat 4 can hold";
        assert_eq!(refusal(public, (took, ALL), "move 4 1 6D"), not_held);
        assert_eq!(refusal(me, (took, ALL), "move 4 1 6D"), not_held);
    }

    #[test]
    fn hands_are_filled_in_order_before_anything_else() {
        // The round is over after thirty events; then seat 2 draws a card, and seat 3 if it beat.
        let (beaten_off, taken) = ("6D 7D NO NO", "6D NO NO NO");
        all_refuse((beaten_off, 30), "move 3 4 6C", "expected seat 2 to draw a card");
        all_refuse((beaten_off, 30), "give 3 ??", "expected seat 2 to draw a card");
        all_refuse((beaten_off, 31), "move 3 4 6C", "expected seat 3 to draw a card");
        all_refuse((beaten_off, 32), "give 4 ??", "expected seat 3 to attack seat 4");
        all_refuse((taken, 30), "move 4 1 7C", "expected seat 2 to draw a card");
        all_refuse((taken, 31), "give 3 ??", "expected seat 4 to attack seat 1");
    }

    #[test]
    fn a_seat_without_cards_is_out_at_once_and_no_other_seat_is() {
        let durak = super::super::tests::at("trump S | 6D | 7D 8D | 6H 9H TH | 8C 9C | stock | first 1");
        let mut view = durak.view(Seat::new(3));
        let event = |text: &str| text.parse::<Event>().expect("an event");
        let why = |view: &DurakView, text| view.check(&event(text)).expect_err(text).to_string();
        assert_eq!(why(&view, "out 1"), "expected seat 1 to attack seat 2");
        view.observe(event("move 1 2 6D"));
        assert_eq!(why(&view, "beat 2 7D"), "expected seat 1 to be out");
        assert_eq!(why(&view, "out 3"), "expected seat 1 to be out");
        view.observe(event("out 1"));
        assert_eq!(why(&view, "out 1"), "expected seat 2 to beat 6D or take");
        view.observe(event("take 2"));
        view.observe(event("add 3 2 6H"));
        view.observe(event("pass 3"));
        // Seat 3 attacks next and loses its last two cards; then nothing more can happen.
        for text in ["move 3 4 9H", "take 4", "pass 3"] {
            assert_eq!(view.check(&event(text)), Ok(()), "{text}");
            view.observe(event(text));
        }
        for text in ["move 3 2 TH", "out 3"] {
            assert_eq!(view.check(&event(text)), Ok(()), "{text}");
            view.observe(event(text));
        }
        assert_eq!(why(&view, "beat 2 8D"), "expected nothing more: the match is over");
    }

    /// Every event.
    fn all_events() -> Vec<Event> {
        let (seats, cards) = (|| Seat::all(SEATS), || (0..64).filter_map(Card::from_code));
        let mut all: Vec<Event> = Suit::ALL.into_iter().map(Event::Trump).collect();
        for by in seats() {
            all.extend([
                Event::Give(by, None),
                Event::First(by),
                Event::Take(by),
                Event::Pass(by),
                Event::Out(by),
            ]);
            all.extend(cards().flat_map(|card| [Event::Give(by, Some(card)), Event::Beat(by, card)]));
            for to in seats() {
                let laid = |card| [Event::Move { by, to, card }, Event::Add { by, to, card }];
                all.extend(cards().flat_map(laid));
            }
        }
        all
    }

    /// The slow twin of `check`: what the seat to move can do in some world that looks like this view.
    fn decisions(view: &DurakView, rng: &mut Rng) -> HashSet<Event> {
        let mut seen = HashSet::new();
        for _ in 0..400 {
            let world = view.sample(rng);
            let _ = world.actions(|action| {
                let mut first = None;
                let mut next = world;
                next.apply(action, |event| first = first.or(Some(event)));
                seen.extend(first);
                Flow::Continue(())
            });
        }
        seen
    }

    #[test]
    fn exactly_what_can_happen_in_some_world_is_allowed() {
        let all_events = all_events();
        let rules = Rules::default();
        for seed in 0..12 {
            let mut rng = Rng::new(seed);
            let setup = Durak::deal(&rules, &mut rng);
            let mut events = Vec::new();
            let mut durak = Durak::start(&setup, |event| events.push(event));
            while durak.turn().is_some() {
                durak.apply(random_action(&durak, &mut rng), |event| events.push(event));
            }
            let me = Seat::new(seed as usize % SEATS);
            let mut view = DurakView::seated(&rules, me);
            for event in events {
                let seen = Durak::redact(event, me.into());
                let allowed = all_events.iter().copied().filter(|event| view.check(event).is_ok());
                let allowed: HashSet<Event> = allowed.collect();
                let is_same = |allowed: &Event| match seen {
                    Event::Trump(_) => matches!(allowed, Event::Trump(_)),
                    Event::First(_) => matches!(allowed, Event::First(_)),
                    Event::Give(seat, Some(_)) => matches!(*allowed, Event::Give(to, Some(_)) if to == seat),
                    _ => *allowed == seen,
                };
                let at = format!("seed {seed}, before {seen}");
                assert!(allowed.contains(&seen), "{at}");
                match seen {
                    // Any seat may get the first card.
                    Event::Give(..) if view.public().stock == DECK.len() as u8 => (),
                    Event::Trump(_) | Event::Give(..) | Event::First(_) | Event::Out(_) => {
                        assert!(allowed.iter().all(is_same), "{at}: {allowed:?}");
                    }
                    _ => assert_eq!(allowed, decisions(&view, &mut rng), "{at}"),
                }
                view.observe(seen);
            }
            assert!(all_events.iter().all(|event| view.check(event).is_err()), "seed {seed}: it is over");
        }
    }
}
