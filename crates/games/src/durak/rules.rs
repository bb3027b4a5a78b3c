//! The truth: what everybody sees, the four hands and the stock.

use cards::{
    BySeat, Card, CardSet, Face, Flow, Game, Illegal, Message, Pile, Rank, Rng, Seat, Side, Suit, Value,
    Viewer,
};

use super::public::{Phase, Public};
use super::scene::DurakScene;
use super::types::{Action, Event, Rules, Setup};
use super::view::DurakView;

/// Two against two.
pub const SEATS: usize = 4;
/// Sixes to aces.
pub const DECK: CardSet = CardSet::deck_from(Rank::Six);
/// Hands are filled up to this after each round.
pub(super) const HAND: u8 = 6;
pub(super) const STOCK: usize = 12;

/// A match in progress, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Durak {
    pub(super) public: Public,
    pub(super) hands: [CardSet; SEATS],
    pub(super) stock: Pile<Card, STOCK>,
}

impl Durak {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards a seat holds.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index()]
    }

    /// The cards still to be drawn, the next one last.
    pub fn stock(&self) -> &[Card] {
        self.stock.as_slice()
    }

    pub(super) fn with(public: Public, hands: [CardSet; SEATS], stock: &[Card]) -> Durak {
        let mut pile = Pile::new(DECK.first().expect("the deck has cards"));
        stock.iter().for_each(|&card| pile.push(card));
        Durak { public, hands, stock: pile }
    }

    fn turn_hand(&self) -> CardSet {
        self.public.turn().map_or(CardSet::EMPTY, |seat| self.hand(seat))
    }

    /// The event of an action.
    fn event(&self, seat: Seat, action: Action) -> Event {
        let to = self.public.defender();
        match (self.public.phase, action) {
            (Phase::Attack, Action::Card(card)) => Event::Move { by: seat, to, card },
            (Phase::Defend { .. }, Action::Card(card)) => Event::Beat(seat, card),
            (Phase::Defend { .. }, Action::No) => Event::Take(seat),
            (_, Action::Card(card)) => Event::Add { by: seat, to, card },
            (_, Action::No) => Event::Pass(seat),
        }
    }

    fn emit(&mut self, event: Event, emit: &mut impl FnMut(Event)) {
        self.public.observe(event);
        emit(event);
    }

    /// A seat without cards is out at once if there is no stock (statement, 8).
    fn leave(&mut self, seat: Seat, emit: &mut impl FnMut(Event)) {
        let is_done = self.hand(seat).is_empty() && self.stock.is_empty();
        if is_done && !self.public.is_out(seat) && self.public.phase != Phase::Over {
            self.emit(Event::Out(seat), emit);
        }
    }

    /// Fills the hands after a round.
    fn refill(&mut self, emit: &mut impl FnMut(Event)) {
        let order = self.public.draw_order();
        for seat in order {
            while self.public.count(seat) < HAND
                && let Some(card) = self.stock.pop()
            {
                self.hands[seat.index()].insert(card);
                self.emit(Event::Give(seat, Some(card)), emit);
            }
        }
        for seat in order {
            self.leave(seat, emit);
        }
    }
}

impl Game for Durak {
    const NAME: &'static str = "durak";
    /// At most 18 rounds are beaten off, because each removes two cards from the match. Between two of them
    /// one team attacks in every round, and its at most 36 cards become fewer each time. A round has at most
    /// 6 attacks, 6 answers and 14 passes.
    const LONGEST: u32 = 19 * 36 * 26;
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = DurakView;
    type Scene = DurakScene;

    fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        let mut deck = [DECK.first().expect("the deck has cards"); 36];
        DECK.zip(&mut deck).for_each(|(card, place)| *place = card);
        rng.shuffle(&mut deck);
        let trump = Suit::ALL[rng.below(4) as usize];
        let first = Seat::new(rng.below(SEATS as u32) as usize);
        Setup { rules: *rules, trump, first, deck }
    }

    fn side(_: &Rules, seat: Seat) -> Side {
        Side(seat.index() as u8 % 2)
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules
    }

    fn start(setup: &Setup, mut emit: impl FnMut(Event)) -> Durak {
        let hand = |seat: usize| setup.deck[seat * HAND as usize..][..HAND as usize].iter().copied();
        let hands = std::array::from_fn(|seat| hand(seat).collect());
        let mut durak = Durak::with(Public::new(setup.rules), hands, &[]);
        setup.deck[24..].iter().rev().for_each(|&card| durak.stock.push(card));
        durak.emit(Event::Trump(setup.trump), &mut emit);
        for seat in Seat::all(SEATS) {
            for card in hand(seat.index()) {
                durak.emit(Event::Give(seat, Some(card)), &mut emit);
            }
        }
        durak.emit(Event::First(setup.first), &mut emit);
        durak
    }

    fn turn(&self) -> Option<Seat> {
        self.public.turn()
    }

    fn prompt(&self) -> &'static str {
        match self.public.phase {
            Phase::Attack => "MOVE",
            Phase::Defend { .. } => "BEAT",
            Phase::ThrowIn { .. } => "ADD",
            Phase::Trump | Phase::Deal | Phase::Over => "",
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        actions(&self.public, self.turn_hand(), visit)
    }

    fn count(&self) -> u32 {
        count(&self.public, self.turn_hand())
    }

    fn nth(&self, n: u32) -> Option<Action> {
        nth(&self.public, self.turn_hand(), n)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        check(&self.public, self.turn_hand(), action)
    }

    #[inline]
    fn apply(&mut self, action: Action, mut emit: impl FnMut(Event)) {
        debug_assert_eq!(self.check(action), Ok(()));
        let seat = self.public.turn().expect("somebody is to move");
        let defender = self.public.defender();
        let event = self.event(seat, action);
        if let Action::Card(card) = action {
            self.hands[seat.index()].remove(card);
        }
        self.emit(event, &mut emit);
        self.leave(seat, &mut emit);
        // Cards that the defender takes were seen by all.
        self.hands[defender.index()] |= self.public.shown(defender);
        if self.public.phase == Phase::Attack {
            self.refill(&mut emit);
        }
    }

    /// 1 for each seat of the team that got rid of its cards, -1 for the others.
    fn payoffs(&self) -> BySeat<i32> {
        let winner = self.public.winner();
        BySeat::from_fn(SEATS, |seat| match winner {
            Some(won) if won == seat || won == seat.partner() => 1,
            Some(_) => -1,
            None => 0,
        })
    }

    fn view(&self, seat: Seat) -> DurakView {
        DurakView::new(self.public, seat, self.hand(seat))
    }

    fn redact(event: Event, to: Viewer) -> Event {
        match event {
            Event::Give(seat, Some(_)) if !to.sees(seat) => Event::Give(seat, None),
            seen => seen,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let stock: CardSet = self.stock.as_slice().iter().copied().collect();
        let places = self.hands.into_iter().chain([stock, self.public.on_table(), self.public.gone]);
        let total: u32 = places.clone().map(CardSet::len).sum();
        let all = places.fold(CardSet::EMPTY, |all, set| all | set);
        if total != 36 || all != DECK {
            return Err(format!("{total} cards, missing {}", DECK - all));
        }
        if usize::from(self.public.stock) != self.stock.len() {
            return Err(format!("{} cards of stock announced", self.public.stock));
        }
        for seat in Seat::all(SEATS) {
            let (hand, count, shown) = (self.hand(seat), self.public.count(seat), self.public.shown(seat));
            if hand.len() != u32::from(count) || !hand.includes(shown) {
                return Err(format!("{seat:?} holds {hand}; announced {count}, shown {shown}"));
            }
        }
        Ok(())
    }
}

pub(super) fn actions(public: &Public, hand: CardSet, mut visit: impl FnMut(Action) -> Flow) -> Flow {
    for card in public.playable(hand) {
        visit(Action::Card(card))?;
    }
    if public.may_refuse() { visit(Action::No) } else { Flow::Continue(()) }
}

pub(super) fn count(public: &Public, hand: CardSet) -> u32 {
    public.playable(hand).len() + u32::from(public.may_refuse())
}

pub(super) fn nth(public: &Public, hand: CardSet, n: u32) -> Option<Action> {
    let playable = public.playable(hand);
    match playable.nth(n) {
        Some(card) => Some(Action::Card(card)),
        None => (n == playable.len() && public.may_refuse()).then_some(Action::No),
    }
}

fn check(public: &Public, hand: CardSet, action: Action) -> Result<(), Illegal> {
    let Action::Card(card) = action else {
        return if public.may_refuse() {
            Ok(())
        } else if public.phase == Phase::Attack {
            Err(Illegal::because("durak-must-attack"))
        } else {
            Err(Illegal::because("match-over"))
        };
    };
    if !hand.contains(card) {
        return Err(Illegal(Message::new("not-held").with("card", card)));
    }
    if public.playable(hand).contains(card) {
        return Ok(());
    }
    Err(match public.phase {
        Phase::Defend { against } => does_not_beat(public.trump, card, against),
        Phase::ThrowIn { .. } => {
            let ranks = ranks(public.on_table());
            Illegal(Message::new("durak-rank-not-on-table").with("card", card).with("ranks", ranks))
        }
        _ => Illegal::because("match-over"),
    })
}

/// Why this card does not beat that one.
fn does_not_beat(trump: Suit, card: Card, against: Card) -> Illegal {
    let suit = against.suit().expect("durak has no jokers");
    Illegal(if card.suit() == Some(suit) {
        Message::new("durak-lower").with("card", card).with("against", against)
    } else if suit == trump {
        Message::new("durak-no-trump").with("against", against)
    } else {
        let wrong = Message::new("durak-wrong-suit").with("suit", one_of(suit)).with("trump", one_of(trump));
        wrong.with("against", against)
    })
}

/// One card of a suit: "diamond".
fn one_of(suit: Suit) -> Value {
    Value::Name(match suit {
        Suit::Diamonds => "durak-diamond",
        Suit::Hearts => "durak-heart",
        Suit::Spades => "durak-spade",
        Suit::Clubs => "durak-club",
    })
}

/// The ranks of these cards as printed on them: `6, 10, K`.
fn ranks(cards: CardSet) -> Value {
    let mut ranks: Vec<_> = cards.filter_map(Card::rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let glyph = |rank| Face::from(Card::new(rank, Suit::Spades)).glyph.to_string();
    Value::Text(ranks.into_iter().map(glyph).collect::<Vec<_>>().join(", "))
}
