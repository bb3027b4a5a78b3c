//! What every game must keep, checked along random matches. Each law panics with the seed and the
//! step where it is broken, so that a failure can be replayed.

use crate::{Event, Flow, Game, Rng, Rules, Seat, Text, View, random_action};

/// A random match as it went: enough to replay it.
struct Played<G: Game> {
    setup: G::Setup,
    actions: Vec<G::Action>,
}

/// At most this many actions are listed where a game has many more (Tractor's leads).
const LISTED: usize = 1000;

/// At most about this many of them are looked at one by one.
const LOOKED_AT: usize = 200;

fn list<A>(actions: impl FnOnce(&mut dyn FnMut(A) -> Flow) -> Flow) -> Vec<A> {
    let mut all = Vec::new();
    let _ = actions(&mut |action| {
        all.push(action);
        if all.len() == LISTED { Flow::Break(()) } else { Flow::Continue(()) }
    });
    all
}

fn reads_back<T: Text>(thing: &T, at: &str) {
    assert_eq!(thing.to_string().parse::<T>().as_ref(), Ok(thing), "{at}: one spelling, read back");
}

/// Plays one random match and checks every law of the contract along it.
///
/// # Panics
/// If the game breaks a law.
pub fn keep<G: Game>(rules: &G::Rules, seed: u64) {
    let mut rng = Rng::new(seed);
    let played = along::<G>(rules, seed, &mut rng);
    replays::<G>(&played, seed);
    for seat in Seat::all(rules.seats()) {
        leaks_nothing::<G>(&played, seat, seed, &mut rng);
    }
}

/// Laws that hold after every action of a match.
fn along<G: Game>(rules: &G::Rules, seed: u64, rng: &mut Rng) -> Played<G> {
    let setup = G::deal(rules, rng);
    let at = format!("{} seed {seed}, setup", G::NAME);
    reads_back(rules, &at);
    reads_back(&setup, &at);
    assert_eq!(G::rules(&setup), *rules, "{at}: a setup carries its rules");
    let mut log = Vec::new();
    let mut state = G::start(&setup, |event| log.push(event));
    let mut views: Vec<G::View> = Seat::all(rules.seats()).map(|seat| G::View::seated(rules, seat)).collect();
    let mut actions = Vec::new();
    loop {
        let at = format!("{} seed {seed}, after {} actions", G::NAME, actions.len());
        assert_eq!(state.audit(), Ok(()), "{at}: every card is in one place");
        assert!(actions.len() as u32 <= G::LONGEST, "{at}: a match ends");
        for event in log.drain(..) {
            reads_back(&event, &at);
            turns_back(event, rules.seats(), &at);
            for view in &mut views {
                let seen = G::redact(event, view.seat());
                reads_back(&seen, &at);
                assert_eq!(G::redact(seen, view.seat()), seen, "{at}: what is hidden stays hidden");
                view.observe(seen);
            }
        }
        for view in &views {
            assert_eq!(*view, state.view(view.seat()), "{at}: events tell {:?} all it may know", view.seat());
            let world = view.sample(rng);
            assert_eq!(world.view(view.seat()), *view, "{at}: a sampled world looks the same");
            assert_eq!(world.audit(), Ok(()), "{at}: a sampled world is whole");
            assert_eq!(world.turn(), state.turn(), "{at}: a sampled world asks the same seat");
        }
        let Some(turn) = state.turn() else { break };
        knows_its_options(&state, turn, rng, &at);
        let action = random_action(&state, rng);
        state.apply(action, |event| log.push(event));
        actions.push(action);
    }
    assert_eq!(state.count(), 0, "{} seed {seed}: nothing to do once it is over", G::NAME);
    Played { setup, actions }
}

fn turns_back<E: Event>(event: E, seats: usize, at: &str) {
    for by in 0..seats {
        let turned = event.renumber(|seat| seat.plus(by, seats));
        assert_eq!(turned.renumber(|seat| seat.plus(seats - by, seats)), event, "{at}: seats renumber back");
    }
}

/// The seat to move can list its actions from its own view; each is legal and reads back; counting
/// and picking agree with listing; and `check` refuses what is not listed.
fn knows_its_options<G: Game>(state: &G, turn: Seat, rng: &mut Rng, at: &str) {
    let listed: Vec<G::Action> = list(|visit| state.actions(visit));
    let view = state.view(turn);
    let known: Vec<G::Action> = list(|visit| view.actions(visit));
    assert!(!listed.is_empty(), "{at}: a seat to move has an action");
    assert_eq!(listed, known, "{at}: a seat knows its own legal actions");
    let count = state.count();
    assert_eq!(view.count(), count, "{at}: a seat can count its actions");
    if listed.len() < LISTED {
        assert_eq!(count as usize, listed.len(), "{at}: count");
    } else {
        assert!(count as usize >= LISTED, "{at}: count");
        let action = state.nth(rng.below(count)).expect("an action below the count");
        assert_eq!(state.check(action), Ok(()), "{at}: what is counted is legal");
    }
    let step = listed.len().div_ceil(LOOKED_AT);
    for (n, &action) in listed.iter().enumerate().step_by(step) {
        assert_eq!(state.check(action), Ok(()), "{at}: what is listed is legal");
        assert_eq!(state.nth(n as u32), Some(action), "{at}: nth");
        assert_eq!(view.nth(n as u32), Some(action), "{at}: nth of the view");
        reads_back(&action, at);
    }
    assert_eq!(state.nth(count), None, "{at}: nth ends");
    let distinct: std::collections::HashSet<&G::Action> = listed.iter().collect();
    assert_eq!(distinct.len(), listed.len(), "{at}: every action is listed once");
    for other in Seat::all(state.payoffs().len()).filter(|&seat| seat != turn) {
        assert_eq!(state.view(other).count(), 0, "{at}: only the seat to move has actions");
    }
}

