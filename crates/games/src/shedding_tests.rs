//! How the scenes and checks of Mau-Mau and Uno are tested: a picture as text, sentences in English, and the
//! slow twin of `check`, which plays sampled worlds to find out what can happen.

use std::collections::HashSet;

use cards::scene::{Item, Mark, Shown, Zone};
use cards::{Flow, Game, Message, Picture, Rng, Rules as _, Scene, Seat, View, Viewer, laws, random_action};

use crate::text::Language;

/// Sentences as a viewer reads them. Sentences that say the same about the same seat are joined.
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

/// Plays actions and returns what each viewer reads about them, and the events. The scenes have seen the same
/// match so far.
pub(crate) fn play_and_read<G: Game>(
    game: &mut G,
    scenes: &mut [(Viewer, G::Scene)],
    actions: &str,
) -> (Vec<String>, Vec<G::Event>) {
    let mut events = Vec::new();
    for text in actions.split(", ") {
        let Ok(action) = text.parse() else { panic!("{text} is an action") };
        game.play(action, |event| events.push(event)).expect(text);
    }
    let reads = |(viewer, scene): &mut (Viewer, G::Scene)| {
        let said =
            events.iter().flat_map(|&event| scene.observe(G::redact(event, *viewer)).expect("possible"));
        in_english(said.collect(), *viewer)
    };
    (scenes.iter_mut().map(reads).collect(), events)
}

/// Feeds a scene with events in text, redacted for its viewer, and returns why the last one is refused.
pub(crate) fn refusal<S: Scene>(scene: &mut S, before: &str, refused: &str) -> String {
    let event = |text: &str| match text.parse() {
        Ok(event) => event,
        Err(_) => panic!("{text} is an event"),
    };
    for text in before.split(", ").filter(|text| !text.is_empty()) {
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

/// A picture in lines: zones, facts, then prompt and choices. A card that everybody knows is marked `!`, one
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

/// Plays random matches and renders everything that any viewer reads or sees in English. No message may be
/// missing.
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

/// The first event of every legal action in a world, redacted for a viewer.
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

/// The kind and the seat of an event, without its card.
fn kind_and_seat(event: &impl cards::Event) -> Vec<String> {
    let text = event.to_string();
    let is_kept = |word: &&str| word.parse::<Seat>().is_ok() || word.len() > 2;
    text.split(' ').take(2).filter(is_kept).map(str::to_owned).collect()
}

/// The slow twin of `check`. At a decision, `check` allows exactly what can happen in some world that looks
/// like the view. Between the events of one action, it allows only events of the kind and seat that come.
/// Views with large hands are left out: that no card of a large hand fits is too rare to be sampled.
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
            // Many samples are drawn only if a rare world is needed.
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

/// The same for viewers without a seat. A viewer who sees all cards allows exactly what can happen, except
/// that a drawn card is unknown. A spectator allows at least that, and only for the seat to move.
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

/// Changed events that are allowed leave a consistent world at every decision.
pub(crate) fn what_is_allowed_leaves_consistent_worlds<G: Game>(
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
        let redacted: Vec<G::Event> = events.iter().map(|&event| G::redact(event, seat.into())).collect();
        for _ in 0..10 {
            let mut view = G::View::seated(rules, seat);
            for event in laws::mutated(&redacted, rules.seats(), &mut rng) {
                if view.check(&event).is_err() {
                    continue;
                }
                view.observe(event);
                if is_decision(&view) {
                    let world = view.sample(&mut rng);
                    assert_eq!(world.audit(), Ok(()), "{} seed {seed}: {seat:?} observes {event}", G::NAME);
                    assert_ne!(world.count(), 0, "{} seed {seed}: {seat:?} observes {event}", G::NAME);
                }
            }
        }
    }
}

/// An event with every seat's number, also numbers beyond the table.
pub(crate) fn of_every_seat<E: cards::Event>(event: E) -> impl Iterator<Item = E> {
    Seat::all(cards::MAX_SEATS).map(move |seat| event.renumber(|_| seat))
}
