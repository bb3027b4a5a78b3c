//! The laws of tokens and rows: every action has exactly one spelling, everything else is refused, and a row says
//! nothing that the seat does not know.

use std::collections::{HashMap, HashSet};
use std::hash::Hasher;

use super::{Played, exchange, list, watch};
use crate::encode::{MOST_TOKENS, width};
use crate::{Encode, Rng, Rules, Seat, TokenSet, Viewer, random_action};

/// With at most this many actions, all their spellings are compared with all sets of tokens.
const SPELT: usize = 300;

/// Plays one random match and checks every law of the encoding on it.
///
/// # Panics
/// If the game breaks a law.
pub fn check_match<G: Encode>(rules: &G::Rules, seed: u64) {
    assert!(G::TOKENS <= MOST_TOKENS, "{} has too many tokens", G::NAME);
    assert_eq!(G::FEATURES, width(G::LAYOUT), "{}: a row has the parts of its layout", G::NAME);
    let names: HashSet<String> = (0..G::TOKENS).map(G::name).collect();
    assert_eq!(names.len(), G::TOKENS, "{}: every token has its own name", G::NAME);
    let mut rng = Rng::new(seed);
    let setup = G::deal(rules, &mut rng);
    let (mut actions, mut events) = (Vec::new(), Vec::new());
    let mut state = G::start(&setup, |event| events.push(event));
    loop {
        let at = format!("{} seed {seed}, after {} actions", G::NAME, actions.len());
        for seat in Seat::all(rules.seats()) {
            let (view, prefix) = (state.view(seat), G::Prefix::default());
            writes_every_byte::<G>(&view, &prefix, &at);
            if state.turn() != Some(seat) {
                let tokens = G::tokens(&view, &prefix);
                assert!(tokens.is_empty(), "{at}: {seat:?} is not to move, but may play {tokens}");
            }
        }
        let Some(turn) = state.turn() else { break };
        let view = state.view(turn);
        spells_every_action::<G>(&state, &view, &at);
        let by_tokens = walk::<G>(&state, &view, &mut rng, &at);
        // Random tokens reach other positions than random actions.
        let action = if rng.below(2) == 0 { by_tokens } else { random_action(&state, &mut rng) };
        state.apply(action, |event| events.push(event));
        actions.push(action);
    }
    let played = Played { setup, actions, events, end: state };
    for seat in Seat::all(rules.seats()) {
        rows_leak_nothing::<G>(&played, seat, seed, &mut rng);
    }
}

/// A row does not depend on what was in its memory before.
fn writes_every_byte<G: Encode>(view: &G::View, prefix: &G::Prefix, at: &str) {
    let (mut one, mut two) = (vec![0xaa; G::FEATURES], vec![0x55; G::FEATURES]);
    G::describe(view, prefix, &mut one);
    G::describe(view, prefix, &mut two);
    assert_eq!(one, two, "{at}: every byte of a row is written");
}

/// The tokens of an action.
fn spelt<G: Encode>(view: &G::View, action: G::Action) -> Vec<usize> {
    let mut tokens = Vec::new();
    G::spell(view, action, |token| tokens.push(token));
    tokens
}

/// Reads tokens back; every one but the last leaves the action unfinished. Answers the prefix before each token.
fn read_back<G: Encode>(view: &G::View, tokens: &[usize], action: G::Action, at: &str) -> Vec<G::Prefix> {
    let (mut prefix, mut prefixes) = (G::Prefix::default(), Vec::new());
    for (number, &token) in tokens.iter().enumerate() {
        prefixes.push(prefix);
        let read = G::push(view, &mut prefix, token);
        let is_last = number + 1 == tokens.len();
        let expected = if is_last { Some(action) } else { None };
        assert_eq!(read, Ok(expected), "{at}: {action} is spelt {tokens:?} and reads back");
    }
    prefixes
}

