//! The laws of the contract, checked on random matches. A broken law panics with the seed and the step, so
//! that the failure can be replayed.

pub mod encoding;

use std::collections::HashSet;

use crate::{Event, Flow, Game, Rng, Rules, Said, Scene, Seat, Text, View, Viewer, random_action};

/// A random match.
struct Played<G: Game> {
    setup: G::Setup,
    actions: Vec<G::Action>,
    events: Vec<G::Event>,
    end: G,
}

/// At most this many actions are listed where a game has many more (Tractor's leads).
const LISTED: usize = 1000;

/// About this many of them, at most, are checked one by one.
const CHECKED: usize = 200;

/// How many choices a picture lists in these laws.
const CHOICES: usize = 8;

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

/// Every viewer of a match with these rules.
pub fn viewers(rules: &impl Rules) -> impl Iterator<Item = Viewer> {
    Seat::all(rules.seats()).map(Viewer::Seat).chain([Viewer::Public, Viewer::Open])
}

/// Plays one random match and checks every law of the contract on it.
///
/// # Panics
/// If the game breaks a law.
pub fn check_match<G: Game>(rules: &G::Rules, seed: u64) {
    let mut rng = Rng::new(seed);
    let played = laws_along::<G>(rules, seed, &mut rng);
    replays_alike::<G>(&played, seed);
    scenes_follow::<G>(rules, &played, seed);
    for viewer in viewers(rules).filter(|viewer| *viewer != Viewer::Open) {
        leaks_nothing::<G>(&played, viewer, seed, &mut rng);
        survives_any_events::<G>(rules, &played, viewer, seed, &mut rng);
    }
}

/// Laws that hold after every action of a match.
fn laws_along<G: Game>(rules: &G::Rules, seed: u64, rng: &mut Rng) -> Played<G> {
    let setup = G::deal(rules, rng);
    let at = format!("{} seed {seed}, setup", G::NAME);
    reads_back(rules, &at);
    reads_back(&setup, &at);
    assert_eq!(G::rules(&setup), *rules, "{at}: a setup carries its rules");
    let (mut log, mut events) = (Vec::new(), Vec::new());
    let mut state = G::start(&setup, |event| log.push(event));
    let mut views: Vec<G::View> = Seat::all(rules.seats()).map(|seat| G::View::seated(rules, seat)).collect();
    let mut actions = Vec::new();
    let mut actor = None;
    loop {
        let at = format!("{} seed {seed}, after {} actions", G::NAME, actions.len());
        assert_eq!(state.audit(), Ok(()), "{at}: every card is in one place");
        assert!(actions.len() as u32 <= G::LONGEST, "{at}: a match ends");
        if let Some((actor, event)) = actor.zip(log.first().copied()) {
            views.iter().for_each(|view| refuses_out_of_turn::<G>(view, actor, event, rules.seats(), &at));
        }
        for event in log.drain(..) {
            events.push(event);
            reads_back(&event, &at);
            renumbers_back(event, rules.seats(), &at);
            for viewer in viewers(rules) {
                let seen = G::redact(event, viewer);
                reads_back(&seen, &at);
                assert_eq!(G::redact(seen, viewer), seen, "{at}: what is hidden stays hidden");
            }
            for view in &mut views {
                let seen = G::redact(event, view.seat().into());
                assert_eq!(view.check(&seen), Ok(()), "{at}: {:?} observes {seen}", view.seat());
                view.observe(seen);
            }
        }
        for view in &views {
            assert_eq!(
                *view,
                state.view(view.seat()),
                "{at}: {:?} learns all it may know from events",
                view.seat()
            );
            let world = view.sample(rng);
            assert_eq!(world.view(view.seat()), *view, "{at}: a sampled world looks the same");
            assert_eq!(world.audit(), Ok(()), "{at}: a sampled world is whole");
            assert_eq!(world.turn(), state.turn(), "{at}: a sampled world asks the same seat");
            let rounds = (view.starts_round(), views[0].starts_round());
            assert_eq!(rounds.0, rounds.1, "{at}: everybody knows when a round begins");
        }
        let Some(turn) = state.turn() else { break };
        lists_its_actions(&state, turn, rng, &at);
        let action = random_action(&state, rng);
        state.apply(action, |event| log.push(event));
        actions.push(action);
        actor = Some(turn);
    }
    assert_eq!(state.count(), 0, "{} seed {seed}: nothing to do once it is over", G::NAME);
    Played { setup, actions, events, end: state }
}

