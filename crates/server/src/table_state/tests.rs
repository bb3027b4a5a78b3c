use super::*;
use cards::Rng;
use serde_json::Value;
use table::player::Cost;
use table::record::Record;
use table::{Reply, verify};

use crate::terms::Wish;

const SECOND: Duration = Duration::from_secs(1);

/// A table with a driver that saves at once and keeps everything that was done.
struct Driver {
    state: TableState,
    now: Duration,
    entries: Vec<JournalEntry>,
    sent: Vec<(Client, Value)>,
    thinks: Vec<Think>,
    cancelled: Vec<u64>,
    wake: Option<Duration>,
    record: Option<String>,
    wants_deal: bool,
    /// Does the disk fail?
    is_full: bool,
}

fn wish(game: &str) -> Wish<'_> {
    Wish {
        game,
        rules: "",
        seats: None,
        level: "club",
        people: 1,
        clock: "",
        hints: None,
        absent: 60,
        listed: false,
        pace: 100,
    }
}

fn kept(wish: &Wish<'_>, seed: u64) -> Kept {
    let terms = Terms::read(wish).expect("terms");
    let mut names = vec![None; terms.seats.len()];
    terms.people().for_each(|seat| names[seat.index()] = Some(format!("P{seat}")));
    Kept { id: "t".to_owned(), terms, number: 1, key: Key::from_seed(seed), names, earlier: 0 }
}

impl Driver {
    fn new(wish: &Wish<'_>, seed: u64) -> Driver {
        Driver::of(TableState::open(kept(wish, seed), Vec::new(), Duration::ZERO).expect("a table"))
    }

    fn of(state: TableState) -> Driver {
        Driver {
            state,
            now: Duration::ZERO,
            entries: Vec::new(),
            sent: Vec::new(),
            thinks: Vec::new(),
            cancelled: Vec::new(),
            wake: None,
            record: None,
            wants_deal: false,
            is_full: false,
        }
    }

    fn step(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            for effect in self.state.step(input, self.now) {
                match effect {
                    Effect::Save(_) if self.is_full => next = Some(Input::NotSaved),
                    Effect::Save(entry) => {
                        self.entries.push(entry);
                        next = Some(Input::Saved);
                    }
                    Effect::Send(client, text) => {
                        self.sent.push((client, serde_json::from_str(&text).expect("JSON")));
                    }
                    Effect::Think(think) => self.thinks.push(think),
                    Effect::Cancel(ticket) => self.cancelled.push(ticket),
                    Effect::Wake(at) => self.wake = Some(at),
                    Effect::Deal => self.wants_deal = true,
                    Effect::Finished(record) => self.record = Some(record),
                }
            }
        }
    }

    fn join(&mut self, client: Client, seat: Option<usize>) {
        let seat = seat.map(Seat::new);
        self.step(Input::Joined { client, seat, language: crate::english() });
    }

    fn ask(&mut self, client: Client, seat: Option<usize>, words: &str) -> Value {
        let before = self.sent.len();
        let (seat, words) = (seat.map(Seat::new), serde_json::from_str(words).expect("a request"));
        self.step(Input::Asked { client, seat, language: crate::english(), words });
        let answer = self.sent[before..].iter().find(|(to, told)| *to == client && told["kind"] == "answer");
        answer.expect("every request is answered").1.clone()
    }

    fn act(&mut self, client: Client, seat: usize, action: &str) -> Value {
        self.ask(client, Some(seat), &format!("{{\"do\":\"act\",\"actions\":[{action:?}]}}"))
    }

    fn turn(&self) -> Option<usize> {
        self.state.table().turn().map(|turn| turn.seat.index())
    }

    fn first(&self) -> String {
        self.state.table().first().expect("an action")
    }

    /// Answers what our players are asked, with a random action, and lets time pass until it is played.
    fn let_ours_play(&mut self, rng: &mut Rng) {
        while let Some(think) = self.thinks.pop() {
            let legal = self.state.table().legal(200);
            let action = legal[rng.below(legal.len() as u32) as usize].action.clone();
            let answer = Reply::Action(action).costing(Cost::wall(SECOND / 20));
            self.step(Input::Thought(think.ticket, Some(answer)));
        }
        if let Some(wake) = self.wake.take() {
            self.now = self.now.max(wake);
            self.step(Input::Wake);
        }
    }

    /// Plays random actions to the end; people think for two seconds.
    fn play_out(&mut self, rng: &mut Rng) {
        for _ in 0..20_000 {
            if self.state.is_over() {
                return;
            }
            let turn = self.turn().expect("a seat is to move");
            if self.state.is_person(Seat::new(turn)) && self.thinks.is_empty() {
                let legal = self.state.table().legal(200);
                let action = &legal[rng.below(legal.len() as u32) as usize].action;
                self.now += 2 * SECOND;
                assert_eq!(self.act(100 + turn as u64, turn, action)["ok"], true);
            } else {
                self.let_ours_play(rng);
            }
        }
        panic!("a match ends");
    }
}

