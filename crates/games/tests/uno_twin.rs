//! The slow twin of Uno: the rules in strings and vectors, compared with the game.

use std::collections::HashSet;

use cards::{Flow, Game, Rng};
use games::problem::{Output, Problem};
use games::uno::{Action, BatchProblem, Rules, Uno};

/// A match in strings and vectors.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Twin {
    hands: Vec<Vec<String>>,
    /// Top last, both of them.
    discard: Vec<String>,
    draw: Vec<String>,
    turn: usize,
    clockwise: bool,
    drawn: bool,
    passed_in_a_row: usize,
    winner: Option<usize>,
    stuck: bool,
    turns_left: u32,
}

fn fits(card: &str, top: &str) -> bool {
    card[..1] == top[..1] || card[1..] == top[1..]
}

impl Twin {
    fn top(&self) -> &str {
        self.discard.last().expect("a discard pile")
    }

    fn is_over(&self) -> bool {
        self.winner.is_some() || self.stuck || self.turns_left == 0
    }

    fn actions(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let hand = &self.hands[self.turn];
        let mut plays: Vec<String> =
            hand.iter().filter(|card| fits(card, self.top())).map(|card| format!("play {card}")).collect();
        plays.sort();
        plays.dedup();
        if self.drawn {
            plays.push("pass".to_owned());
        } else if plays.is_empty() {
            let nothing = self.draw.is_empty() && self.discard.len() == 1;
            plays.push(if nothing { "pass" } else { "draw" }.to_owned());
        }
        plays
    }

    fn next_turn(&mut self, steps: usize) {
        self.drawn = false;
        self.turns_left -= 1;
        for _ in 0..steps {
            let seats = self.hands.len();
            self.turn =
                if self.clockwise { (self.turn + 1) % seats } else { (self.turn + seats - 1) % seats };
        }
    }

    fn act(&mut self, action: &str) {
        match action.split_once(' ') {
            Some((_, card)) => {
                let hand = &mut self.hands[self.turn];
                let place = hand.iter().position(|held| held == card).expect("a card in the hand");
                hand.remove(place);
                self.discard.push(card.to_owned());
                self.passed_in_a_row = 0;
                if hand.is_empty() {
                    self.winner = Some(self.turn);
                    return;
                }
                if card.ends_with('C') {
                    self.clockwise = !self.clockwise;
                }
                self.next_turn(if card.ends_with('P') { 2 } else { 1 });
            }
            None if action == "draw" => {
                if self.draw.is_empty() {
                    let top = self.discard.pop().expect("a discard pile");
                    self.draw = std::mem::replace(&mut self.discard, vec![top]);
                    self.draw.reverse();
                }
                let card = self.draw.pop().expect("a card to draw");
                self.hands[self.turn].push(card);
                self.passed_in_a_row = 0;
                self.drawn = true;
            }
            None => {
                if !self.drawn {
                    self.passed_in_a_row += 1;
                    self.stuck = self.passed_in_a_row == self.hands.len();
                }
                self.next_turn(1);
            }
        }
    }

    /// The contest's policy: colour first, then the symbol.
    fn preferred(&self) -> String {
        let actions = self.actions();
        let plays = actions.iter().filter(|action| action.starts_with("play"));
        let best = plays.min_by_key(|action| {
            let card = &action[5..];
            ("BRYG".find(&card[..1]), "PC0123456789".find(&card[1..]))
        });
        best.unwrap_or(&actions[0]).clone()
    }

    fn from_sections(sections: &[Vec<String>], turn: usize, clockwise: bool) -> Twin {
        let (hands, piles) = sections.split_at(sections.len() - 2);
        let turned = |pile: &Vec<String>| pile.iter().rev().cloned().collect();
        Twin {
            hands: hands.to_vec(),
            discard: turned(&piles[0]),
            draw: turned(&piles[1]),
            turn,
            clockwise,
            drawn: false,
            passed_in_a_row: 0,
            winner: None,
            stuck: false,
            turns_left: u32::MAX,
        }
    }

