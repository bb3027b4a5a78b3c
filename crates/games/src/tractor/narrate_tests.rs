//! The sentences of every kind of event, and that every message has an English text.

use std::collections::BTreeSet;

use cards::{
    Card, CardBag, Flow, Game, Message, Picture, Policy, Rank, Rng, Rules as _, Scene, Seat, Suit, Value,
    Viewer, laws, random_action,
};

use super::{Combination, about};
use crate::text::Language;
use crate::tractor::{
    Action, Event, Greedy, Public, Rules, Steady, Tractor, TractorScene, brute_force, position,
};

/// A number for each kind of event, so that another kind does not compile before it gets one, and needs a
/// sentence.
fn kind(event: &Event) -> usize {
    match event {
        Event::Level(..) => 0,
        Event::Dealer(..) => 1,
        Event::Main(..) => 2,
        Event::Give(..) => 3,
        Event::Bury(..) => 4,
        Event::Play(..) => 5,
        Event::Win(..) => 6,
        Event::End(..) => 7,
    }
}
const KINDS: usize = 8;

fn bag(text: &str) -> CardBag {
    text.split(' ').map(|card| card.parse::<Card>().expect("a card")).collect()
}

/// A table after these plays. Seat 2 deals at level seven, hearts are trumps, and the other team is at level
/// five.
fn table(plays: &[&str]) -> Public {
    let mut public = Public::new([Rank::Five, Rank::Seven], Some(Suit::Hearts), Seat::new(1));
    (0..8).for_each(|_| public.bury());
    plays.iter().for_each(|cards| public.play(bag(cards)));
    public
}

