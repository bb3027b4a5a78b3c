//! Tractor as numbers: the 54 kinds of card and "done" are the tokens.
//!
//! A play is spelt card by card in card order. A lead ends with "done"; a follow ends with its last card, and a
//! burial is one card.

use cards::{CardBag, CardSet, Encode, Rank, Row, Suit, TokenSet, View};

use super::public::{HAND, Phase, Public};
use super::rules::{Tractor, both_decks};
use super::score::{SEATS, team};
use super::types::Action;
use super::view::TractorView;

const KINDS: usize = 54;
/// A lead ends.
const DONE: usize = KINDS;
/// Kinds, and kinds held twice.
const BAG: usize = 2 * KINDS;

/// Kind number `n` in card order is bit `n`; the jokers are the last.
#[inline]
fn packed(kinds: CardSet) -> u64 {
    // Their codes are 61 and 62.
    kinds.packed(Rank::Two) | kinds.bits() >> 61 << 52
}

fn number(card: cards::Card) -> usize {
    packed(CardSet::of(card)).trailing_zeros() as usize
}

fn bag(row: &mut Row<'_>, bag: CardBag) {
    row.bits(packed(bag.kinds()), KINDS);
    row.bits(packed(bag.pairs()), KINDS);
}

fn phase(public: &Public) -> Option<usize> {
    match public.phase {
        Phase::Bury => Some(0),
        Phase::Play if public.is_leading() => Some(1),
        Phase::Play => Some(2),
        Phase::Over => Some(3),
        Phase::Deal(_) | Phase::Win | Phase::TurnUp => None,
    }
}

impl Encode for Tractor {
    const ENCODING: u32 = 1;
    const TOKENS: usize = KINDS + 1;
    /// A whole hand is led.
    const SPELLING: usize = HAND as usize + 1;
    const LAYOUT: &'static [(&'static str, usize)] = &[
        ("own hand: kinds, and kinds held twice", BAG),
        ("cards chosen so far for this play", BAG),
        ("own buried cards", BAG),
        ("cards of each seat in the trick, the own first", SEATS * BAG),
        ("all cards each seat has played, the own first", SEATS * BAG),
        ("kinds that the next seat, the partner and the seat before lack", 3 * KINDS),
        ("kinds that they hold at most once", 3 * KINDS),
        ("trumps", KINDS),
        ("cards of the led group", KINDS),
        ("main suit: diamonds, hearts, spades, clubs, none", 5),
        ("current rank", 13),
        ("level of the own team", 13),
        ("level of the other team", 13),
        ("dealer", SEATS),
        ("seat to move", SEATS),
        ("seat that wins the trick so far", SEATS),
        ("cards in each hand, the own first", SEATS),
        ("burying, leading, following, over", 4),
        ("of the lead: cards, pairs, pairs of its longest tractor, is it a throw?", 4),
        ("points of the defenders, in fives", 1),
        ("points in the trick, in fives", 1),
        ("buried cards", 1),
        ("is the own team the defenders?", 1),
    ];
    /// The cards chosen so far.
    type Prefix = CardBag;

    fn tokens(view: &TractorView, chosen: &CardBag) -> TokenSet {
        let next = view.legal_plays().next(*chosen);
        TokenSet::from_bits(u128::from(packed(next.cards) | u64::from(next.may_end) << DONE))
    }

    fn add(view: &TractorView, chosen: &mut CardBag, token: usize) -> Option<Action> {
        if token == DONE {
            return Some(Action::Play(*chosen));
        }
        let card = both_decks().kinds().nth(token as u32)?;
        if view.public.phase == Phase::Bury {
            return Some(Action::Bury(card));
        }
        chosen.insert(card);
        view.legal_plays().is_whole(*chosen).then_some(Action::Play(*chosen))
    }

    fn spell(view: &TractorView, action: Action, mut visit: impl FnMut(usize)) {
        match action {
            Action::Bury(card) => visit(number(card)),
            Action::Play(cards) => {
                cards.iter().for_each(|card| visit(number(card)));
                if view.public.is_leading() {
                    visit(DONE);
                }
            }
        }
    }

    fn describe(view: &TractorView, chosen: &CardBag, row: &mut [u8]) {
        let (public, seat) = (&view.public, view.seat());
        let mut row = Row::new(row, Self::LAYOUT, seat, SEATS);
        bag(&mut row, view.hand);
        bag(&mut row, *chosen);
        bag(&mut row, view.kitty);
        for all in [&public.table, &public.played] {
            (0..SEATS).for_each(|by| bag(&mut row, all[seat.plus(by, SEATS)]));
        }
        for all in [&public.lacks, &public.unpaired] {
            (1..SEATS).for_each(|by| row.bits(packed(all[seat.plus(by, SEATS)]), KINDS));
        }
        let (order, trick) = (public.order, &public.trick);
        // Before the first lead there is no led group.
        let has_lead = public.played.iter().any(|played| !played.is_empty());
        let led = if has_lead { order.cards(trick.group) } else { CardSet::EMPTY };
        row.bits(packed(order.trumps()), KINDS);
        row.bits(packed(led), KINDS);
        row.one_of(Some(order.main().map_or(Suit::ALL.len(), |suit| suit as usize)), 5);
        row.one_of(Some(order.rank() as usize), 13);
        let own = team(seat);
        row.one_of(Some(public.ranks[own] as usize), 13);
        row.one_of(Some(public.ranks[1 - own] as usize), 13);
        row.seat(Some(public.dealer));
        row.seat(public.turn());
        row.seat(has_lead.then_some(trick.winner));
        row.around(|seat| public.hand_size(seat));
        row.one_of(phase(public), 4);
        row.count(trick.shape.cards.into());
        row.count(trick.shape.pairs.into());
        row.count(trick.shape.tractors.longest());
        row.flag(trick.is_throw);
        row.count((public.points / 5).min(255) as u32);
        row.count(public.trick_points / 5);
        row.count(public.buried);
        row.flag(public.is_defender(seat));
        row.end();
    }

    fn name(token: usize) -> String {
        both_decks().kinds().nth(token as u32).map_or("done".to_owned(), |card| card.to_string())
    }
}
