//! Champions of the House of Cards are perfect: every decision is compared with an exact solver.

use cards::{Agent, Event as _, Game, Rng, Rules as _, Seat, TimeLeft, View};
use games::house::{Action, Event, House, HouseView, Rules, Setup, TABLE_BITS};
use games::levels::PlayerSpec;
use search::minimax::Solver;

fn player(name: &str) -> Box<dyn Agent<House>> {
    PlayerSpec::read::<House>(name).expect("a player").agent().expect("an agent")
}

fn solver() -> Solver<House> {
    Solver::new(TABLE_BITS, House::sides(&Rules::default()))
}

/// A player with its view. It may have another seat number in its own view, as a bot does.
struct Seated {
    seat: Seat,
    shift: usize,
    view: HouseView,
    agent: Box<dyn Agent<House>>,
}

impl Seated {
    fn new(name: &str, rules: &Rules, seat: Seat, shift: usize, rng: Rng) -> Seated {
        let (mut agent, own) = (player(name), seat.plus(shift, 2));
        agent.start(rules, own, rng);
        Seated { seat, shift, view: HouseView::seated(rules, own), agent }
    }

    fn observe(&mut self, event: Event) {
        let event = event.renumber(|seat| seat.plus(self.shift, 2));
        assert_eq!(self.view.check(&event), Ok(()), "{event}");
        self.agent.observe(&self.view, event);
        self.view.observe(event);
    }
}

/// Plays a deck between two players of this name, whose every decision must be a best one. Returns what the
/// first seat wins, and what it wins with best play.
fn play(name: &str, solver: &mut Solver<House>, ranks: u8, seed: u64, shift: usize) -> (i32, i32) {
    let rules = Rules::new(ranks).expect("5 to 13 ranks");
    let setup = House::deal(&rules, &mut Rng::new(seed));
    let mut players: Vec<Seated> = Seat::all(2)
        .map(|seat| Seated::new(name, &rules, seat, shift, Rng::stream(seed, 1 + seat.index() as u64)))
        .collect();
    let observe =
        |players: &mut Vec<Seated>, event| players.iter_mut().for_each(|player| player.observe(event));
    let mut house = House::start(&setup, |event| observe(&mut players, event));
    let mut run = solver.start(&house);
    let value = run.value(&house);
    while let Some(seat) = house.turn() {
        let player = &mut players[seat.index()];
        assert_eq!(player.seat, seat);
        let action = player.agent.decide(&player.view, &TimeLeft::UNLIMITED).action;
        let values = run.actions(&house);
        let chosen = values.iter().find(|(known, _)| *known == action).expect("a legal action").1;
        assert_eq!(chosen, value, "ranks={ranks} seed {seed}: {name} plays {action}, of {values:?}");
        house.play(action, |event| observe(&mut players, event)).expect("a legal action");
    }
    (house.payoffs()[Seat::new(0)], value)
}

#[test]
fn two_champions_lose_no_point_on_two_hundred_decks_of_all_sizes() {
    let mut solver = solver();
    for seed in 0..200 {
        let ranks = Rules::variants()[seed as usize % 9].ranks();
        let (won, value) = play("champion", &mut solver, ranks, seed, seed as usize / 9 % 2);
        assert_eq!(won, value, "ranks={ranks} seed {seed}");
    }
}

#[test]
fn two_experts_lose_no_point_either() {
    let mut solver = solver();
    for seed in 200..240 {
        let ranks = Rules::variants()[seed as usize % 9].ranks();
        let (won, value) = play("expert", &mut solver, ranks, seed, 0);
        assert_eq!(won, value, "ranks={ranks} seed {seed}");
    }
}

/// Hints are the exact values, best first, for any iterations and any level.
#[test]
fn hints_are_the_solvers_values() {
    let mut solver = solver();
    for seed in 0..40 {
        let ranks = Rules::variants()[seed as usize % 9].ranks();
        let rules = Rules::new(ranks).expect("5 to 13 ranks");
        let mut house = House::start(&House::deal(&rules, &mut Rng::new(seed)), |_| ());
        let agent = player(["champion", "expert", "club"][seed as usize % 3]);
        let mut run = solver.start(&house);
        while let Some(seat) = house.turn() {
            let hints = agent.action_values(&house.view(seat), 1, Rng::new(seed));
            assert!(hints.windows(2).all(|pair| pair[0].value >= pair[1].value), "the best comes first");
            assert!(hints.iter().all(|hint| hint.margin == 0.0), "exact values have no margin");
            let values = run.actions(&house);
            assert_eq!(hints.len(), values.len());
            for hint in &hints {
                let (_, first) = values.iter().find(|(action, _)| *action == hint.action).expect("legal");
                let value = if seat.index() == 0 { *first } else { -*first };
                assert_eq!(hint.value, f64::from(value), "ranks={ranks} seed {seed}: {}", hint.action);
            }
            let action = hints[seed as usize % hints.len()].action;
            house.apply(action, |_| ());
        }
    }
}

#[test]
fn the_first_hint_of_deal_40_is_to_hold() {
    // What `croupier deal house --seed 40` prints.
    let setup: Setup = House::deal(&Rules::default(), &mut Rng::new(40));
    let house = House::start(&setup, |_| ());
    let seat = house.turn().expect("a match begins with a decision");
    let hints = player("champion").action_values(&house.view(seat), 1000, Rng::new(1));
    assert_eq!(hints[0].action, Action::Hold, "{hints:?}");
    assert!(hints[0].value > hints[1].value, "nothing else is as good: {hints:?}");
}
