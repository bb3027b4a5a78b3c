//! Deals for trying bots out, each of which reaches one corner of a game's rules.
//!
//! They stand in `corners.txt` of each game: a line with a sentence about the corner, after `# `, and a line with
//! the bot's seat, the policy in the other seats, and the setup. `cargo run --release -p arena --example corners`
//! finds such deals, and the test `corners` of the arena plays them.

use cards::{Game, ParseError, Rules, Seat};

use crate::catalog::CatalogGame;

/// One deal, and who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Corner {
    /// What happens in it, as a sentence.
    pub about: &'static str,
    /// Where the bot sits.
    pub seat: Seat,
    /// The name of the policy that plays against it.
    pub against: &'static str,
    /// The deal in text.
    pub setup: &'static str,
}

/// The corners of a game, in their order.
///
/// # Errors
/// If a line of the game's file is not as described above.
pub fn corners<G: CatalogGame>() -> Result<Vec<Corner>, ParseError> {
    let mut corners = Vec::new();
    let mut lines = G::CORNERS.lines().filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let about = line.strip_prefix("# ").ok_or_else(|| ParseError::new("`# ` and a sentence", line))?;
        let deal = lines.next().ok_or_else(|| ParseError::new("a deal", ""))?;
        corners.push(corner::<G>(about, deal)?);
    }
    Ok(corners)
}

fn corner<G: CatalogGame>(about: &'static str, deal: &'static str) -> Result<Corner, ParseError> {
    let wrong = |expected: &'static str| ParseError::new(expected, deal);
    let (seat, rest) = deal.split_once(' ').ok_or_else(|| wrong("a seat and a deal"))?;
    let (against, setup) = rest.split_once(' ').ok_or_else(|| wrong("a policy and a deal"))?;
    let rules = G::rules(&setup.parse::<G::Setup>()?);
    let seat: Seat = seat.parse()?;
    if seat.index() >= <<G as Game>::Rules as Rules>::seats(&rules) {
        return Err(wrong("a seat of the table"));
    }
    if !G::POLICIES.contains(&against) {
        return Err(wrong("a policy of the game"));
    }
    Ok(Corner { about, seat, against, setup })
}
