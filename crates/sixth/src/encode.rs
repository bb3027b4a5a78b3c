//! Elements as numbers: the twelve cards are the tokens, to hide or to play.

use cards::{Encode, MAX_SEATS, Row, TokenSet, View};

use crate::card::{CARDS, Card, Cards};
use crate::public::Next;
use crate::rules::Elements;
use crate::types::Action;
use crate::view::ElementsView;

fn bits(cards: Cards) -> u64 {
    cards.fold(0, |bits, card| bits | 1 << card.code())
}

impl Encode for Elements {
    const ENCODING: u32 = 1;
    const TOKENS: usize = CARDS;
    const LAYOUT: &'static [(&'static str, usize)] = &[
        ("own hand", CARDS),
        ("own hidden card", CARDS),
        ("played", CARDS),
        ("the trick, from the seat that looks", MAX_SEATS * CARDS),
        ("points of each seat, the own first", MAX_SEATS),
        ("cards in each hand", MAX_SEATS),
        ("seat to move", MAX_SEATS),
        ("hiding, playing", 2),
        ("tricks played", 1),
    ];
    type Prefix = ();

    fn tokens(view: &ElementsView, (): &()) -> TokenSet {
        if view.public().turn() != Some(view.seat()) {
            return TokenSet::EMPTY;
        }
        view.known(view.seat()).map(Card::code).collect()
    }

    fn add(view: &ElementsView, (): &mut (), token: usize) -> Option<Action> {
        let card = Cards::DECK.into_iter().nth(token)?;
        Some(match view.public().next() {
            Next::Hide(_) => Action::Hide(card),
            _ => Action::Play(card),
        })
    }

    fn spell(_: &ElementsView, action: Action, mut visit: impl FnMut(usize)) {
        let (Action::Hide(card) | Action::Play(card)) = action;
        visit(card.code());
    }

    fn describe(view: &ElementsView, (): &(), row: &mut [u8]) {
        let (public, seat) = (view.public(), view.seat());
        let mut row = Row::new(row, Self::LAYOUT, seat, public.seats());
        row.bits(bits(view.known(seat)), CARDS);
        row.one_of(view.hidden(seat).map(Card::code), CARDS);
        row.bits(bits(public.played), CARDS);
        for other in [Some(seat)].into_iter().chain(row.others()) {
            let played = public.trick().find(|(by, _)| Some(*by) == other);
            row.one_of(played.map(|(_, card)| card.code()), CARDS);
        }
        row.around(|seat| public.points()[seat].into());
        row.around(|seat| public.size(seat) as u32);
        row.seat(public.turn());
        row.one_of(
            match public.next() {
                Next::Hide(_) => Some(0),
                Next::Play(_) => Some(1),
                _ => None,
            },
            2,
        );
        row.count(public.tricks().into());
        row.end();
    }

    fn name(token: usize) -> String {
        Cards::DECK.into_iter().nth(token).map_or_else(String::new, |card| card.to_string())
    }
}
