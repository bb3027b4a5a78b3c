//! `sample` of the games with a draw pile against brute force: on small deals every world that fits is drawn
//! as often as it should be. And the gain of belief-weighted samples.

mod chi;

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use cards::{Card, CardSet, Game, Rank, Rng, Rules, Seat, View, random_action};
use chi::{TOO_MUCH, surprise};
use games::catalog::CatalogGame;
use games::mau_mau::{self, Event, MauMau, MauMauView, Phase};
use games::uno::{self, Uno, UnoView};
use search::{Belief, Heuristics, Probability};

/// Each world must be drawn in proportion to the number of ways to deal it; it is listed once for each way.
fn comes_as_listed<W: Hash + Eq + Debug + Clone>(ways: &[W], draw: impl FnMut() -> W) {
    let mut worlds = HashMap::new();
    ways.iter().for_each(|world| *worlds.entry(world.clone()).or_default() += 1.0);
    let surprise = surprise(&worlds, draw);
    assert!(surprise < TOO_MUCH, "{surprise} standard deviations");
}

/// All ways to deal cards into groups, each with its room and the cards it takes. Equal cards count as
/// different.
fn ways<C: Copy>(cards: &[C], groups: &[(usize, &dyn Fn(C) -> bool)]) -> Vec<Vec<Vec<C>>> {
    let mut all = vec![vec![Vec::new(); groups.len()]];
    for &card in cards {
        let mut grown = Vec::new();
        for way in all {
            for (n, &(room, takes)) in groups.iter().enumerate() {
                if way[n].len() < room && takes(card) {
                    let mut way = way.clone();
                    way[n].push(card);
                    grown.push(way);
                }
            }
        }
        all = grown;
    }
    all
}

/// A world of a match with a draw pile: the hands in card order, and the pile.
type Table<C> = (Vec<Vec<C>>, Vec<C>);

/// A hand as another seat sees it.
struct Held<C> {
    /// The known cards.
    known: Vec<C>,
    hidden: usize,
    /// Was one of the hidden cards just drawn, because no other card of the hand fitted?
    just_drew: bool,
    /// Has the seat just drawn, a hidden card or a known one?
    fits_nothing_older: bool,
}

/// All worlds, each once for every way to deal it. `pile` is its cards if everybody knows them; otherwise its
/// size.
fn tables<C: Copy + Ord>(
    unseen: &[C],
    hands: &[Held<C>],
    pile: Result<Vec<C>, usize>,
    fits: &dyn Fn(C) -> bool,
) -> Vec<Table<C>> {
    let misfits = |card: C| !fits(card);
    let any = |_: C| true;
    let mut groups: Vec<(usize, &dyn Fn(C) -> bool)> = Vec::new();
    for hand in hands {
        let older: &dyn Fn(C) -> bool = if hand.fits_nothing_older { &misfits } else { &any };
        groups.push((hand.hidden - usize::from(hand.just_drew), older));
        groups.push((usize::from(hand.just_drew), &any));
    }
    // Each place of the pile is a group.
    groups.extend((0..*pile.as_ref().err().unwrap_or(&0)).map(|_| (1, &any as &dyn Fn(C) -> bool)));
    let table = |way: Vec<Vec<C>>| {
        let whole = |(n, hand): (usize, &Held<C>)| {
            let mut cards = [&hand.known[..], &way[2 * n], &way[2 * n + 1]].concat();
            cards.sort();
            cards
        };
        let hands_len = hands.len();
        let held = hands.iter().enumerate().map(whole).collect();
        let places = || way[2 * hands_len..].concat();
        (held, pile.clone().unwrap_or_else(|_| places()))
    };
    ways(unseen, &groups).into_iter().map(table).collect()
}

/// The numbers of ways that are tested.
const FEW: std::ops::Range<usize> = 2..400;

/// Features of a position that make errors likely: a pile that was turned over, a seat that has just drawn, a
/// pile of unseen cards.
struct Shows {
    turned: bool,
    just_drew: bool,
    pile: bool,
}

/// How many positions were tested, and how many of them have each feature.
#[derive(Default, Debug)]
struct Tested {
    all: u32,
    turned: u32,
    just_drew: u32,
    pile: u32,
}

