//! Legal leads and follows, rule by rule and against brute force.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, CardBag, Flow, Rng, Seat, Suit};

use super::*;
use crate::text::Language;
use crate::tractor::shape::tests::{bag, random_bag, random_order, slow_tops, slow_tractors};

const HEARTS: Order = Order::new(Some(Suit::Hearts), cards::Rank::Seven);

/// A table where seat 1 has led these cards and seat 2 is to follow.
fn after_lead(order: Order, lead: CardBag) -> Public {
    let mut public = Public::new([order.rank(); 2], order.main(), Seat::new(0));
    (0..KITTY).for_each(|_| public.bury());
    public.play(lead);
    public
}

/// The follows of a hand, as text.
fn follows(lead: &str, hand: &str) -> Vec<String> {
    let public = after_lead(HEARTS, bag(lead));
    let mut all: Vec<String> = listed(&public, bag(hand)).iter().map(|cards| cards.to_string()).collect();
    all.sort();
    all
}

fn listed(public: &Public, hand: CardBag) -> Vec<CardBag> {
    let mut all = Vec::new();
    let _ = LegalPlays::of(public, hand, CardBag::EMPTY).visit(|action| {
        if let Action::Play(cards) = action {
            all.push(cards);
        }
        Flow::Continue(())
    });
    all
}

/// Why a follow is refused.
fn refusal(lead: &str, hand: &str, cards: &str) -> String {
    let public = after_lead(HEARTS, bag(lead));
    let why = Follow::of(&public, bag(hand)).check(bag(cards)).expect_err("refused");
    Language::english().say(&why.0, None)
}

#[test]
fn the_led_suit_must_be_followed() {
    assert_eq!(follows("AS", "2S 2S KS 7S 2H AD"), ["2S", "KS"]);
    assert_eq!(refusal("AS", "2S 3S 2H", "2H"), "you must follow with spades only: you have 2♠ 3♠");
}

#[test]
fn cards_of_the_current_rank_follow_trumps_and_not_their_suit() {
    assert_eq!(follows("2H", "7S 2S AD"), ["7S"]);
    assert_eq!(follows("2S", "7S AD"), ["7S", "AD"]);
}

#[test]
fn a_seat_with_too_few_cards_of_the_suit_plays_all_of_them_and_any_others() {
    assert_eq!(follows("AS KS QS", "2S 2H AD"), ["AD 2H 2S"]);
    assert_eq!(follows("AS KS", "2S 2H AD"), ["2H 2S", "AD 2S"]);
    assert_eq!(refusal("AS KS", "2S 2H AD", "2H AD"), "you must play all your spades: 2♠");
}

#[test]
fn as_many_cards_as_were_led_must_be_played() {
    assert_eq!(refusal("AS KS", "2S 3S 4S", "2S"), "play as many cards as were led: two");
}

#[test]
fn a_pair_must_be_followed_with_a_pair_if_there_is_one() {
    assert_eq!(follows("AS AS", "2S 2S 3S 4S"), ["2S 2S"]);
    assert_eq!(follows("AS AS", "2S 3S 4S"), ["2S 3S", "2S 4S", "3S 4S"]);
    let why = "you must follow with a pair of spades: you have 2♠ 2♠";
    assert_eq!(refusal("AS AS", "2S 2S 3S 4S", "3S 4S"), why);
}

#[test]
fn a_tractor_must_be_followed_with_a_tractor_then_with_pairs() {
    assert_eq!(follows("KS KS AS AS", "2S 2S 3S 3S 5S 5S 9S"), ["2S 2S 3S 3S"]);
    assert_eq!(follows("KS KS AS AS", "2S 2S 4S 4S 6S 6S"), ["2S 2S 4S 4S", "2S 2S 6S 6S", "4S 4S 6S 6S"]);
    let why = "you must play a tractor of spades (up to two pairs); your pairs are 2♠ 2♠ 3♠ 3♠ 5♠ 5♠";
    assert_eq!(refusal("KS KS AS AS", "2S 2S 3S 3S 5S 5S", "2S 2S 5S 5S"), why);
}

#[test]
fn a_part_of_a_longer_tractor_is_enough() {
    assert_eq!(follows("KS KS AS AS", "2S 2S 3S 3S 4S 4S"), ["2S 2S 3S 3S", "3S 3S 4S 4S"]);
}

#[test]
fn without_a_long_enough_tractor_any_pairs_are_enough() {
    assert_eq!(follows("QS QS KS KS AS AS", "2S 2S 3S 3S 5S 5S 9S 9S").len(), 4);
}

#[test]
fn a_richer_structure_may_follow_a_poorer_one() {
    assert!(follows("AS KS", "2S 2S 3S").contains(&"2S 2S".to_owned()));
}

#[test]
fn a_void_hand_may_play_anything() {
    assert_eq!(follows("AS", "2H AD").len(), 2);
}

