//! The hot paths do not use the heap: a counting allocator runs through whole random matches.
#![allow(unsafe_code)] // A global allocator cannot be written without; it only counts and forwards.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cards::{Flow, Rng, Rules, Seat, View, random_action};
use games::catalog::{CatalogGame, NAMES, WithGame, with_game};
use search::ismcts::{Ismcts, Settings};
use search::time_manager::Budget;
use search::{Belief, Heuristics, Probability};

struct Counting;

thread_local! {
    // Tests run on threads of one process, and each counts its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: forwards every call unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

/// One seat observes an event.
fn observe<G: CatalogGame>(view: &mut G::View, belief: &mut impl Belief<G>, event: G::Event) {
    let event = G::redact(event, view.seat().into());
    belief.observe(view, &event);
    view.observe(event);
}

struct Watch;
impl WithGame for Watch {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        for rules in G::Rules::variants() {
            let mut rng = Rng::new(11);
            for _ in 0..50 {
                let setup = G::deal(&rules, &mut rng);
                let me = Seat::new(0);
                let (mut mine, mut belief) =
                    (G::View::seated(&rules, me), <G::Heuristics as Heuristics<G>>::Belief::default());
                let heuristics = G::Heuristics::default();
                let mut state = G::start(&setup, |event| observe::<G>(&mut mine, &mut belief, event));
                let mut row = vec![0; G::FEATURES];
                let before = allocations();
                while let Some(turn) = state.turn() {
                    let action = random_action(&state, &mut rng);
                    assert!(state.check(action).is_ok());
                    let view = state.view(turn);
                    let mut listed = 0;
                    // Only a few, because Tractor has thousands of leads.
                    let mut some = |_| {
                        listed += 1;
                        if listed % 16 == 0 { Flow::Break(()) } else { Flow::Continue(()) }
                    };
                    let _ = state.actions(&mut some);
                    let _ = view.actions(&mut some);
                    let mut prefix = G::Prefix::default();
                    G::spell(&view, action, |token| {
                        assert!(G::tokens(&view, &prefix).contains(token));
                        G::describe(&view, &prefix, &mut row);
                        std::hint::black_box(G::add(&view, &mut prefix, token));
                    });
                    let mut world = view.sample(&mut rng);
                    world.apply(action, |_| ());
                    if turn == me {
                        let sampled = belief.sample(&mine, Probability::new(0.75), &mut rng);
                        std::hint::black_box(heuristics.rollout_for(turn, &sampled, &mut rng));
                    }
                    state.apply(action, |event| observe::<G>(&mut mine, &mut belief, event));
                    std::hint::black_box((&world, state.payoffs(), listed));
                }
                assert_eq!(allocations(), before, "{} {rules}: heap used in a hot path", G::NAME);
            }
        }
    }
}

struct WatchSearch;
impl WithGame for WatchSearch {
    type Out = ();
    fn run<G: CatalogGame>(self) {
        for rules in G::Rules::variants() {
            let mut rng = Rng::new(12);
            let heuristics = G::Heuristics::default();
            let settings = Settings { nodes: 1 << 12, ..heuristics.settings() };
            let mut search = Ismcts::<G, _>::new(settings, heuristics, G::sides(&rules), 0);
            let state = G::start(&G::deal(&rules, &mut rng), |_| ());
            let view = state.view(state.turn().expect("somebody begins"));
            let mut think = || search.think(|rng| view.sample(rng), Budget::iterations(1000), &mut rng);
            // The first decision allocates the tree and its lists.
            think();
            let before = allocations();
            think();
            assert_eq!(allocations(), before, "{} {rules}: heap used in the search", G::NAME);
        }
    }
}

#[test]
fn after_the_first_decision_a_search_does_not_touch_the_heap() {
    for name in NAMES {
        with_game(name, WatchSearch).expect("a game of the catalog");
    }
}

#[test]
fn apply_actions_check_view_samples_tokens_and_rows_do_not_touch_the_heap() {
    let before = allocations();
    drop(std::hint::black_box(Box::new(1)));
    assert!(allocations() > before, "the counter counts");
    for name in NAMES {
        with_game(name, Watch).expect("a game of the catalog");
    }
}
