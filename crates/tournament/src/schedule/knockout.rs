//! Knockout: a seeded bracket. The order of the contest file is the seeding; the best seeds meet last and have the
//! byes. A tied encounter gets more deals, one at a time; if it is still tied, the higher seed goes on.

use super::{EQUAL, Made, PlayedRound};

/// The bracket's places in order: seeds that add up to its size meet first.
fn seeding(entries: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < entries {
        let size = places.len() * 2;
        places = places.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    places.into_iter().map(|seed| Some(seed).filter(|&seed| seed < entries)).collect()
}

/// How an encounter stands.
enum State {
    Won(usize),
    Tied { extra: u64 },
}

/// What the rounds of a stage say about an encounter.
fn state(rounds: &[&PlayedRound], pair: [usize; 2], is_in: &[bool]) -> State {
    let higher = pair[0].min(pair[1]);
    let (mut shares, mut extra, mut is_whole) = ([0.0; 2], 0, true);
    for (number, one) in rounds.iter().enumerate() {
        let Some(at) = one.round.encounters.iter().position(|entries| entries[..] == pair) else { continue };
        let encounter = &one.encounters[at];
        is_whole &= encounter.deals >= one.round.deals;
        for (sum, share) in shares.iter_mut().zip(&encounter.shares) {
            *sum += share;
        }
        extra += if number > 0 { one.round.deals } else { 0 };
    }
    match (is_whole, is_in[pair[0]], is_in[pair[1]]) {
        (false, true, false) => return State::Won(pair[0]),
        (false, false, true) => return State::Won(pair[1]),
        (false, false, false) => return State::Won(higher),
        _ => (),
    }
    match shares[0] - shares[1] {
        gap if gap > EQUAL => State::Won(pair[0]),
        gap if gap < -EQUAL => State::Won(pair[1]),
        // Nobody is left to play the deals that would decide.
        _ if !is_in[pair[0]] || !is_in[pair[1]] => {
            State::Won(if is_in[higher] { higher } else { pair[0].max(pair[1]) })
        }
        _ => State::Tied { extra },
    }
}

/// The places of a stage, the pairs that meet and the entries that do not.
fn meet(places: &[Option<usize>]) -> (Vec<[usize; 2]>, Vec<usize>) {
    let (mut pairs, mut byes) = (Vec::new(), Vec::new());
    for two in places.chunks(2) {
        match two {
            [Some(a), Some(b)] => pairs.push([*a, *b]),
            [Some(a), None] | [None, Some(a)] => byes.push(*a),
            _ => (),
        }
    }
    (pairs, byes)
}

enum Stage {
    /// These places go on.
    Over(Vec<Option<usize>>),
    /// These encounters are tied and may have another deal.
    Tied(Vec<Vec<usize>>),
}

fn stage(rounds: &[&PlayedRound], places: &[Option<usize>], is_in: &[bool], extra_deals: u64) -> Stage {
    let mut tied = Vec::new();
    let on = |two: &[Option<usize>]| match two {
        [Some(a), Some(b)] => match state(rounds, [*a, *b], is_in) {
            State::Won(winner) => Some(winner),
            State::Tied { extra } => {
                if extra < extra_deals {
                    tied.push(vec![*a, *b]);
                }
                Some(*a.min(b))
            }
        },
        [one, None] | [None, one] => *one,
        _ => None,
    };
    let places = places.chunks(2).map(on).collect();
    if tied.is_empty() { Stage::Over(places) } else { Stage::Tied(tied) }
}

/// The next round; `None` when one entry is left.
pub(super) fn next(played: &[PlayedRound], is_in: &[bool], deals: u64, extra_deals: u64) -> Option<Made> {
    let mut places = seeding(is_in.len());
    for number in 0.. {
        if places.len() < 2 {
            return None;
        }
        let rounds: Vec<&PlayedRound> = played.iter().filter(|one| one.round.stage == number).collect();
        if rounds.is_empty() {
            let (pairs, byes) = meet(&places);
            let encounters = pairs.iter().map(|pair| pair.to_vec()).collect();
            return Some(Made { stage: number, deals, encounters, byes });
        }
        match stage(&rounds, &places, is_in, extra_deals) {
            Stage::Over(on) => places = on,
            Stage::Tied(encounters) => {
                return Some(Made { stage: number, deals: 1, encounters, byes: Vec::new() });
            }
        }
    }
    None
}

/// How many stages each entry has survived, as far as they are decided.
pub(super) fn survived(played: &[PlayedRound], is_in: &[bool], extra_deals: u64) -> Vec<u32> {
    let mut survived = vec![0; is_in.len()];
    let mut places = seeding(is_in.len());
    for number in 0.. {
        let rounds: Vec<&PlayedRound> = played.iter().filter(|one| one.round.stage == number).collect();
        if places.len() < 2 || rounds.is_empty() || !is_over(&rounds, is_in) {
            break;
        }
        let Stage::Over(on) = stage(&rounds, &places, is_in, extra_deals) else { break };
        on.iter().flatten().for_each(|&entry| survived[entry] += 1);
        places = on;
    }
    survived
}

/// Is no deal left that will be played?
fn is_over(rounds: &[&PlayedRound], is_in: &[bool]) -> bool {
    rounds.iter().all(|one| {
        let mut both = one.round.encounters.iter().zip(&one.encounters);
        both.all(|(entries, encounter)| {
            encounter.deals >= one.round.deals || entries.iter().any(|&entry| !is_in[entry])
        })
    })
}
