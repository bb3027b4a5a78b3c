//! How the scenes and checks of Mau-Mau and Uno are tested: a table sketched in text, sentences in English, and
//! the slow twin of `check`, which plays sampled worlds on to find out what can happen.

use std::collections::HashSet;

use cards::scene::{Item, Mark, Shown, Zone};
use cards::{Flow, Game, Message, Picture, Rng, Rules as _, Scene, Seat, View, Viewer, laws, random_action};

use crate::text::Language;

/// Sentences as a viewer reads them, those that say the same about the same seat joined to one.
pub(crate) fn in_english(said: Vec<Message>, viewer: Viewer) -> String {
    let mut joined: Vec<Message> = Vec::new();
    for message in said {
        if !joined.last_mut().is_some_and(|last| last.join(&message)) {
            joined.push(message);
        }
    }
    let english = Language::english();
    joined.iter().map(|message| english.say(message, viewer.seat())).collect::<Vec<_>>().join(" ")
}

/// Plays an action from one state and answers what the scenes of these viewers, who have seen the same match so
/// far, say about it.
pub(crate) fn tell<G: Game>(
    game: &mut G,
    scenes: &mut [(Viewer, G::Scene)],
    actions: &str,
) -> (Vec<String>, Vec<G::Event>) {
    let mut events = Vec::new();
    for text in actions.split(", ") {
        let Ok(action) = text.parse() else { panic!("{text} is an action") };
        game.play(action, |event| events.push(event)).expect(text);
    }
    let hears = |(viewer, scene): &mut (Viewer, G::Scene)| {
        let said =
            events.iter().flat_map(|&event| scene.observe(G::redact(event, *viewer)).expect("possible"));
        in_english(said.collect(), *viewer)
    };
    (scenes.iter_mut().map(hears).collect(), events)
}

/// Tells a scene events in text, as its viewer sees them, and answers why the last of them is refused.
pub(crate) fn refusal<S: Scene>(scene: &mut S, told: &str, refused: &str) -> String {
    let event = |text: &str| match text.parse() {
        Ok(event) => event,
        Err(_) => panic!("{text} is an event"),
    };
    for text in told.split(", ").filter(|text| !text.is_empty()) {
        scene.observe(event(text)).expect(text);
    }
    let before = scene.clone();
    let why = scene.observe(event(refused)).expect_err(refused);
    assert!(*scene == before, "{refused}: a refused event changes nothing");
    why.to_string()
}

fn card(shown: &Shown) -> String {
    let mark = |mark: &Mark| match mark {
        Mark::Seen => "!",
        Mark::Drawn => "+",
        _ => "?",
    };
    shown.face.short() + &shown.marks.iter().map(mark).collect::<String>()
}

fn zone(zone: &Zone) -> String {
    let english = Language::english();
    let mut text = english.name(zone.name);
    text.extend(zone.owner.map(|seat| format!(" {seat}")));
    text.push(':');
    for group in &zone.groups {
        text.extend(group.name.as_ref().map(|name| format!(" {}", english.say(name, None))));
        for item in &group.items {
            let Item::Card(shown) = item else { panic!("only cards lie here") };
            text += &format!(" {}", card(shown));
        }
    }
    if zone.hidden > 0 {
        text += &format!(" and {}", zone.hidden);
    }
    text
}

/// A picture in lines: zones, then facts, then the prompt and the choices. A card seen by all is marked `!`, one
/// just drawn `+`.
pub(crate) fn sketch(picture: &Picture) -> Vec<String> {
    let english = Language::english();
    let you = picture.viewer.seat();
    let facts = picture
        .facts
        .iter()
        .map(|fact| format!("{}: {}", english.name(fact.name), english.value(&fact.value, you)));
    let roles = picture.seats.iter().filter_map(|info| {
        let role = info.role.as_ref().map(|role| format!(" {}", english.say(role, you)));
        let score = info.score.map(|score| format!(" {score}"));
        let text: String = [role, score].into_iter().flatten().collect();
        (!text.is_empty()).then(|| format!("seat {}:{text}", info.seat))
    });
    let ask = picture.ask.iter().flat_map(|ask| {
        let choices = ask.choices.iter().map(|choice| english.say(&choice.name, you)).collect::<Vec<_>>();
        [english.say(&ask.prompt, you), choices.join(", ")]
    });
    picture.zones.iter().map(zone).chain(facts).chain(roles).chain(ask).collect()
}

