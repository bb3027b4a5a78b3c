//! Draws the pictures of the documentation: `pictures FOLDER`. Deals, players and choices are always the same.

use std::path::Path;
use std::sync::Arc;

use browser_tests::{By, Chrome, Looks, Person, Stage, Turn, Wanted};

/// A picture: the file, the game, its deal, after how many questions, and how it is seen.
struct Shot {
    file: &'static str,
    game: &'static str,
    seed: u64,
    after: usize,
    looks: Looks,
}

const PHONE: Looks = Looks { size: (390, 844), has_touch: true, ..Looks::USUAL };
const DARK: Looks = Looks { is_dark: true, ..Looks::USUAL };

const SHOTS: &[Shot] = &[
    Shot { file: "durak.png", game: "durak", seed: 8, after: 4, looks: Looks::USUAL },
    Shot { file: "house.png", game: "house", seed: 4, after: 7, looks: Looks::USUAL },
    Shot { file: "mau-mau.png", game: "mau-mau", seed: 2, after: 4, looks: DARK },
    Shot { file: "tractor.png", game: "tractor", seed: 5, after: 2, looks: Looks::USUAL },
    Shot { file: "tractor-phone.png", game: "tractor", seed: 5, after: 2, looks: PHONE },
    Shot { file: "uno.png", game: "uno", seed: 3, after: 3, looks: Looks::USUAL },
];

#[tokio::main]
async fn main() {
    let folder = std::env::args().nth(1).expect("expected a folder, as in `pictures docs/pictures`");
    let chrome = Arc::new(Chrome::start().await);
    let stage = Stage::open().await;
    for shot in SHOTS {
        let wanted = Wanted { game: shot.game, seed: shot.seed, level: "club", ..Wanted::default() };
        let person = Person::sit(&chrome, &stage.table(&wanted).await, shot.looks).await;
        for _ in 0..shot.after {
            let Turn::Asked(scene) = person.turn().await else { break };
            person.play(By::Pointing, &scene).await;
        }
        let Turn::Asked(_) = person.turn().await else { panic!("{}: the match is over", shot.file) };
        // A finished trick has been cleared away.
        person.wait("!document.querySelector('.felt .trick.last')").await;
        save(&person, &folder, shot.file).await;
        person.leave().await;
    }
    let person = Person::come(&chrome, Looks::USUAL).await;
    person.goto(&stage.url("/")).await;
    person.wait("document.querySelector('.scene .card')").await;
    save(&person, &folder, "lobby.png").await;
    person.leave().await;
    stage.close().await;
    Arc::into_inner(chrome).expect("everybody has left").close().await;
}

async fn save(person: &Person, folder: &str, file: &str) {
    std::fs::write(Path::new(folder).join(file), person.picture().await).expect("the folder can be written");
}