/// A view refuses the event of an action if it names a seat that is not to move.
fn refuses_out_of_turn<G: Game>(view: &G::View, actor: Seat, event: G::Event, seats: usize, at: &str) {
    for by in 1..seats {
        let turned = event.renumber(|seat| seat.plus(by, seats));
        if turned == event {
            return;
        }
        // Redacted as if that seat had acted.
        let seen = G::redact(turned, view.seat().into());
        let why = view.check(&seen);
        assert!(why.is_err(), "{at}: {seen} is out of turn, for {actor:?} is to move");
    }
}

fn renumbers_back<E: Event>(event: E, seats: usize, at: &str) {
    for by in 0..seats {
        let turned = event.renumber(|seat| seat.plus(by, seats));
        assert_eq!(turned.renumber(|seat| seat.plus(seats - by, seats)), event, "{at}: seats renumber back");
    }
}

/// The seat to move can list its actions from its own view. Each is legal and reads back, and `count` and
/// `nth` agree with the list.
fn lists_its_actions<G: Game>(state: &G, turn: Seat, rng: &mut Rng, at: &str) {
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
    let step = listed.len().div_ceil(CHECKED);
    for (n, &action) in listed.iter().enumerate().step_by(step) {
        assert_eq!(state.check(action), Ok(()), "{at}: what is listed is legal");
        assert_eq!(state.nth(n as u32), Some(action), "{at}: nth");
        assert_eq!(view.nth(n as u32), Some(action), "{at}: nth of the view");
        reads_back(&action, at);
    }
    assert_eq!(state.nth(count), None, "{at}: nth ends");
    let distinct: HashSet<&G::Action> = listed.iter().collect();
    assert_eq!(distinct.len(), listed.len(), "{at}: every action is listed once");
    for other in Seat::all(state.payoffs().len()).filter(|&seat| seat != turn) {
        assert_eq!(state.view(other).count(), 0, "{at}: only the seat to move has actions");
    }
}

/// A replay from setup and actions gives the same events and the same end.
fn replays_alike<G: Game>(played: &Played<G>, seed: u64) {
    let mut events = Vec::new();
    let mut state = G::start(&played.setup, |event| events.push(event));
    for &action in &played.actions {
        state.play(action, |event| events.push(event)).expect("a recorded action is legal");
    }
    assert!(events == played.events, "{} seed {seed}: a record replays with the same events", G::NAME);
    assert!(state == played.end, "{} seed {seed}: a record replays to the same end", G::NAME);
}

/// Every viewer's scene accepts every event, knows whose turn it is, and offers the seat to move exactly its
/// legal actions.
fn scenes_follow<G: Game>(rules: &G::Rules, played: &Played<G>, seed: u64) {
    let mut scenes: Vec<(Viewer, G::Scene)> =
        viewers(rules).map(|viewer| (viewer, G::Scene::new(rules, viewer))).collect();
    let mut log = Vec::new();
    let mut state = G::start(&played.setup, |event| log.push(event));
    let mut actions = played.actions.iter();
    loop {
        for event in log.drain(..) {
            for (viewer, scene) in &mut scenes {
                let seen = G::redact(event, *viewer);
                if let Err(why) = scene.observe(seen) {
                    panic!("{} seed {seed}: {viewer:?} observes {seen}, {why}", G::NAME);
                }
            }
        }
        let turn = state.turn();
        for (viewer, scene) in &scenes {
            let at = format!("{} seed {seed}: {viewer:?}", G::NAME);
            let picture = scene.picture(CHOICES);
            assert_eq!(picture.turn, turn, "{at} sees whose turn it is");
            assert_eq!(picture.seats.len(), rules.seats(), "{at} sees everybody");
            let is_asked = turn.is_some() && viewer.seat() == turn;
            assert_eq!(picture.ask.is_some(), is_asked, "{at} is asked when it is to move");
            let Some(ask) = picture.ask else { continue };
            assert_eq!(ask.all, state.count(), "{at} has as many choices as actions");
            let legal: Vec<String> =
                list(|visit| state.actions(visit)).iter().take(CHOICES).map(G::Action::to_string).collect();
            let offered: Vec<String> = ask.choices.into_iter().map(|choice| choice.action).collect();
            assert_eq!(offered, legal, "{at} is offered its legal actions");
        }
        let Some(&action) = actions.next() else { break };
        state.apply(action, |event| log.push(event));
    }
}

