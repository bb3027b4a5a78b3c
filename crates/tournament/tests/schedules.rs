//! Schedules: everybody meets whom they should, as often as they should, and nothing is kept in memory.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;
use tournament::contest::Contest;
use tournament::plan::{Plan, PlannedDeal, Round};
use tournament::schedule::{Encounter, PlayedRound, byes, next_round, survived};

fn contest(game: &str, lines: &str, entries: usize) -> Contest {
    let names: String =
        (0..entries).map(|n| format!("[[entry]]\nname = 'e{n}'\nplayer = 'greedy'\n")).collect();
    Contest::read(&format!("name = 'x'\ngame = '{game}'\n{lines}\n{names}")).expect("a contest")
}

fn plan(contest: &Contest) -> Plan {
    Plan::new(contest, vec![true; contest.entries.len()], Vec::new())
}

fn deals(plan: &Plan) -> Vec<PlannedDeal> {
    (0..plan.len()).map(|number| plan.deal(number).expect("a deal")).collect()
}

#[test]
fn with_one_seating_a_deal_is_played_once_and_everybody_sits_everywhere() {
    for (game, players) in [("durak", 2), ("mau-mau", 4)] {
        let rules = if game == "durak" { "" } else { "seats=4" };
        let lines = format!("rules = '{rules}'\nplayers = {players}\nseatings = 'one'\ndeals = 8");
        let mut sat: HashMap<(usize, usize), u32> = HashMap::new();
        for deal in deals(&plan(&contest(game, &lines, 4))) {
            assert_eq!(deal.seatings.len(), 1, "{deal:?}");
            for (seat, &entry) in deal.seatings[0].iter().enumerate() {
                *sat.entry((seat, entry)).or_default() += 1;
            }
        }
        let times: HashSet<u32> = sat.values().copied().collect();
        assert_eq!((sat.len(), times.len()), (16, 1), "{game}: {sat:?}");
    }
}