impl Tested {
    /// Compares sampled worlds with the list of all. Returns whether there were few enough to list, and more
    /// than one.
    fn compare<C: Hash + Eq + Debug + Clone>(
        &mut self,
        all: &[Table<C>],
        truth: &Table<C>,
        shows: &Shows,
        draw: impl FnMut() -> Table<C>,
    ) -> bool {
        if !FEW.contains(&all.len()) || all.iter().all(|table| *table == all[0]) {
            return false;
        }
        assert!(all.contains(truth), "the truth fits");
        comes_as_listed(all, draw);
        self.all += 1;
        self.turned += u32::from(shows.turned);
        self.just_drew += u32::from(shows.just_drew);
        self.pile += u32::from(shows.pile);
        true
    }

    fn must_be_enough(&self) {
        assert!(
            self.all > 100 && self.turned > 50 && self.just_drew > 20 && self.pile > 20,
            "too few of a kind: {self:?}"
        );
    }
}

/// Detects a hand that gets cards of a turned pile, or a turned pile that is shuffled (a world that is not
/// listed); a hand with fitting cards although the seat just had to draw; a drawn card that is taken from
/// those that do not fit, or older cards that are dealt after it (wrong frequencies); and any seat or place
/// of the pile that gets some cards too often.
#[test]
fn mau_mau_draws_every_world_that_fits_as_often_as_it_should() {
    let deck = || (0..64).filter_map(Card::from_code).collect::<CardSet>() & CardSet::deck_from(Rank::Seven);
    let mut tested = Tested::default();
    for seed in 0..400 {
        let (mut rng, seats) = (Rng::new(seed), 2 + seed as usize % 3);
        let rules = mau_mau::Rules::new(seats, 1000).expect("a table");
        let mut views: Vec<MauMauView> =
            Seat::all(seats).map(|seat| MauMauView::seated(&rules, seat)).collect();
        // The facts, tracked independently of the view.
        let (mut shown, mut turned) = (CardSet::EMPTY, false);
        let mut observe = |event: Event, shown: &mut CardSet, turned: &mut bool| {
            match event {
                Event::Open { card } | Event::Play { card, .. } => shown.insert(card),
                Event::TurnOver => *turned = true,
                _ => {}
            }
            views.iter_mut().for_each(|view| view.observe(MauMau::redact(event, view.seat().into())));
            views.clone()
        };
        let mut latest = Vec::new();
        let mut state = MauMau::start(&MauMau::deal(&rules, &mut rng), |event| {
            latest = observe(event, &mut shown, &mut turned);
        });
        let mut is_tested = [false; 3];
        while let Some(turn) = state.turn() {
            for view in &latest {
                let (me, public) = (view.seat(), state.public());
                let drew = |seat| seat == turn && seat != me && matches!(public.phase(), Phase::Drawn { .. });
                let just_drew = |seat| drew(seat) && public.phase() == (Phase::Drawn { seen: false });
                let of = |seat: Seat| {
                    let known = if seat == me { state.hand(seat) } else { state.hand(seat) & shown };
                    let hidden = (state.hand(seat) - known).len() as usize;
                    let (just_drew, fits_nothing_older) = (just_drew(seat), drew(seat));
                    Held { known: known.collect(), hidden, just_drew, fits_nothing_older }
                };
                let hands: Vec<Held<Card>> = Seat::all(seats).map(of).collect();
                let unseen: Vec<Card> = (deck() - shown - state.hand(me)).collect();
                // Some kinds of positions are more frequent; each kind is tested once a match.
                let kind = if Seat::all(seats).any(just_drew) { 2 } else { usize::from(turned) };
                if unseen.len() > 6 || is_tested[kind] {
                    continue;
                }
                let lie: Vec<Card> = state.piles().draw_pile().collect();
                let pile = if turned { Ok(lie) } else { Err(lie.len()) };
                let places = *pile.as_ref().err().unwrap_or(&0);
                let all =
                    tables(&unseen, &hands, pile, &|card| !public.playable(CardSet::of(card)).is_empty());
                let table = |world: &MauMau| -> Table<Card> {
                    let hands = Seat::all(seats).map(|seat| world.hand(seat).collect()).collect();
                    (hands, world.piles().draw_pile().collect())
                };
                let shows = Shows { turned, just_drew: kind == 2, pile: places > 0 };
                is_tested[kind] = tested.compare(&all, &table(&state), &shows, || {
                    let world = view.sample(&mut rng);
                    assert_eq!(world.public(), public);
                    table(&world)
                });
            }
            let action = random_action(&state, &mut rng);
            state.apply(action, |event| latest = observe(event, &mut shown, &mut turned));
        }
    }
    tested.must_be_enough();
}