/// A changed stream of events is refused somewhere, or it is a match that could have happened. Nothing
/// panics, and a refused event changes nothing.
fn survives_any_events<G: Game>(
    rules: &G::Rules,
    played: &Played<G>,
    viewer: Viewer,
    seed: u64,
    rng: &mut Rng,
) {
    let redacted: Vec<G::Event> = played.events.iter().map(|&event| G::redact(event, viewer)).collect();
    for _ in 0..4 {
        let stream = mutated(&redacted, rules.seats(), rng);
        let mut scene = G::Scene::new(rules, viewer);
        let mut view = viewer.seat().map(|seat| G::View::seated(rules, seat));
        for &event in &stream {
            let before = scene.clone();
            let shown = scene.observe(event);
            let at = format!("{} seed {seed}: {viewer:?} observes {event}", G::NAME);
            if shown.is_err() {
                assert!(scene == before, "{at}: a refused event changes nothing");
            }
            let _ = scene.picture(CHOICES);
            let Some(view) = &mut view else { continue };
            let checked = view.check(&event);
            assert_eq!(checked.is_ok(), shown.is_ok(), "{at}: view and scene agree ({checked:?}, {shown:?})");
            if checked.is_ok() {
                view.observe(event);
                let _ = view.nth(view.count().saturating_sub(1));
                let world = view.sample(rng);
                assert_eq!(world.view(view.seat()), *view, "{at}: what is allowed leaves a possible world");
                if awaits_decision(view, &world, rng) {
                    assert_eq!(world.audit(), Ok(()), "{at}: every card of that world is in one place");
                }
            }
        }
    }
}

/// Is the next event an action of the seat to move? It is not while cards are dealt or a penalty is paid.
pub fn awaits_decision<V: View>(view: &V, world: &V::Game, rng: &mut Rng) -> bool {
    if world.turn().is_none() || world.count() == 0 {
        return false;
    }
    let (mut next, mut first) = (world.clone(), None);
    next.apply(random_action(world, rng), |event| first = first.or(Some(event)));
    first.is_some_and(|event| view.check(&V::Game::redact(event, view.seat().into())).is_ok())
}

/// The same stream with one change: an event removed, repeated, swapped with another, moved to other seats,
/// or with one of its words replaced by a word of another event. The result may fit no viewer.
pub fn mutated<E: Event>(stream: &[E], seats: usize, rng: &mut Rng) -> Vec<E> {
    let mut stream = stream.to_vec();
    if stream.is_empty() {
        return stream;
    }
    let any = |rng: &mut Rng| rng.below(stream.len() as u32) as usize;
    let (at, other) = (any(rng), any(rng));
    match rng.below(6) {
        0 => drop(stream.remove(at)),
        1 => stream.insert(at, stream[at]),
        2 => stream.swap(at, other),
        3 => stream[at] = stream[at].renumber(|seat| seat.plus(1, seats)),
        4 => stream.insert(at, stream[other]),
        _ => {
            let (text, pool) = (stream[at].to_string(), stream[other].to_string());
            let mut words: Vec<&str> = text.split(' ').collect();
            let pool: Vec<&str> = pool.split(' ').collect();
            let place = rng.below(words.len() as u32) as usize;
            words[place] = pool[rng.below(pool.len() as u32) as usize];
            if let Ok(event) = words.join(" ").parse() {
                stream[at] = event;
            }
        }
    }
    stream
}

/// Counts the sequences of the next `depth` actions; a match that ends earlier counts once.
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

/// Checks that `check` and `actions` agree on actions from other moments of the same match.
///
/// # Panics
/// If they disagree.
pub fn check_agrees_with_actions<G: Game>(rules: &G::Rules, seed: u64) {
    let mut rng = Rng::new(seed);
    let setup = G::deal(rules, &mut rng);
    let mut state = G::start(&setup, |_| ());
    let mut pool: Vec<G::Action> = Vec::new();
    while state.turn().is_some() {
        let mut listed: Vec<G::Action> = list(|visit| state.actions(visit));
        let known: HashSet<G::Action> = listed.iter().copied().collect();
        for action in &pool {
            let legal = state.check(*action).is_ok();
            // If the list was cut off, an action that is not on it may still be legal.
            let agrees = legal == known.contains(action) || legal && known.len() == LISTED;
            assert!(agrees, "{} seed {seed}: is {action} legal ({legal}) in {state:?}", G::NAME);
        }
        if pool.len() < CHECKED {
            rng.shuffle(&mut listed);
            pool.extend(
                listed.into_iter().take(8).filter(|action| !pool.contains(action)).collect::<Vec<_>>(),
            );
        }
        let action = random_action(&state, &mut rng);
        state.apply(action, |_| ());
    }
}

