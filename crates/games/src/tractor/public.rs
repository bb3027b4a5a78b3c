//! What everybody sees of a round: tricks, points, and hard facts about hands.

use cards::{BySeat, CardBag, CardSet, Rank, Seat, Suit};

use super::order::Order;
use super::rules::DECK;
use super::score::{RoundResult, SEATS, kitty_bonus, points, team};
use super::trick::Trick;
use super::types::Event;

/// Cards each seat plays in a round.
pub const HAND: u32 = 25;
/// Cards the dealer buries.
pub const KITTY: u32 = 8;

/// The levels of both teams, the dealer and the main suit are announced before the first card is dealt.
pub(super) const ANNOUNCED: u8 = 4;
/// How many cards are dealt in turn; the dealer gets the others.
const IN_TURN: u8 = (SEATS as u32 * HAND) as u8;
/// The events before the first decision.
const OPENING: u8 = ANNOUNCED + DECK as u8;

/// What the table waits for. A match rests only in `Bury`, `Play` and `Over`; a view, which observes events
/// one by one, also in the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The deal, after this many of its events.
    Deal(u8),
    /// The dealer is burying.
    Bury,
    /// Tricks are played.
    Play,
    /// All seats have played to the trick: a seat wins it.
    Win,
    /// All cards are played: the buried ones are turned up.
    TurnUp,
    /// The round is over.
    Over,
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Public {
    /// Main suit and current rank.
    pub order: Order,
    /// The levels of the teams before the round.
    pub ranks: [Rank; 2],
    /// Who deals.
    pub dealer: Seat,
    /// What the table waits for.
    pub phase: Phase,
    /// How many cards are buried.
    pub buried: u32,
    /// The seat to move; in the deal, the seat that gets the next card.
    pub turn: Seat,
    /// The trick being played, or the last one.
    pub trick: Trick,
    /// The cards of that trick.
    pub table: BySeat<CardBag>,
    /// How many seats have played to the trick being played.
    pub on_table: u32,
    /// The points in it.
    pub trick_points: u32,
    /// Everything each seat has played.
    pub played: BySeat<CardBag>,
    /// Kinds a seat is known not to hold.
    pub lacks: BySeat<CardSet>,
    /// Kinds a seat is known to hold at most once.
    pub unpaired: BySeat<CardSet>,
    /// The points of the defenders.
    pub points: u64,
    /// The buried cards, once they are turned up.
    pub kitty: CardBag,
}

impl Public {
    /// The table after the deal.
    pub(super) fn new(ranks: [Rank; 2], main: Option<Suit>, dealer: Seat) -> Public {
        Public {
            order: Order::new(main, ranks[team(dealer)]),
            ranks,
            dealer,
            phase: Phase::Bury,
            buried: 0,
            turn: dealer,
            trick: Trick::NONE,
            table: BySeat::all(SEATS, CardBag::EMPTY),
            on_table: 0,
            trick_points: 0,
            played: BySeat::all(SEATS, CardBag::EMPTY),
            lacks: BySeat::all(SEATS, CardSet::EMPTY),
            unpaired: BySeat::all(SEATS, CardSet::EMPTY),
            points: 0,
            kitty: CardBag::EMPTY,
        }
    }

    /// The table before the first event. Only the levels are known, from the rules.
    pub(super) fn before_deal(ranks: [Rank; 2]) -> Public {
        Public { phase: Phase::Deal(0), ..Public::new(ranks, None, Seat::new(0)) }
    }

    /// Updates the table after an event that was checked.
    pub(super) fn observe(&mut self, event: Event) {
        match event {
            Event::Level(seat, rank) => {
                // For a bot, which reads itself as seat 1, the team named first may be the second.
                if self.phase == Phase::Deal(0) && team(seat) == 1 {
                    self.ranks.swap(0, 1);
                }
                self.ranks[team(seat)] = rank;
                self.turn = seat.next(SEATS);
                self.advance_deal();
            }
            Event::Dealer(seat) => {
                (self.dealer, self.turn) = (seat, seat);
                self.advance_deal();
            }
            Event::Main(main) => {
                self.order = Order::new(main, self.ranks[team(self.dealer)]);
                self.advance_deal();
            }
            Event::Give(..) => {
                if matches!(self.phase, Phase::Deal(events) if events < ANNOUNCED + IN_TURN) {
                    self.turn = self.turn.next(SEATS);
                }
                self.advance_deal();
            }
            Event::Bury(..) => self.bury(),
            Event::Play(_, cards) => self.play(cards),
            Event::Win(..) => _ = self.win(),
            Event::End(_, kitty) => self.finish(kitty),
        }
    }