proptest! {
    #[test]
    fn in_a_round_robin_every_pair_meets_equally_often(entries in 2_usize..9, count in 1_u64..5) {
        let plan = plan(&contest("durak", &format!("deals = {count}"), entries));
        let mut met: HashMap<Vec<usize>, u64> = HashMap::new();
        let pairs = (entries * (entries - 1) / 2) as u64;
        for deal in deals(&plan) {
            let mut pair = deal.entries.clone();
            pair.sort();
            let times = met.entry(pair).or_default();
            *times += 1;
            // Interrupted anywhere, nobody is more than a deal ahead.
            prop_assert_eq!(*times, deal.number / pairs + 1);
            // Both teams of a deal are played by both.
            prop_assert_eq!(deal.seatings.len(), 2);
        }
        prop_assert_eq!(plan.len(), pairs * count);
        prop_assert!(met.len() as u64 == pairs && met.values().all(|&times| times == count));
        prop_assert_eq!(plan.deal(plan.len()), None);
    }

    #[test]
    fn where_all_play_alone_every_line_up_sits_in_every_seat(
        entries in 2_usize..7,
        seats in 2_usize..5,
        at_table in 2_usize..5,
    ) {
        prop_assume!(at_table <= seats && at_table <= entries);
        let lines = format!("rules = 'seats={seats}'\nplayers = {at_table}\nfill = 'random'\ndeals = 2");
        let plan = plan(&contest("mau-mau", &lines, entries));
        let mut line_ups = HashSet::new();
        for deal in deals(&plan) {
            let turns: HashSet<Vec<usize>> = deal.seatings.iter().map(|seating| seating.iter().copied().collect()).collect();
            prop_assert_eq!(turns.len(), seats);
            for &entry in &deal.entries {
                for seat in 0..seats {
                    prop_assert_eq!(deal.seatings.iter().filter(|seating| seating.as_slice()[seat] == entry).count(), 1);
                }
            }
            let fillers = deal.seatings[0].iter().filter(|&&entry| entry == entries).count();
            prop_assert_eq!(fillers, seats - at_table);
            line_ups.insert({ let mut all = deal.entries.clone(); all.sort(); all });
        }
        prop_assert_eq!(line_ups.len() as u64, plan.len() / 2);
    }

    #[test]
    fn in_a_gauntlet_challengers_meet_all_others_and_nobody_else(entries in 2_usize..9, challengers in 1_usize..4) {
        prop_assume!(challengers < entries);
        let names: Vec<String> = (0..challengers).map(|n| format!("'e{n}'")).collect();
        let lines = format!("schedule = 'gauntlet'\nchallengers = [{}]\ndeals = 1", names.join(", "));
        let plan = plan(&contest("durak", &lines, entries));
        let met: HashSet<(usize, usize)> = deals(&plan).iter().map(|deal| (deal.entries[0], deal.entries[1])).collect();
        prop_assert_eq!(met.len(), challengers * (entries - challengers));
        prop_assert!(met.iter().all(|&(one, other)| one < challengers && other >= challengers));
    }

    #[test]
    fn a_swiss_round_seats_everybody_once_and_repeats_nothing_it_can_avoid(
        entries in 2_usize..12,
        rounds in 1_u32..9,
        luck in any::<u64>(),
    ) {
        let contest = contest("durak", &format!("schedule = 'swiss'\nrounds = {rounds}\ndeals = 2"), entries);
        let is_in = vec![true; entries];
        let mut played: Vec<PlayedRound> = Vec::new();
        let mut chance = luck;
        while let Some(round) = next_round(&contest, &played, &vec![0.0; entries], &is_in) {
            let mut seated: Vec<usize> = round.encounters.concat();
            seated.extend(&round.byes);
            seated.sort();
            prop_assert_eq!(seated, (0..entries).collect::<Vec<_>>());
            prop_assert_eq!(round.byes.len(), entries % 2);
            played.push(with_luck(round, &mut chance));
        }
        prop_assert_eq!(played.len(), rounds as usize);
        // While a round robin would not be over, at most the matching decides; with an even field of n the first
        // n / 2 rounds can always be free of rematches.
        let free = if entries.is_multiple_of(2) { entries / 2 } else { entries.div_ceil(2) };
        let mut met = HashSet::new();
        for one in played.iter().take(free) {
            for pair in &one.round.encounters {
                let pair = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                prop_assert!(met.insert(pair), "a rematch in the first {free} rounds of {entries}");
            }
        }
        let rested = byes(&played, &is_in);
        let most = rested.iter().map(|bye| rested.iter().filter(|one| one.entry == bye.entry).count()).max();
        if rounds as usize <= free {
            prop_assert!(most.unwrap_or(0) <= 1, "{rested:?}");
        }
    }

    #[test]
    fn a_knockout_ends_with_one_entry_and_never_hangs(
        entries in 2_usize..20,
        extra in 0_u64..3,
        luck in any::<u64>(),
        gone in proptest::collection::vec(any::<bool>(), 20),
    ) {
        let contest = contest("durak", &format!("schedule = 'knockout'\ndeals = 2\nextra_deals = {extra}"), entries);
        // Half of the runs have withdrawals from the beginning.
        let is_in: Vec<bool> = (0..entries).map(|entry| luck % 2 == 0 || entry == 1 || !gone[entry]).collect();
        let mut played: Vec<PlayedRound> = Vec::new();
        let mut chance = luck;
        while let Some(round) = next_round(&contest, &played, &vec![0.0; entries], &is_in) {
            prop_assert!(played.len() < 5 * (1 + extra as usize), "too many rounds");
            let mut one = with_luck(round, &mut chance);
            for (entries, encounter) in one.round.encounters.iter().zip(&mut one.encounters) {
                if entries.iter().any(|&entry| !is_in[entry]) {
                    *encounter = Encounter { shares: vec![0.0; 2], deals: 0 };
                }
            }
            played.push(one);
        }
        let survived = survived(&played, &is_in, extra);
        let stages = entries.next_power_of_two().ilog2();
        prop_assert_eq!(survived.iter().filter(|&&rounds| rounds == stages).count(), 1);
        prop_assert!(survived.iter().zip(&is_in).any(|(&rounds, &is_in)| rounds == stages && is_in));
    }

    #[test]
    fn every_numbered_deal_of_a_round_belongs_to_one_encounter(encounters in 1_usize..6, count in 1_u64..5, first in 0_u64..99) {
        let pairs: Vec<Vec<usize>> = (0..encounters).map(|at| vec![2 * at, 2 * at + 1]).collect();
        let round = Round { number: 0, stage: 0, first_deal: first, deals: count, encounters: pairs, byes: vec![] };
        let mut times = vec![0; encounters];
        for deal in first..first + round.len() {
            times[round.encounter_index(deal).expect("an encounter")] += 1;
        }
        prop_assert!(times.iter().all(|&n| n == count));
        prop_assert_eq!(round.encounter_index(first + round.len()), None);
    }
}

/// A round whose encounters end by chance, ties included.
fn with_luck(round: Round, chance: &mut u64) -> PlayedRound {
    let one = |entries: &Vec<usize>| {
        *chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let won = f64::from(u32::try_from(*chance >> 33).expect("31 bits") % 5) / 2.0;
        Encounter { shares: vec![won, 2.0 - won][..entries.len()].to_vec(), deals: round.deals }
    };
    PlayedRound { encounters: round.encounters.iter().map(one).collect(), round }
}