    fn from_setup(text: &str) -> Twin {
        let at = text.find(" hand").expect("hands");
        let mut sections: Vec<Vec<String>> = Vec::new();
        for word in text[at..].split_whitespace() {
            match word {
                "hand" | "discard" | "draw" => sections.push(Vec::new()),
                card => sections.last_mut().expect("a section").push(card.to_owned()),
            }
        }
        let first: usize = text.split("first=").nth(1).expect("first")[..1].parse().expect("a seat");
        let turns = text.split("turns=").nth(1).expect("turns").split(' ').next().expect("turns");
        let twin = Twin::from_sections(&sections, first - 1, text.contains("direction=clockwise"));
        Twin { turns_left: turns.parse().expect("a number"), ..twin }
    }

    /// Everything that the rest of the match depends on, without a turn limit.
    fn position(&self) -> Twin {
        let mut position = Twin { turns_left: 0, ..self.clone() };
        position.hands.iter_mut().for_each(|hand| hand.sort());
        position
    }
}

/// The twin's answer, and the remark if nobody won.
fn twin_answer(case: &str) -> (String, Option<&'static str>) {
    let mut lines = case.lines();
    let head = lines.next().expect("a header");
    let sections: Vec<Vec<String>> =
        lines.map(|line| line.split(' ').skip(1).map(str::to_owned).collect()).collect();
    let first: usize = head.split(' ').nth(1).expect("a number").parse().expect("a number");
    let mut twin = Twin::from_sections(&sections, first - 1, head.starts_with("clock"));
    let mut seen = HashSet::new();
    let mut remark = None;
    while !twin.is_over() {
        if !twin.drawn && !seen.insert(twin.position()) {
            remark = Some("the game repeats itself for ever");
            break;
        }
        twin.act(&twin.preferred());
    }
    if twin.stuck {
        remark = Some("nobody can play or draw any more");
    }
    let winner = twin.winner.map_or("nobody".to_owned(), |seat| (seat + 1).to_string());
    let mut text = format!("{winner} is the winner\n");
    for (n, hand) in twin.hands.iter().enumerate() {
        text += &format!("{}: {}\n", n + 1, hand.len());
    }
    (text, remark)
}

/// A case with a small deck of few kinds: short games, stuck games, games without end.
fn odd_case(rng: &mut Rng) -> String {
    let kinds: Vec<String> = (0..2 + rng.below(7))
        .map(|_| {
            let pick = |letters: &str, n: u32| letters[n as usize..=n as usize].to_owned();
            pick("BRYG", rng.below(4)) + &pick("PC0123", rng.below(6))
        })
        .collect();
    let mut line = |least: u32, spread: u32| {
        let count = least + rng.below(spread);
        let cards: Vec<String> =
            (0..count).map(|_| format!(" {}", kinds[rng.below(kinds.len() as u32) as usize])).collect();
        format!("{count}{}\n", cards.concat())
    };
    let hands: String = (0..4).map(|_| line(1, 7)).collect();
    let piles = line(1, 4) + &line(0, 6);
    let direction = if rng.below(2) == 0 { "clockwise" } else { "counter-clockwise" };
    format!("{direction} {}\n{hands}{piles}", 1 + rng.below(4))
}

fn compare(case: &str) -> Option<&'static str> {
    let mut answer = Output::default();
    BatchProblem.answer(7, case.as_bytes(), &mut answer).expect("a valid case");
    let (text, remark) = twin_answer(case);
    assert_eq!(String::from_utf8_lossy(&answer.text), text, "{case}");
    let remarks: Vec<(u64, String)> = remark.into_iter().map(|remark| (7, remark.to_owned())).collect();
    assert_eq!(answer.remarks, remarks, "{case}");
    remark
}

#[test]
fn the_judge_agrees_with_its_twin_on_dealt_cases() {
    let mut case = Vec::new();
    for seed in 0..1500 {
        case.clear();
        BatchProblem.example(seed, &mut case);
        compare(std::str::from_utf8(&case).expect("a text"));
    }
}

#[test]
fn the_judge_agrees_with_its_twin_on_odd_decks() {
    let mut rng = Rng::new(1);
    let mut remarks = std::collections::HashMap::new();
    for _ in 0..5_000 {
        *remarks.entry(compare(&odd_case(&mut rng))).or_insert(0) += 1;
    }
    assert!(remarks.len() == 3 && remarks.values().all(|&n| n >= 5), "{remarks:?}");
}

