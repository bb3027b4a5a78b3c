//! The House of Cards as numbers. Tokens name places and how the drawn and the held card are used, not the cards.

use cards::{Encode, Game, Row, TokenSet, View};

use super::card::Card;
use super::rules::{BASE, House, MOST};
use super::tower::Place;
use super::types::{Action, Rules};
use super::view::HouseView;

const HOLD: usize = 0;
/// The first token of the floors: at each place with the drawn card, then with the held one.
const FLOORS: usize = 1;
/// The first token of the peaks: at each place with the held card on the left, then on the right.
const PEAKS: usize = FLOORS + 2 * Place::ALL.len();
/// The slots of the outline.
const SLOTS: usize = 8;
const ROW: usize = MOST - BASE;

impl Encode for House {
    const ENCODING: u32 = 1;
    const TOKENS: usize = PEAKS + 2 * Place::ALL.len();
    const LAYOUT: &'static [(&'static str, usize)] = &[
        ("the outline's cards from left to right, each one of 26, the own colour first", SLOTS * MOST),
        ("the outline's forms: rising, falling, floor", SLOTS * 3),
        ("the cards of the row, the drawn one first, each one of 26", ROW * MOST),
        ("the own held card", MOST),
        ("the other's held card", MOST),
        ("places where a floor may go", 5),
        ("places where a peak may go", 5),
        ("points ahead, points behind", 2),
        ("is to move", 1),
        ("plays red", 1),
        ("ranks of the deck", 1),
    ];
    type Prefix = ();

    #[inline]
    fn tokens(view: &HouseView, (): &()) -> TokenSet {
        let house = view.house();
        if house.turn() != Some(view.seat()) {
            return TokenSet::EMPTY;
        }
        let mut tokens = TokenSet::EMPTY;
        let holds = house.held(house.colour(view.seat())).is_some();
        if !holds {
            tokens.insert(HOLD);
        }
        for place in house.tower().valleys() {
            tokens.insert(FLOORS + 2 * place.index());
            if holds {
                tokens.insert(FLOORS + 2 * place.index() + 1);
            }
        }
        if holds {
            for place in house.tower().floors() {
                tokens.insert(PEAKS + 2 * place.index());
                tokens.insert(PEAKS + 2 * place.index() + 1);
            }
        }
        tokens
    }

    #[inline]
    fn add(view: &HouseView, (): &mut (), token: usize) -> Option<Action> {
        let house = view.house();
        let (front, held) = (house.front(), house.held(house.colour(view.seat())));
        Some(match token {
            HOLD => Action::Hold,
            FLOORS..PEAKS => {
                let number = token - FLOORS;
                let card = if number.is_multiple_of(2) { front } else { held? };
                Action::Floor { place: Place::ALL[number / 2], card }
            }
            _ => {
                let number = token - PEAKS;
                let (left, right) = if number.is_multiple_of(2) { (held?, front) } else { (front, held?) };
                Action::Peak { place: Place::ALL[number / 2], left, right }
            }
        })
    }

    fn spell(view: &HouseView, action: Action, mut visit: impl FnMut(usize)) {
        let front = view.house().front();
        visit(match action {
            Action::Hold => HOLD,
            Action::Floor { place, card } => FLOORS + 2 * place.index() + usize::from(card != front),
            Action::Peak { place, left, .. } => PEAKS + 2 * place.index() + usize::from(left == front),
        });
    }

    fn describe(view: &HouseView, (): &(), row: &mut [u8]) {
        let (house, seat) = (view.house(), view.seat());
        let own = house.colour(seat);
        let number = |card: Card| {
            let colour = if card.colour() == own { 0 } else { usize::from(Rules::MOST) };
            usize::from(card.rank()) - 1 + colour
        };
        let mut row = Row::new(row, Self::LAYOUT, seat, 2);
        let mut slots = [(0, Card::LOWEST); SLOTS];
        let mut slot = 0;
        for (form, card) in house.tower().outline() {
            let (form, width) = match form {
                '/' => (0, 1),
                '\\' => (1, 1),
                _ => (2, 2),
            };
            slots[slot..slot + width].fill((form, card));
            slot += width;
        }
        let outline = row.part(SLOTS * MOST);
        outline.fill(0);
        for (slot, (_, card)) in slots.iter().enumerate() {
            outline[slot * MOST + number(*card)] = 1;
        }
        for (form, _) in slots {
            row.one_of(Some(form), 3);
        }
        let cards = row.part(ROW * MOST);
        cards.fill(0);
        for (place, &card) in house.row().iter().enumerate() {
            cards[place * MOST + number(card)] = 1;
        }
        row.one_of(house.held(own).map(number), MOST);
        row.one_of(house.held(own.other()).map(number), MOST);
        for places in [house.tower().valleys(), house.tower().floors()] {
            row.bits(places.fold(0, |bits, place| bits | 1 << place.index()), Place::ALL.len());
        }
        let ahead = house.score(own) - house.score(own.other());
        row.count(ahead.max(0).unsigned_abs());
        row.count(ahead.min(0).unsigned_abs());
        row.flag(house.turn() == Some(seat));
        row.flag(own == super::card::Colour::Red);
        row.count(house.deck().len() as u32 / 2);
        row.end();
    }

    fn name(token: usize) -> String {
        let place = |first: usize| (token - first) / 2 + 1;
        let is_first = |first: usize| (token - first).is_multiple_of(2);
        match token {
            HOLD => "hold".to_owned(),
            FLOORS..PEAKS => {
                format!("floor {} {}", place(FLOORS), if is_first(FLOORS) { "drawn" } else { "held" })
            }
            _ => {
                let cards = if is_first(PEAKS) { "held drawn" } else { "drawn held" };
                format!("peak {} {cards}", place(PEAKS))
            }
        }
    }
}