/// The leak law: a viewer cannot distinguish two cards that no event has named to them.
///
/// Takes two cards that no event has named to the viewer up to some moment, exchanges them in the setup and
/// in all actions, and replays. If the exchanged match is legal, the viewer must get the same events,
/// sentences, pictures and choices up to that moment, and a seat must have the same view and the same
/// actions. So whose turn it is must not depend on cards that the viewer cannot know either.
fn leaks_nothing<G: Game>(played: &Played<G>, viewer: Viewer, seed: u64, rng: &mut Rng) {
    let until = rng.below(played.actions.len() as u32 + 1) as usize;
    let Some(real) = watch::<G>(&played.setup, &played.actions[..until], viewer) else {
        panic!("a record replays")
    };
    for _ in 0..4 {
        let Some(exchanged) = exchange::<G>(&played.setup, &played.actions[..until], &real.events, rng)
        else {
            continue;
        };
        let Some(other) = watch::<G>(&exchanged.setup, &exchanged.actions, viewer) else { continue };
        let (a, b) = &exchanged.cards;
        let at = format!("{} seed {seed}, {until} actions, {a} and {b} exchanged: {viewer:?}", G::NAME);
        assert_eq!(real.events, other.events, "{at} must read the same");
        assert_eq!(real.said, other.said, "{at} must hear the same");
        assert!(real.views == other.views, "{at} must know the same");
        for (one, two) in real.scenes.iter().zip(&other.scenes) {
            assert_eq!(one, two, "{at} must see the same");
            assert_eq!(one.picture(LISTED), two.picture(LISTED), "{at} must see the same");
        }
        for (one, two) in real.views.iter().zip(&other.views) {
            let options = (list::<G::Action>(|v| one.actions(v)), list::<G::Action>(|v| two.actions(v)));
            assert_eq!(options.0, options.1, "{at} must have the same choice");
        }
    }
}

/// A match in which two cards are exchanged.
pub struct Exchanged<G: Game> {
    /// The deal.
    pub setup: G::Setup,
    /// All actions. The exchange can make some of them illegal.
    pub actions: Vec<G::Action>,
    /// The cards.
    pub cards: (String, String),
}

/// Exchanges two random cards that none of these events names, in the setup and in all actions. `None` if
/// there are no two such cards, or if the deck has more copies of one than of the other: the composition of
/// the deck is no secret.
pub fn exchange<G: Game>(
    setup: &G::Setup,
    actions: &[G::Action],
    read: &[String],
    rng: &mut Rng,
) -> Option<Exchanged<G>> {
    let setup = setup.to_string();
    let read: HashSet<&str> = read.iter().flat_map(|event| event.split(' ')).collect();
    let mut unread: Vec<&str> =
        setup.split(' ').filter(|word| is_card(word) && !read.contains(word)).collect();
    unread.sort_unstable();
    unread.dedup();
    if unread.len() < 2 {
        return None;
    }
    rng.shuffle(&mut unread);
    let (a, b) = (unread[0], unread[1]);
    let often = |card: &str| setup.split(' ').filter(|word| *word == card).count();
    if often(a) != often(b) {
        return None;
    }
    let exchange = |text: String| {
        let other = |word| match word {
            word if word == a => b,
            word if word == b => a,
            word => word,
        };
        text.split(' ').map(other).collect::<Vec<_>>().join(" ")
    };
    let action =
        |action: &G::Action| exchange(action.to_string()).parse().expect("an exchanged action is one");
    Some(Exchanged {
        setup: exchange(setup.clone()).parse().expect("an exchanged setup is one"),
        actions: actions.iter().map(action).collect(),
        cards: (a.to_owned(), b.to_owned()),
    })
}

/// Cards are the words of two or three characters that are not settings or section names.
pub fn is_card(word: &str) -> bool {
    (2..=3).contains(&word.len()) && word.chars().any(|c| c.is_ascii_uppercase())
}

/// Everything a viewer heard and saw in a match.
struct Watched<G: Game> {
    events: Vec<String>,
    said: Vec<Said>,
    scenes: Vec<G::Scene>,
    /// Empty for a viewer without a seat.
    views: Vec<G::View>,
}

/// What `viewer` heard and saw of a match; `None` if one of its actions is illegal.
fn watch<G: Game>(setup: &G::Setup, actions: &[G::Action], viewer: Viewer) -> Option<Watched<G>> {
    let mut scene = G::Scene::new(&G::rules(setup), viewer);
    let (mut events, mut said) = (Vec::new(), Vec::new());
    let mut see = |scene: &mut G::Scene, event: G::Event| {
        let seen = G::redact(event, viewer);
        events.push(seen.to_string());
        said.push(scene.observe(seen).expect("what happens can be shown"));
    };
    let mut state = G::start(setup, |event| see(&mut scene, event));
    let (mut scenes, mut views) = (vec![scene.clone()], Vec::new());
    views.extend(viewer.seat().map(|seat| state.view(seat)));
    for &action in actions {
        state.play(action, |event| see(&mut scene, event)).ok()?;
        scenes.push(scene.clone());
        views.extend(viewer.seat().map(|seat| state.view(seat)));
    }
    Some(Watched { events, said, scenes, views })
}