/// Plays random matches and puts everything anybody is told or shown into English. Nothing may be missing there.
pub(crate) fn says_everything_in_english<G: Game>(matches: u64) {
    let english = Language::english();
    let has = |id: &str| assert!(english.has(id), "{}: {id} has no English", G::NAME);
    let says = |message: &Message, viewer: Viewer| {
        has(message.id);
        let text = english.say(message, viewer.seat());
        assert_ne!(text, message.to_string(), "{}", G::NAME);
        assert!(!text.contains(['{', '}']), "{text}");
    };
    for seed in 0..matches {
        let mut rng = Rng::new(seed);
        let variants = G::Rules::variants();
        let rules = variants[seed as usize % variants.len()];
        let mut scenes: Vec<_> =
            laws::viewers(&rules).map(|viewer| (viewer, G::Scene::new(&rules, viewer))).collect();
        let mut log = Vec::new();
        let mut state = G::start(&G::deal(&rules, &mut rng), |event| log.push(event));
        loop {
            for (viewer, scene) in &mut scenes {
                for &event in &log {
                    let said = scene.observe(G::redact(event, *viewer)).expect("what happens can be shown");
                    said.iter().for_each(|message| says(message, *viewer));
                }
                let picture = scene.picture(usize::MAX);
                picture.zones.iter().for_each(|zone| has(zone.name));
                let groups = picture.zones.iter().flat_map(|zone| &zone.groups);
                groups.filter_map(|group| group.name.as_ref()).for_each(|name| says(name, *viewer));
                for fact in &picture.facts {
                    has(fact.name);
                    if let cards::Value::Name(id) = fact.value {
                        has(id);
                    }
                }
                picture
                    .seats
                    .iter()
                    .filter_map(|info| info.role.as_ref())
                    .for_each(|role| says(role, *viewer));
                if let Some(ask) = &picture.ask {
                    says(&ask.prompt, *viewer);
                    ask.choices.iter().for_each(|choice| says(&choice.name, *viewer));
                }
            }
            log.clear();
            if state.turn().is_none() {
                break;
            }
            state.apply(random_action(&state, &mut rng), |event| log.push(event));
        }
    }
}

/// The first events of everything that may be done in a world, as a viewer sees them.
fn first_events<G: Game>(world: &G, viewer: Viewer) -> HashSet<G::Event> {
    let mut firsts = HashSet::new();
    let _ = world.actions(|action| {
        let mut first = None;
        world.clone().apply(action, |event| first = first.or(Some(event)));
        firsts.extend(first.map(|event| G::redact(event, viewer)));
        Flow::Continue(())
    });
    firsts
}

/// What an event is and whom it is about, whatever card it names.
fn kind_and_seat(event: &impl cards::Event) -> Vec<String> {
    let text = event.to_string();
    let is_kept = |word: &&str| word.parse::<Seat>().is_ok() || word.len() > 2;
    text.split(' ').take(2).filter(is_kept).map(str::to_owned).collect()
}

/// The slow twin of `check`. Where somebody is to move, `check` allows exactly what can happen in some world that
/// looks like the view; between the events of one action, only an event like the one that comes. Views in which
/// somebody holds many cards are left out: that none of them fits happens too seldom to be seen.
pub(crate) fn allows_exactly_what_can_happen<G: Game>(
    rules: &G::Rules,
    seed: u64,
    all: &[G::Event],
    largest_hand: impl Fn(&G::View) -> usize,
) {
    let mut rng = Rng::new(seed);
    let mut log = Vec::new();
    let mut state = G::start(&G::deal(rules, &mut rng), |event| log.push(event));
    let mut views: Vec<G::View> = Seat::all(rules.seats()).map(|seat| G::View::seated(rules, seat)).collect();
    for view in &mut views {
        log.iter().for_each(|&event| view.observe(G::redact(event, view.seat().into())));
    }
    while state.turn().is_some() {
        for view in views.iter().filter(|view| largest_hand(view) <= 7) {
            let allowed: HashSet<G::Event> =
                all.iter().filter(|&event| view.check(event).is_ok()).copied().collect();
            let (mut possible, mut samples) = (HashSet::new(), 0);
            // Rare worlds are looked for only if one of them is needed.
            while samples < 40 || samples < 200_000 && !allowed.is_subset(&possible) {
                possible.extend(first_events(&view.sample(&mut rng), view.seat().into()));
                samples += 1;
            }
            let name =
                |events: HashSet<&G::Event>| events.iter().map(|event| event.to_string()).collect::<Vec<_>>();
            let (more, fewer) = (allowed.difference(&possible), possible.difference(&allowed));
            let (more, fewer) = (name(more.collect()), name(fewer.collect()));
            assert!(
                more.is_empty() && fewer.is_empty(),
                "{} seed {seed}: allowed too much {more:?} or too little {fewer:?} in {view:?}",
                G::NAME
            );
        }
        log.clear();
        state.apply(random_action(&state, &mut rng), |event| log.push(event));
        for view in &mut views {
            for (n, &event) in log.iter().enumerate() {
                let seen = G::redact(event, view.seat().into());
                if n > 0 {
                    for other in all.iter().filter(|&other| view.check(other).is_ok()) {
                        assert_eq!(
                            kind_and_seat(other),
                            kind_and_seat(&seen),
                            "{} seed {seed}: {other}",
                            G::NAME
                        );
                    }
                }
                view.observe(seen);
            }
        }
    }
    for view in &views {
        assert!(all.iter().all(|event| view.check(event).is_err()), "{} seed {seed}: it is over", G::NAME);
    }
}

