//! Nobody learns what it may not know: two hidden cards are exchanged, and everything that a viewer gets stays
//! the same, and comes at the same time.
//!
//! The exchange is the one of the leak law (`cards::laws::exchange`): two cards that no event has named to the
//! viewer change places in the deal and in all actions. First the table alone is stepped, with our players in
//! some seats, and the times of its effects are compared. Then the same is done through real sockets.

mod common;

use std::time::Duration;

use cards::laws::exchange;
use cards::{Game, Rng, Seat, Viewer, random_action};
use common::{Client, Table};
use games::catalog::{self, CatalogGame, WithGame};
use server::table_state::{Effect, Input, Kept, TableState};
use server::terms::{SeatTerms, Terms, Wish};
use table::key::Key;
use table::player::{Cost, Reply};

const WATCHER: u64 = 1;

fn terms(game: &str, people: usize) -> Terms {
    let wish = Wish {
        game,
        rules: "",
        seats: None,
        level: "club",
        people,
        clock: "600s+5s",
        hints: None,
        absent: 60,
        listed: false,
        pace: 100,
    };
    Terms::read(&wish).expect("terms")
}

/// A random match: its deal and its actions.
fn played<G: CatalogGame>(seed: u64) -> (G::Setup, Vec<G::Action>) {
    let mut rng = Rng::new(seed);
    let setup = G::deal(&<G as Game>::Rules::default(), &mut rng);
    let (mut state, mut actions) = (G::start(&setup, |_| ()), Vec::new());
    while state.turn().is_some() {
        let action = random_action(&state, &mut rng);
        state.apply(action, |_| ());
        actions.push(action);
    }
    (setup, actions)
}

/// What a viewer reads of a match.
fn read<G: CatalogGame>(setup: &G::Setup, actions: &[G::Action], viewer: Viewer) -> Vec<String> {
    let mut events = Vec::new();
    let mut state = G::start(setup, |event| events.push(event));
    actions.iter().for_each(|&action| state.apply(action, |event| events.push(event)));
    events.into_iter().map(|event| G::redact(event, viewer).to_string()).collect()
}

/// Everything that goes to the watcher, and when; `None` if one of the actions is illegal. People answer two
/// seconds after the question, our players decide a twentieth of a second after it.
fn stepped<G: CatalogGame>(
    setup: &G::Setup,
    actions: &[G::Action],
    watcher: Option<Seat>,
    people: usize,
) -> Option<Vec<(Duration, String)>> {
    let terms = Terms { setup: Some(setup.to_string()), ..terms(G::NAME, people) };
    let names = terms.seats.iter().map(|seat| (*seat == SeatTerms::Person).then(|| "P".to_owned())).collect();
    let is_person: Vec<bool> = terms.seats.iter().map(|seat| *seat == SeatTerms::Person).collect();
    let kept = Kept { id: "t".to_owned(), terms, number: 1, key: Key::from_seed(0), names, earlier: 0 };
    let (mut now, mut told) = (Duration::ZERO, Vec::new());
    let mut state = TableState::open(kept, Vec::new(), now).expect("a table");
    let (mut ticket, mut wake) = (None, None);
    let mut step = |state: &mut TableState, input: Input, now: Duration| {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            for effect in state.step(input, now) {
                match effect {
                    Effect::Save(_) => next = Some(Input::Saved),
                    Effect::Send(WATCHER, text) => told.push((now, text)),
                    Effect::Wake(at) => wake = Some(at),
                    Effect::Think(think) => ticket = Some(think.ticket),
                    _ => (),
                }
            }
        }
        (wake.take(), ticket.take())
    };
    let language = server::english();
    let mut due = step(&mut state, Input::Joined { client: WATCHER, seat: watcher, language }, now);
    // Everybody else is connected too.
    for seat in (0..is_person.len()).filter(|&seat| is_person[seat] && Some(Seat::new(seat)) != watcher) {
        let joined = Input::Joined { client: 10 + seat as u64, seat: Some(Seat::new(seat)), language };
        let next = step(&mut state, joined, now);
        due = (next.0.or(due.0), next.1.or(due.1));
    }
    for action in actions {
        let seat = state.table().turn()?.seat;
        let action = action.to_string();
        let before = state.table().played(0).len();
        if is_person[seat.index()] {
            now += Duration::from_secs(2);
            let words = format!("{{\"do\":\"act\",\"actions\":[{action:?}]}}");
            let words = serde_json::from_str(&words).expect("a request");
            due = step(&mut state, Input::Asked { client: 99, seat: Some(seat), language, words }, now);
        } else {
            if let Some(ticket) = due.1 {
                let answer = Reply::Action(action.clone()).costing(Cost::wall(Duration::from_millis(50)));
                state.table().check(seat, &action).ok()?;
                let next =
                    step(&mut state, Input::Thought(ticket, Some(answer)), now + Duration::from_millis(50));
                due.0 = next.0.or(due.0);
            }
            now = now.max(due.0.expect("a time at which our player plays"));
            due = step(&mut state, Input::Wake, now);
        }
        let (_, spelt) = state.table().played(before).into_iter().next()?;
        if spelt != action {
            return None;
        }
    }
    Some(told)
}

