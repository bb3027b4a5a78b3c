//! The table as one viewer knows it: the picture, the prompt and the sentences.

use cards::scene::{Ask, Choice, Fact, SeatInfo, Side, Zone};
use cards::{
    Card, CardSet, Face, Message, Picture, Rank, Said, Scene, Seat, Suit, Unexpected, Value, View as _,
    Viewer,
};

use super::public::{JACKS, Phase, SEVENS};
use super::rules::{MauMau, hand_points};
use super::types::Action;
use super::types::Event;
use super::types::Rules;
use super::view::MauMauView;
use crate::shedding;
use crate::shedding::of_seat;

/// A match of Mau-Mau as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct MauMauScene {
    viewer: Viewer,
    /// What the viewer knows. A viewer without a seat sees no hand or all hands; then the view's own seat
    /// means nothing.
    view: MauMauView,
    turns: u32,
    /// The card the seat in turn has drawn and may play or keep, if the viewer knows it.
    drawn: Option<Card>,
}

impl MauMauScene {
    /// A scene in the middle of a match, for tests that show a position.
    #[cfg(test)]
    pub(super) fn of(game: &MauMau, viewer: Viewer) -> MauMauScene {
        MauMauScene { viewer, view: MauMauView::of(game, viewer), turns: 1000, drawn: None }
    }

    /// The points of a hand, if the viewer knows all its cards; twice that once a jack has won.
    fn score(&self, seat: Seat) -> Option<u32> {
        let is_known = self.view.hidden(seat) == 0;
        is_known.then(|| hand_points(self.view.known(seat)) << u32::from(self.is_doubled()))
    }

    /// Has a jack won?
    fn is_doubled(&self) -> bool {
        let public = self.view.public();
        public.phase() == Phase::Won && JACKS.contains(public.top())
    }

    fn seats(&self) -> Vec<SeatInfo> {
        let public = self.view.public();
        let is_over = matches!(public.phase(), Phase::Won | Phase::Nobody);
        let info = |seat: Seat| SeatInfo {
            seat,
            side: Side(seat.index() as u8),
            role: (public.phase() == Phase::Won && public.in_turn() == seat)
                .then(|| Message::new("shed-won")),
            score: self.score(seat).filter(|_| is_over).map(i64::from),
            is_out: false,
        };
        Seat::all(public.seats()).map(info).collect()
    }

    /// A hand by suits. Jacks are a group of their own, because they fit nearly everything.
    fn hand(&self, seat: Seat) -> Zone {
        let (cards, shown) = (self.view.known(seat), self.view.public().shown);
        let held = |cards: CardSet| {
            cards.map(|card| shedding::held(card, shown.contains(card), self.drawn == Some(card))).collect()
        };
        let suits = Suit::ALL.map(|suit| (suit_name(suit), held(cards & (CardSet::suit(suit) - JACKS))));
        let jacks = ("mau-mau-jacks", held(cards & JACKS));
        shedding::hand(seat, suits.into_iter().chain([jacks])).and_hidden(self.view.hidden(seat) as usize)
    }

    fn zones(&self) -> Vec<Zone> {
        let (public, piles) = (self.view.public(), self.view.piles());
        let known = if public.turned { piles.drawable() } else { 0 };
        let draw_pile =
            shedding::draw_pile(piles.drawable() - known, piles.draw_pile().take(known).map(Face::from));
        let discard_pile = shedding::discard_pile(piles.discard_pile().map(Face::from));
        let hands = Seat::all(public.seats()).map(|seat| self.hand(seat));
        shedding::zones(hands, [draw_pile, discard_pile], self.viewer.seat())
    }

    fn facts(&self) -> Vec<Fact> {
        let public = self.view.public();
        if public.turn().is_none() {
            return Vec::new();
        }
        let wish = public.wish().map(|suit| Fact::new("mau-mau-wish", suit));
        let owed = (public.owed() > 0).then(|| Fact::new("mau-mau-owed", public.owed()));
        wish.into_iter().chain(owed).chain(shedding::few_turns(public.turns_left())).collect()
    }