/// The same setup and actions give the same state and the same events.
fn replays<G: Game>(played: &Played<G>, seed: u64) {
    let run = || {
        let mut events = Vec::new();
        let mut state = G::start(&played.setup, |event| events.push(event));
        for &action in &played.actions {
            state.play(action, |event| events.push(event)).expect("a recorded action is legal");
        }
        (state, events)
    };
    assert_eq!(run(), run(), "{} seed {seed}: a record replays", G::NAME);
}

/// Counts the ways the next `depth` actions can go; a match that ends before counts once.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 || state.turn().is_none() {
        return 1;
    }
    let mut leaves = 0;
    let _ = state.actions(|action| {
        let mut child = state.clone();
        child.apply(action, |_| ());
        leaves += perft(&child, depth - 1);
        Flow::Continue(())
    });
    leaves
}

/// Checks that `check` and `actions` agree on actions that did not come from `actions`: those of
/// other moments of the same match.
///
/// # Panics
/// If they disagree.
pub fn check_agrees_with_actions<G: Game>(rules: &G::Rules, seed: u64) {
    let mut rng = Rng::new(seed);
    let setup = G::deal(rules, &mut rng);
    let mut state = G::start(&setup, |_| ());
    let mut pool: Vec<G::Action> = Vec::new();
    while state.turn().is_some() {
        let listed: std::collections::HashSet<G::Action> =
            list::<G::Action>(|visit| state.actions(visit)).into_iter().collect();
        for action in &pool {
            let legal = state.check(*action).is_ok();
            // Where not everything is listed, what is missing there may still be legal.
            let agrees = legal == listed.contains(action) || legal && listed.len() == LISTED;
            assert!(agrees, "{} seed {seed}: is {action} legal ({legal}) in {state:?}", G::NAME);
        }
        if pool.len() < LOOKED_AT {
            pool.extend(listed.iter().take(8));
            pool.sort_by_key(|action| action.to_string());
            pool.dedup();
        }
        let action = random_action(&state, &mut rng);
        state.apply(action, |_| ());
    }
}

/// The leak law: a seat cannot tell two cards apart whose names it never read.
///
/// Takes two cards that no event shown to `seat` has named up to some moment, exchanges them in the
/// setup and in everybody's actions, and replays. As long as the exchanged match is legal, the seat
/// must see the same events, view, actions and picture at every step up to that moment; also whose
/// turn it is must not depend on cards it cannot know. Only cards that come equally often are
/// exchanged, for which deck is played with is no secret.
fn leaks_nothing<G: Game>(played: &Played<G>, seat: Seat, seed: u64, rng: &mut Rng) {
    let until = rng.below(played.actions.len() as u32 + 1) as usize;
    let setup = played.setup.to_string();
    let actions: Vec<String> = played.actions[..until].iter().map(|action| action.to_string()).collect();
    let Some(real) = witness::<G>(&setup, &actions, seat) else { panic!("a record replays") };
    let read: std::collections::HashSet<&str> =
        real.events.iter().flat_map(|event| event.split(' ')).collect();
    let mut unread: Vec<&str> =
        setup.split(' ').filter(|word| is_card(word) && !read.contains(word)).collect();
    unread.sort();
    unread.dedup();
    if unread.len() < 2 {
        return;
    }
    for _ in 0..4 {
        rng.shuffle(&mut unread);
        let (a, b) = (unread[0], unread[1]);
        let often = |card: &str| setup.split(' ').filter(|word| *word == card).count();
        if often(a) != often(b) {
            continue;
        }
        let exchange = |text: &String| {
            let words = text.split(' ').map(|word| {
                if word == a {
                    b
                } else if word == b {
                    a
                } else {
                    word
                }
            });
            words.collect::<Vec<_>>().join(" ")
        };
        let actions: Vec<String> = actions.iter().map(exchange).collect();
        if let Some(other) = witness::<G>(&exchange(&setup), &actions, seat) {
            let at = format!("{} seed {seed}, {until} actions, {a} and {b} exchanged", G::NAME);
            assert_eq!(real.events, other.events, "{at}: {seat:?} must read the same");
            for (one, two) in real.views.iter().zip(&other.views) {
                assert_eq!(one, two, "{at}: {seat:?} must know the same");
                assert_eq!(one.picture(), two.picture(), "{at}: {seat:?} must see the same");
                let options = (list::<G::Action>(|v| one.actions(v)), list::<G::Action>(|v| two.actions(v)));
                assert_eq!(options.0, options.1, "{at}: {seat:?} must have the same choice");
            }
        }
    }
}

/// Cards are the words of two or three characters that are not settings or section names.
fn is_card(word: &str) -> bool {
    (2..=3).contains(&word.len()) && word.chars().any(|c| c.is_ascii_uppercase())
}

struct Witness<G: Game> {
    events: Vec<String>,
    views: Vec<G::View>,
}

/// What `seat` saw of a match given as text; `None` if an action of it is not legal.
fn witness<G: Game>(setup: &str, actions: &[String], seat: Seat) -> Option<Witness<G>> {
    let setup: G::Setup = setup.parse().expect("an exchanged setup is a setup");
    let mut events = Vec::new();
    let mut state = G::start(&setup, |event| events.push(G::redact(event, seat).to_string()));
    let mut views = vec![state.view(seat)];
    for action in actions {
        let action = action.parse().expect("an exchanged action is an action");
        state.play(action, |event| events.push(G::redact(event, seat).to_string())).ok()?;
        views.push(state.view(seat));
    }
    Some(Witness { events, views })
}
