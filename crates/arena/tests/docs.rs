//! The examples in the documentation are what the referee really says.

use std::path::PathBuf;

use arena::deal::Key;
use arena::table;
use cards::{Rng, Seat};

/// All that seat 1 reads, and after `> ` what it answers, in a match of four or two of our players.
fn transcript(game: &str, rules: &str, seed: u64, policy: &str) -> String {
    let me = Seat::new(0);
    let mut table = table::deal(game, rules, Key::from_seed(seed).rng()).expect("a game");
    let mut rng = Rng::new(seed);
    let mut lines = Vec::new();
    while let Some(seat) = table.game().turn() {
        if let Some(action) = table.unasked() {
            table.game_mut().play(&action).expect("legal");
            continue;
        }
        let action = table.advise(policy, &mut rng).expect("a policy");
        if seat == me {
            table.tell(me, &mut lines);
            lines.extend_from_slice(format!("{}\n> {action}\n", table.game().prompt()).as_bytes());
        }
        table.game_mut().play(&action).expect("policies play by the rules");
    }
    table.tell(me, &mut lines);
    String::from_utf8(lines).expect("text")
}

#[test]
fn the_protocols_example_matches_are_real() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = std::fs::read_to_string(path).expect("the protocol is documented");
    let durak = transcript("durak", "", 2, "greedy");
    assert!(text.contains(&format!("```\n{durak}```\n")), "docs/protocol.md should show:\n{durak}");
    let mau_mau = transcript("mau-mau", "seats=2", 1, "greedy");
    let beginning: String = mau_mau.lines().take(24).map(|line| format!("{line}\n")).collect();
    assert!(text.contains(&format!("```\n{beginning}")), "docs/protocol.md should show:\n{beginning}");
}
