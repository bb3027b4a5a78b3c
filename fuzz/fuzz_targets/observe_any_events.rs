//! Any events, made from those of a real match. A view and its scene agree on which to allow. A refused event
//! changes nothing; an allowed one leaves a possible world and a picture.
#![no_main]

use cards::{Game, Rng, Rules, Scene, Seat, View, Viewer, laws, random_action};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use libfuzzer_sys::fuzz_target;

/// How many choices a picture lists.
const LISTED: usize = 4;

struct Observe<'a>(&'a [u8]);
impl WithGame for Observe<'_> {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        let [variant, viewer, deal, other, changes @ ..] = self.0 else { return };
        let variants = G::Rules::variants();
        let rules = variants[usize::from(*variant) % variants.len()];
        let viewers: Vec<Viewer> = laws::viewers(&rules).collect();
        let viewer = viewers[usize::from(*viewer) % viewers.len()];
        let mut rng = Rng::new(u64::from(*deal));
        let truth = events::<G>(&rules, viewer, usize::from(*other), &mut rng);
        let redacted: Vec<G::Event> = truth.iter().map(|&event| G::redact(event, viewer)).collect();
        let stream = changed::<G>(&truth, redacted.clone(), &viewers, rules.seats(), changes);
        observe::<G>(&rules, viewer, &stream, stream == redacted, &mut rng);
    }
}

/// The events of a random match. After `other` decisions it continues in another world that looks the same to
/// the viewer, since that could have happened too.
fn events<G: Game>(rules: &G::Rules, viewer: Viewer, other: usize, rng: &mut Rng) -> Vec<G::Event> {
    let mut events = Vec::new();
    let mut state = G::start(&G::deal(rules, rng), |event| events.push(event));
    for decision in 0.. {
        if state.turn().is_none() {
            break;
        }
        if let (true, Some(seat)) = (decision == other, viewer.seat()) {
            state = state.view(seat).sample(rng);
        }
        let action = random_action(&state, rng);
        state.apply(action, |event| events.push(event));
    }
    events
}

/// Applies the changes to the events, four bytes a change.
fn changed<G: Game>(
    truth: &[G::Event],
    mut stream: Vec<G::Event>,
    viewers: &[Viewer],
    seats: usize,
    changes: &[u8],
) -> Vec<G::Event> {
    for change in changes.chunks_exact(4).take(16) {
        let [how, at, from, word] = *change else { break };
        if stream.is_empty() {
            break;
        }
        let at = (usize::from(at) + 256 * usize::from(how >> 4)) % stream.len();
        let from = usize::from(from) % truth.len().min(stream.len());
        match how % 8 {
            0 => drop(stream.remove(at)),
            1 => stream.insert(at, stream[from]),
            2 => stream.swap(at, from),
            3 => stream[at] = stream[at].renumber_by(usize::from(word), seats),
            4 => stream.truncate(at),
            // What another viewer sees.
            5 => stream[at] = G::redact(truth[at % truth.len()], viewers[usize::from(word) % viewers.len()]),
            6 => {
                let pool = format!("{} ?? 1 2 3 4", truth[from]);
                stream[at] = with_word(stream[at], &pool, word);
            }
            _ => stream = laws::mutated(&stream, seats, &mut Rng::new(u64::from(word))),
        }
    }
    stream
}

trait RenumberBy: cards::Event {
    /// Every seat `by` places further.
    fn renumber_by(self, by: usize, seats: usize) -> Self {
        self.renumber(|seat: Seat| seat.plus(by, seats))
    }
}
impl<E: cards::Event> RenumberBy for E {}

/// Replaces one word by one from the pool, if the result is an event.
fn with_word<E: cards::Event>(event: E, pool: &str, choice: u8) -> E {
    let text = event.to_string();
    let mut words: Vec<&str> = text.split(' ').collect();
    let pool: Vec<&str> = pool.split(' ').collect();
    let (place, choice) = (usize::from(choice) % words.len(), usize::from(choice) / words.len());
    words[place] = pool[choice % pool.len()];
    words.join(" ").parse().unwrap_or(event)
}

fn observe<G: Game>(rules: &G::Rules, viewer: Viewer, stream: &[G::Event], is_possible: bool, rng: &mut Rng) {
    let mut scene = G::Scene::new(rules, viewer);
    let mut view = viewer.seat().map(|seat| G::View::seated(rules, seat));
    for &event in stream {
        let at = format!("{} {rules}, {viewer:?} observes {event}", G::NAME);
        let before = scene.clone();
        let shown = scene.observe(event);
        assert!(shown.is_ok() || !is_possible, "{at}: it can happen ({shown:?})");
        assert!(shown.is_ok() || scene == before, "{at}: a refused event changes nothing");
        let picture = scene.picture(LISTED);
        assert_eq!(picture.seats.len(), rules.seats(), "{at}");
        let Some(view) = &mut view else { continue };
        let checked = view.check(&event);
        assert_eq!(checked.is_ok(), shown.is_ok(), "{at}: view and scene agree ({checked:?}, {shown:?})");
        if checked.is_err() {
            continue;
        }
        view.observe(event);
        let count = view.count();
        if let Some(ask) = &picture.ask {
            assert_eq!(ask.all, count, "{at}: as many choices as actions");
        }
        let _ = view.nth(count.saturating_sub(1));
        let world = view.sample(rng);
        assert_eq!(world.view(view.seat()), *view, "{at}: what is allowed leaves a possible world");
        if laws::awaits_decision(view, &world, rng) {
            assert_eq!(world.audit(), Ok(()), "{at}: every card of it is in one place");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = data.split_first() else { return };
    with_game(NAMES[usize::from(*game) % NAMES.len()], Observe(rest));
});
