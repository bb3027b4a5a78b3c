//! Durak as numbers: 36 cards and "no" are the tokens.

use cards::{Card, CardSet, Encode, Rank, Row, Suit, TokenSet, View};

use super::public::Phase;
use super::rules::{DECK, Durak, SEATS};
use super::types::Action;
use super::view::DurakView;

const CARDS: usize = 36;
/// Takes the cards, or throws in nothing.
const NO: usize = CARDS;

fn number(card: Card) -> usize {
    CardSet::of(card).packed(Rank::Six).trailing_zeros() as usize
}

impl Encode for Durak {
    const ENCODING: u32 = 1;
    const TOKENS: usize = CARDS + 1;
    const LAYOUT: &'static [(&'static str, usize)] = &[
        ("own hand", CARDS),
        ("cards on the table that are not beaten", CARDS),
        ("beaten cards on the table, and those that beat them", CARDS),
        ("discarded", CARDS),
        ("known cards of the next seat", CARDS),
        ("known cards of the partner", CARDS),
        ("known cards of the seat before", CARDS),
        ("the card to beat", CARDS),
        ("trump: diamonds, hearts, spades, clubs", 4),
        ("cards in each hand, the own first", SEATS),
        ("seats that are out", SEATS),
        ("seat to move", SEATS),
        ("attacker", SEATS),
        ("defender", SEATS),
        ("seat whose turn it is to attack", SEATS),
        ("attack, defence, throwing in, the defender takes, over", 5),
        ("cards in the stock", 1),
        ("cards that may still be laid in this round", 1),
        ("cards that may be laid in a round", 1),
    ];
    type Prefix = ();

    #[inline]
    fn tokens(view: &DurakView, (): &()) -> TokenSet {
        let public = view.public();
        if public.turn() != Some(view.seat()) {
            return TokenSet::EMPTY;
        }
        let cards = public.playable(view.hand()).packed(Rank::Six);
        TokenSet::from_bits(u128::from(cards | u64::from(public.may_refuse()) << NO))
    }

    #[inline]
    fn add(_: &DurakView, (): &mut (), token: usize) -> Option<Action> {
        Some(if token == NO { Action::No } else { Action::Card(DECK.nth(token as u32)?) })
    }

    fn spell(_: &DurakView, action: Action, mut visit: impl FnMut(usize)) {
        visit(match action {
            Action::Card(card) => number(card),
            Action::No => NO,
        });
    }

    fn describe(view: &DurakView, (): &(), row: &mut [u8]) {
        let public = view.public();
        let mut row = Row::new(row, Self::LAYOUT, view.seat(), SEATS);
        let cards = |row: &mut Row<'_>, set: CardSet| row.bits(set.packed(Rank::Six), CARDS);
        cards(&mut row, view.hand());
        let open: CardSet = public.table().1.iter().copied().collect();
        cards(&mut row, open);
        cards(&mut row, public.on_table() - open);
        cards(&mut row, public.gone);
        for seat in row.others() {
            cards(&mut row, seat.map_or(CardSet::EMPTY, |seat| public.shown(seat)));
        }
        let (mut to_beat, mut phase) = (CardSet::EMPTY, None);
        match public.phase {
            Phase::Attack => phase = Some(0),
            Phase::Defend { against } => (to_beat, phase) = (CardSet::of(against), Some(1)),
            Phase::ThrowIn { taking, .. } => phase = Some(if taking { 3 } else { 2 }),
            Phase::Over => phase = Some(4),
            Phase::Trump | Phase::Deal => (),
        }
        cards(&mut row, to_beat);
        row.one_of(Suit::ALL.iter().position(|&suit| suit == public.trump), 4);
        row.around(|seat| public.count(seat).into());
        row.around(|seat| public.is_out(seat).into());
        row.seat(public.turn());
        row.seat(Some(public.attacker()));
        row.seat(Some(public.defender()));
        row.seat(Some(public.slot()));
        row.one_of(phase, 5);
        row.count(public.stock.into());
        row.count(public.room().into());
        row.count(public.rules.limit.into());
        row.end();
    }

    fn name(token: usize) -> String {
        DECK.nth(token as u32).map_or("no".to_owned(), |card| card.to_string())
    }
}