fn last_scene(driver: &Driver, client: Client) -> &Value {
    let mut scenes = driver.sent.iter().rev().filter(|(to, told)| *to == client && told["kind"] == "scene");
    &scenes.next().expect("a scene").1
}

#[test]
fn whole_matches_of_every_game_end_in_records_that_can_be_verified() {
    for game in games::catalog::NAMES {
        for (people, seed) in [(1, 1), (2, 2)] {
            let mut rng = Rng::new(seed);
            let mut driver = Driver::new(&Wish { people, ..wish(game) }, seed);
            driver.join(1, Some(0));
            driver.join(2, None);
            driver.play_out(&mut rng);
            let record = Record::read(driver.record.as_deref().expect("a record").as_bytes());
            let record = record.expect("a record reads back");
            assert_eq!(verify::verify(&record), Ok(()), "{game} {people}");
            assert_eq!(last_scene(&driver, 2)["key"], Key::from_seed(seed).to_string());
            // The journal has the same match: every prefix of it opens, and shows what was shown.
            let kept = kept(&Wish { people, ..wish(game) }, seed);
            let again = TableState::open(kept, driver.entries.clone(), driver.now).expect("a table");
            assert_eq!(again.record().to_string(), driver.record.clone().unwrap_or_default(), "{game}");
        }
    }
}

#[test]
fn an_action_is_shown_when_it_is_saved_and_not_before() {
    let mut driver = Driver::new(&Wish { people: 2, ..wish("house") }, 1);
    driver.join(1, Some(0));
    driver.join(2, Some(1));
    let turn = driver.turn().expect("a turn");
    let words = format!("{{\"id\":7,\"do\":\"act\",\"actions\":[{:?}]}}", driver.first());
    let words = serde_json::from_str(&words).expect("a request");
    let (seat, language) = (Some(Seat::new(turn)), crate::english());
    let input = Input::Asked { client: 1, seat, language, words };
    let effects = driver.state.step(input, SECOND);
    assert!(matches!(effects[..], [Effect::Save(_)]), "{effects:?}");
    assert!(driver.state.table().played(0).is_empty(), "nothing is played before it is saved");
    let effects = driver.state.step(Input::Saved, SECOND);
    let told: Vec<Client> =
        effects.iter().filter_map(|e| if let Effect::Send(to, _) = e { Some(*to) } else { None }).collect();
    assert_eq!(told, [1, 1, 2], "an answer, and a scene for everybody");
    assert_eq!(driver.state.table().played(0).len(), 1);
}

#[test]
fn what_cannot_be_saved_has_not_happened() {
    let mut driver = Driver::new(&Wish { people: 2, ..wish("house") }, 1);
    let (turn, first) = (driver.turn().expect("a turn"), driver.first());
    driver.is_full = true;
    let answer = driver.act(1, turn, &first);
    assert_eq!((&answer["ok"], driver.state.seq()), (&Value::Bool(false), 0));
    driver.is_full = false;
    assert_eq!(driver.act(1, turn, &first)["ok"], true);
}

#[test]
fn a_repeated_request_is_answered_and_not_played_again() {
    let mut driver = Driver::new(&Wish { people: 2, ..wish("house") }, 1);
    let turn = driver.turn().expect("a turn");
    let words = format!("{{\"id\":7,\"do\":\"act\",\"actions\":[{:?}]}}", driver.first());
    assert_eq!(driver.ask(1, Some(turn), &words)["ok"], true);
    assert_eq!(driver.ask(2, Some(turn), &words)["ok"], true);
    assert_eq!(driver.entries.len(), 1);
    // The journal knows it after a restart too.
    let kept = kept(&Wish { people: 2, ..wish("house") }, 1);
    let state = TableState::open(kept, driver.entries.clone(), SECOND).expect("a table");
    let mut again = Driver::of(state);
    assert_eq!(again.ask(1, Some(turn), &words)["ok"], true);
    assert!(again.entries.is_empty());
}

