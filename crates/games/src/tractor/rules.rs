//! The truth: the deal, the burial, the tricks and the payoffs.

use cards::{
    BySeat, Card, CardBag, CardSet, Flow, Game, Illegal, Message, Rank, Rng, Seat, Side, Suit, Viewer,
};

use super::legal_plays::{Follow, LegalPlays};
use super::narrate::one_of;
use super::order::Order;
use super::public::{HAND, KITTY, Phase, Public};
use super::scene::TractorScene;
use super::score::{SEATS, team};
use super::types::{Action, Event, Rules, Setup};
use super::view::TractorView;

/// Cards in the two decks.
pub const DECK: usize = 108;

/// A round in progress, hidden cards included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tractor {
    pub(super) public: Public,
    pub(super) hands: BySeat<CardBag>,
    pub(super) kitty: CardBag,
}

impl Tractor {
    /// What everybody sees.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// A seat's cards.
    pub fn hand(&self, seat: Seat) -> CardBag {
        self.hands[seat]
    }

    fn legal_plays(&self) -> LegalPlays {
        LegalPlays::of(&self.public, self.hands[self.public.turn], self.kitty)
    }
}

/// Every card of the two decks.
pub(super) fn both_decks() -> CardBag {
    let mut deck = CardSet::deck_from(Rank::Two);
    deck.insert(Card::BLACK_JOKER);
    deck.insert(Card::RED_JOKER);
    CardBag::from_planes(deck, deck)
}

impl Game for Tractor {
    const NAME: &'static str = "tractor";
    /// Eight cards are buried, and four seats play at most twenty-five times each.
    const LONGEST: u32 = KITTY + SEATS as u32 * HAND;
    type Rules = Rules;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = TractorView;
    type Scene = TractorScene;

    fn deal(rules: &Rules, rng: &mut Rng) -> Setup {
        let main = Suit::ALL.get(rng.below(5) as usize).copied();
        let dealer = Seat::new(rng.below(SEATS as u32) as usize);
        let mut deck = [Card::RED_JOKER; DECK];
        for (place, card) in deck.iter_mut().zip(both_decks().iter()) {
            *place = card;
        }
        rng.shuffle(&mut deck);
        Setup { rules: *rules, main, dealer, deck }
    }

    fn side(_: &Rules, seat: Seat) -> Side {
        Side(team(seat) as u8)
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules
    }

    fn start(setup: &Setup, mut emit: impl FnMut(Event)) -> Tractor {
        let Setup { rules, main, dealer, deck } = *setup;
        for (seat, rank) in Seat::all(2).zip(rules.ranks) {
            emit(Event::Level(seat, rank));
        }
        emit(Event::Dealer(dealer));
        emit(Event::Main(main));
        let mut hands = BySeat::all(SEATS, CardBag::EMPTY);
        for (n, card) in deck.into_iter().enumerate() {
            let in_turn = n < SEATS * HAND as usize;
            let seat = if in_turn { dealer.plus(n, SEATS) } else { dealer };
            hands[seat].insert(card);
            emit(Event::Give(seat, Some(card)));
        }
        Tractor { public: Public::new(rules.ranks, main, dealer), hands, kitty: CardBag::EMPTY }
    }

    fn turn(&self) -> Option<Seat> {
        self.public.turn()
    }