/// As for Mau-Mau. In Uno cards can be equal, so this also detects a kind that is dealt as one card however
/// many of it are unseen, and a known card that is dealt again.
#[test]
fn uno_draws_every_world_that_fits_as_often_as_it_should() {
    let mut tested = Tested::default();
    for seed in 0..400 {
        let (mut rng, seats) = (Rng::new(seed), 2 + seed as usize % 2);
        // A small deck of two colours and few symbols, so that cards often fit and are often equal.
        let kinds = ["B1", "B2", "BP", "R1", "R2", "RC", "R3"];
        let deal: Vec<&str> = (0..12).map(|_| kinds[rng.below(7) as usize]).collect();
        let (hands, rest) = deal.split_at(3 * seats);
        let hands: String = hands.chunks(3).map(|hand| format!("hand {} ", hand.join(" "))).collect();
        let text = format!(
            "seats={seats} turns=60 first=1 direction=clockwise {hands}discard {} draw {}",
            rest[0],
            rest[1..].join(" ")
        );
        let setup = text.parse::<uno::Setup>().expect("a setup");
        let rules = Uno::rules(&setup);
        let mut views: Vec<UnoView> = Seat::all(seats).map(|seat| UnoView::seated(&rules, seat)).collect();
        let (mut known, mut turned) = (vec![Vec::new(); seats], false);
        let mut observe = |event: uno::Event, known: &mut Vec<Vec<uno::Card>>, turned: &mut bool| {
            match event {
                uno::Event::DrawOpen { seat, card } => known[seat.index()].push(card),
                uno::Event::Play { seat, card } => {
                    let of = &mut known[seat.index()];
                    if let Some(place) = of.iter().position(|&other| other == card) {
                        of.remove(place);
                    }
                }
                uno::Event::TurnOver => *turned = true,
                _ => {}
            }
            views.iter_mut().for_each(|view| view.observe(Uno::redact(event, view.seat().into())));
            views.clone()
        };
        let mut latest = Vec::new();
        let mut state = Uno::start(&setup, |event| latest = observe(event, &mut known, &mut turned));
        let mut is_tested = [false; 3];
        while let Some(turn) = state.turn() {
            for view in &latest {
                let (me, public) = (view.seat(), state.public());
                assert_eq!(view.public(), public, "piles and known cards are public");
                let drew =
                    |seat| seat == turn && seat != me && matches!(public.phase(), uno::Phase::Drawn { .. });
                let just_drew =
                    |seat| drew(seat) && public.phase() == (uno::Phase::Drawn { seat, seen: false });
                let mut unseen = state.stock().to_vec();
                let mut hands = Vec::new();
                for seat in Seat::all(seats) {
                    let mut hidden: Vec<uno::Card> = state.hand(seat).iter().collect();
                    let known = if seat == me { hidden.clone() } else { known[seat.index()].clone() };
                    known.iter().for_each(|card| {
                        let place = hidden.iter().position(|other| other == card);
                        hidden.remove(place.expect("a known card is in the hand"));
                    });
                    unseen.extend(&hidden);
                    let (just_drew, fits_nothing_older) = (just_drew(seat), drew(seat));
                    hands.push(Held { known, hidden: hidden.len(), just_drew, fits_nothing_older });
                }
                let kind = if Seat::all(seats).any(just_drew) { 2 } else { usize::from(turned) };
                if unseen.len() > 6 || is_tested[kind] {
                    continue;
                }
                let places = state.stock().len();
                let all = tables(&unseen, &hands, Err(places), &|card| card.follows(public.top()));
                let table = |world: &Uno| -> Table<uno::Card> {
                    let hands = Seat::all(seats).map(|seat| world.hand(seat).iter().collect()).collect();
                    (hands, world.stock().to_vec())
                };
                let shows = Shows { turned, just_drew: kind == 2, pile: places > 0 };
                is_tested[kind] = tested.compare(&all, &table(&state), &shows, || {
                    let world = view.sample(&mut rng);
                    assert_eq!(world.public(), public);
                    table(&world)
                });
            }
            let action = random_action(&state, &mut rng);
            state.apply(action, |event| latest = observe(event, &mut known, &mut turned));
        }
    }
    tested.must_be_enough();
}

