//! The rules: the row, the held cards, the scores, and the legal actions.

use cards::{BySeat, Flow, Game, Illegal, Message, Rng, Seat, Viewer};

use super::card::{Card, Colour};
use super::types::{Action, Event, Rules, Setup};

use super::scene::HouseScene;
use super::tower::{Place, Places, Tower, Triangle};
use super::view::HouseView;

/// The most cards a deck has: 13 ranks in two colours.
pub(super) const MOST: usize = 26;
/// The cards the first four peaks are made of.
pub(super) const BASE: usize = 8;

/// A match in progress. All cards are face up, so this is also what each seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct House {
    deck: [Card; MOST],
    tower: Tower,
    /// The card each colour holds between its turns.
    pub(super) held: [Option<Card>; 2],
    /// The points of each colour.
    scores: [i16; 2],
    /// The colour to move; once the match is over, the colour that would be next.
    mover: Colour,
    /// How many cards have left the row.
    drawn: u8,
    /// How many cards the deck has.
    cards: u8,
    /// The seat that plays red: seat 1, except for a bot, which reads itself as seat 1 with either colour.
    red: Seat,
}

impl House {
    /// A table before the deck is known.
    pub(super) fn blank(rules: Rules) -> House {
        let cards = 2 * rules.ranks();
        House {
            deck: [Card::LOWEST; MOST],
            tower: Tower::new([Card::LOWEST; BASE]),
            held: [None; 2],
            scores: [0; 2],
            mover: Colour::Red,
            drawn: cards,
            cards,
            red: Seat::new(0),
        }
    }

    /// Builds the first four peaks from the deck.
    pub(super) fn lay_out(&mut self, deck: [Card; MOST]) {
        self.deck = deck;
        let base = deck.first_chunk().expect("a deck is longer than its base");
        self.tower = Tower::new(*base);
        self.drawn = BASE as u8;
        // "The color of the first card used for the peaks and valleys determines which player has the
        // first turn."
        self.mover = deck[0].colour();
    }

    pub(super) fn seat_red(&mut self, seat: Seat) {
        self.red = seat;
    }

    /// The house as it stands.
    pub fn tower(&self) -> &Tower {
        &self.tower
    }

    /// The cards still in the row; the first is the one the seat to move has drawn.
    pub fn row(&self) -> &[Card] {
        &self.deck[usize::from(self.drawn)..usize::from(self.cards)]
    }

    /// The cards of the whole deck, in their order.
    pub fn deck(&self) -> &[Card] {
        &self.deck[..usize::from(self.cards)]
    }

    /// The card a colour holds.
    pub fn held(&self, colour: Colour) -> Option<Card> {
        self.held[colour as usize]
    }

    /// The points of a colour.
    pub fn score(&self, colour: Colour) -> i32 {
        i32::from(self.scores[colour as usize])
    }

    /// Which seat plays a colour.
    pub fn seat(&self, colour: Colour) -> Seat {
        if colour == Colour::Red { self.red } else { self.red.next(2) }
    }

    /// The colour a seat plays.
    pub fn colour(&self, seat: Seat) -> Colour {
        if seat == self.red { Colour::Red } else { Colour::Black }
    }

    pub(super) fn is_over(&self) -> bool {
        self.drawn == self.cards
    }

    pub(super) fn front(&self) -> Card {
        self.deck[usize::from(self.drawn)]
    }

    /// The triangle an action would complete.
    #[inline]
    pub(super) fn pays(&self, action: Action) -> Option<Triangle> {
        match action {
            Action::Hold => None,
            Action::Floor { place, card } => Some(self.tower.floor_pays(place, card)),
            Action::Peak { place, left, right } => Some(self.tower.peak_pays(place, left, right)),
        }
    }

    /// The immediate gain of an action for the colour to move.
    #[inline]
    pub(super) fn gain(&self, action: Action) -> i16 {
        match self.pays(action) {
            None => 0,
            Some(triangle) if triangle.colour == self.mover => triangle.points,
            Some(triangle) => -triangle.points,
        }
    }