#[test]
fn what_is_out_of_turn_illegal_stale_or_from_a_spectator_is_answered_and_changes_nothing() {
    let mut driver = Driver::new(&Wish { people: 4, ..wish("durak") }, 1);
    let turn = driver.turn().expect("a turn");
    let (first, other) = (driver.first(), (turn + 1) % 4);
    for (seat, words) in [
        (Some(other), format!("{{\"do\":\"act\",\"actions\":[{first:?}]}}")),
        (None, format!("{{\"do\":\"act\",\"actions\":[{first:?}]}}")),
        (Some(turn), "{\"do\":\"act\",\"actions\":[\"NO\"]}".to_owned()),
        (Some(turn), "{\"do\":\"act\",\"actions\":[]}".to_owned()),
        (Some(turn), "{\"do\":\"act\",\"n\":0}".to_owned()),
        (Some(turn), "{\"do\":\"act\",\"n\":99}".to_owned()),
        (Some(turn), format!("{{\"do\":\"act\",\"actions\":[{first:?}],\"seq\":5}}")),
        (Some(turn), "{\"do\":\"hint\"}".to_owned()),
        (Some(turn), "{\"do\":\"undo\"}".to_owned()),
        (Some(turn), "{\"do\":\"rematch\"}".to_owned()),
        (Some(turn), "{\"do\":\"start\"}".to_owned()),
    ] {
        let answer = driver.ask(1, seat, &words);
        assert_eq!(answer["ok"], false, "{words}");
        assert!(!answer["why"][0].as_str().unwrap_or_default().is_empty(), "{answer}");
    }
    assert!(driver.entries.is_empty());
    let why = driver.ask(1, Some(turn), "{\"do\":\"why\",\"action\":\"NO\"}");
    assert_eq!(why["why"][0], "the attacker must play a card");
}