    /// The question to the viewer, who is to move.
    fn prompt(&self) -> Message {
        let (public, hand) = (self.view.public(), self.view.hand());
        let (can_play, top) = (!public.playable(hand).is_empty(), public.top());
        if let Some(card) = self.drawn {
            let id = if can_play { "shed-ask-drawn" } else { "shed-ask-keep" };
            return Message::new(id).with("card", card);
        }
        if !can_play && public.spare() == 0 {
            return Message::new("shed-ask-pass");
        }
        if public.is_seven_active() {
            return match can_play {
                true => Message::new("mau-mau-ask-seven").with("count", public.owed() + 2),
                false => Message::new("mau-mau-ask-penalty").with("count", self.penalty()),
            };
        }
        if let Some(suit) = public.wish() {
            let id = if can_play { "mau-mau-ask-wish" } else { "mau-mau-ask-draw-wish" };
            return Message::new(id).with("a-suit", Value::Name(a_suit(suit))).with("suit", suit);
        }
        match (can_play, top.rank().zip(top.suit())) {
            (true, Some((rank, suit))) if rank != Rank::Jack => Message::new("mau-mau-ask-play")
                .with("a-suit", Value::Name(a_suit(suit)))
                .with("a-rank", Value::Name(a_rank(rank))),
            (true, _) => Message::new("mau-mau-ask-no-jack"),
            (false, _) => Message::new("shed-ask-draw").with("top", top),
        }
    }

    /// How many cards the seat in turn draws if it draws.
    fn penalty(&self) -> u32 {
        let public = self.view.public();
        public.owed().max(1).min(public.spare())
    }

    fn ask(&self, listed: usize) -> Option<Ask> {
        let turn = self.view.public().turn()?;
        (self.viewer.seat() == Some(turn)).then(|| {
            let actions = |visit: &mut dyn FnMut(Action) -> _| self.view.actions(visit);
            shedding::ask(self.prompt(), listed, self.view.count(), actions, |action| self.choice(action))
        })
    }

    /// The sentences about an event, before it changes the table.
    fn narrate(&self, event: &Event) -> Said {
        match *event {
            // The sentence about the opening card covers the deal.
            Event::First { .. } | Event::Give { .. } => Said::new(),
            Event::Open { card } => self.opens(card),
            Event::Play { seat, card, wish } => self.plays(seat, card, wish),
            Event::Draw { seat, card } => vec![shedding::draws(seat, card.map(Face::from))],
            Event::Take { seat, card } => vec![shedding::draws(seat, Some(card.into()))],
            Event::TurnOver => vec![Message::new("shed-turn-over")],
            Event::Pass { seat } => self.passes(seat),
            Event::Skip { seat } => self.skips(seat),
            Event::Win { seat } => self.wins(seat),
            Event::Nobody => vec![Message::new("shed-nobody")],
        }
    }

    fn opens(&self, card: Card) -> Said {
        let public = self.view.public();
        let first = public.in_turn();
        let opens = Message::new("shed-opens").with("card", card);
        let begins = match card.rank() {
            // The sentence about the skip says who begins.
            Some(Rank::Eight) => None,
            Some(Rank::Seven) => Some(owes(first, 2)),
            _ => Some(of_seat("shed-begins", first)),
        };
        [opens].into_iter().chain(begins).collect()
    }

    fn plays(&self, seat: Seat, card: Card, wish: Option<Suit>) -> Said {
        let public = self.view.public();
        let plays = of_seat("shed-plays", seat).with("card", card);
        // The last card has no effect.
        if public.size(seat) == 1 {
            return vec![plays];
        }
        match wish {
            Some(suit) => vec![of_seat("mau-mau-wishes", seat).with("card", card).with("suit", suit)],
            None if SEVENS.contains(card) => vec![plays, owes(public.next(), public.owed() + 2)],
            None => vec![plays],
        }
    }

    fn passes(&self, seat: Seat) -> Said {
        let public = self.view.public();
        match public.phase() {
            Phase::Play => vec![of_seat("shed-passes", seat)],
            // The drawn penalty cards had sentences, and the seat had no choice.
            _ if public.is_seven_active() => Said::new(),
            _ => vec![of_seat("shed-keeps", seat)],
        }
    }