/// The same for those who have no seat: who sees all cards allows exactly what can be done, but for the cards of a
/// face-down pile; who sees what lies open allows that at least, and of nobody but the seat to move.
pub(crate) fn spectators_allow_what_can_happen<G: Game>(rules: &G::Rules, seed: u64, all: &[G::Event]) {
    let mut rng = Rng::new(seed);
    let mut log = Vec::new();
    let mut state = G::start(&G::deal(rules, &mut rng), |event| log.push(event));
    let mut scenes = [Viewer::Public, Viewer::Open].map(|viewer| (viewer, G::Scene::new(rules, viewer)));
    loop {
        for (viewer, scene) in &mut scenes {
            for event in log.iter().map(|&event| G::redact(event, *viewer)) {
                scene.observe(event).expect("what happens can be shown");
            }
            let allowed = all.iter().filter(|&&event| scene.clone().observe(event).is_ok());
            let allowed: HashSet<G::Event> = allowed.copied().collect();
            let possible = first_events(&state, *viewer);
            let at = format!("{} seed {seed}: {viewer:?}", G::NAME);
            assert!(possible.is_subset(&allowed), "{at} refuses what can happen");
            let turn = state.turn().map(|seat| seat.to_string());
            for other in allowed.difference(&possible) {
                let text = other.to_string();
                let is_of_turn = text.split(' ').nth(1).is_none_or(|word| Some(word) == turn.as_deref());
                assert!(is_of_turn, "{at} allows {text} out of turn");
                assert!(*viewer == Viewer::Public || text.starts_with("draw "), "{at} allows {text}");
            }
        }
        log.clear();
        if state.turn().is_none() {
            break;
        }
        state.apply(random_action(&state, &mut rng), |event| log.push(event));
    }
}

/// Events in which something was changed and which are allowed all the same leave a world that is whole, once
/// somebody is to move.
pub(crate) fn what_is_allowed_leaves_whole_worlds<G: Game>(
    rules: &G::Rules,
    seed: u64,
    is_decision: impl Fn(&G::View) -> bool,
) {
    let mut rng = Rng::new(seed);
    let mut events = Vec::new();
    let mut state = G::start(&G::deal(rules, &mut rng), |event| events.push(event));
    while state.turn().is_some() {
        state.apply(random_action(&state, &mut rng), |event| events.push(event));
    }
    for seat in Seat::all(rules.seats()) {
        let told: Vec<G::Event> = events.iter().map(|&event| G::redact(event, seat.into())).collect();
        for _ in 0..10 {
            let mut view = G::View::seated(rules, seat);
            for event in laws::mutated(&told, rules.seats(), &mut rng) {
                if view.check(&event).is_err() {
                    continue;
                }
                view.observe(event);
                if is_decision(&view) {
                    let world = view.sample(&mut rng);
                    assert_eq!(world.audit(), Ok(()), "{} seed {seed}: {seat:?} is told {event}", G::NAME);
                    assert_ne!(world.count(), 0, "{} seed {seed}: {seat:?} is told {event}", G::NAME);
                }
            }
        }
    }
}

/// An event told by every seat's number, beyond the table too.
pub(crate) fn of_every_seat<E: cards::Event>(event: E) -> impl Iterator<Item = E> {
    Seat::all(cards::MAX_SEATS).map(move |seat| event.renumber(|_| seat))
}