/// What seat `you`, or a viewer without a seat, reads about an event.
fn said(before: &Public, event: &str, you: Option<usize>) -> String {
    let event: Event = event.parse().expect("an event");
    let mut after = *before;
    after.observe(event);
    let english = Language::english();
    let you = you.map(|seat| Seat::new(seat - 1));
    about(before, event, &after).iter().map(|message| english.say(message, you)).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_event_has_a_sentence_for_its_subject_and_for_the_others() {
    let before_deal = Public::before_deal([Rank::Five, Rank::Seven]);
    let dealt = position::events(Viewer::Public, &[]);
    let mut last = before_deal;
    dealt[..4 + 107].iter().for_each(|&event| last.observe(event));
    let burying = Public::new([Rank::Five, Rank::Seven], Some(Suit::Hearts), Seat::new(1));
    let lead = table(&["AS AS"]);
    let over = table(&["AS AS", "9S 4S", "KS TS", "JS JS"]);
    let mut end = over;
    end.win();
    let dealt = "Trumps are hearts, all sevens and the jokers.";
    let kitty = "2D 2D 3D 3D 4D 4D 5D 6D";
    let made = "The defenders have 0 points, fewer than 80:";
    #[rustfmt::skip]
    let cases: &[(&Public, &str, usize, &str, &str)] = &[
        (&before_deal, "level 1 5", 1, "", ""),
        (&before_deal, "dealer 2", 2, "", ""),
        (&before_deal, "main H", 2, "", ""),
        (&before_deal, "give 2 AS", 2, "", ""),
        (&last, "give 2 ??", 2, &format!("You are the dealer. Your team is at level seven. Bury eight cards, then lead. {dealt}"),
            &format!("Seat 2 is the dealer. The declarers are at level seven. {dealt}")),
        (&burying, "bury 2 ??", 2, "You bury one card.", "Seat 2 buries one card."),
        (&burying, "bury 2 5H", 2, "You bury 5♥.", "Seat 2 buries 5♥."),
        (&table(&[]), "play 2 AS", 2, "You lead the ace of spades.", "Seat 2 leads the ace of spades."),
        (&table(&[]), "play 2 AS AS", 2, "You lead the pair A♠ A♠.", "Seat 2 leads the pair A♠ A♠."),
        (&table(&[]), "play 2 6S 6S 8S 8S", 2, "You lead the tractor 6♠ 6♠ 8♠ 8♠.",
            "Seat 2 leads the tractor 6♠ 6♠ 8♠ 8♠."),
        (&table(&[]), "play 2 AS KS", 2, "You lead the throw K♠ A♠.", "Seat 2 leads the throw K♠ A♠."),
        (&table(&["AS"]), "play 3 9S", 3, "You follow with the nine of spades.",
            "Seat 3 follows with the nine of spades."),
        (&lead, "play 3 9S 4S", 3, "You follow with 4♠ 9♠.", "Seat 3 follows with 4♠ 9♠."),
        (&lead, "play 3 9S 4C", 3, "You play 9♠, the last of your spades, and 4♣.",
            "Seat 3 plays 9♠, the last of their spades, and 4♣."),
        (&lead, "play 3 2H 2H", 3, "You trump with 2♥ 2♥.", "Seat 3 trumps with 2♥ 2♥."),
        (&lead, "play 3 2H 3H", 3, "You have no spades and play 2♥ 3♥.",
            "Seat 3 has no spades and plays 2♥ 3♥."),
        (&over, "win 2 20", 2, "You win the trick and 20 points.", "Seat 2 wins the trick and 20 points."),
        (&over, "win 2 0", 2, "You win the trick, which has no points.", "Seat 2 wins the trick, which has no points."),
        (&end, &format!("end 0 {kitty}"), 2,
            &format!("The declarers win the last trick, so the kitty (2♦ 2♦ 3♦ 3♦ 4♦ 4♦ 5♦ 6♦) does not count. \
                {made} you and seat 4 go up three levels to level ten. Seat 4 deals next."),
            &format!("The declarers win the last trick, so the kitty (2♦ 2♦ 3♦ 3♦ 4♦ 4♦ 5♦ 6♦) does not count. \
                {made} seat 2 and seat 4 go up three levels to level ten. Seat 4 deals next.")),
    ];
    let mut kinds = BTreeSet::new();
    for (before, event, seat, you, other) in cases {
        kinds.insert(kind(&event.parse().expect("an event")));
        assert_eq!(said(before, event, Some(*seat)), *you, "{event}");
        assert_eq!(said(before, event, None), *other, "{event}");
    }
    assert_eq!(kinds, (0..KINDS).collect());
}

#[test]
fn without_a_main_suit_the_trumps_have_a_sentence_too() {
    let public = Public::new([Rank::Five, Rank::Ace], None, Seat::new(1));
    let deal = about(&public, Event::Give(Seat::new(1), None), &public);
    let words: Vec<String> = deal.iter().map(|message| Language::english().say(message, None)).collect();
    assert_eq!(
        words,
        [
            "Seat 2 is the dealer. The declarers are at level ace.",
            "There is no trump suit: only the aces and the jokers are trumps."
        ]
    );
}

/// The sentences at the end of a round: the defenders' points before the kitty, whether seat 3, a defender,
/// or seat 2, the dealer, wins the last trick, its lead, and the kitty.
fn ended(points: u64, is_defended: bool, lead: &str, kitty: &str) -> Vec<String> {
    let mut public = table(&[lead]);
    public.trick.winner = Seat::new(if is_defended { 2 } else { 1 });
    public.points = points;
    let mut after = public;
    after.finish(bag(kitty));
    let event = Event::End(after.points, bag(kitty));
    about(&public, event, &after).iter().map(|message| Language::english().say(message, None)).collect()
}

#[test]
fn the_end_names_the_points_of_the_kitty_the_new_level_and_the_next_dealer() {
    const NOTHING: &str = "2D 2D 3D 3D 4D 4D 6D 6D";
    assert_eq!(
        ended(60, true, "AS AS", "5D 2D 3D 3D 4D 4D 6D TD"),
        [
            "The defenders win the last trick. The kitty (2♦ 3♦ 3♦ 4♦ 4♦ 5♦ 6♦ 10♦) has 15 points, which count 4 times: 60 points.",
            "The defenders have 120 points, 80 or more: seat 1 and seat 3 go up one level to level six.",
            "Seat 3 deals next.",
        ]
    );
    assert_eq!(
        ended(95, true, "AS", NOTHING),
        [
            "The defenders win the last trick, but the kitty (2♦ 2♦ 3♦ 3♦ 4♦ 4♦ 6♦ 6♦) has no points.",
            "The defenders have 95 points, 80 or more: seat 1 and seat 3 take over the deal, and nobody goes up.",
            "Seat 3 deals next.",
        ]
    );
    assert_eq!(
        ended(200, true, "AS AS", "5D 5D KD KD TD TD KS KS")[1..],
        [
            "The defenders have 480 points, 80 or more: seat 1 and seat 3 go past level ace and win the whole game."
        ]
    );
    assert_eq!(
        ended(75, false, "AS", NOTHING)[1..],
        [
            "The defenders have 75 points, fewer than 80: seat 2 and seat 4 go up one level to level eight.",
            "Seat 4 deals next.",
        ]
    );
}

#[test]
fn eight_burials_are_one_sentence() {
    let english = Language::english();
    for (viewer, words) in [
        (Viewer::Public, "Seat 2 buries eight cards."),
        (Viewer::Open, "Seat 2 buries 2♦ 2♦ 3♦ 3♦ 4♦ 4♦ 5♦ 6♦."),
        (Viewer::Seat(Seat::new(1)), "You bury 2♦ 2♦ 3♦ 3♦ 4♦ 4♦ 5♦ 6♦."),
    ] {
        let mut scene = TractorScene::new(&position::setup().rules, viewer);
        let mut said: Vec<Message> = Vec::new();
        for event in position::events(viewer, &[]) {
            for message in scene.observe(event).expect("what happens can be shown") {
                if !said.last_mut().is_some_and(|last| last.join(&message)) {
                    said.push(message);
                }
            }
        }
        assert_eq!(said.len(), 3, "the dealer, the trumps, the burial: {said:?}");
        assert_eq!(english.say(&said[2], viewer.seat()), words);
    }
}

/// Checks that every message has an English text.
struct Reader {
    english: Language,
    ids: BTreeSet<String>,
}

impl Reader {
    fn reads(&mut self, message: &Message) {
        let words = self.english.say(message, None);
        assert!(words != message.to_string() && !words.contains("{$"), "{message}: {words}");
        self.ids.insert(message.id.to_owned());
        message.args.iter().for_each(|(_, value)| self.reads_value(value));
    }

    fn reads_name(&mut self, id: &str) {
        assert!(self.english.has(id), "{id}");
        self.ids.insert(id.to_owned());
    }

    fn reads_value(&mut self, value: &Value) {
        if let Value::Name(id) = value {
            self.reads_name(id);
        }
    }

    fn looks_at(&mut self, picture: &Picture) {
        picture.seats.iter().filter_map(|info| info.role.as_ref()).for_each(|role| self.reads(role));
        for zone in &picture.zones {
            self.reads_name(zone.name);
            zone.groups
                .iter()
                .filter_map(|group| group.name.as_ref())
                .for_each(|name| self.reads_name(name.id));
        }
        for fact in &picture.facts {
            self.reads_name(fact.name);
            self.reads_value(&fact.value);
        }
        if let Some(ask) = &picture.ask {
            self.reads(&ask.prompt);
            ask.choices.iter().for_each(|choice| self.reads(&choice.name));
        }
    }
}

/// The longest lead that is not a throw, because random leads are seldom tractors.
fn longest(state: &Tractor) -> Option<Action> {
    let order = state.public().order;
    let hand = state.hand(state.turn()?);
    let is_lead = state.prompt() == "LEAD";
    let mut best: Option<CardBag> = None;
    let _ = state.actions(|action| {
        if let Action::Play(cards) = action
            && is_lead
            && Combination::of(order, cards) != Combination::Throw
            && best.is_none_or(|best| best.len() < cards.len())
        {
            best = Some(cards);
        }
        // Trump leads come last and are the most.
        if is_lead && hand.len() < 20 { Flow::Continue(()) } else { Flow::Break(()) }
    });
    best.map(Action::Play)
}

#[test]
fn every_message_has_an_english_text() {
    let mut reader = Reader { english: Language::english(), ids: BTreeSet::new() };
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let rules = Rules::variants()[seed as usize % 3];
        let viewer = laws::viewers(&rules).nth(seed as usize % 6).expect("six viewers");
        let mut scene = TractorScene::new(&rules, viewer);
        let mut log = Vec::new();
        let mut state = Tractor::start(&Tractor::deal(&rules, &mut rng), |event| log.push(event));
        loop {
            for event in log.drain(..) {
                let said = scene.observe(Tractor::redact(event, viewer)).expect("what happens can be shown");
                said.iter().for_each(|message| reader.reads(message));
                reader.looks_at(&scene.picture(8));
            }
            let Some(turn) = state.turn() else { break };
            if state.hand(turn).len() < 12 {
                let refused =
                    brute_force::of(&state).into_iter().filter_map(|action| state.check(action).err());
                refused.take(50).for_each(|why| reader.reads(&why.0));
            }
            for other in ["bury AS", "play AS", "play AS AS", "play RJ BJ 2D 3D 3C"] {
                let why = state.check(other.parse::<Action>().expect("an action")).err();
                why.iter().for_each(|why| reader.reads(&why.0));
            }
            let view = state.view(turn);
            let action = match rng.below(4) {
                0 => longest(&state).unwrap_or_else(|| random_action(&state, &mut rng)),
                1 => random_action(&state, &mut rng),
                2 => Greedy.choose(&view, &mut rng),
                _ => Steady.choose(&view, &mut rng),
            };
            state.apply(action, |event| log.push(event));
        }
    }
    // Every message of the catalogue is used. These are too rare here; the tests of prompts, reasons and the
    // end use them.
    let rare = [
        "tractor-lead-something",
        "tractor-ask-cards-with-tractor",
        "tractor-ask-cards-with-tractors",
        "tractor-follow-tractors",
        "tractor-down-and-won",
        "tractor-house-rules",
    ];
    let ids = crate::text::ENGLISH.lines().filter_map(|line| line.split_once(" = ").map(|(id, _)| id));
    let unused: Vec<&str> = ids
        .filter(|id| id.starts_with("tractor-") && !reader.ids.contains(*id) && !rare.contains(id))
        .filter(|id| !id.starts_with("tractor-level-") && !id.starts_with("tractor-ranks-"))
        .collect();
    assert_eq!(unused, [""; 0]);
}

#[test]
fn every_level_and_rank_has_a_name() {
    let english = Language::english();
    for rank in Rank::ALL {
        for value in [super::level(rank), super::ranks(rank)] {
            assert_ne!(english.value(&value, None), value.to_string());
        }
    }
    assert_eq!(
        (0..13).filter(|&n| english.value(&super::number(n), None) == super::number(n).to_string()).count(),
        0
    );
    assert_eq!(super::number(13), Value::Number(13));
}