    fn prompt(&self) -> &'static str {
        match self.public.phase {
            Phase::Bury => "BURY",
            Phase::Play if self.public.is_leading() => "LEAD",
            Phase::Play => "FOLLOW",
            _ => "",
        }
    }

    fn actions(&self, visit: impl FnMut(Action) -> Flow) -> Flow {
        self.legal_plays().visit(visit)
    }

    fn count(&self) -> u32 {
        self.legal_plays().count()
    }

    fn nth(&self, n: u32) -> Option<Action> {
        self.legal_plays().nth(n)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let (public, hand) = (&self.public, self.hands[self.public.turn]);
        match (public.phase, action) {
            (Phase::Bury, Action::Play(_)) => Err(Illegal::because("tractor-bury-first")),
            (Phase::Play, Action::Bury(_)) => Err(Illegal::because("tractor-buried-already")),
            (Phase::Bury, Action::Bury(card)) => check_burial(hand, self.kitty, card, &self.legal_plays()),
            (Phase::Play, Action::Play(cards)) if !hand.includes(cards) => {
                let missing = cards.iter().find(|&card| hand.count(card) < cards.count(card));
                let missing = missing.expect("a card is missing");
                let id = if hand.contains(missing) { "tractor-held-once" } else { "not-held" };
                Err(Illegal(Message::new(id).with("card", missing)))
            }
            (Phase::Play, Action::Play(cards)) if public.is_leading() => check_lead(public.order, cards),
            (Phase::Play, Action::Play(cards)) => Follow::of(public, hand).check(cards),
            _ => Err(Illegal::because("match-over")),
        }
    }

    fn apply(&mut self, action: Action, mut emit: impl FnMut(Event)) {
        let seat = self.public.turn;
        match action {
            Action::Bury(card) => {
                self.hands[seat].remove(card);
                self.kitty.insert(card);
                self.public.bury();
                emit(Event::Bury(seat, Some(card)));
            }
            Action::Play(cards) => {
                self.hands[seat] = self.hands[seat] - cards;
                emit(Event::Play(seat, cards));
                self.public.play(cards);
                if self.public.phase == Phase::Win {
                    let (winner, points) = self.public.win();
                    emit(Event::Win(winner, points));
                }
                if self.public.phase == Phase::TurnUp {
                    self.public.finish(self.kitty);
                    emit(Event::End(self.public.points, self.kitty));
                }
            }
        }
    }

    fn payoffs(&self) -> BySeat<i32> {
        if self.public.phase != Phase::Over {
            return BySeat::all(SEATS, 0);
        }
        let outcome = self.public.outcome();
        BySeat::from_fn(
            SEATS,
            |seat| if team(seat) == outcome.team { outcome.stake() } else { -outcome.stake() },
        )
    }

    fn view(&self, seat: Seat) -> TractorView {
        let kitty = if seat == self.public.dealer { self.kitty } else { CardBag::EMPTY };
        TractorView { public: self.public, seat, hand: self.hands[seat], kitty }
    }

    fn redact(event: Event, to: Viewer) -> Event {
        match event {
            Event::Give(seat, _) if !to.sees(seat) => Event::Give(seat, None),
            Event::Bury(seat, _) if !to.sees(seat) => Event::Bury(seat, None),
            _ => event,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let public = &self.public;
        let mut counts = [0; 64];
        let piles = self.hands.iter().chain(public.played.iter()).chain([&self.kitty]);
        for card in piles.flat_map(|pile| pile.iter()) {
            counts[card.code() as usize] += 1;
        }
        if let Some(card) = both_decks().kinds().find(|card| counts[card.code() as usize] != 2) {
            return Err(format!("{card} is there {} times", counts[card.code() as usize]));
        }
        if self.kitty.len() != public.buried {
            return Err(format!("{} cards buried, {} said", self.kitty.len(), public.buried));
        }
        for seat in self.hands.seats() {
            let hand = self.hands[seat];
            if hand.len() != public.hand_size(seat) {
                return Err(format!("{seat:?} holds {} cards, not {}", hand.len(), public.hand_size(seat)));
            }
            if !(hand.kinds() & public.lacks[seat]).is_empty() {
                return Err(format!("{seat:?} holds a card it is known to lack: {hand}"));
            }
            if !(hand.pairs() & public.unpaired[seat]).is_empty() {
                return Err(format!("{seat:?} holds a pair it is known to lack: {hand}"));
            }
        }
        if public.phase == Phase::Bury && self.count() == 0 {
            return Err("the burial cannot be finished".to_owned());
        }
        if public.phase == Phase::Over && public.kitty != self.kitty {
            return Err("the hidden cards are not those turned up".to_owned());
        }
        Ok(())
    }
}

fn check_lead(order: Order, cards: CardBag) -> Result<(), Illegal> {
    let Some(card) = cards.kinds().first() else { return Err(Illegal::because("tractor-lead-something")) };
    let group = order.group(card);
    let Some(other) = (cards.kinds() - order.cards(group)).first() else { return Ok(()) };
    let reason = Message::new("tractor-lead-one-group").with("card", card).with("one", one_of(group));
    Err(Illegal(reason.with("other", other).with("other-one", one_of(order.group(other)))))
}

fn check_burial(hand: CardBag, kitty: CardBag, card: Card, legal: &LegalPlays) -> Result<(), Illegal> {
    let LegalPlays::Bury(allowed) = legal else { return Err(Illegal::because("tractor-buried-already")) };
    if allowed.contains(card) {
        return Ok(());
    }
    if !hand.contains(card) {
        return Err(Illegal(Message::new("not-held").with("card", card)));
    }
    let last = kitty.kinds().last().filter(|&last| card < last);
    Err(Illegal(match last {
        Some(last) => Message::new("tractor-bury-order").with("card", card).with("last", last),
        None => Message::new("tractor-bury-too-few").with("card", card),
    }))
}