    #[inline]
    fn score_triangle(&mut self, triangle: Triangle, emit: &mut impl FnMut(Event)) {
        self.scores[triangle.colour as usize] += triangle.points;
        emit(Event::Score { seat: self.seat(triangle.colour), points: triangle.points });
    }

    /// "If either player holds a card at this time, the rank of that card is added to (subtracted
    /// from) that player's score if the color of the card is the same as (different from) that
    /// player's color."
    fn settle(&mut self, emit: &mut impl FnMut(Event)) {
        for colour in [Colour::Red, Colour::Black] {
            if let Some(card) = self.held(colour) {
                let rank = i16::from(card.rank());
                let points = if card.colour() == colour { rank } else { -rank };
                self.scores[colour as usize] += points;
                emit(Event::Score { seat: self.seat(colour), points });
            }
        }
    }
}

impl Game for House {
    const NAME: &'static str = "house";
    /// One action for each card after the first eight.
    const LONGEST: u32 = (MOST - BASE) as u32;
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = HouseView;
    type Scene = HouseScene;

    fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        let mut deck = [Card::LOWEST; MOST];
        let cards = &mut deck[..2 * usize::from(rules.ranks())];
        for (place, card) in cards.iter_mut().zip(Card::all(rules.ranks())) {
            *place = card;
        }
        rng.shuffle(cards);
        Setup { rules: *rules, deck }
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules
    }

    fn start(setup: &Setup, mut emit: impl FnMut(Event)) -> House {
        let mut house = House::blank(setup.rules);
        house.lay_out(setup.deck);
        emit(Event::Red { seat: house.red });
        emit(Event::Deck { deck: setup.deck, cards: house.cards });
        house
    }

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.seat(self.mover))
    }

    fn prompt(&self) -> &'static str {
        "BUILD"
    }

    #[inline]
    fn actions(&self, mut visit: impl FnMut(Action) -> Flow) -> Flow {
        if self.is_over() {
            return Flow::Continue(());
        }
        let (front, held) = (self.front(), self.held(self.mover));
        if held.is_none() {
            visit(Action::Hold)?;
        }
        for place in self.tower.valleys() {
            visit(Action::Floor { place, card: front })?;
            if let Some(card) = held {
                visit(Action::Floor { place, card })?;
            }
        }
        if let Some(card) = held {
            for place in self.tower.floors() {
                visit(Action::Peak { place, left: card, right: front })?;
                visit(Action::Peak { place, left: front, right: card })?;
            }
        }
        Flow::Continue(())
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::because("match-over"));
        }
        let (front, held) = (self.front(), self.held(self.mover));
        let is_at_hand = |card: Card| card == front || Some(card) == held;
        let stranger = |card: Card| {
            let reason = |id| Message::new(id).with("card", card).with("drawn", front);
            Illegal(match held {
                None => reason("house-not-drawn"),
                Some(held) => reason("house-not-at-hand").with("held", held),
            })
        };
        match (action, held) {
            (Action::Hold, Some(held)) => Err(Illegal(Message::new("house-holds-one").with("held", held))),
            (Action::Hold, None) => Ok(()),
            (Action::Floor { card, .. }, _) if !is_at_hand(card) => Err(stranger(card)),
            (Action::Floor { place, .. }, _) if self.tower.floors().has(place) => {
                Err(elsewhere("house-covered", place, self.tower.valleys()))
            }
            (Action::Floor { place, .. }, _) if !self.tower.valleys().has(place) => {
                Err(elsewhere("house-no-valley", place, self.tower.valleys()))
            }
            (Action::Floor { .. }, _) => Ok(()),
            (Action::Peak { left, .. }, _) if !is_at_hand(left) => Err(stranger(left)),
            (Action::Peak { right, .. }, _) if !is_at_hand(right) => Err(stranger(right)),
            (Action::Peak { left, right, .. }, _) if left == right => {
                Err(Illegal(Message::new("house-peak-takes-two").with("card", left)))
            }
            (Action::Peak { place, .. }, _) if !self.tower.floors().has(place) => {
                Err(elsewhere("house-no-floor", place, self.tower.floors()))
            }
            (Action::Peak { .. }, _) => Ok(()),
        }
    }

    #[inline]
    fn apply(&mut self, action: Action, mut emit: impl FnMut(Event)) {
        let (front, mover) = (self.front(), self.mover);
        let (seat, held) = (self.seat(mover), &mut self.held[mover as usize]);
        match action {
            Action::Hold => {
                *held = Some(front);
                emit(Event::Hold { seat, card: front });
            }
            Action::Floor { place, card } => {
                if card != front {
                    *held = Some(front);
                }
                emit(Event::Floor { seat, place, card });
                let triangle = self.tower.lay_floor(place, card);
                self.score_triangle(triangle, &mut emit);
            }
            Action::Peak { place, left, right } => {
                *held = None;
                emit(Event::Peak { seat, place, left, right });
                let triangle = self.tower.set_peak(place, left, right);
                self.score_triangle(triangle, &mut emit);
            }
        }
        self.drawn += 1;
        self.mover = mover.other();
        if self.is_over() {
            self.settle(&mut emit);
        }
    }

    fn payoffs(&self) -> BySeat<i32> {
        let ahead = if self.is_over() { self.score(Colour::Red) - self.score(Colour::Black) } else { 0 };
        BySeat::from_fn(2, |seat| if seat == self.red { ahead } else { -ahead })
    }

    fn view(&self, seat: Seat) -> HouseView {
        HouseView::new(seat, *self)
    }

    fn redact(event: Event, _: Viewer) -> Event {
        event
    }

    fn audit(&self) -> Result<(), String> {
        let drawn = &self.deck[..usize::from(self.drawn)];
        let held = self.held.iter().flatten();
        if self.tower.size() + held.clone().count() != drawn.len() {
            return Err(format!("{} cards were drawn, but the house has {self:?}", drawn.len()));
        }
        let open = self.tower.outline().map(|(_, card)| card).chain(held.copied());
        let mut seen = 0u32;
        for card in open {
            if seen >> card.index() & 1 == 1 || !drawn.contains(&card) {
                return Err(format!("{card} is seen twice or has not been drawn in {self:?}"));
            }
            seen |= 1 << card.index();
        }
        Ok(())
    }

    #[inline]
    fn count(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let (valleys, floors) = (self.tower.valleys().len(), self.tower.floors().len());
        match self.held(self.mover) {
            None => 1 + valleys,
            Some(_) => 2 * (valleys + floors),
        }
    }

    #[inline]
    fn nth(&self, n: u32) -> Option<Action> {
        if self.is_over() {
            return None;
        }
        let (front, valleys) = (self.front(), self.tower.valleys());
        let Some(held) = self.held(self.mover) else {
            return match n {
                0 => Some(Action::Hold),
                _ => valleys.nth(n - 1).map(|place| Action::Floor { place, card: front }),
            };
        };
        // Each place is listed twice: with the drawn card and with the held one.
        if let Some(place) = valleys.nth(n / 2) {
            return Some(Action::Floor { place, card: if n.is_multiple_of(2) { front } else { held } });
        }
        let place = self.tower.floors().nth(n / 2 - valleys.len())?;
        let (left, right) = if n.is_multiple_of(2) { (held, front) } else { (front, held) };
        Some(Action::Peak { place, left, right })
    }
}

/// The reason that an action is illegal at this place, with the places where it would be legal.
fn elsewhere(id: &'static str, place: Place, possible: Places) -> Illegal {
    let places: Vec<String> = possible.map(|place| place.to_string()).collect();
    let reason = Message::new(id).with("place", place.index() + 1).with("count", places.len());
    Illegal(reason.with("places", places.join(", ")))
}
