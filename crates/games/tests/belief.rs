//! `sample` against brute force: on small deals every world that fits comes equally often.

use std::collections::HashMap;
use std::hash::Hash;

use cards::{Card, CardSet, Game, Rng, Seat, View, random_action};
use games::durak::{DECK, Durak, DurakView, SEATS};

/// Draws from a view and compares with the list of all worlds.
///
/// # Panics
/// If a world comes that is not in the list, or chi-square is beyond what one seed in ten thousand gives.
fn comes_equally_often<W: Hash + Eq + std::fmt::Debug>(worlds: &[W], mut draw: impl FnMut() -> W) -> bool {
    const EACH: usize = 60;
    let mut seen: HashMap<&W, usize> = worlds.iter().map(|world| (world, 0)).collect();
    assert_eq!(seen.len(), worlds.len(), "a world is listed twice");
    for _ in 0..EACH * worlds.len() {
        let world = draw();
        *seen.get_mut(&world).unwrap_or_else(|| panic!("{world:?} does not fit")) += 1;
    }
    let chi: f64 = seen.values().map(|&n| (n as f64 - EACH as f64).powi(2) / EACH as f64).sum();
    let freedom = worlds.len() as f64 - 1.0;
    // Wilson and Hilferty's approximation: the cube root of chi-square is nearly normal.
    let normal = ((chi / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt();
    assert!(normal < 3.72, "chi-square {chi:.1} of {freedom} degrees");
    true
}

/// A durak world as others' hands and the stock, the next card last.
type World = (Vec<CardSet>, Vec<Card>);

fn world(state: &Durak) -> World {
    (Seat::all(SEATS).map(|seat| state.hand(seat)).collect(), state.stock().to_vec())
}

/// Are there few enough unseen cards to list all worlds?
fn is_small(view: &DurakView) -> bool {
    let public = view.public();
    let others = Seat::all(SEATS).filter(|&seat| seat != view.seat());
    let hidden = others.map(|seat| u32::from(public.count(seat)) - public.shown(seat).len());
    hidden.sum::<u32>() + u32::from(public.stock) <= 7
}

/// All ways to lay the unseen cards one by one into a hand that has room, or at a place of the stock.
fn durak_worlds(view: &DurakView) -> Vec<World> {
    let public = view.public();
    let known = |seat: Seat| if seat == view.seat() { view.hand() } else { public.shown(seat) };
    let hands: Vec<CardSet> = Seat::all(SEATS).map(known).collect();
    let placed = hands.iter().fold(public.gone | public.on_table(), |all, &hand| all | hand);
    let unseen: Vec<Card> = (DECK - placed).collect();
    let mut stocks: Vec<(Vec<CardSet>, Vec<Option<Card>>)> = vec![(hands, vec![None; public.stock.into()])];
    for card in unseen {
        let mut grown = Vec::new();
        for (hands, stock) in stocks {
            for seat in Seat::all(SEATS).filter(|&seat| seat != view.seat()) {
                if hands[seat.index()].len() < u32::from(public.count(seat)) {
                    let mut hands = hands.clone();
                    hands[seat.index()].insert(card);
                    grown.push((hands, stock.clone()));
                }
            }
            for place in (0..stock.len()).filter(|&place| stock[place].is_none()) {
                let mut stock = stock.clone();
                stock[place] = Some(card);
                grown.push((hands.clone(), stock));
            }
        }
        stocks = grown;
    }
    let whole = |stock: Vec<Option<Card>>| stock.into_iter().map(|card| card.expect("all placed")).collect();
    stocks.into_iter().map(|(hands, stock)| (hands, whole(stock))).collect()
}

#[test]
fn durak_draws_every_world_that_fits_equally_often() {
    let (mut tested, mut with_stock, mut with_shown) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut state = Durak::start(&Durak::deal(&Default::default(), &mut rng), |_| ());
        let mut is_tested = false;
        while let Some(turn) = state.turn() {
            let view = state.view(turn);
            let worlds = if is_tested || !is_small(&view) { Vec::new() } else { durak_worlds(&view) };
            if (2..1_000).contains(&worlds.len()) {
                assert!(worlds.contains(&world(&state)), "the truth fits");
                is_tested = comes_equally_often(&worlds, || world(&view.sample(&mut rng)));
                tested += 1;
                with_stock += u32::from(view.public().stock > 0);
                let others = Seat::all(SEATS).filter(|&seat| seat != turn);
                with_shown += u32::from(others.clone().any(|seat| !view.public().shown(seat).is_empty()));
            }
            state.apply(random_action(&state, &mut rng), |_| ());
        }
    }
    assert!(tested > 200 && with_shown > 100, "{tested} tested, {with_stock} {with_shown}");
}
