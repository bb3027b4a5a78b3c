//! `sample` against brute force: on small deals every world that fits is drawn equally often.

mod chi;

use std::collections::HashMap;

use cards::{BySeat, Card, CardBag, CardSet, Game, Rng, Seat, View, random_action};
use chi::{TOO_MUCH, surprise};
use games::durak::{DECK, Durak, DurakView, SEATS};
use games::tractor::{Phase, Public, Tractor, TractorView};

/// A world of Durak: the hands, and the stock with the next card last.
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

/// All ways to deal the unseen cards into hands with room or to places of the stock.
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
                let listed = worlds.len();
                let worlds: HashMap<World, f64> = worlds.into_iter().map(|world| (world, 1.0)).collect();
                assert_eq!(worlds.len(), listed, "a world is listed twice");
                let surprise = surprise(&worlds, || world(&view.sample(&mut rng)));
                assert!(surprise < TOO_MUCH, "seed {seed}: {surprise}");
                is_tested = true;
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

/// A world of Tractor: the hands. The other cards are in the kitty.
type Hands = BySeat<CardBag>;

fn hands(state: &Tractor) -> Hands {
    BySeat::from_fn(4, |seat| state.hand(seat))
}

/// Where unseen cards may be.
#[derive(Clone, Copy)]
struct Places<'a> {
    public: &'a Public,
    seat: Seat,
    /// Cards in the kitty that this seat has not seen.
    kitty: usize,
    /// Are facts about missing pairs considered?
    pairs: bool,
}

/// Every way to deal the unseen cards into places that may hold them, as if all cards were different. Equal
/// worlds are counted, because a shuffle does not merge them.
fn lay(rest: &[Card], places: Places, hands: Hands, worlds: &mut HashMap<Hands, f64>) {
    let Some((&card, rest)) = rest.split_first() else {
        *worlds.entry(hands).or_default() += 1.0;
        return;
    };
    let public = places.public;
    for seat in Seat::all(4).filter(|&seat| seat != places.seat) {
        let mut next = hands;
        next[seat].insert(card);
        let has_too_many = next[seat].len() > public.hand_size(seat);
        let is_void = public.lacks[seat].contains(card);
        let has_no_pair = places.pairs && !(next[seat].pairs() & public.unpaired[seat]).is_empty();
        if !has_too_many && !is_void && !has_no_pair {
            lay(rest, places, next, worlds);
        }
    }
    if places.kitty > 0 {
        lay(rest, Places { kitty: places.kitty - 1, ..places }, hands, worlds);
    }
}

/// All worlds of a view with few unseen cards, with or without the facts about missing pairs.
fn tractor_worlds(view: &TractorView, truth: &Tractor, pairs: bool) -> HashMap<Hands, f64> {
    let (public, seat) = (view.public(), view.seat());
    let others = Seat::all(4).filter(|&other| other != seat);
    let mut unseen: Vec<Card> = others.flat_map(|other| truth.hand(other).iter()).collect();
    let kitty = if seat == public.dealer { CardBag::EMPTY } else { truth.view(public.dealer).buried() };
    unseen.extend(kitty.iter());
    let mut hands = BySeat::all(4, CardBag::EMPTY);
    hands[seat] = view.hand();
    let mut worlds = HashMap::new();
    let places = Places { public, seat, kitty: kitty.len() as usize, pairs };
    lay(&unseen, places, hands, &mut worlds);
    worlds
}

/// Are there few enough unseen cards to list all worlds, and is there a fact about what a seat lacks?
fn is_for_listing(view: &TractorView) -> bool {
    let public = view.public();
    let mut others = Seat::all(4).filter(|&seat| seat != view.seat());
    let hidden: u32 = others.clone().map(|seat| public.hand_size(seat)).sum();
    let most = if view.seat() == public.dealer { 9 } else { 3 };
    let is_known = others.any(|seat| !(public.lacks[seat] | public.unpaired[seat]).is_empty());
    public.phase == Phase::Play && is_known && hidden <= most
}

#[test]
fn tractor_draws_every_deal_that_keeps_the_facts_equally_often() {
    let (mut tested, mut with_kitty, mut with_pairs, mut detected) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let mut state = Tractor::start(&Tractor::deal(&Default::default(), &mut rng), |_| ());
        let mut is_tested = false;
        while let Some(turn) = state.turn() {
            let view = state.view(turn);
            if !is_tested && is_for_listing(&view) {
                let worlds = tractor_worlds(&view, &state, true);
                assert!(worlds.contains_key(&hands(&state)), "the truth fits");
                if (2..400).contains(&worlds.len()) {
                    is_tested = true;
                    tested += 1;
                    let surprise_of = |rng: &mut Rng| surprise(&worlds, || hands(&view.sample(rng)));
                    let much = surprise_of(&mut rng);
                    assert!(much < TOO_MUCH, "seed {seed}, {} worlds: {much}", worlds.len());
                    with_kitty += u32::from(turn != view.public().dealer);
                    with_pairs += u32::from(tractor_worlds(&view, &state, false).len() > worlds.len());
                    // The same test detects a sampler that merges equal cards.
                    let list: Vec<&Hands> = worlds.keys().collect();
                    let mut draw = || *list[rng.below(list.len() as u32) as usize];
                    detected += u32::from(surprise(&worlds, &mut draw) > TOO_MUCH);
                }
            }
            state.apply(random_action(&state, &mut rng), |_| ());
        }
    }
    let counts = format!("{tested} tested, {with_kitty} {with_pairs} {detected}");
    assert!(tested > 300 && with_kitty > 50 && with_pairs > 20 && detected > 20, "{counts}");
    println!("{counts}");
}