#[test]
fn a_request_that_is_no_request_is_not_read() {
    for wrong in [
        "",
        "1",
        "{}",
        "{\"do\":\"fly\"}",
        "{\"do\":\"act\",\"actions\":\"x\"}",
        "{\"id\":-1,\"do\":\"ping\"}",
    ] {
        assert!(serde_json::from_str::<Words>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn cards_are_enough_to_bury_eight_in_one_gesture() {
    let mut driver = Driver::new(&Wish { people: 4, ..wish("tractor") }, 3);
    let mut rng = Rng::new(3);
    for _ in 0..300 {
        let turn = driver.turn().expect("a turn");
        let ask = driver.state.table().picture(Seat::new(turn).into(), 64).ask.expect("a question");
        if ask.batch == 8 {
            let cards: Vec<String> =
                ask.choices.iter().rev().take(8).map(|choice| choice.cards[0].id.to_string()).collect();
            let cards = serde_json::to_string(&cards).expect("JSON");
            let before = driver.state.table().played(0).len();
            let answer = driver.ask(1, Some(turn), &format!("{{\"do\":\"act\",\"cards\":{cards}}}"));
            if answer["ok"] == true {
                assert_eq!(driver.state.table().played(0).len(), before + 8);
                assert_eq!(
                    driver.entries.last().map(|entry| entry.number),
                    Some(driver.entries.len() as u64)
                );
                return;
            }
            panic!("{answer}");
        }
        let legal = driver.state.table().legal(50);
        let action = legal[rng.below(legal.len() as u32) as usize].action.clone();
        driver.act(1, turn, &action);
    }
    panic!("somebody buries");
}

#[test]
fn ours_answer_at_the_same_pace_with_and_without_a_choice() {
    let mut rng = Rng::new(5);
    let mut driver = Driver::new(&wish("durak"), 5);
    driver.join(1, Some(0));
    let (mut forced, mut chosen) = (0, 0);
    while !driver.state.is_over() {
        let turn = driver.turn().expect("a turn");
        if driver.state.is_person(Seat::new(turn)) {
            let first = driver.first();
            driver.now += 3 * SECOND;
            driver.act(1, turn, &first);
            continue;
        }
        let (asked, entries) = (driver.now, driver.entries.len());
        let is_forced = driver.state.table().turn().is_some_and(|turn| turn.count == 1);
        driver.let_ours_play(&mut rng);
        assert_eq!(driver.entries.len(), entries + 1);
        assert_eq!(driver.now - asked, pace("club"), "forced: {is_forced}");
        *if is_forced { &mut forced } else { &mut chosen } += 1;
    }
    assert!(forced > 3 && chosen > 3, "{forced} {chosen}");
}

#[test]
fn an_absent_person_is_stood_in_for_and_takes_the_seat_back_at_once() {
    let mut rng = Rng::new(1);
    let mut driver = Driver::new(&Wish { people: 2, absent: 30, ..wish("house") }, 1);
    driver.join(1, Some(0));
    driver.join(2, Some(1));
    let turn = driver.turn().expect("a turn");
    let (away, other) = (1 + turn as u64, 2 - turn as u64);
    driver.now += 10 * SECOND;
    driver.step(Input::Parted(away));
    assert_eq!(last_scene(&driver, other)["seats"][turn]["who"], "away");
    assert_eq!(driver.wake, Some(40 * SECOND), "30 seconds after the connection was lost");
    driver.now = 40 * SECOND;
    driver.step(Input::Wake);
    assert_eq!(driver.thinks.len(), 1);
    // The person comes back before the stand-in has played: the decision is the person's.
    driver.join(away, Some(turn));
    assert_eq!(driver.cancelled.len(), 1);
    let (ticket, first) = (driver.thinks.pop().expect("a job").ticket, driver.first());
    let late = Reply::Action(first.clone()).costing(Cost::default());
    driver.step(Input::Thought(ticket, Some(late)));
    driver.now += SECOND;
    assert!(driver.entries.is_empty());
    // It leaves: our player plays without waiting, and the record says so.
    driver.ask(away, Some(turn), "{\"do\":\"leave\"}");
    assert_eq!(last_scene(&driver, other)["seats"][turn]["who"], "stand-in");
    driver.let_ours_play(&mut rng);
    let by = |entry: &JournalEntry| matches!(entry.what, What::Act { by: By::StandIn, .. });
    assert!(driver.entries.iter().any(by), "{:?}", driver.entries);
    driver.play_out(&mut rng);
    assert!(driver.record.as_deref().expect("a record").contains(" stand-in "));
}

#[test]
fn who_plays_alone_finds_the_table_as_it_was() {
    let mut driver = Driver::new(&wish("house"), 1);
    driver.join(1, Some(0));
    let mut rng = Rng::new(1);
    while driver.turn() != Some(0) {
        driver.let_ours_play(&mut rng);
    }
    driver.step(Input::Parted(1));
    let entries = driver.entries.len();
    driver.wake = None;
    driver.now += 100_000 * SECOND;
    driver.step(Input::Wake);
    assert_eq!((driver.entries.len(), driver.wake), (entries, None));
}

#[test]
fn a_clock_runs_out_but_not_while_the_server_is_down() {
    let mut driver = Driver::new(&Wish { people: 2, clock: "60s+0s", ..wish("house") }, 1);
    driver.join(1, Some(0));
    let turn = driver.turn().expect("a turn");
    assert_eq!(last_scene(&driver, 1)["seats"][turn]["clock"]["left_ms"], 60_000);
    driver.now += 20 * SECOND;
    let first = driver.first();
    driver.act(1, turn, &first);
    // The server is down for an hour.
    let kept = kept(&Wish { people: 2, clock: "60s+0s", ..wish("house") }, 1);
    let now = 3600 * SECOND;
    let state = TableState::open(kept, driver.entries.clone(), now).expect("a table");
    let mut driver = Driver { now, ..Driver::of(state) };
    driver.join(1, Some(0));
    assert_eq!(last_scene(&driver, 1)["seats"][turn]["clock"]["left_ms"], 40_000);
    let next = driver.turn().expect("a turn");
    let left = if next == turn { 40 } else { 60 };
    driver.now += left * SECOND + SECOND;
    driver.step(Input::Wake);
    let scene = last_scene(&driver, 1);
    assert_eq!(scene["table"]["over"]["forfeit"], next as u64 + 1);
    let record = Record::read(driver.record.as_deref().expect("a record").as_bytes()).expect("a record");
    assert_eq!(verify::verify(&record), Ok(()));
}

#[test]
fn hints_are_noted_in_the_record_and_a_rematch_has_another_deal() {
    let mut rng = Rng::new(1);
    let mut driver = Driver::new(&wish("mau-mau"), 1);
    driver.join(1, Some(0));
    while driver.turn() != Some(0) {
        driver.let_ours_play(&mut rng);
    }
    assert_eq!(last_scene(&driver, 1)["options"]["hint"], true);
    assert_eq!(driver.ask(1, Some(0), "{\"do\":\"hint\"}")["ok"], true);
    let think = driver.thinks.pop().expect("a job");
    assert!(think.is_advice);
    assert_eq!(driver.ask(1, Some(0), "{\"do\":\"hint\"}")["ok"], false, "one at a time");
    let scored = vec![ActionValue { action: driver.first(), value: 0.5, margin: 0.25 }];
    driver.step(Input::Advised(think.ticket, scored));
    assert_eq!(last_scene(&driver, 1)["hints"][0]["action"], driver.first());
    driver.play_out(&mut rng);
    assert!(driver.record.as_deref().expect("a record").contains("\nhint 1\n"));
    let key = last_scene(&driver, 1)["key"].clone();
    assert_eq!(driver.ask(1, Some(0), "{\"do\":\"rematch\"}")["ok"], true);
    assert!(driver.wants_deal);
    driver.step(Input::Dealt(Key::from_seed(9)));
    let scene = last_scene(&driver, 1);
    assert_eq!((&scene["table"]["over"], &scene["key"]), (&Value::Null, &Value::Null));
    assert_ne!(scene["commitment"], key);
    driver.play_out(&mut rng);
}

#[test]
fn a_player_of_ours_that_fails_is_replaced_for_the_decision() {
    let mut driver = Driver::new(&Wish { level: "champion", ..wish("house") }, 1);
    driver.join(1, Some(0));
    let mut rng = Rng::new(1);
    for _ in 0..10 {
        if let Some(think) = driver.thinks.pop() {
            driver.step(Input::Thought(think.ticket, None));
            let again = driver.thinks.pop().expect("another player");
            assert_eq!(again.level, "random");
            driver.step(Input::Thought(again.ticket, None));
            driver.let_ours_play(&mut rng);
            assert_eq!(driver.entries.len(), 1);
            return;
        }
        let (turn, first) = (driver.turn().expect("a turn"), driver.first());
        if turn == 0 {
            driver.act(1, 0, &first);
            driver.entries.clear();
        }
    }
    panic!("our player is asked");
}

#[test]
fn a_table_waits_for_its_people_or_begins_without_them() {
    let invited = || {
        let mut kept = kept(&Wish { people: 2, ..wish("durak") }, 1);
        kept.names[2] = None;
        Driver::of(TableState::open(kept, Vec::new(), Duration::ZERO).expect("a table"))
    };
    let mut driver = invited();
    driver.join(1, Some(0));
    let scene = last_scene(&driver, 1);
    assert_eq!((&scene["table"]["begun"], &scene["seats"][2]["who"]), (&false.into(), &"open".into()));
    let (turn, first) = (driver.turn().expect("a turn"), driver.first());
    assert_eq!(driver.act(1, turn.min(2), &first)["ok"], false);
    driver.step(Input::Sat(Seat::new(2), "Bea".to_owned()));
    let scene = last_scene(&driver, 1);
    assert_eq!((&scene["table"]["begun"], &scene["seats"][2]["name"]), (&true.into(), &"Bea".into()));

    let mut driver = invited();
    driver.join(1, Some(0));
    assert_eq!(driver.ask(1, Some(0), "{\"do\":\"start\"}")["ok"], true);
    assert_eq!(last_scene(&driver, 1)["seats"][2]["who"], "agent");
    driver.play_out(&mut Rng::new(1));
    let record = Record::read(driver.record.as_deref().expect("a record").as_bytes()).expect("a record");
    assert_eq!(verify::verify(&record), Ok(()));
}

#[test]
fn a_card_can_be_taken_back_until_ours_answer_it() {
    let mut rng = Rng::new(2);
    let mut driver = Driver::new(&wish("durak"), 2);
    driver.join(1, Some(0));
    let mut taken_back = 0;
    while !driver.state.is_over() {
        if driver.turn() != Some(0) {
            driver.let_ours_play(&mut rng);
            continue;
        }
        let (before, first) = (driver.state.table().played(0), driver.first());
        driver.now += SECOND;
        assert_eq!(driver.act(1, 0, &first)["ok"], true);
        if driver.state.is_over() || last_scene(&driver, 1)["options"]["undo"] == false {
            continue;
        }
        if taken_back < 3 {
            assert_eq!(driver.ask(1, Some(0), "{\"do\":\"undo\"}")["ok"], true);
            assert_eq!(driver.state.table().played(0), before);
            driver.thinks.clear();
            taken_back += 1;
        }
    }
    assert_eq!(taken_back, 3);
    let record = Record::read(driver.record.as_deref().expect("a record").as_bytes()).expect("a record");
    assert_eq!(verify::verify(&record), Ok(()));
    assert_eq!(record.notes.len(), 3);
    // With another person at the table it is too late at once.
    let mut driver = Driver::new(&Wish { people: 4, ..wish("durak") }, 2);
    let (turn, first) = (driver.turn().expect("a turn"), driver.first());
    driver.act(1, turn, &first);
    assert_eq!(driver.ask(1, Some(turn), "{\"do\":\"undo\"}")["ok"], false);
}