#[test]
fn any_cards_of_one_group_may_be_led() {
    let mut public = after_lead(HEARTS, bag("AS"));
    public.on_table = 0;
    let hand = bag("2S 2S AD 7S 2H");
    assert_eq!(
        listed(&public, hand).iter().map(|cards| cards.to_string()).collect::<Vec<_>>(),
        ["AD", "2S", "2S 2S", "2H", "7S", "2H 7S"]
    );
}

/// Every choice of cards, by brute force.
fn every_choice(hand: CardBag, len: usize) -> BTreeSet<CardBag> {
    let cards: Vec<Card> = hand.iter().collect();
    let masks = (0_u32..1 << cards.len()).filter(|mask| mask.count_ones() as usize == len);
    masks.map(|mask| (0..cards.len()).filter(|n| mask >> n & 1 == 1).map(|n| cards[n]).collect()).collect()
}

/// The slow twin of the follow rules.
fn slow_legal(order: Order, lead: CardBag, hand: CardBag, cards: CardBag) -> bool {
    let group = order.cards(order.common_group(lead.kinds()).unwrap());
    let held = hand.within(group);
    if cards.len() != lead.len() || cards.within(group).len() != held.len().min(lead.len()) {
        return false;
    }
    if held.len() <= lead.len() {
        return true;
    }
    let (mine, all): (Vec<Card>, Vec<Card>) = (cards.pairs().collect(), held.pairs().collect());
    let mut required = Vec::new();
    for length in slow_tractors(order, lead) {
        required.push(length);
        if slow_tops(order, &all, &required, 0).is_none() {
            required.pop();
        }
    }
    let pairs = (lead.pairs().len() as usize).min(all.len());
    mine.len() >= pairs && slow_tops(order, &mine, &required, 0).is_some()
}

/// After every beginning of a follow, card by card in card order, exactly the cards may come next with which a follow
/// goes on.
fn spells_exactly(legal: &LegalPlays, follows: &BTreeSet<CardBag>, at: &str) {
    let mut nexts: BTreeMap<CardBag, CardSet> = BTreeMap::new();
    for follow in follows {
        let mut chosen = CardBag::EMPTY;
        for card in follow.iter() {
            assert!(!legal.is_whole(chosen), "{at}: {chosen} is not a whole follow");
            nexts.entry(chosen).or_default().insert(card);
            chosen.insert(card);
        }
        assert!(legal.is_whole(chosen), "{at}: {chosen} is a whole follow");
    }
    for (chosen, next) in nexts {
        assert_eq!(legal.next(chosen).cards, next, "{at}: after {chosen}");
        assert!(!legal.next(chosen).may_end, "{at}: a follow ends by its number of cards");
    }
}

#[test]
fn follows_agree_with_brute_force() {
    let mut rng = Rng::new(5);
    let mut with_tractors = 0;
    for _ in 0..1500 {
        let order = random_order(&mut rng);
        let group = Group::ALL[rng.below(5) as usize];
        if order.cards(group).is_empty() {
            continue;
        }
        let lead = random_bag(order, group, 1 + rng.below(8), &mut rng);
        let most = rng.below(12);
        let mut hand = random_bag(order, group, most, &mut rng);
        for card in random_bag(order, Group::Trumps, 6, &mut rng).iter() {
            if hand.count(card) < 2 && hand.len() < 13 {
                hand.insert(card);
            }
        }
        if lead.is_empty() || hand.len() < lead.len() {
            continue;
        }
        let public = after_lead(order, lead);
        let legal = LegalPlays::of(&public, hand, CardBag::EMPTY);
        let fast = listed(&public, hand);
        let choices = every_choice(hand, lead.len() as usize);
        let slow: BTreeSet<CardBag> =
            choices.iter().copied().filter(|&cards| slow_legal(order, lead, hand, cards)).collect();
        let at = format!("{order:?}, lead {lead}, hand {hand}");
        assert_eq!(fast.iter().copied().collect::<BTreeSet<_>>(), slow, "{at}");
        assert_eq!((fast.len(), legal.count() as usize), (slow.len(), slow.len()), "{at}");
        for (n, &cards) in fast.iter().enumerate() {
            assert_eq!(legal.nth(n as u32), Some(Action::Play(cards)), "{at}");
        }
        assert_eq!(legal.nth(fast.len() as u32), None, "{at}");
        let follow = Follow::of(&public, hand);
        for cards in choices {
            assert_eq!(follow.check(cards).is_ok(), slow.contains(&cards), "{at}: {cards}");
        }
        // Hands that must follow with pairs or tractors have few follows; the others would take long.
        if slow.len() <= 100 {
            spells_exactly(&legal, &slow, &at);
        }
        with_tractors += usize::from(!follow.tractors.is_empty());
    }
    assert!(with_tractors > 50, "only {with_tractors} hands required a tractor");
}