    /// One more event of the deal has come.
    fn advance_deal(&mut self) {
        self.phase = match self.phase {
            Phase::Deal(events) if events + 1 < OPENING => Phase::Deal(events + 1),
            _ => Phase::Bury,
        };
    }

    /// How many cards a seat has after this many events of the deal.
    pub(super) fn dealt(&self, events: u8, seat: Seat) -> u32 {
        let cards = u32::from(events.saturating_sub(ANNOUNCED));
        let in_turn = cards.min(IN_TURN.into());
        let place = (seat.index() + SEATS - self.dealer.index()) % SEATS;
        let more = if seat == self.dealer { cards - in_turn } else { 0 };
        (in_turn + (SEATS - 1 - place) as u32) / SEATS as u32 + more
    }

    /// Is the next play a lead?
    pub fn is_leading(&self) -> bool {
        self.on_table == 0
    }

    /// Does the next play finish the trick?
    pub(super) fn is_last(&self) -> bool {
        self.on_table as usize == SEATS - 1
    }

    /// The seat that must decide.
    pub(super) fn turn(&self) -> Option<Seat> {
        matches!(self.phase, Phase::Bury | Phase::Play).then_some(self.turn)
    }

    /// How many cards a seat holds.
    pub fn hand_size(&self, seat: Seat) -> u32 {
        let to_bury = if seat == self.dealer { KITTY - self.buried } else { 0 };
        HAND + to_bury - self.played[seat].len()
    }

    /// Does the seat belong to the defenders?
    pub fn is_defender(&self, seat: Seat) -> bool {
        team(seat) != team(self.dealer)
    }

    /// The dealer buries one more card.
    pub(super) fn bury(&mut self) {
        self.buried += 1;
        if self.buried == KITTY {
            self.phase = Phase::Play;
        }
    }

    /// The seat to move plays legal cards.
    pub(super) fn play(&mut self, cards: CardBag) {
        let seat = self.turn;
        if self.is_leading() {
            let group = self.order.common_group(cards.kinds()).expect("a lead is of one group");
            self.trick = Trick::lead(self.order, group, seat, cards);
            self.table = BySeat::all(SEATS, CardBag::EMPTY);
            self.trick_points = 0;
        } else {
            self.trick.follow(self.order, seat, cards);
            self.learn(seat, cards);
        }
        self.table[seat] = cards;
        self.played[seat] = self.played[seat] + cards;
        self.trick_points += points(cards);
        self.on_table += 1;
        if (self.on_table as usize) < SEATS {
            self.turn = seat.next(SEATS);
        } else {
            self.phase = Phase::Win;
        }
    }

    /// Ends a complete trick. Returns its winner and its points.
    pub(super) fn win(&mut self) -> (Seat, u32) {
        let winner = self.trick.winner;
        if self.is_defender(winner) {
            self.points += u64::from(self.trick_points);
        }
        self.on_table = 0;
        self.turn = winner;
        self.phase = if self.played[winner].len() == HAND { Phase::TurnUp } else { Phase::Play };
        (winner, self.trick_points)
    }

    /// Learns from a follow about the rest of the hand.
    ///
    /// A seat that plays other cards than the led group has none of it left. A seat that plays only the led
    /// group, but with fewer pairs than were led, has played all its pairs of it: it has no pair left, and no
    /// second copy of what it played.
    fn learn(&mut self, seat: Seat, cards: CardBag) {
        let group = self.order.cards(self.trick.group);
        let followed = cards.within(group);
        if followed.len() < u32::from(self.trick.shape.cards) {
            self.lacks[seat] |= group;
        } else if followed.pairs().len() < u32::from(self.trick.shape.pairs) {
            self.unpaired[seat] |= group;
            self.lacks[seat] |= followed.kinds();
        }
    }

    /// Turns the buried cards up after the last trick.
    pub(super) fn finish(&mut self, kitty: CardBag) {
        self.kitty = kitty;
        self.phase = Phase::Over;
        if self.is_defender(self.trick.winner) {
            self.points += kitty_bonus(u64::from(points(kitty)), self.trick.shape.longest());
        }
    }

    /// The result of the round.
    pub fn outcome(&self) -> RoundResult {
        RoundResult::of(self.points, self.dealer, self.ranks)
    }
}