struct StepLeaks;
impl WithGame for StepLeaks {
    type Out = usize;
    fn run<G: CatalogGame>(self) -> usize {
        let mut compared = 0;
        for seed in 0..5 {
            let mut rng = Rng::new(1000 + seed);
            let (setup, actions) = played::<G>(seed);
            let until = rng.below(actions.len() as u32) as usize;
            let seats = G::start(&setup, |_| ()).payoffs().len();
            for people in [1, seats] {
                let seats_of_people: Vec<Seat> = terms(G::NAME, people).people().collect();
                for watcher in seats_of_people.into_iter().map(Some).chain([None]) {
                    let viewer = watcher.map_or(Viewer::Public, Viewer::Seat);
                    let known = read::<G>(&setup, &actions[..until], viewer);
                    let real =
                        stepped::<G>(&setup, &actions[..until], watcher, people).expect("a real match");
                    for _ in 0..4 {
                        let Some(other) = exchange::<G>(&setup, &actions[..until], &known, &mut rng) else {
                            continue;
                        };
                        let told = stepped::<G>(&other.setup, &other.actions, watcher, people);
                        let Some(told) = told else { continue };
                        let (a, b) = other.cards;
                        let at =
                            format!("{} seed {seed}, {until} actions, {a} and {b}: {watcher:?}", G::NAME);
                        assert_eq!(real.len(), told.len(), "{at} gets as many messages");
                        for (one, two) in real.iter().zip(&told) {
                            assert_eq!(one.0, two.0, "{at} gets its messages at the same times");
                            assert_eq!(one.1, two.1, "{at} gets the same messages");
                        }
                        compared += 1;
                    }
                }
            }
        }
        compared
    }
}

#[test]
fn effects_and_their_times_do_not_depend_on_hidden_cards() {
    for game in catalog::NAMES {
        let compared = catalog::with_game(game, StepLeaks).expect("a game");
        // In House of Cards nothing is hidden.
        assert!(compared > 0 || *game == "house", "{game}: {compared} exchanged matches");
        println!("{game}: {compared} exchanged matches");
    }
}

#[test]
fn the_test_of_times_would_notice_a_forced_action_that_comes_at_once() {
    // The same comparison on times alone must find a difference if a person's answer takes another second.
    let (setup, actions) = played::<games::durak::Durak>(1);
    let one = stepped::<games::durak::Durak>(&setup, &actions[..10], None, 1).expect("a match");
    let two = stepped::<games::durak::Durak>(&setup, &actions[..10], None, 4).expect("a match");
    let times = |told: &[(Duration, String)]| told.iter().map(|(at, _)| *at).collect::<Vec<_>>();
    assert_ne!(times(&one), times(&two), "people and our players have different paces");
}

/// Everything a watcher reads through a socket while the seats play these actions.
async fn through_sockets<G: CatalogGame>(
    server: &common::Running,
    setup: &G::Setup,
    actions: &[G::Action],
    watcher: Option<Seat>,
) -> Option<Vec<String>> {
    let seats = G::start(setup, |_| ()).payoffs().len();
    let terms = Terms { setup: Some(setup.to_string()), clock: "none".to_owned(), ..terms(G::NAME, seats) };
    let table: Table = server.table(&terms).await;
    // The watcher first, so that it sees everything; then the others, in order.
    let mut spectator = server.connect(&table, watcher).await;
    let mut told = vec![spectator.scene_text().await];
    let mut clients: Vec<Client> = Vec::new();
    for seat in Seat::all(seats) {
        let mut client = server.connect(&table, Some(seat)).await;
        client.scene_text().await;
        told.push(spectator.scene_text().await);
        clients.push(client);
    }
    let mut state = G::start(setup, |_| ());
    for &action in actions {
        let turn = state.turn()?;
        state.play(action, |_| ()).ok()?;
        assert_eq!(clients[turn.index()].act(&action.to_string()).await["ok"], true);
        told.push(spectator.scene_text().await);
    }
    Some(told)
}

struct SocketLeaks<'a>(&'a common::Running, &'a tokio::runtime::Runtime);
impl WithGame for SocketLeaks<'_> {
    type Out = usize;
    fn run<G: CatalogGame>(self) -> usize {
        let (mut compared, mut seed) = (0, 0);
        while compared < 2 && seed < 12 {
            seed += 1;
            let mut rng = Rng::new(2000 + seed);
            let (setup, actions) = played::<G>(seed);
            let all = &actions[..actions.len() - 1];
            for watcher in [None, Some(Seat::new(0))] {
                let viewer = watcher.map_or(Viewer::Public, Viewer::Seat);
                let until = if watcher.is_none() { all.len() / 3 } else { all.len() };
                let known = read::<G>(&setup, &all[..until], viewer);
                let Some(other) = exchange::<G>(&setup, &all[..until], &known, &mut rng) else { continue };
                let told =
                    |setup, actions| self.1.block_on(through_sockets::<G>(self.0, setup, actions, watcher));
                let Some(changed) = told(&other.setup, &other.actions) else { continue };
                let real = told(&setup, &all[..until]).expect("a real match");
                assert_eq!(real, changed, "{} seed {seed}, {:?}: {watcher:?}", G::NAME, other.cards);
                compared += 1;
            }
        }
        compared
    }
}

#[test]
fn no_message_through_a_socket_depends_on_hidden_cards() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let server = runtime.block_on(common::start());
    for game in catalog::NAMES {
        let compared = catalog::with_game(game, SocketLeaks(&server, &runtime)).expect("a game");
        assert!(compared > 0 || *game == "house", "{game}");
    }
    runtime.block_on(server.stop());
}
