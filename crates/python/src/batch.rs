//! Many matches side by side, with the game's type.

use cards::{Rng, Rules, Seat, TokenSet};
use games::catalog::{CatalogGame, WithGame};
use pyo3::prelude::*;

use crate::spec::read_rules;
use crate::state::write_bools;

/// The arrays that Python sees, one row for each place.
pub struct Rows<'a> {
    pub obs: &'a mut [u8],
    pub mask: &'a mut [bool],
    pub rewards: &'a mut [f32],
    pub dones: &'a mut [bool],
    pub seats: &'a mut [u8],
    pub final_obs: &'a mut [u8],
}

/// A token that is not legal in one of the matches.
pub struct WrongToken {
    pub place: usize,
    pub number: u32,
    pub token: i64,
    pub why: String,
}

/// A batch without its game's type.
pub trait AnyBatch: Send + Sync {
    fn seats(&self) -> usize;
    fn features(&self) -> usize;
    fn tokens(&self) -> usize;
    fn seed(&self) -> u64;
    fn match_number(&self, place: usize) -> u32;
    /// Starts every match again: with a seed match number 0, without one the next match.
    fn reset(&mut self, seed: Option<u64>, rows: &mut Rows<'_>);
    /// Are all tokens legal?
    fn check(&self, tokens: &[i64]) -> Result<(), WrongToken>;
    /// Plays tokens that were checked.
    fn step(&mut self, tokens: &[i64], rows: &mut Rows<'_>);
    /// Plays a random legal token in each match and notes it.
    fn step_random(&mut self, tokens: &mut [i64], rows: &mut Rows<'_>);
}

/// One match of a batch.
struct Place<G: CatalogGame> {
    game: G,
    prefix: G::Prefix,
    /// The legal tokens.
    tokens: TokenSet,
    /// How many matches were played here before.
    number: u32,
}

pub struct Batch<G: CatalogGame> {
    rules: G::Rules,
    seed: u64,
    skips_forced: bool,
    places: Vec<Place<G>>,
    /// For random tokens.
    rng: Rng,
}

impl<G: CatalogGame> Batch<G> {
    fn deal(rules: &G::Rules, seed: u64, place: usize, number: u32) -> G {
        // Match k of place i is a stream of its own.
        let stream = (place as u64) << 32 | u64::from(number);
        G::start(&G::deal(rules, &mut Rng::stream(seed, stream)), |_| ())
    }

    /// Looks for the legal tokens of the seat to move and plays forced ones, if they are skipped. Answers the seat, or
    /// `None` if the match is over; `last` is the seat that moved last.
    #[inline]
    fn settle(place: &mut Place<G>, skips_forced: bool, row: &mut [u8], last: &mut Seat) -> Option<Seat> {
        loop {
            let seat = place.game.turn()?;
            let view = place.game.view(seat);
            place.tokens = G::tokens(&view, &place.prefix);
            match place.tokens.only() {
                Some(token) if skips_forced => {
                    if let Some(action) = G::add(&view, &mut place.prefix, token) {
                        place.game.apply(action, |_| ());
                        place.prefix = G::Prefix::default();
                        *last = seat;
                    }
                }
                _ => {
                    G::describe(&view, &place.prefix, row);
                    return Some(seat);
                }
            }
        }
    }

    /// Deals match after match until a seat has a choice.
    fn begin(&mut self, index: usize, row: &mut [u8]) -> Seat {
        let (rules, seed, skips_forced) = (self.rules, self.seed, self.skips_forced);
        let place = &mut self.places[index];
        loop {
            place.game = Batch::<G>::deal(&rules, seed, index, place.number);
            place.prefix = G::Prefix::default();
            if let Some(seat) = Batch::<G>::settle(place, skips_forced, row, &mut Seat::new(0)) {
                return seat;
            }
            // A match without any choice is skipped as a whole.
            place.number += 1;
        }
    }

    fn step_with(&mut self, rows: &mut Rows<'_>, mut token: impl FnMut(usize, TokenSet, &mut Rng) -> usize) {
        let seats = self.rules.seats();
        rows.rewards.fill(0.0);
        for index in 0..self.places.len() {
            let row = &mut rows.obs[index * G::FEATURES..][..G::FEATURES];
            let place = &mut self.places[index];
            let chosen = token(index, place.tokens, &mut self.rng);
            let mut last = place.game.turn().expect("a match of a batch goes on");
            if let Some(action) = G::add(&place.game.view(last), &mut place.prefix, chosen) {
                place.game.apply(action, |_| ());
                place.prefix = G::Prefix::default();
            }
            let seat = match Batch::<G>::settle(place, self.skips_forced, row, &mut last) {
                Some(seat) => {
                    rows.dones[index] = false;
                    seat
                }
                None => {
                    let payoffs = place.game.payoffs();
                    let rewards = &mut rows.rewards[index * seats..][..seats];
                    rewards
                        .iter_mut()
                        .zip(payoffs.iter())
                        .for_each(|(reward, &payoff)| *reward = payoff as f32);
                    let kept = &mut rows.final_obs[index * G::FEATURES..][..G::FEATURES];
                    G::describe(&place.game.view(last), &G::Prefix::default(), kept);
                    rows.dones[index] = true;
                    place.number += 1;
                    self.begin(index, row)
                }
            };
            rows.seats[index] = seat.index() as u8;
            let mask = &mut rows.mask[index * G::TOKENS..][..G::TOKENS];
            write_bools(self.places[index].tokens, mask);
        }
    }
}

impl<G: CatalogGame> AnyBatch for Batch<G> {
    fn seats(&self) -> usize {
        self.rules.seats()
    }
    fn features(&self) -> usize {
        G::FEATURES
    }
    fn tokens(&self) -> usize {
        G::TOKENS
    }
    fn seed(&self) -> u64 {
        self.seed
    }
    fn match_number(&self, place: usize) -> u32 {
        self.places[place].number
    }

    fn reset(&mut self, seed: Option<u64>, rows: &mut Rows<'_>) {
        if let Some(seed) = seed {
            (self.seed, self.rng) = (seed, Rng::stream(seed, u64::MAX));
        }
        rows.rewards.fill(0.0);
        rows.dones.fill(false);
        rows.final_obs.fill(0);
        for index in 0..self.places.len() {
            let place = &mut self.places[index];
            place.number = if seed.is_some() { 0 } else { place.number + 1 };
            let row = &mut rows.obs[index * G::FEATURES..][..G::FEATURES];
            rows.seats[index] = self.begin(index, row).index() as u8;
            write_bools(self.places[index].tokens, &mut rows.mask[index * G::TOKENS..][..G::TOKENS]);
        }
    }

    fn check(&self, tokens: &[i64]) -> Result<(), WrongToken> {
        let is_legal = |(place, &token): (&Place<G>, &i64)| {
            usize::try_from(token).is_ok_and(|token| place.tokens.contains(token))
        };
        let Some(place) = self.places.iter().zip(tokens).position(|pair| !is_legal(pair)) else {
            return Ok(());
        };
        let legal = self.places[place].tokens.map(|token| format!("{token} ({})", G::name(token)));
        let why = format!("expected one of {}", legal.collect::<Vec<_>>().join(", "));
        Err(WrongToken { place, number: self.places[place].number, token: tokens[place], why })
    }

    fn step(&mut self, tokens: &[i64], rows: &mut Rows<'_>) {
        self.step_with(rows, |index, _, _| tokens[index] as usize);
    }

    fn step_random(&mut self, tokens: &mut [i64], rows: &mut Rows<'_>) {
        self.step_with(rows, |index, legal, rng| {
            let token = match legal.only() {
                Some(only) => only,
                None => legal.nth_token(rng.below(legal.len())).expect("a token below the count"),
            };
            tokens[index] = token as i64;
            token
        });
    }
}

/// Makes a batch.
pub struct MakeBatch<'a> {
    pub places: usize,
    pub rules: &'a str,
    pub seed: u64,
    pub skips_forced: bool,
}
impl WithGame for MakeBatch<'_> {
    type Out = PyResult<Box<dyn AnyBatch>>;
    fn run<G: CatalogGame>(self) -> Self::Out {
        let rules = read_rules::<G>(self.rules)?;
        let place = |index| Place {
            game: Batch::<G>::deal(&rules, self.seed, index, 0),
            prefix: G::Prefix::default(),
            tokens: TokenSet::EMPTY,
            number: 0,
        };
        let places = (0..self.places).map(place).collect();
        let rng = Rng::stream(self.seed, u64::MAX);
        Ok(Box::new(Batch::<G> { rules, seed: self.seed, skips_forced: self.skips_forced, places, rng }))
    }
}