/// Every action has one spelling. After each beginning of a spelling exactly the tokens are allowed with which some
/// action goes on; all others are refused and change nothing.
fn spells_every_action<G: Encode>(state: &G, view: &G::View, at: &str) {
    let actions: Vec<G::Action> = list(|visit| state.actions(visit));
    let is_complete = actions.len() <= SPELT;
    let mut nexts: HashMap<Vec<usize>, (G::Prefix, TokenSet)> = HashMap::new();
    for &action in actions.iter().take(SPELT) {
        let tokens = spelt::<G>(view, action);
        assert!((1..=G::SPELLING).contains(&tokens.len()), "{at}: {action} has {} tokens", tokens.len());
        for (number, prefix) in read_back::<G>(view, &tokens, action, at).into_iter().enumerate() {
            let (same, next) =
                nexts.entry(tokens[..number].to_vec()).or_insert_with(|| (prefix, TokenSet::EMPTY));
            assert_eq!(*same, prefix, "{at}: the same tokens are the same prefix");
            next.insert(tokens[number]);
        }
        assert!(!nexts.contains_key(&tokens), "{at}: {action} is no beginning of another action");
    }
    for (tokens, (prefix, next)) in nexts {
        let allowed = G::tokens(view, &prefix);
        if is_complete {
            assert_eq!(allowed, next, "{at}, after {tokens:?}: the tokens with which an action goes on");
        } else {
            assert_eq!(allowed.bits() & next.bits(), next.bits(), "{at}, after {tokens:?}: too few tokens");
        }
        for token in (0..MOST_TOKENS + 2).filter(|&token| !allowed.contains(token)) {
            let mut same = prefix;
            let read = G::push(view, &mut same, token);
            assert!(read.is_err() && same == prefix, "{at}, after {tokens:?}: {token} is refused");
        }
        writes_every_byte::<G>(view, &prefix, at);
    }
}

/// Random tokens always make a legal action, and it is spelt with them.
fn walk<G: Encode>(state: &G, view: &G::View, rng: &mut Rng, at: &str) -> G::Action {
    let (mut prefix, mut tokens) = (G::Prefix::default(), Vec::new());
    loop {
        let allowed = G::tokens(view, &prefix);
        assert!(!allowed.is_empty(), "{at}: after {tokens:?} some token is allowed");
        let token = allowed.nth_token(rng.below(allowed.len())).expect("a token below the count");
        assert!(token < G::TOKENS, "{at}: {token} is a token");
        tokens.push(token);
        if let Some(action) = G::push(view, &mut prefix, token).expect("an allowed token") {
            assert_eq!(state.check(action), Ok(()), "{at}: {tokens:?} is a legal action");
            assert_eq!(spelt::<G>(view, action), tokens, "{at}: {action} has one spelling");
            return action;
        }
    }
}

/// The leak law: rows and tokens stay the same if two cards are exchanged that the seat has never seen.
fn rows_leak_nothing<G: Encode>(played: &Played<G>, seat: Seat, seed: u64, rng: &mut Rng) {
    let until = rng.below(played.actions.len() as u32 + 1) as usize;
    let actions = &played.actions[..until];
    let real = watch::<G>(&played.setup, actions, Viewer::Seat(seat)).expect("a record replays");
    for _ in 0..2 {
        let Some(exchanged) = exchange::<G>(&played.setup, actions, &real.events, rng) else { continue };
        let other = watch::<G>(&exchanged.setup, &exchanged.actions, Viewer::Seat(seat));
        let Some(other) = other else { continue };
        for (one, two) in real.views.iter().zip(&other.views) {
            let [one, two] = [one, two].map(|view| (row::<G>(view), G::tokens(view, &G::Prefix::default())));
            let (a, b) = &exchanged.cards;
            assert_eq!(one, two, "{} seed {seed}, {a} and {b} exchanged: {seat:?}'s row", G::NAME);
        }
    }
}

fn row<G: Encode>(view: &G::View) -> Vec<u8> {
    let mut row = vec![0; G::FEATURES];
    G::describe(view, &G::Prefix::default(), &mut row);
    row
}

/// A hash of all rows and tokens in some random matches. If it changes, so must [`Encode::ENCODING`].
pub fn fingerprint<G: Encode>(matches: u64) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    for rules in G::Rules::variants() {
        for seed in 0..matches {
            let mut rng = Rng::new(seed);
            let mut state = G::start(&G::deal(&rules, &mut rng), |_| ());
            while let Some(turn) = state.turn() {
                let view = state.view(turn);
                let mut prefix = G::Prefix::default();
                let action = loop {
                    let allowed = G::tokens(&view, &prefix);
                    hash.write(&allowed.bits().to_le_bytes());
                    let mut row = vec![0; G::FEATURES];
                    G::describe(&view, &prefix, &mut row);
                    hash.write(&row);
                    let token = allowed.nth_token(rng.below(allowed.len())).expect("a token below the count");
                    if let Some(action) = G::add(&view, &mut prefix, token) {
                        break action;
                    }
                };
                state.apply(action, |_| ());
                for seat in Seat::all(rules.seats()) {
                    hash.write(&row::<G>(&state.view(seat)));
                }
            }
        }
    }
    hash.finish()
}

/// FNV-1a with 64 bits.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
