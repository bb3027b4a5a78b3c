//! Order and structures, against the statement's examples and slow twins.

use cards::{Card, CardBag, CardSet, Rank, Rng, Suit};

use super::*;
use crate::tractor::rules::both_decks;

/// Rank 7 with main suit hearts, as in all examples of the statement.
const HEARTS: Order = Order::new(Some(Suit::Hearts), Rank::Seven);
const NONE: Order = Order::new(None, Rank::Seven);

pub(crate) fn bag(text: &str) -> CardBag {
    text.split(' ').filter(|word| !word.is_empty()).map(|word| word.parse::<Card>().unwrap()).collect()
}

fn shape(order: Order, text: &str) -> Shape {
    let cards = bag(text);
    Shape::of(order, order.common_group(cards.kinds()).expect("one group"), cards)
}

fn lengths(shape: Shape) -> Vec<u32> {
    shape.tractors.collect()
}

#[test]
fn the_other_cards_of_the_main_suit_are_below_the_current_rank_and_the_jokers() {
    let order = "2H 3H 4H 5H 6H 8H 9H TH JH QH KH AH 7S 7H BJ RJ";
    let values: Vec<u8> = order.split(' ').map(|card| HEARTS.value(card.parse().unwrap())).collect();
    assert!(values.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{values:?}");
    let value = |card: &str| HEARTS.value(card.parse().unwrap());
    assert_eq!((value("7S"), value("7D")), (value("7C"), value("7C")));
    assert!(value("AS") < value("2H"));
    assert_eq!((value("6S") + 1, value("2D")), (value("8S"), value("2C")));
}

#[test]
fn without_a_main_suit_the_four_cards_of_the_current_rank_are_equal() {
    let value = |card: &str| NONE.value(card.parse().unwrap());
    assert_eq!([value("7H"), value("7C"), value("7D")], [value("7S"); 3]);
    assert_eq!((value("7S") + 1, value("BJ") + 1), (value("BJ"), value("RJ")));
    assert_eq!(NONE.trumps().len(), 6);
    assert_eq!(NONE.group("AH".parse().unwrap()), Group::Plain(Suit::Hearts));
}

#[test]
fn every_card_is_in_one_group_and_groups_are_ordered_without_gaps() {
    for main in [None, Some(Suit::Clubs), Some(Suit::Diamonds)] {
        for rank in Rank::ALL {
            let order = Order::new(main, rank);
            assert_eq!((order.main(), order.rank()), (main, rank));
            for card in both_decks().kinds() {
                let groups = Group::ALL.into_iter().filter(|&group| order.cards(group).contains(card));
                assert_eq!(groups.collect::<Vec<_>>(), [order.group(card)]);
            }
            for group in Group::ALL.into_iter().filter(|&group| !order.cards(group).is_empty()) {
                let mut values: Vec<u8> = order.cards(group).map(|card| order.value(card)).collect();
                values.sort();
                values.dedup();
                assert!(values.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{order:?} {group:?}");
            }
        }
    }
}

#[test]
fn neighbouring_pairs_are_a_tractor() {
    for text in ["JS JS QS QS KS KS AS AS", "7H 7H 7S 7S AH AH", "RJ RJ BJ BJ", "6D 6D 8D 8D"] {
        assert_eq!(shape(HEARTS, text).components(), 1, "{text}");
    }
}

#[test]
fn pairs_of_equal_order_with_a_gap_or_from_ace_to_two_are_not_a_tractor() {
    for text in ["7S 7S 7C 7C", "7C 7C 6H 6H", "AD AD 2D 2D", "2H 2H 4H 4H", "2D 2D 3D"] {
        assert_eq!(shape(HEARTS, text).tractors, Tractors::NONE, "{text}");
        assert!(shape(HEARTS, text).is_throw(), "{text}");
    }
    assert_eq!(lengths(shape(NONE, "7H 7H 7S 7S BJ BJ")), [2]);
    assert_eq!(shape(NONE, "7H 7H 7S 7S BJ BJ").components(), 2);
}

#[test]
fn two_equal_cards_of_different_suits_are_not_a_pair() {
    assert_eq!(shape(HEARTS, "7D 7S"), Shape { tractors: Tractors::NONE, pairs: 0, cards: 2 });
}

#[test]
fn the_throw_of_the_statement_has_six_components() {
    let throw = shape(HEARTS, "RJ RJ BJ BJ 7H 7H QH QH JH JH 9H 9H 6H 6H AH 2H");
    assert_eq!((lengths(throw), throw.components(), throw.longest()), (vec![3, 2], 6, 6));
    let throw = shape(HEARTS, "AC AC 8C 8C KC");
    assert_eq!((throw.tractors, throw.components(), throw.longest()), (Tractors::NONE, 3, 2));
}

#[test]
fn a_second_pair_of_the_current_rank_is_not_part_of_the_run() {
    let throw = shape(HEARTS, "AH AH 7S 7S 7C 7C 7H 7H");
    assert_eq!((lengths(throw), throw.components()), (vec![3], 2));
}

#[test]
fn two_pairs_of_the_current_rank_can_be_in_two_tractors() {
    let lead = shape(HEARTS, "3S 3S 4S 4S 9S 9S TS TS");
    let strength = lead.honour(HEARTS, Group::Trumps, bag("AH AH 7S 7S 7C 7C 7H 7H"));
    assert_eq!(strength, Some(HEARTS.value("7H".parse().unwrap())));
    assert_eq!(lead.honour(HEARTS, Group::Trumps, bag("KH KH AH AH 7S 7S BJ BJ")), None);
}

#[test]
fn the_honour_card_is_among_the_longest_components() {
    let lead = shape(HEARTS, "2S 2S 3S 3S AS");
    let honour = |text| lead.honour(HEARTS, Group::Trumps, bag(text));
    assert_eq!(honour("3H 3H 4H 4H RJ"), Some(HEARTS.value("4H".parse().unwrap())));
    assert_eq!(honour("7D 7D 7H 7H 2H"), Some(HEARTS.value("7H".parse().unwrap())));
}

#[test]
fn a_list_of_tractors_stays_sorted() {
    let list = [3, 5, 2, 5, 3, 2].into_iter().fold(Tractors::NONE, Tractors::insert);
    assert_eq!(list.collect::<Vec<_>>(), [5, 5, 3, 3, 2, 2]);
    assert_eq!((list.len(), list.pairs(), list.longest()), (6, 20, 5));
}

/// Every way to choose `length` of these pairs with consecutive values, for the slow twin.
fn runs(order: Order, pairs: &[Card], length: u32) -> Vec<Vec<Card>> {
    let mut all: Vec<Vec<Card>> = pairs.iter().map(|&card| vec![card]).collect();
    for _ in 1..length {
        let longer = all.iter().flat_map(|run| {
            let next = order.value(*run.last().unwrap()) + 1;
            pairs.iter().filter(move |&&card| order.value(card) == next).map(|&card| {
                let mut run = run.clone();
                run.push(card);
                run
            })
        });
        all = longer.collect();
    }
    all
}

fn without(pairs: &[Card], run: &[Card]) -> Vec<Card> {
    pairs.iter().copied().filter(|card| !run.contains(card)).collect()
}

/// The slow twin of a lead's structure: the lengths of tractors, found by repeatedly taking the longest run
/// (the highest on ties) out of the pairs.
pub(crate) fn slow_tractors(order: Order, cards: CardBag) -> Vec<u32> {
    let (mut pairs, mut found): (Vec<Card>, Vec<u32>) = (cards.pairs().collect(), Vec::new());
    while let Some((run, length)) = (2..=12)
        .rev()
        .flat_map(|length| runs(order, &pairs, length).into_iter().map(move |run| (run, length)))
        .max_by_key(|(run, length)| (*length, order.value(*run.last().unwrap())))
    {
        pairs = without(&pairs, &run);
        found.push(length);
    }
    found
}

/// The slow twin of an arrangement: tries every way to form these tractors. Returns the best top card among
/// those of the longest length.
pub(crate) fn slow_tops(order: Order, pairs: &[Card], lengths: &[u32], longest: u32) -> Option<u8> {
    let Some((&length, others)) = lengths.split_first() else { return Some(0) };
    runs(order, pairs, length)
        .into_iter()
        .filter_map(|run| {
            let top = if length == longest { order.value(*run.last().unwrap()) } else { 0 };
            slow_tops(order, &without(pairs, &run), others, longest).map(|rest| rest.max(top))
        })
        .max()
}

/// The slow twin of the honour card.
fn slow_honour(order: Order, lead: CardBag, cards: CardBag) -> Option<u8> {
    let lengths = slow_tractors(order, lead);
    let pairs: Vec<Card> = cards.pairs().collect();
    if pairs.len() < lead.pairs().len() as usize {
        return None;
    }
    match (lengths.first(), lead.pairs().is_empty()) {
        (Some(&longest), _) => slow_tops(order, &pairs, &lengths, longest),
        (None, false) => pairs.iter().map(|&card| order.value(card)).max(),
        (None, true) => cards.iter().map(|card| order.value(card)).max(),
    }
}

/// Random cards of a group, with many pairs and close together.
pub(crate) fn random_bag(order: Order, group: Group, most: u32, rng: &mut Rng) -> CardBag {
    let mut kinds: Vec<Card> = order.cards(group).collect();
    kinds.sort_by_key(|&card| order.value(card));
    let mut cards = CardBag::EMPTY;
    let start = rng.below(kinds.len() as u32) as usize;
    for &card in kinds.iter().cycle().skip(start).take(kinds.len()) {
        let copies = [0, 1, 2, 2, 2, 2][rng.below(6) as usize];
        for _ in 0..copies {
            if cards.len() < most {
                cards.insert(card);
            }
        }
    }
    cards
}

pub(crate) fn random_order(rng: &mut Rng) -> Order {
    Order::new(Suit::ALL.get(rng.below(5) as usize).copied(), Rank::ALL[rng.below(13) as usize])
}

/// Random trumps, as many as were led.
fn random_follow(order: Order, len: u32, rng: &mut Rng) -> Option<CardBag> {
    let cards = random_bag(order, Group::Trumps, len, rng);
    (cards.len() == len).then_some(cards)
}

#[test]
fn structures_and_honour_cards_agree_with_their_slow_twins() {
    let mut rng = Rng::new(11);
    let (mut arranged, mut refused, mut tractors) = (0, 0, 0);
    for _ in 0..6000 {
        let order = random_order(&mut rng);
        let group = Group::ALL[rng.below(5) as usize];
        if order.cards(group).is_empty() {
            continue;
        }
        let most = 2 + rng.below(13);
        let lead = random_bag(order, group, most, &mut rng);
        if lead.is_empty() {
            continue;
        }
        let shape = Shape::of(order, group, lead);
        assert_eq!(lengths(shape), slow_tractors(order, lead), "{order:?} {lead}");
        assert_eq!(shape.honour(order, group, lead), slow_honour(order, lead, lead), "{order:?} {lead}");
        let Some(follow) = random_follow(order, lead.len(), &mut rng) else { continue };
        let honour = shape.honour(order, Group::Trumps, follow);
        assert_eq!(honour, slow_honour(order, lead, follow), "{order:?} lead {lead} follow {follow}");
        arranged += usize::from(honour.is_some());
        refused += usize::from(honour.is_none());
        tractors += usize::from(honour.is_some() && !shape.tractors.is_empty());
    }
    assert!(arranged > 500 && refused > 500 && tractors > 100, "{arranged} {refused} {tractors}");
}

#[test]
fn the_steps_of_a_set_are_those_of_its_cards() {
    let mut rng = Rng::new(3);
    for _ in 0..500 {
        let order = random_order(&mut rng);
        for group in Group::ALL {
            let kinds = order.cards(group) & CardSet::from_bits(rng.next_u64());
            let steps = order.steps(kinds, group);
            let offset = Order::value_of_step(group, 0);
            let mask = kinds.fold(0, |mask, card| mask | 1_u16 << (order.value(card) - offset));
            assert_eq!((steps.mask, u32::from(steps.extra)), (mask, kinds.len() - mask.count_ones()));
        }
    }
}
