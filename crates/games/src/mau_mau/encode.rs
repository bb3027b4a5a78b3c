//! Mau-Mau as numbers: 28 plain cards, each jack with each wish, draw and pass are the tokens.

use cards::{Card, CardSet, Encode, MAX_SEATS, Rank, Row, Suit, TokenSet, View};

use super::public::{CARDS, DECK, JACKS, Phase};
use super::rules::MauMau;
use super::types::Action;
use super::view::MauMauView;

/// Cards of a suit that are not jacks.
const PLAIN: usize = 7;
/// The first token of the jacks: for each jack the four wishes.
const WISHES: usize = 4 * PLAIN;
const DRAW: usize = WISHES + 16;
const PASS: usize = DRAW + 1;
/// The next cards of a turned pile that a row shows in their order.
const AHEAD: usize = 4;

const RANKS: [Rank; PLAIN] =
    [Rank::Seven, Rank::Eight, Rank::Nine, Rank::Ten, Rank::Queen, Rank::King, Rank::Ace];

/// The tokens of cards that may be played.
#[inline]
fn of_cards(cards: CardSet) -> u64 {
    let packed = cards.packed(Rank::Seven);
    let mut tokens = 0;
    for suit in 0..4 {
        let lane = packed >> (8 * suit) & 0xff;
        let (plain, jack) = (lane & 0b1111 | lane >> 5 << 4, lane >> 4 & 1);
        tokens |= plain << (PLAIN * suit) | (jack * 0b1111) << (WISHES + 4 * suit);
    }
    tokens
}

fn number(card: Card) -> usize {
    CardSet::of(card).packed(Rank::Seven).trailing_zeros() as usize
}

impl Encode for MauMau {
    const ENCODING: u32 = 1;
    const TOKENS: usize = PASS + 1;
    const LAYOUT: &'static [(&'static str, usize)] = &[
        ("own hand", CARDS),
        ("the open card", CARDS),
        ("the wished suit: diamonds, hearts, spades, clubs", 4),
        ("cards never seen: in another hand or in the draw pile", CARDS),
        ("known cards of the next seat", CARDS),
        ("known cards of the seat after it", CARDS),
        ("known cards of the seat after that", CARDS),
        ("discard pile under the open card", CARDS),
        ("draw pile, once it was turned over", CARDS),
        ("its next four cards", AHEAD * CARDS),
        ("cards in each hand, the own first", MAX_SEATS),
        ("seats at the table", MAX_SEATS),
        ("seat to move", MAX_SEATS),
        ("a turn begins, a card was drawn", 2),
        ("penalty cards to draw", 1),
        ("cards in the draw pile", 1),
        ("cards in the discard pile", 1),
        ("was the discard pile turned over?", 1),
        ("turns left, at most 255", 1),
    ];
    type Prefix = ();

    #[inline]
    fn tokens(view: &MauMauView, (): &()) -> TokenSet {
        let public = view.public();
        if public.turn() != Some(view.seat()) {
            return TokenSet::EMPTY;
        }
        let cards = public.playable(view.hand());
        let otherwise = match public.otherwise(cards) {
            Some(Action::Draw) => 1 << DRAW,
            Some(Action::Pass) => 1 << PASS,
            Some(Action::Play { .. }) | None => 0,
        };
        TokenSet::from_bits(u128::from(of_cards(cards) | otherwise))
    }

    #[inline]
    fn add(_: &MauMauView, (): &mut (), token: usize) -> Option<Action> {
        Some(match token {
            DRAW => Action::Draw,
            PASS => Action::Pass,
            0..WISHES => {
                let card = Card::new(RANKS[token % PLAIN], Suit::ALL[token / PLAIN]);
                Action::Play { card, wish: None }
            }
            _ => {
                let jack = token - WISHES;
                let card = Card::new(Rank::Jack, Suit::ALL[jack / 4]);
                Action::Play { card, wish: Some(Suit::ALL[jack % 4]) }
            }
        })
    }

    fn spell(_: &MauMauView, action: Action, mut visit: impl FnMut(usize)) {
        let first = |card| of_cards(CardSet::of(card)).trailing_zeros() as usize;
        visit(match action {
            Action::Play { card, wish } => first(card) + wish.map_or(0, |suit| suit as usize),
            Action::Draw => DRAW,
            Action::Pass => PASS,
        });
    }

    fn describe(view: &MauMauView, (): &(), row: &mut [u8]) {
        let (public, piles) = (view.public(), view.piles());
        let mut row = Row::new(row, Self::LAYOUT, view.seat(), public.seats());
        let cards = |row: &mut Row<'_>, set: CardSet| row.bits(set.packed(Rank::Seven), CARDS);
        let top = piles.top().map_or(CardSet::EMPTY, CardSet::of);
        cards(&mut row, view.hand());
        cards(&mut row, top);
        row.one_of(public.wish().map(|suit| suit as usize), 4);
        cards(&mut row, view.unseen());
        for seat in row.others() {
            cards(&mut row, seat.map_or(CardSet::EMPTY, |seat| view.known(seat)));
        }
        let discarded: CardSet = piles.discard_pile().collect();
        cards(&mut row, discarded - top);
        // Before it was turned over, the cards of the draw pile are placeholders.
        let known = if public.turned { piles.drawable() } else { 0 };
        cards(&mut row, piles.draw_pile().take(known).collect());
        let mut next = piles.draw_pile().take(known);
        for _ in 0..AHEAD {
            row.one_of(next.next().map(number), CARDS);
        }
        row.around(|seat| public.size(seat));
        row.around(|_| 1);
        row.seat(public.turn());
        row.one_of(
            match public.phase() {
                Phase::Play => Some(0),
                Phase::Drawn { .. } => Some(1),
                _ => None,
            },
            2,
        );
        row.count(public.owed());
        row.count(piles.drawable() as u32);
        row.count(piles.discarded() as u32);
        row.flag(public.turned);
        row.count(public.turns_left());
        row.end();
    }

    fn name(token: usize) -> String {
        match token {
            DRAW => "draw".to_owned(),
            PASS => "pass".to_owned(),
            0..WISHES => (DECK - JACKS).nth(token as u32).map_or_else(String::new, |card| card.to_string()),
            _ => {
                let jack = token - WISHES;
                format!("J{} wishing {}", Suit::ALL[jack / 4].letter(), Suit::ALL[jack % 4].name())
            }
        }
    }
}
