//! Uno as numbers: the 48 kinds of card, draw and pass are the tokens.

use cards::{Encode, MAX_SEATS, Row, Rules as _, TokenSet, View};

use super::card::{Bag, Card, KINDS};
use super::public::{Direction, Phase};
use super::{Action, Uno, UnoView};

const DRAW: usize = KINDS;
const PASS: usize = KINDS + 1;
/// The next cards of a turned pile that a row shows in their order.
const AHEAD: usize = 4;

/// A byte for each kind; more than 255 are 255.
#[inline]
fn counts(row: &mut Row<'_>, bag: &Bag) {
    bag.write_counts(row.part(KINDS).first_chunk_mut().expect("a part has its length"));
}

impl Encode for Uno {
    const ENCODING: u32 = 1;
    const TOKENS: usize = KINDS + 2;
    const LAYOUT: &'static [(&'static str, usize)] = &[
        ("own hand: how many of each kind", KINDS),
        ("the open card", KINDS),
        ("cards never seen, of each kind: in another hand or in the stock", KINDS),
        ("known cards of the next seat clockwise, of each kind", KINDS),
        ("known cards of the seat after it", KINDS),
        ("known cards of the seat after that", KINDS),
        ("discard pile, of each kind", KINDS),
        ("draw pile that was turned over, of each kind", KINDS),
        ("its next four cards", AHEAD * KINDS),
        ("cards in each hand, the own first", MAX_SEATS),
        ("seats at the table", MAX_SEATS),
        ("seat to move", MAX_SEATS),
        ("a turn begins, a card was drawn", 2),
        ("does play go clockwise?", 1),
        ("seats in a row that could neither play nor draw", 1),
        ("cards in the stock", 1),
        ("cards in the draw pile that was turned over", 1),
        ("cards in the discard pile", 1),
        ("turns left, at most 255", 1),
    ];
    type Prefix = ();

    #[inline]
    fn tokens(view: &UnoView, (): &()) -> TokenSet {
        let options = view.options();
        let otherwise = match options.otherwise {
            Some(Action::Draw) => 1 << DRAW,
            Some(Action::Pass) => 1 << PASS,
            Some(Action::Play(_)) | None => 0,
        };
        TokenSet::from_bits(u128::from(options.plays | otherwise))
    }

    #[inline]
    fn add(_: &UnoView, (): &mut (), token: usize) -> Option<Action> {
        Some(match token {
            DRAW => Action::Draw,
            PASS => Action::Pass,
            _ => Action::Play(Card::first_of(1 << token)?),
        })
    }

    fn spell(_: &UnoView, action: Action, mut visit: impl FnMut(usize)) {
        visit(match action {
            Action::Play(card) => card.code(),
            Action::Draw => DRAW,
            Action::Pass => PASS,
        });
    }

    fn describe(view: &UnoView, (): &(), row: &mut [u8]) {
        let public = view.public();
        let piles = &public.piles;
        let mut row = Row::new(row, Self::LAYOUT, view.seat(), public.rules.seats());
        counts(&mut row, view.hand());
        row.one_of(piles.top().map(Card::code), KINDS);
        counts(&mut row, &view.unseen());
        for seat in row.others() {
            match seat {
                Some(seat) => counts(&mut row, &public.known[seat]),
                None => row.part(KINDS).fill(0),
            }
        }
        let pile = |row: &mut Row<'_>, cards: &mut dyn Iterator<Item = Card>| {
            let part = row.part(KINDS);
            part.fill(0);
            cards.for_each(|card| part[card.code()] = part[card.code()].saturating_add(1));
        };
        pile(&mut row, &mut piles.discard_pile());
        pile(&mut row, &mut piles.draw_pile());
        let mut next = piles.draw_pile();
        for _ in 0..AHEAD {
            row.one_of(next.next().map(Card::code), KINDS);
        }
        row.around(|seat| public.size(seat) as u32);
        row.around(|_| 1);
        row.seat(public.turn());
        row.one_of(
            match public.phase {
                Phase::Turn { .. } => Some(0),
                Phase::Drawn { .. } => Some(1),
                _ => None,
            },
            2,
        );
        row.flag(public.direction == Direction::Clockwise);
        row.count(public.idle.into());
        row.count(public.stock.into());
        row.count(piles.drawable() as u32);
        row.count(piles.discarded() as u32);
        row.count(public.rules.turns - public.turns);
        row.end();
    }

    fn name(token: usize) -> String {
        match token {
            DRAW => "draw".to_owned(),
            PASS => "pass".to_owned(),
            _ => Card::first_of(1 << token).map_or_else(String::new, |card| card.to_string()),
        }
    }
}
