//! Prints the scene that each seat and a spectator get after some random actions, one JSON text a line:
//! `cargo run -p server --example scenes -- GAME SEED ACTIONS [RULES]`

use cards::{Rng, Seat, Viewer};
use server::seat_view::{Options, Over, Sitter, Source, Who, scene};
use table::key::Key;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seed, actions, rules @ ..] = &words[..] else {
        return Err("expected GAME SEED ACTIONS [RULES], as in `durak 7 12`".into());
    };
    let (seed, actions): (u64, usize) = (seed.parse()?, actions.parse()?);
    let key = Key::from_seed(seed);
    let mut table = table::deal(game, &rules.join(" "), key.rng())?;
    let mut rng = Rng::new(seed);
    let mut log_from = 0;
    for _ in 0..actions {
        let Some(turn) = table.turn() else { break };
        let legal = table.legal(1000);
        let choice = &legal[rng.below(legal.len() as u32) as usize];
        log_from = table.event_count();
        table.play(turn.seat, &choice.action)?;
    }
    let seats = table.header().seats();
    let sitter = |seat: Seat| Sitter {
        name: ["You", "Alma", "Bruno", "Clara"][seat.index()].to_owned(),
        who: if seat.index() == 0 { Who::Person } else { Who::Agent },
        level: (seat.index() > 0).then(|| "expert".to_owned()),
        clock: None,
    };
    let sitters: Vec<Sitter> = Seat::all(seats).map(sitter).collect();
    let is_over = table.turn().is_none();
    let over = is_over.then(|| Over {
        payoffs: table.payoffs().iter().copied().collect(),
        forfeit: None,
        again: Vec::new(),
    });
    let readers = Seat::all(seats).map(Some).chain([None]);
    for you in readers {
        let viewer = match you {
            _ if is_over => Viewer::Open,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        };
        let source = Source {
            table: table.as_ref(),
            viewer,
            you,
            seq: actions as u64,
            number: 1,
            sitters: &sitters,
            log_from,
            over: over.clone(),
            has_begun: true,
            options: Options {
                hint: you.is_some(),
                undo: false,
                rematch: is_over,
                start: false,
                queued: false,
            },
            hints: None,
            commitment: key.commitment().to_string(),
            key: is_over.then(|| key.to_string()),
        };
        println!("{}", scene(&source, server::english()));
    }
    Ok(())
}