    fn skips(&self, seat: Seat) -> Said {
        let public = self.view.public();
        let is_opening = public.turns_left() == self.turns;
        let begins = is_opening.then(|| of_seat("shed-begins", public.in_turn()));
        [of_seat("shed-skipped", seat)].into_iter().chain(begins).collect()
    }

    /// The winner, whether the points are doubled, and what each loser is left with.
    fn wins(&self, winner: Seat) -> Said {
        let public = self.view.public();
        let is_doubled = JACKS.contains(public.top());
        let left = |seat: Seat| {
            let known = (self.view.hidden(seat) == 0).then(|| hand_points(self.view.known(seat)));
            match known {
                Some(points) => of_seat("mau-mau-left-worth", seat)
                    .with("count", public.size(seat))
                    .with("points", points << u32::from(is_doubled)),
                None => of_seat("mau-mau-left", seat).with("count", public.size(seat)),
            }
        };
        let others = Seat::all(public.seats()).filter(|&seat| seat != winner).map(left);
        let doubled = is_doubled.then(|| Message::new("mau-mau-doubled"));
        [of_seat("shed-wins", winner)].into_iter().chain(doubled).chain(others).collect()
    }
}

impl Scene for MauMauScene {
    type Game = MauMau;

    fn new(rules: &Rules, viewer: Viewer) -> MauMauScene {
        let view = MauMauView::seated(rules, viewer.seat().unwrap_or(Seat::new(0)));
        MauMauScene { viewer, view, turns: rules.turns, drawn: None }
    }

    fn observe(&mut self, event: Event) -> Result<Said, Unexpected> {
        self.view.check_for(self.viewer, &event)?;
        let said = self.narrate(&event);
        let may_be_played = !self.view.public().is_seven_active();
        self.drawn = match event {
            Event::Draw { card, .. } => card.filter(|_| may_be_played),
            Event::Take { card, .. } => Some(card).filter(|_| may_be_played),
            Event::TurnOver => self.drawn,
            _ => None,
        };
        self.view.observe(event);
        Ok(said)
    }

    fn picture(&self, listed: usize) -> Picture {
        Picture {
            viewer: self.viewer,
            turn: self.view.public().turn(),
            seats: self.seats(),
            zones: self.zones(),
            facts: self.facts(),
            ask: self.ask(listed),
        }
    }

    fn choice(&self, action: Action) -> Choice {
        let (name, card) = match action {
            Action::Play { card, wish: Some(suit) } => {
                (Message::new("mau-mau-choose-wish").with("card", card).with("suit", suit), Some(card))
            }
            Action::Play { card, wish: None } => {
                (Message::new("shed-choose-play").with("card", card), Some(card))
            }
            Action::Draw => (Message::new("shed-choose-draw").with("count", self.penalty()), None),
            Action::Pass => match self.drawn {
                Some(card) => (Message::new("shed-choose-keep").with("card", card), None),
                None => (Message::new("shed-choose-pass"), None),
            },
        };
        shedding::choice(action.to_string(), name, card.map(Face::from))
    }
}

/// The next seat must answer a seven or draw for it.
fn owes(seat: Seat, count: u32) -> Message {
    of_seat("mau-mau-owes", seat).with("count", count)
}

const fn suit_name(suit: Suit) -> &'static str {
    match suit {
        Suit::Diamonds => "suit-diamonds",
        Suit::Hearts => "suit-hearts",
        Suit::Spades => "suit-spades",
        Suit::Clubs => "suit-clubs",
    }
}

/// The message for one card of a suit: "a heart".
const fn a_suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Diamonds => "mau-mau-a-diamond",
        Suit::Hearts => "mau-mau-a-heart",
        Suit::Spades => "mau-mau-a-spade",
        Suit::Clubs => "mau-mau-a-club",
    }
}

/// The message for one card of a rank: "an ace". The deck has no card below the seven.
const fn a_rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Eight => "mau-mau-an-eight",
        Rank::Nine => "mau-mau-a-nine",
        Rank::Ten => "mau-mau-a-ten",
        Rank::Jack => "mau-mau-a-jack",
        Rank::Queen => "mau-mau-a-queen",
        Rank::King => "mau-mau-a-king",
        Rank::Ace => "mau-mau-an-ace",
        _ => "mau-mau-a-seven",
    }
}
