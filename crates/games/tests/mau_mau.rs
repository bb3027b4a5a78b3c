//! Mau-Mau against slow twins: the batch problem against a simulation with strings, the actions against brute
//! force.

use std::fs;
use std::path::Path;

use cards::{Game, Rng, Rules as _};
use games::catalog::CatalogGame;
use games::mau_mau::{MauMau, Rules};
use games::problem::Output;

fn judge(case: &str) -> String {
    let mut output = Output::default();
    MauMau::problem().expect("a problem").answer(1, case.as_bytes(), &mut output).expect("a sound case");
    String::from_utf8(output.text).expect("ascii")
}

#[test]
fn check_and_actions_agree_on_every_action() {
    for rules in Rules::variants() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut game = MauMau::start(&MauMau::deal(&rules, &mut rng), |_| ());
            while game.turn().is_some() {
                let legal = game.brute_force().into_iter().filter(|&action| game.check(action).is_ok());
                assert_eq!(legal.count() as u32, game.count(), "{rules}, seed {seed}: {game:?}");
                game.apply(cards::random_action(&game, &mut rng), |_| ());
            }
        }
    }
}

/// The slow twin of the batch problem: strings in vectors, written from the statement, without shared code.
mod twin {
    fn value(card: &str) -> u32 {
        match &card[1..] {
            "S" => 7,
            "E" => 8,
            "N" => 9,
            "T" => 10,
            "J" => 20,
            "Q" => 3,
            "K" => 4,
            "A" => 11,
            _ => unreachable!(),
        }
    }

    fn suit_rank(suit: &str) -> usize {
        ["D", "H", "S", "C"].iter().position(|&s| s == suit).unwrap()
    }

    struct Table<'a> {
        draw: Vec<&'a str>,
        discard: Vec<&'a str>,
        hands: Vec<Vec<&'a str>>,
    }

    impl<'a> Table<'a> {
        fn turn_over(&mut self) {
            let top = self.discard.pop().unwrap();
            self.draw = std::mem::take(&mut self.discard);
            self.discard = vec![top];
        }

        /// The pile is turned over "immediately after the last card is drawn".
        fn draw_for(&mut self, player: usize) -> Option<&'a str> {
            if self.draw.is_empty() {
                self.turn_over();
            }
            if self.draw.is_empty() {
                return None;
            }
            let card = self.draw.remove(0);
            self.hands[player].push(card);
            if self.draw.is_empty() {
                self.turn_over();
            }
            Some(card)
        }
    }

    /// The output of a case, or `None` if the game does not end within `most_turns`.
    pub fn play<'a>(case: &'a str, most_turns: usize) -> Option<String> {
        let mut words = case.split_whitespace();
        let players: usize = words.next().unwrap().parse().unwrap();
        let mut deck: Vec<&str> = words.collect();
        let mut hands = vec![Vec::new(); players];
        for _ in 0..[7, 6, 5][players - 2] {
            for hand in &mut hands {
                hand.push(deck.remove(0));
            }
        }
        let opening = deck.remove(0);
        let mut table = Table { draw: deck, discard: vec![opening], hands };
        let mut played = vec![opening];
        let mut owed = if opening.ends_with('S') { 2 } else { 0 };
        let mut player = if opening.ends_with('E') { 1 } else { 0 };
        let mut wish: Option<&str> = None;
        for _ in 0..most_turns {
            let top = *table.discard.last().unwrap();
            let is_jack = |card: &str| card.ends_with('J');
            let matches = |card: &str| {
                if owed > 0 {
                    return card.ends_with('S');
                }
                if is_jack(top) {
                    return !is_jack(card) && wish.is_none_or(|suit| card.starts_with(suit));
                }
                is_jack(card) || card[..1] == top[..1] || card[1..] == top[1..]
            };
            let next = (player + 1) % players;
            let best = |cards: &[&'a str]| -> Option<&'a str> {
                let fitting = || cards.iter().copied().filter(|card| matches(card));
                let jack = fitting().filter(|c| is_jack(c)).max_by_key(|c| suit_rank(&c[..1]));
                let other = fitting().filter(|c| !is_jack(c)).max_by_key(|c| (value(c), suit_rank(&c[..1])));
                if table.hands[next].len() == 1 { jack.or(other) } else { other.or(jack) }
            };
            let mut choice = best(&table.hands[player]);
            if choice.is_none() {
                if owed > 0 {
                    for _ in 0..owed {
                        table.draw_for(player);
                    }
                    owed = 0;
                    player = next;
                    continue;
                }
                let drawn = table.draw_for(player);
                let fits_top = |card: &str| {
                    if is_jack(top) {
                        !is_jack(card) && wish.is_none_or(|suit| card.starts_with(suit))
                    } else {
                        is_jack(card) || card[..1] == top[..1] || card[1..] == top[1..]
                    }
                };
                choice = drawn.filter(|card| fits_top(card));
            }
            let Some(card) = choice else {
                player = next;
                continue;
            };
            table.hands[player].retain(|&c| c != card);
            table.discard.push(card);
            played.push(card);
            if table.hands[player].is_empty() {
                let factor = if is_jack(card) { 2 } else { 1 };
                let score = |hand: &Vec<&str>| factor * hand.iter().map(|c| value(c)).sum::<u32>();
                let scores: Vec<String> = table.hands.iter().map(|hand| score(hand).to_string()).collect();
                return Some(format!("{}\nScore: {}\n", played.join(" "), scores.join(" ")));
            }
            wish = None;
            player = next;
            match &card[1..] {
                "S" => owed += 2,
                "E" => player = (next + 1) % players,
                "J" => {
                    let hand = &table.hands[(next + players - 1) % players];
                    let held =
                        |suit: &&str| hand.iter().filter(|c| !is_jack(c) && c.starts_with(*suit)).count();
                    wish = ["D", "H", "S", "C"].into_iter().max_by_key(|suit| (held(suit), suit_rank(suit)));
                }
                _ => {}
            }
        }
        None
    }
}

#[test]
fn the_judge_agrees_with_its_slow_twin_on_thousands_of_decks() {
    let problem = MauMau::problem().expect("a contest");
    for seed in 0..30_000 {
        let mut text = Vec::new();
        problem.example(seed, &mut text);
        let case = String::from_utf8(text).expect("ascii");
        let expected =
            twin::play(&case, 10_000).unwrap_or_else(|| panic!("seed {seed} does not end: {case}"));
        assert_eq!(judge(&case), expected, "seed {seed}: {case}");
    }
}

#[test]
fn the_slow_twin_agrees_with_every_stored_answer() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mau-mau");
    for entry in fs::read_dir(folder).expect("the data of Mau-Mau") {
        let path = entry.expect("a folder entry").path();
        if path.extension().is_some_and(|ending| ending == "in") {
            let input = fs::read_to_string(&path).expect("a readable file");
            let cases = input.lines().filter(|line| !line.trim().is_empty()).skip(1);
            let answers: String =
                cases.map(|case| twin::play(case, 10_000).expect("a game that ends")).collect();
            let expected =
                fs::read_to_string(path.with_extension("out")).expect("an answer beside the input");
            assert_eq!(answers, expected, "{}", path.display());
        }
    }
}