#[test]
fn a_match_agrees_with_its_twin_at_every_step() {
    for seats in 2..=4 {
        let rules: Rules = format!("seats={seats} turns=10000").parse().expect("rules");
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let setup = Uno::deal(&rules, &mut rng);
            let mut twin = Twin::from_setup(&setup.to_string());
            let mut uno = Uno::start(&setup, |_| ());
            while let Some(turn) = uno.turn() {
                let mut listed: Vec<String> = Vec::new();
                let _ = uno.actions(|action: Action| {
                    listed.push(action.to_string());
                    Flow::Continue(())
                });
                listed.sort();
                let mut written = twin.actions();
                written.sort();
                assert_eq!((turn.index(), listed), (twin.turn, written), "seed {seed}");
                let action = cards::random_action(&uno, &mut rng);
                uno.apply(action, |_| ());
                twin.act(&action.to_string());
            }
            assert_eq!(uno.payoffs().iter().position(|&won| won > 0), twin.winner);
        }
    }
}

fn perft(twin: &Twin, depth: usize) -> u64 {
    if depth == 0 || twin.is_over() {
        return 1;
    }
    let after = |action: String| {
        let mut next = twin.clone();
        next.act(&action);
        perft(&next, depth - 1)
    };
    twin.actions().into_iter().map(after).sum()
}

#[test]
fn perft_counts_agree_with_the_twin() {
    let data = include_str!("data/uno/deals.perft");
    for line in data.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let [rules, seed, counts] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rules: Rules = rules.trim().parse().expect("rules");
        let seed: u64 = seed.trim().parse().expect("a seed");
        let twin = Twin::from_setup(&Uno::deal(&rules, &mut Rng::new(seed)).to_string());
        let expected: Vec<u64> = counts.split_whitespace().map(|n| n.parse().expect("a count")).collect();
        let counted: Vec<u64> = (1..=expected.len()).map(|depth| perft(&twin, depth)).collect();
        assert_eq!(counted, expected, "{line}");
    }
}

/// Plays a match by the contest's policy. Returns the events of the actions and the end.
fn as_preferred(setup: &str) -> (String, Uno) {
    let mut uno = Uno::start(&setup.parse().expect("a setup"), |_| ());
    let mut twin = Twin::from_setup(setup);
    let mut events = Vec::new();
    while uno.turn().is_some() {
        let action = twin.preferred();
        uno.play(action.parse().expect("an action"), |event| events.push(event.to_string())).expect("legal");
        twin.act(&action);
    }
    (events.join(", "), uno)
}

/// The statement's second game, action by action.
#[test]
fn the_statements_second_game_is_reproduced_step_by_step() {
    let setup = "seats=4 turns=1000 first=3 direction=counter-clockwise hand Y4 hand Y3 hand Y2 YP \
                 hand G5 GC G4 discard R9 B3 G9 BP BP draw Y8 Y6 R5";
    let (events, end) = as_preferred(setup);
    assert_eq!(
        events,
        "draw 3 Y8, pass 3, draw 2 Y6, pass 2, draw 1 R5, play 1 R5, play 4 G5, turn-over, draw-open 3 BP, \
         pass 3, draw-open 2 BP, pass 2, draw-open 1 G9, play 1 G9, play 4 GC, draw-open 1 B3, pass 1, \
         draw-open 2 R9, pass 2, draw-open 3 R5, pass 3, play 4 G4, win 4"
    );
    assert_eq!(end.payoffs().as_slice(), [-1, -1, -1, 3]);
}

/// The statement's first game.
#[test]
fn the_statements_first_game_is_reproduced_step_by_step() {
    let setup = "seats=4 turns=1000 first=1 direction=clockwise hand RP GC Y2 hand Y4 YC hand R3 R8 G9 R9 \
                 hand G8 YC B8 discard R2 draw R2 GP Y1 Y2 Y3 Y4 Y5 R5 Y0 R4 Y1 R3 Y2 R2 Y3 R1 Y4 R0 BC Y5";
    let (events, _) = as_preferred(setup);
    let expected = "play 1 RP, play 3 R3, draw 4 R2, play 4 R2, play 1 Y2, play 2 YC, play 1 GC, win 1";
    assert_eq!(events, expected);
}
