//! The truth: the house rules, the deal, and what each action does to hands and piles.

use std::fmt::Write as _;

use cards::{BySeat, Card, CardSet, DrawDiscard, Flow, Game, Illegal, Rank, Rng, Seat, Suit, Viewer};

use super::public::{CARDS, DECK, EIGHTS, HIDDEN, JACKS, Phase, Public, SEVENS};
use super::types::{Action, Event, Rules, Setup};

use super::scene::MauMauScene;
use super::view::MauMauView;

/// The highest turn limit.
pub(super) const MOST_TURNS: u32 = 10_000;

/// The points of a card held at the end.
pub const fn card_points(rank: Rank) -> u32 {
    match rank {
        Rank::Jack => 20,
        Rank::Queen => 3,
        Rank::King => 4,
        Rank::Ace => 11,
        number => number as u32 + 2,
    }
}

/// The points of a hand.
pub(super) fn hand_points(hand: CardSet) -> u32 {
    hand.map(|card| card.rank().map_or(0, card_points)).sum()
}

/// How many cards each seat is dealt.
pub(super) const fn hand_size(seats: usize) -> usize {
    9 - seats
}

/// A match of Mau-Mau.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MauMau {
    pub(super) public: Public,
    pub(super) hands: BySeat<CardSet>,
    pub(super) piles: DrawDiscard<Card, CARDS>,
}

impl MauMau {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards a seat holds.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    /// The draw pile and the discard pile.
    pub fn piles(&self) -> &DrawDiscard<Card, CARDS> {
        &self.piles
    }

    /// The points of the cards in each hand, which count against the seat; doubled if a jack has won.
    pub fn scores(&self) -> BySeat<u32> {
        let doubled = self.public.phase() == Phase::Won && JACKS.contains(self.public.top());
        BySeat::from_fn(self.public.seats(), |seat| hand_points(self.hands[seat]) << u32::from(doubled))
    }

    /// The hand of the seat in turn.
    #[inline]
    pub(super) fn own_hand(&self) -> CardSet {
        self.hands[self.public.in_turn()]
    }

    /// Turns the pile over as soon as the last card is drawn and there is one to turn.
    #[inline]
    fn turn_over(&mut self, emit: &mut impl FnMut(Event)) {
        if self.piles.drawable() == 0 && self.piles.discarded() > 1 {
            self.piles.turn_over();
            self.public.turned = true;
            emit(Event::TurnOver);
        }
    }

    #[inline]
    fn play_card(&mut self, card: Card, wish: Option<Suit>, emit: &mut impl FnMut(Event)) {
        let (seat, next) = (self.public.in_turn(), self.public.next());
        self.hands[seat].remove(card);
        self.piles.discard(card);
        self.public.play(card, wish);
        emit(Event::Play { seat, card, wish });
        if self.public.phase() == Phase::Won {
            emit(Event::Win { seat });
            return;
        }
        if EIGHTS.contains(card) {
            emit(Event::Skip { seat: next });
        }
        self.turn_over(emit);
    }

    /// Draws one card, which may then be played, or the whole penalty.
    #[inline]
    fn draw_cards(&mut self, emit: &mut impl FnMut(Event)) {
        let (seat, owed) = (self.public.in_turn(), self.public.owed());
        for _ in 0..owed.max(1) {
            // If there are fewer cards than the penalty, the seat draws what there is.
            let Some(card) = self.piles.draw() else { break };
            let seen = self.public.turned;
            emit(if seen { Event::Take { seat, card } } else { Event::Draw { seat, card: Some(card) } });
            self.hands[seat].insert(card);
            self.public.draw(seen);
            self.turn_over(emit);
        }
        // After a penalty nothing may be played.
        if owed > 0 {
            self.end_without_play(emit);
        }
    }

    #[inline]
    fn end_without_play(&mut self, emit: &mut impl FnMut(Event)) {
        emit(Event::Pass { seat: self.public.in_turn() });
        self.public.pass();
    }
}

impl Game for MauMau {
    const NAME: &'static str = "mau-mau";
    // A turn is one action, or two if a card is drawn and then played or kept.
    const LONGEST: u32 = 2 * MOST_TURNS;
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = MauMauView;
    type Scene = MauMauScene;

    fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        let mut deck = [HIDDEN; CARDS];
        deck.iter_mut().zip(DECK).for_each(|(place, card)| *place = card);
        rng.shuffle(&mut deck);
        Setup { rules: *rules, deck }
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules
    }

    #[inline]
    fn start(setup: &Setup, mut emit: impl FnMut(Event)) -> MauMau {
        let rules = setup.rules;
        let seats = usize::from(rules.seats);
        let mut public = Public::new(rules);
        let mut hands = BySeat::all(seats, CardSet::EMPTY);
        let (dealt, rest) = setup.deck.split_at(seats * hand_size(seats));
        emit(Event::First { seat: public.in_turn() });
        for cards in dealt.chunks_exact(seats) {
            for (seat, &card) in Seat::all(seats).zip(cards) {
                hands[seat].insert(card);
                public.give(seat);
                emit(Event::Give { seat, card: Some(card) });
            }
        }
        let mut piles = DrawDiscard::new(HIDDEN, rest[1..].iter().copied());
        piles.discard(rest[0]);
        let skipped = public.open(rest[0]);
        emit(Event::Open { card: rest[0] });
        if let Some(seat) = skipped {
            emit(Event::Skip { seat });
        }
        MauMau { public, hands, piles }
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        self.public.turn()
    }

    fn prompt(&self) -> &'static str {
        match self.public.phase() {
            Phase::Drawn { .. } => "KEEP",
            _ => "PLAY",
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        self.public.actions(self.own_hand(), visit)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.public.check(self.own_hand(), action)
    }

    #[inline]
    fn apply(&mut self, action: Action, mut emit: impl FnMut(Event)) {
        match action {
            Action::Play { card, wish } => self.play_card(card, wish, &mut emit),
            Action::Draw => self.draw_cards(&mut emit),
            Action::Pass => self.end_without_play(&mut emit),
        }
        if self.public.phase() == Phase::Nobody {
            emit(Event::Nobody);
        }
    }

    /// Each loser pays the winner the points of their hand; without a winner nobody pays.
    fn payoffs(&self) -> BySeat<i32> {
        let seats = self.public.seats();
        if self.public.phase() != Phase::Won {
            return BySeat::all(seats, 0);
        }
        let scores = self.scores();
        let mut payoffs = BySeat::from_fn(seats, |seat| -(scores[seat] as i32));
        payoffs[self.public.in_turn()] = scores.iter().sum::<u32>() as i32;
        payoffs
    }

    fn view(&self, seat: Seat) -> MauMauView {
        MauMauView::of(self, seat.into())
    }

    fn redact(event: Event, to: Viewer) -> Event {
        match event {
            Event::Give { seat, .. } if !to.sees(seat) => Event::Give { seat, card: None },
            Event::Draw { seat, .. } if !to.sees(seat) => Event::Draw { seat, card: None },
            seen => seen,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let mut wrong = String::new();
        let mut expect = |holds: bool, what: &str| {
            if !holds {
                let _ = write!(wrong, "{what}; ");
            }
        };
        let public = &self.public;
        let drawn: CardSet = self.piles.draw_pile().collect();
        let discarded: CardSet = self.piles.discard_pile().collect();
        let held = self.hands.iter().fold(CardSet::EMPTY, |all, &hand| all | hand);
        let on_table = self.piles.drawable() + self.piles.discarded();
        let in_hands: u32 = self.hands.iter().map(|&hand| CardSet::len(hand)).sum();
        expect(held | drawn | discarded == DECK, "a card is missing");
        expect(in_hands as usize + on_table == CARDS, "a card is in two places");
        expect(on_table == public.spare() as usize + 1, "the cards to draw are miscounted");
        expect(self.piles.top() == Some(public.top()), "the open card is not on top");
        expect(public.shown.includes(discarded), "a card in the discard pile was not shown");
        let hidden = if public.turned { drawn - public.shown } else { drawn & public.shown };
        expect(hidden.is_empty(), "the draw pile is known exactly if it has been turned");
        let sized = Seat::all(public.seats()).all(|seat| self.hands[seat].len() == public.size(seat));
        expect(sized, "a hand is miscounted");
        // A view also sees a penalty that is only partly drawn.
        let is_paying = matches!(public.phase(), Phase::Drawn { .. }) && public.is_seven_active();
        let is_owed = (public.owed() > 0) == (public.playable(DECK) == SEVENS);
        expect(is_owed || is_paying, "only sevens avoid a penalty");
        let over = public.turn().is_none();
        expect(over || self.piles.drawable() > 0 || public.spare() == 0, "the pile must be turned over");
        let winner = Seat::all(public.seats()).find(|&seat| self.hands[seat].is_empty());
        let won = (public.phase() == Phase::Won).then_some(public.in_turn());
        expect(winner == won, "an empty hand wins");
        let fitting = public.playable(self.own_hand()).len();
        let drawn = matches!(public.phase(), Phase::Drawn { .. });
        expect(
            !drawn || is_paying || fitting <= 1,
            "a seat that had to draw holds nothing that fits but the drawn card",
        );
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    #[inline]
    fn count(&self) -> u32 {
        self.public.count(self.own_hand())
    }

    #[inline]
    fn nth(&self, n: u32) -> Option<Action> {
        self.public.nth(self.own_hand(), n)
    }
}
