//! Which matches a bot is tried in.

use cards::{Game, Rules, Seat};
use games::catalog::{CatalogGame, WithGame};
use games::corners::corners;
use games::levels::PlayerSpec;
use table::AnyTable;
use table::key::Key;

use super::super::{GivenSetup, rules, with};
use super::Args;
use crate::Wrong;

/// The randomness of our players in a prepared deal, which is the same whatever `--seed` says.
const PREPARED_SEED: u64 = 0;

/// Where a deal comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// It is one of the game's corners.
    Prepared,
    /// It was dealt from a seed.
    Random,
    /// It was given with `--setup`.
    Given,
}

/// One match.
pub struct Trial {
    /// Which deal it is, in words.
    pub about: String,
    pub source: Source,
    /// The deal.
    pub setup: String,
    /// Where the bot sits.
    pub seat: Seat,
    /// Who plays against it, by name.
    pub against: String,
    /// The same, ready to play.
    pub plan: PlayerSpec,
    /// The randomness of our players.
    pub seed: u64,
}

impl Trial {
    /// A table with the deal.
    pub fn table(&self, game: &str) -> Result<Box<dyn AnyTable>, Wrong> {
        table::open(game, &self.setup).map_err(|error| Wrong(error.to_string()))
    }

    /// All the chance there is.
    pub fn key(&self) -> Key {
        Key::from_seed(self.seed)
    }
}

/// The matches that the command line asks for, in their order.
pub fn trials(args: &Args) -> anyhow::Result<Vec<Trial>> {
    let given = args.setup.as_deref().map(GivenSetup::read).transpose()?;
    let trials = with(&args.game, Trials { args, given })?;
    if let (Some(seat), true) = (args.seat, trials.is_empty()) {
        return Err(Wrong(format!("--seat {seat}: there is no such seat at these tables")).into());
    }
    Ok(trials)
}

struct Trials<'a> {
    args: &'a Args,
    given: Option<GivenSetup>,
}

impl WithGame for Trials<'_> {
    type Out = Result<Vec<Trial>, Wrong>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let Trials { args, given } = self;
        let players = players::<G>(args)?;
        match given {
            Some(given) => Ok(given_deal::<G>(args, &given.setup::<G>()?, &players)),
            None => {
                let mut trials = prepared::<G>(args)?;
                trials.extend(random::<G>(args, &players)?);
                Ok(trials)
            }
        }
    }
}

/// Who plays against the bot: the one who was asked for, or those of our players who answer at once.
fn players<G: CatalogGame>(args: &Args) -> Result<Vec<(String, PlayerSpec)>, Wrong> {
    let plan = |name: &str| Ok((name.to_owned(), PlayerSpec::read::<G>(name)?));
    let read: Result<Vec<_>, games::levels::NotSeated> = match &args.against {
        Some(name) => plan(name).map(|player| vec![player]),
        None => G::POLICIES.iter().map(|name| plan(name)).collect(),
    };
    read.map_err(|why| Wrong(format!("--against: {why}")))
}

/// The first seat of every side, or of the side that was asked for: a bot has all seats of its side.
fn seatings<G: CatalogGame>(args: &Args, rules: &G::Rules) -> Vec<Seat> {
    let side = |seat: Seat| G::side(rules, seat);
    let seats = || Seat::all(rules.seats());
    match args.seat {
        Some(only) => seats().filter(|&seat| seat == only).collect(),
        None => seats()
            .filter(|&seat| seats().take_while(|&s| s != seat).all(|s| side(s) != side(seat)))
            .collect(),
    }
}

/// The deal that was given, from every side and against everybody.
fn given_deal<G: CatalogGame>(args: &Args, setup: &G::Setup, players: &[(String, PlayerSpec)]) -> Vec<Trial> {
    let mut trials = Vec::new();
    for seat in seatings::<G>(args, &G::rules(setup)) {
        for (against, plan) in players {
            trials.push(Trial {
                about: "the given deal".to_owned(),
                source: Source::Given,
                setup: setup.to_string(),
                seat,
                against: against.clone(),
                plan: *plan,
                seed: args.seed,
            });
        }
    }
    trials
}

/// The game's corners, as far as they are played by the rules, at the table and in the seat asked for.
fn prepared<G: CatalogGame>(args: &Args) -> Result<Vec<Trial>, Wrong> {
    let only = args.rules.as_ref().map(|text| rules::<G>(text, args.seats)).transpose()?;
    let mut trials = Vec::new();
    for corner in corners::<G>().expect("a test reads every corner") {
        let setup: G::Setup = corner.setup.parse().expect("a test reads every corner");
        let rules = G::rules(&setup);
        let is_meant = only.is_none_or(|only| only == rules)
            && args.seats.is_none_or(|seats| seats == rules.seats())
            && args.seat.is_none_or(|seat| G::side(&rules, seat) == G::side(&rules, corner.seat))
            && args.against.as_ref().is_none_or(|against| against == corner.against);
        if is_meant {
            trials.push(Trial {
                about: format!("the prepared deal \u{201c}{}\u{201d}", corner.about),
                source: Source::Prepared,
                setup: corner.setup.to_owned(),
                seat: corner.seat,
                against: corner.against.to_owned(),
                plan: PlayerSpec::read::<G>(corner.against).expect("a test reads every corner"),
                seed: PREPARED_SEED,
            });
        }
    }
    Ok(trials)
}

/// Random deals: tables of every size and every side in turn, each against everybody in turn.
fn random<G: CatalogGame>(args: &Args, players: &[(String, PlayerSpec)]) -> Result<Vec<Trial>, Wrong> {
    let seated: Vec<(G::Rules, Seat)> = tables::<G>(args)?
        .into_iter()
        .flat_map(|rules| seatings::<G>(args, &rules).into_iter().map(move |seat| (rules, seat)))
        .collect();
    let count = if seated.is_empty() { 0 } else { args.matches };
    let trial = |number: u64| {
        let (rules, seat) = &seated[number as usize % seated.len()];
        let (against, plan) = &players[number as usize / seated.len() % players.len()];
        let seed = args.seed.wrapping_add(number);
        Trial {
            about: format!("the random deal of seed {seed} (rules {rules})"),
            source: Source::Random,
            setup: G::deal(rules, &mut Key::from_seed(seed).rng()).to_string(),
            seat: *seat,
            against: against.clone(),
            plan: *plan,
            seed,
        }
    };
    Ok((0..count).map(trial).collect())
}

/// The rules asked for; unless they were, those of the contest at a table of every size.
fn tables<G: CatalogGame>(args: &Args) -> Result<Vec<<G as Game>::Rules>, Wrong> {
    let text = args.rules.as_deref().unwrap_or_default();
    if args.rules.is_some() || args.seats.is_some() {
        return Ok(vec![rules::<G>(text, args.seats)?]);
    }
    let mut sizes: Vec<usize> = <G as Game>::Rules::variants().iter().map(Rules::seats).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.into_iter().map(|seats| rules::<G>("", Some(seats))).collect()
}
