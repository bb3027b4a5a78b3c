//! The standings for programs: schema croupier/tournament/1, which docs/json.md describes.

use serde::Serialize;
use tournament::results::About;
use tournament::standings::{Row, Standings};
use tournament::stats::Rating;

use crate::json::IntervalObject;

/// A tournament.
#[derive(Serialize)]
pub struct TournamentObject<'a> {
    schema: &'static str,
    name: &'a str,
    game: &'a str,
    rules: &'a str,
    schedule: &'a str,
    clock: &'a str,
    sandbox: &'a str,
    ranking: &'static str,
    tie_breaks: Vec<&'static str>,
    forfeit: String,
    bye: f64,
    is_finished: bool,
    planned: Option<u64>,
    deals: u64,
    void_deals: u64,
    matches: u64,
    ties: u64,
    forfeits: u64,
    decisions: u64,
    first_finished_ms: Option<u64>,
    last_finished_ms: Option<u64>,
    commitment: Option<String>,
    key: Option<String>,
    seed: Option<u64>,
    entries: Vec<EntryObject<'a>>,
    meetings: Vec<MeetingObject>,
    seats: Vec<RatingObject>,
    slowest: Vec<SlowObject>,
    workers: Vec<WorkerObject<'a>>,
}

#[derive(Serialize)]
struct EntryObject<'a> {
    entry: usize,
    name: &'a str,
    command: &'a str,
    sha256: &'a str,
    rank: Option<usize>,
    is_withdrawn: bool,
    is_filler: bool,
    deals: u64,
    matches: u64,
    won: u64,
    tied: u64,
    lost: u64,
    points: f64,
    byes: u64,
    share: Option<IntervalObject>,
    score: Option<IntervalObject>,
    payoff: Option<IntervalObject>,
    rating: Option<RatingObject>,
    forfeits: u64,
    reasons: Vec<ReasonObject>,
    decisions: u64,
    clock_us: u64,
    processor_us: u64,
    lag_us: u64,
    slowest_us: u64,
    match_us: MatchTimeObject,
}

#[derive(Serialize)]
struct MatchTimeObject {
    half: u64,
    nineteen_in_twenty: u64,
    longest: u64,
}

#[derive(Serialize)]
struct ReasonObject {
    code: &'static str,
    matches: u64,
}

#[derive(Serialize)]
struct MeetingObject {
    entry: usize,
    other: usize,
    deals: u64,
    won: u64,
    tied: u64,
    lost: u64,
    share: IntervalObject,
}

#[derive(Serialize)]
struct SlowObject {
    entry: usize,
    deal: u64,
    seating: u64,
    us: u64,
}

#[derive(Serialize)]
struct WorkerObject<'a> {
    worker: &'a str,
    matches: u64,
}

#[derive(Serialize)]
struct RatingObject {
    elo: f64,
    low: f64,
    high: f64,
}

impl RatingObject {
    fn of(Rating { elo, low, high, .. }: Rating) -> RatingObject {
        RatingObject { elo, low, high }
    }
}

/// The object of a tournament. Entries, deals and seatings are numbered from 1.
pub fn tournament<'a>(about: &'a About, standings: &'a Standings) -> TournamentObject<'a> {
    let entry = |row: &Row| {
        let info = &about.entries[row.entry];
        let reasons = standings.reasons.iter().filter(|((entry, _), _)| *entry == row.entry);
        let (clock, sum) = (&row.clock, row.clock.sum);
        EntryObject {
            entry: row.entry + 1,
            name: &info.name,
            command: &info.command,
            sha256: &info.sha256,
            rank: row.rank,
            is_withdrawn: info.withdrawn.is_some(),
            is_filler: info.is_filler,
            deals: row.deals,
            matches: row.matches,
            won: row.won,
            tied: row.tied,
            lost: row.lost,
            points: row.points,
            byes: row.byes,
            share: row.share.map(IntervalObject::of),
            score: row.score.map(IntervalObject::of),
            payoff: row.payoff.map(IntervalObject::of),
            rating: (row.rating.games > 0).then(|| RatingObject::of(row.rating)),
            forfeits: row.forfeits,
            reasons: reasons.map(|((_, code), count)| ReasonObject { code, matches: *count }).collect(),
            decisions: sum.decisions,
            clock_us: sum.clock_us,
            processor_us: sum.cpu_us,
            lag_us: sum.lag_us,
            slowest_us: sum.slowest_us,
            match_us: MatchTimeObject {
                half: clock.quantile_us(0.5),
                nineteen_in_twenty: clock.quantile_us(0.95),
                longest: clock.most_us,
            },
        }
    };
    let meeting = |(entry, other): (usize, usize)| {
        let meeting = standings.cross.meeting(entry, other)?;
        let share = IntervalObject::of(meeting.share);
        let (deals, won, tied, lost) = (meeting.deals, meeting.won, meeting.tied, meeting.lost);
        Some(MeetingObject { entry: entry + 1, other: other + 1, deals, won, tied, lost, share })
    };
    TournamentObject {
        schema: "croupier/tournament/1",
        name: &about.name,
        game: &about.game,
        rules: &about.rules,
        schedule: &about.schedule,
        clock: &about.clock,
        sandbox: &about.sandbox,
        ranking: about.scoring.ranking.rule(),
        tie_breaks: about.scoring.tie_breaks.iter().map(|one| one.name()).collect(),
        forfeit: about.scoring.forfeit.to_string(),
        bye: about.scoring.bye,
        is_finished: about.is_finished(),
        planned: about.planned,
        deals: standings.deals,
        void_deals: standings.void,
        matches: standings.matches,
        ties: standings.ties,
        forfeits: standings.forfeits,
        decisions: standings.decisions,
        first_finished_ms: standings.times.map(|(first, _)| first),
        last_finished_ms: standings.times.map(|(_, last)| last),
        commitment: about.commitment.map(|commitment| commitment.to_string()),
        key: about.key.map(|key| key.to_string()),
        seed: about.seed,
        entries: standings.rows.iter().map(entry).collect(),
        meetings: standings.cross.pairings().filter_map(meeting).collect(),
        seats: standings.seats.iter().copied().map(RatingObject::of).collect(),
        slowest: (standings.slowest.iter())
            .map(|slow| SlowObject {
                entry: slow.entry + 1,
                deal: slow.deal + 1,
                seating: u64::from(slow.seating) + 1,
                us: slow.us,
            })
            .collect(),
        workers: (standings.workers.iter())
            .map(|(worker, matches)| WorkerObject { worker, matches: *matches })
            .collect(),
    }
}