/// How many cards two worlds have in common in the others' hands.
trait Compare: CatalogGame {
    fn common(&self, other: &Self, me: Seat) -> u32;
}

impl Compare for MauMau {
    fn common(&self, other: &MauMau, me: Seat) -> u32 {
        let seats = Seat::all(self.public().seats()).filter(|&seat| seat != me);
        seats.map(|seat| (self.hand(seat) & other.hand(seat)).len()).sum()
    }
}

impl Compare for Uno {
    fn common(&self, other: &Uno, me: Seat) -> u32 {
        let seats = Seat::all(self.public().rules().seats()).filter(|&seat| seat != me);
        let both = |seat: Seat, card| self.hand(seat).count(card).min(other.hand(seat).count(card));
        seats.flat_map(|seat| uno::Card::all().map(move |card| u32::from(both(seat, card)))).sum()
    }
}

/// How many cards belief-weighted samples and uniform samples place correctly, while one seat observes the
/// others play: by the opponent model, or at random.
fn correctly_placed<G: Compare>(rules: &G::Rules, follows_model: bool) -> (u32, u32) {
    let me = Seat::new(0);
    let heuristics = G::Heuristics::default();
    let (mut weighted, mut uniform) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let mut view = G::View::seated(rules, me);
        let mut belief = <G::Heuristics as Heuristics<G>>::Belief::default();
        let mut observe = |event| {
            let event = G::redact(event, me.into());
            belief.observe(&view, &event);
            view.observe(event);
            (view.clone(), belief.clone())
        };
        let mut latest = None;
        let mut state = G::start(&G::deal(rules, &mut rng), |event| latest = Some(observe(event)));
        while let Some(turn) = state.turn() {
            let (view, belief) = latest.as_ref().expect("a match begins with events");
            if turn == me {
                for _ in 0..4 {
                    let world = belief.sample(view, Probability::new(0.75), &mut rng);
                    assert_eq!(world.view(me), *view, "{}: the world looks like the view", G::NAME);
                    assert_eq!(world.audit(), Ok(()));
                    weighted += state.common(&world, me);
                    uniform += state.common(&view.sample(&mut rng), me);
                }
            }
            let is_random = turn == me || !follows_model;
            let action = if is_random {
                random_action(&state, &mut rng)
            } else {
                heuristics.rollout(&state, &mut rng)
            };
            state.apply(action, |event| latest = Some(observe(event)));
        }
    }
    (weighted, uniform)
}

/// Detects inferences about the wrong seat or card, and inferences that are kept although newer cards
/// invalidate them: all of them place fewer cards correctly.
#[test]
fn inference_places_more_cards_correctly_and_does_no_harm_against_random_players() {
    fn of<G: Compare>(least: f64) {
        for rules in G::Rules::variants() {
            let (weighted, uniform) = correctly_placed::<G>(&rules, true);
            let gain = f64::from(weighted) / f64::from(uniform);
            assert!(
                gain > least,
                "{} {rules}: {weighted} against {uniform} against the opponent model",
                G::NAME
            );
            let (weighted, uniform) = correctly_placed::<G>(&rules, false);
            let gain = f64::from(weighted) / f64::from(uniform);
            assert!(gain > 1.0, "{} {rules}: {weighted} against {uniform} at random", G::NAME);
        }
    }
    of::<MauMau>(1.1);
    of::<Uno>(1.1);
}
