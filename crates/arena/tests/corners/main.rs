//! The prepared deals of `croupier check-bot` reach the corners that their sentences name,
//! also if the bot plays at random.

mod durak;
mod house;
mod mau_mau;
mod tractor;
mod transcript;
mod uno;

use std::collections::BTreeSet;

use cards::{Game, Rng, Rules, Seat, laws};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use games::corners::corners;

use transcript::{Seating, Transcript, play};

/// A corner: a sentence, and how one knows it in what the bot reads.
type Corner = (&'static str, fn(&Transcript) -> bool);

/// The corners of every game.
fn named(game: &str) -> &'static [Corner] {
    match game {
        "tractor" => tractor::CORNERS,
        "mau-mau" => mau_mau::CORNERS,
        "durak" => durak::CORNERS,
        "house" => house::CORNERS,
        "uno" => uno::CORNERS,
        _ => panic!("a game without corners: {game}"),
    }
}

struct Corners;
impl WithGame for Corners {
    type Out = Vec<games::corners::Corner>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        corners::<G>().expect("the game's corners")
    }
}

/// How often each deal is played with random actions in the bot's place.
const PLAYS: u64 = 20;

fn plays(game: &str, corner: &games::corners::Corner) -> Vec<Vec<Transcript>> {
    let seating = Seating { seat: corner.seat, against: corner.against, bot: "random", seed: 0 };
    let mut plays: Vec<_> =
        (1..=PLAYS).map(|seed| play(game, corner.setup, Seating { seed, ..seating })).collect();
    plays.push(play(game, corner.setup, Seating { bot: "greedy", ..seating }));
    plays
}

#[test]
fn every_corner_has_a_deal_that_reaches_it_in_a_third_of_the_matches_or_more() {
    let mut missed = Vec::new();
    for game in NAMES {
        let deals = with_game(game, Corners).expect("a game");
        for (about, is_reached) in named(game) {
            let Some(corner) = deals.iter().find(|corner| corner.about == *about) else {
                missed.push(format!("{game}: no deal for: {about}"));
                continue;
            };
            let plays = plays(game, corner);
            let reached = plays.iter().filter(|seats| seats.iter().any(is_reached)).count();
            if 3 * reached < plays.len() {
                missed.push(format!("{game}: reached in {reached} of {} matches: {about}", plays.len()));
            }
        }
        for corner in &deals {
            if !named(game).iter().any(|(about, _)| *about == corner.about) {
                missed.push(format!("{game}: no test knows: {}", corner.about));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// What a bot must be able to read: a line with seats as `1` or `n`, and without the names of cards and numbers.
fn shape(line: &str) -> String {
    let mut words = line.split(' ').peekable();
    let first = words.next().expect("a line has a word");
    // The rest is a list of cards, or rules.
    let is_list = matches!(first, "deck" | "game");
    let mut shape = first.to_owned();
    for (place, word) in words.enumerate() {
        let word = match word {
            _ if is_list && place > 0 => continue,
            "1" if place == 0 => "1",
            "2" | "3" | "4" if place == 0 => "n",
            _ if laws::is_card(word) => "card",
            _ if word.starts_with('-') => "negative",
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => "number",
            _ => word,
        };
        // One card or many, but not how many.
        if !shape.ends_with(" card card") || word != "card" {
            shape += " ";
            shape += word;
        }
    }
    shape
}

/// The shapes of all lines and questions.
fn shapes(seats: &[Transcript]) -> impl Iterator<Item = String> + '_ {
    let questions = seats.iter().flat_map(|seat| &seat.asked).map(|asked| asked.prompt.to_owned());
    questions.chain(seats.iter().flat_map(Transcript::lines).map(shape))
}

struct RandomDeals(u64);
impl WithGame for RandomDeals {
    type Out = BTreeSet<String>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let variants = G::Rules::variants();
        let mut met = BTreeSet::new();
        for number in 0..self.0 {
            let rules = &variants[number as usize % variants.len()];
            let setup = G::deal(rules, &mut Rng::new(number)).to_string();
            let seat = Seat::new(number as usize / variants.len() % rules.seats());
            let against = G::POLICIES[number as usize % G::POLICIES.len()];
            met.extend(shapes(&play(
                G::NAME,
                &setup,
                Seating { seat, against, bot: "random", seed: number },
            )));
        }
        met
    }
}

#[test]
fn the_corners_have_every_kind_of_line_and_question_that_random_deals_have() {
    for game in NAMES {
        let mut met = BTreeSet::new();
        for corner in with_game(game, Corners).expect("a game") {
            let seating = Seating { seat: corner.seat, against: corner.against, bot: "random", seed: 1 };
            met.extend(shapes(&play(game, corner.setup, seating)));
        }
        let random = with_game(game, RandomDeals(400)).expect("a game");
        let missed: Vec<_> = random.difference(&met).collect();
        assert!(missed.is_empty(), "{game}: {missed:?} in {met:?}");
    }
}

struct Seatings;
impl WithGame for Seatings {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let side = |rules: &G::Rules, seat| (rules.seats(), G::side(rules, seat).0);
        let tried: BTreeSet<_> = corners::<G>()
            .expect("the game's corners")
            .iter()
            .map(|corner| side(&G::rules(&corner.setup.parse().expect("a deal")), corner.seat))
            .collect();
        for rules in <G as Game>::Rules::variants() {
            for seat in Seat::all(rules.seats()) {
                assert!(tried.contains(&side(&rules, seat)), "{} {rules}: seat {seat} has no deal", G::NAME);
            }
        }
    }
}

#[test]
fn the_corners_seat_the_bot_in_every_seat_of_every_table() {
    for game in NAMES {
        with_game(game, Seatings).expect("a game");
    }
}