#[test]
fn entries_meet_themselves_only_if_the_file_asks() {
    let plan = plan(&contest("durak", "self_pairings = true\ndeals = 1", 3));
    let pairs: Vec<Vec<usize>> = deals(&plan).into_iter().map(|deal| deal.entries).collect();
    assert_eq!(pairs, [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
    assert_eq!(plan.deal(0).expect("a deal").seatings.len(), 1);
}

#[test]
fn deals_of_a_withdrawn_entry_keep_their_numbers_and_are_not_played() {
    let contest = contest("durak", "deals = 2", 3);
    let whole = deals(&plan(&contest));
    let plan = Plan::new(&contest, vec![true, false, true], Vec::new());
    for deal in whole {
        let left = plan.deal(deal.number);
        assert_eq!(left, (!deal.entries.contains(&1)).then_some(deal));
    }
}

#[test]
fn a_million_million_deals_cost_no_memory() {
    let contest = contest("mau-mau", "rules = 'seats=4'\ndeals = 1000000", 60);
    let plan = plan(&contest);
    assert_eq!(plan.len(), 487_635 * 1_000_000);
    let last = plan.deal(plan.len() - 1).expect("the last deal");
    assert_eq!(last.entries.iter().sum::<usize>(), 56 + 57 + 58 + 59);
    assert_eq!(plan.deal(plan.len()), None);
}

#[test]
fn the_best_seeds_of_a_knockout_have_the_byes_and_meet_last() {
    let contest = contest("durak", "schedule = 'knockout'\ndeals = 1", 6);
    let first = next_round(&contest, &[], &[0.0; 6], &[true; 6]).expect("a round");
    assert_eq!((first.encounters, first.byes), (vec![vec![3, 4], vec![2, 5]], vec![0, 1]));
}

#[test]
fn an_opponent_of_a_withdrawn_entry_has_a_bye_for_the_deals_it_missed() {
    let round =
        Round { number: 0, stage: 0, first_deal: 0, deals: 4, encounters: vec![vec![0, 1]], byes: vec![2] };
    let encounters = vec![Encounter { shares: vec![0.5, 0.5], deals: 1 }];
    let found = byes(&[PlayedRound { round, encounters }], &[true, false, true]);
    let found: Vec<(usize, u64)> = found.iter().map(|bye| (bye.entry, bye.deals)).collect();
    assert_eq!(found, [(2, 4), (0, 3)]);
}

#[test]
fn a_large_swiss_round_is_paired_in_no_time() {
    let entries = 500;
    let contest = contest("durak", "schedule = 'swiss'\nrounds = 3\ndeals = 1", entries);
    let (mut played, mut chance) = (Vec::new(), 7);
    let begun = std::time::Instant::now();
    while let Some(round) = next_round(&contest, &played, &vec![0.0; entries], &vec![true; entries]) {
        played.push(with_luck(round, &mut chance));
    }
    assert_eq!(played.len(), 3);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn in_a_score_group_of_a_swiss_round_the_best_rated_meet_first() {
    let contest = contest("durak", "schedule = 'swiss'\nrounds = 3\ndeals = 1", 6);
    let round = Round {
        number: 0,
        stage: 0,
        first_deal: 0,
        deals: 1,
        encounters: vec![vec![0, 1], vec![2, 3], vec![4, 5]],
        byes: vec![],
    };
    // 0, 2 and 4 have won.
    let won = Encounter { shares: vec![1.0, 0.0], deals: 1 };
    let played = [PlayedRound { round, encounters: vec![won.clone(), won.clone(), won] }];
    let next = |ratings: [f64; 6]| {
        next_round(&contest, &played, &ratings, &[true; 6]).expect("a second round").encounters
    };
    assert_eq!(next([0.0; 6]), [[0, 2], [4, 1], [3, 5]], "without ratings as in the file");
    // By rating 4, 2, 0 and 3, 5, 1.
    assert_eq!(next([1.0, -9.0, 2.0, 9.0, 3.0, 0.0]), [[4, 2], [0, 3], [5, 1]]);
    // Points come first: a low rating costs the winners nothing.
    assert_eq!(next([-90.0, 80.0, -95.0, 70.0, -99.0, 60.0]), [[0, 2], [4, 1], [3, 5]]);
    assert_eq!(
        next([1.0, -9.0, 2.0, 9.0, 3.0, 0.0]),
        next([1.0, -9.0, 2.0, 9.0, 3.0, 0.0]),
        "always the same"
    );
}

#[test]
fn at_tables_of_three_and_four_nobody_meets_again_while_that_can_be() {
    for (seats, entries, free) in [(3, 9, 2), (4, 16, 3), (3, 15, 3)] {
        let lines = format!("rules = 'seats={seats}'\nschedule = 'swiss'\nrounds = {free}\ndeals = 1");
        let contest = contest("mau-mau", &lines, entries);
        let (mut played, mut met): (Vec<PlayedRound>, HashSet<(usize, usize)>) = Default::default();
        while let Some(round) = next_round(&contest, &played, &vec![0.0; entries], &vec![true; entries]) {
            for table in &round.encounters {
                assert_eq!(table.len(), seats);
                for (at, &a) in table.iter().enumerate() {
                    for &b in &table[..at] {
                        assert!(
                            met.insert((a.min(b), a.max(b))),
                            "{entries} at {seats}: {:?}",
                            round.encounters
                        );
                    }
                }
            }
            // The first of each table wins.
            let won = |_: &Vec<usize>| {
                let shares = (0..seats).map(|place| f64::from(u8::from(place == 0))).collect();
                Encounter { shares, deals: 1 }
            };
            played.push(PlayedRound { encounters: round.encounters.iter().map(won).collect(), round });
        }
        assert_eq!(played.len(), free);
    }
}
