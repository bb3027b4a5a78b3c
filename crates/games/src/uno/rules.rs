//! The truth: the state, the legal actions and their effects.

use std::hash::{Hash, Hasher};

use cards::{BySeat, Face, Flow, Game, Illegal, Message, Rng, Rules as _, Seat, Viewer};

use super::card::{Bag, Card};
use super::public::{Phase, Public};
use super::{Action, Event, MOST_CARDS, Rules, Setup, UnoScene, UnoView};

/// A match of Uno, hidden cards included.
#[derive(Clone, Copy, Debug)]
pub struct Uno {
    pub(super) public: Public,
    pub(super) hands: BySeat<Bag>,
    /// The face-down stock, bottom first; `public.stock` says how many of them are left.
    pub(super) stock: [Card; MOST_CARDS],
}

impl PartialEq for Uno {
    fn eq(&self, other: &Uno) -> bool {
        self.public == other.public && self.hands == other.hands && self.stock() == other.stock()
    }
}
impl Eq for Uno {}
impl Hash for Uno {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.public, &self.hands, self.stock()).hash(state);
    }
}

impl Uno {
    /// A table without cards. The methods below set it up: a hand for each seat, the stock, the discard pile,
    /// and who begins.
    #[inline]
    pub(super) fn empty(rules: Rules) -> Uno {
        let hands = BySeat::all(rules.seats(), Bag::EMPTY);
        Uno { public: Public::empty(rules), hands, stock: [Card::FIRST; MOST_CARDS] }
    }

    /// Gives a seat its first cards.
    #[inline]
    pub(super) fn give(&mut self, seat: Seat, cards: &[Card]) {
        self.hands[seat].extend(cards);
        self.public.hidden.join(&self.hands[seat]);
        self.public.sizes[seat] = cards.len() as u16;
    }

    /// Lays down the stock, given top first.
    #[inline]
    pub(super) fn lay_down(&mut self, cards: &[Card]) {
        self.stock.iter_mut().zip(cards.iter().rev()).for_each(|(place, &card)| *place = card);
        self.public.hidden.extend(cards);
        self.public.stock = cards.len() as u16;
    }

    /// Lays down the discard pile, given top first. Its cards have no effect; only played cards do.
    #[inline]
    pub(super) fn lay_open(&mut self, cards: &[Card]) {
        cards.iter().rev().for_each(|&card| self.public.piles.discard(card));
    }

    /// The first seat is to move.
    #[inline]
    pub(super) fn begin(&mut self, first: Seat) {
        self.public.phase = Phase::Turn { seat: first };
    }

    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The cards of a seat.
    pub fn hand(&self, seat: Seat) -> &Bag {
        &self.hands[seat]
    }

    /// The face-down stock, bottom first.
    pub fn stock(&self) -> &[Card] {
        &self.stock[..self.public.stock as usize]
    }

    #[inline]
    fn options(&self) -> super::public::Options {
        // Once the match is over no hand matters.
        self.public.options(&self.hands[self.public.turn().unwrap_or(Seat::new(0))])
    }

    #[inline]
    fn draw(&mut self, seat: Seat, emit: &mut impl FnMut(Event)) {
        let card = if self.public.stock > 0 {
            self.public.draw_hidden(seat);
            let card = self.stock[self.public.stock as usize];
            emit(Event::Draw { seat, card: Some(card) });
            card
        } else {
            if self.public.piles.drawable() == 0 {
                self.public.piles.turn_over();
                emit(Event::TurnOver);
            }
            let card = self.public.draw_open(seat);
            emit(Event::DrawOpen { seat, card });
            card
        };
        self.hands[seat].insert(card);
    }

    /// The cards that can be drawn before the discard pile is turned over, top first.
    fn draw_pile(&self) -> impl Iterator<Item = Card> + '_ {
        self.stock().iter().rev().copied().chain(self.public.piles.draw_pile())
    }

    /// Is this the same position, apart from the turns played and from who knows what? From here on both
    /// matches go the same way if the policies are the same.
    pub(super) fn is_same_position(&self, other: &Uno) -> bool {
        let (one, two) = (&self.public, &other.public);
        one.phase == two.phase
            && one.direction == two.direction
            && one.idle == two.idle
            && one.sizes == two.sizes
            && self.hands == other.hands
            && one.piles.discard_pile().eq(two.piles.discard_pile())
            && self.draw_pile().eq(other.draw_pile())
    }
}

impl Game for Uno {
    const NAME: &'static str = "uno";
    /// A turn takes at most two actions: to draw, and to play or keep the card.
    const LONGEST: u32 = 2 * Rules::MOST_TURNS;
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = UnoView;
    type Scene = UnoScene;

    fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        Setup::deal(rules, rng)
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules
    }

    fn start(setup: &Setup, mut emit: impl FnMut(Event)) -> Uno {
        let mut uno = Uno::empty(setup.rules);
        uno.public.direction = setup.direction;
        emit(Event::Direction(setup.direction));
        // Everybody knows the deck; events name only what differs from the deck of 92.
        let deck: Bag = setup.cards().collect();
        for card in Card::all().filter(|&card| deck.count(card) != card.in_standard_deck()) {
            emit(Event::Deck { card, count: deck.count(card) });
        }
        for (seat, hand) in Seat::all(setup.rules.seats()).zip(&setup.hands) {
            uno.give(seat, hand);
            hand.iter().for_each(|&card| emit(Event::Give { seat, card: Some(card) }));
        }
        uno.lay_down(&setup.draw);
        emit(Event::Stock(uno.public.stock));
        uno.lay_open(&setup.discard);
        setup.discard.iter().rev().for_each(|&card| emit(Event::Discard(card)));
        uno.begin(setup.first);
        emit(Event::First(setup.first));
        uno
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        self.public.turn()
    }

    fn prompt(&self) -> &'static str {
        match self.public.phase {
            Phase::Drawn { .. } => "KEEP",
            _ => "PLAY",
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        self.options().visit(visit)
    }

    #[inline]
    fn count(&self) -> u32 {
        self.options().count()
    }

    #[inline]
    fn nth(&self, n: u32) -> Option<Action> {
        self.options().nth(n)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let Some(seat) = self.public.turn() else { return Err(Illegal::because("match-over")) };
        let options = self.options();
        let drawn = matches!(self.public.phase, Phase::Drawn { .. });
        let because = |reason| Err(Illegal::because(reason));
        match action {
            Action::Play(card) if options.plays & card.bit() != 0 => Ok(()),
            Action::Play(card) if !self.hands[seat].has(card) => {
                Err(Illegal(Message::new("not-held").with("card", Face::from(card))))
            }
            Action::Play(card) => {
                let (card, top) = (Face::from(card), Face::from(self.public.top()));
                Err(Illegal(Message::new("uno-does-not-match").with("card", card).with("top", top)))
            }
            action if options.otherwise == Some(action) => Ok(()),
            Action::Draw if drawn => because("drawn-already"),
            Action::Draw | Action::Pass if options.plays != 0 => {
                let fitting = Card::all().filter(|card| options.plays & card.bit() != 0).map(Face::from);
                Err(Illegal(Message::new("must-play").with("cards", fitting.collect::<Vec<_>>())))
            }
            Action::Draw => because("nothing-to-draw"),
            Action::Pass => because("must-draw"),
        }
    }

    #[inline]
    fn apply(&mut self, action: Action, mut emit: impl FnMut(Event)) {
        let seat = self.public.turn().expect("an action is played while the match goes on");
        match action {
            Action::Play(card) => {
                self.hands[seat].remove(card);
                self.public.play(seat, card);
                emit(Event::Play { seat, card });
            }
            Action::Draw => self.draw(seat, &mut emit),
            Action::Pass => {
                self.public.pass(seat);
                emit(Event::Pass { seat });
            }
        }
        if let Phase::Ending { winner } = self.public.phase {
            emit(match winner {
                Some(seat) => Event::Win { seat },
                None if self.public.is_stuck() => Event::Stuck,
                None => Event::Limit,
            });
            self.public.end();
        }
    }

    fn payoffs(&self) -> BySeat<i32> {
        let seats = self.public.rules.seats();
        match self.public.phase {
            Phase::Over { winner: Some(winner) } => {
                let mut payoffs = BySeat::all(seats, -1);
                payoffs[winner] = seats as i32 - 1;
                payoffs
            }
            _ => BySeat::all(seats, 0),
        }
    }

    fn view(&self, seat: Seat) -> UnoView {
        UnoView { public: self.public, seat, hand: self.hands[seat] }
    }

    fn redact(event: Event, to: Viewer) -> Event {
        match event {
            Event::Give { seat, .. } if !to.sees(seat) => Event::Give { seat, card: None },
            Event::Draw { seat, .. } if !to.sees(seat) => Event::Draw { seat, card: None },
            event => event,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let public = &self.public;
        let mut hidden: Bag = self.stock().iter().copied().collect();
        for seat in self.hands.seats() {
            let (hand, known) = (&self.hands[seat], &public.known[seat]);
            if !hand.is_sound() || !known.is_sound() || hand.len() != public.size(seat) {
                return Err(format!("{seat:?} holds {hand:?}, of which {known:?} is known"));
            }
            for card in Card::all() {
                let unknown = hand.count(card).checked_sub(known.count(card));
                let unknown = unknown.ok_or_else(|| format!("{seat:?} does not hold the known {card}"))?;
                hidden.set(card, hidden.count(card) + unknown);
            }
        }
        if hidden != public.hidden {
            return Err(format!("hidden are {hidden:?}, not {:?}", public.hidden));
        }
        let piles = public.piles.drawable() + public.piles.discarded();
        let empty = public.sizes.seats().find(|&seat| public.sizes[seat] == 0);
        let winner = if let Phase::Over { winner } = public.phase { winner } else { None };
        match () {
            () if public.piles.discarded() == 0 => Err("no card lies open".to_owned()),
            () if hidden.len() + piles > MOST_CARDS => Err("there are too many cards".to_owned()),
            () if public.stock > 0 && public.piles.drawable() > 0 => Err("there are two stocks".to_owned()),
            () if winner != empty => Err(format!("{winner:?} won, {empty:?} has no cards")),
            () => Ok(()),
        }
    }
}
