//! The table as one viewer has been told it, and how to draw that: enough for one front end to show
//! every game.
//!
//! A [`Scene`] is fed with redacted events and nothing else, so it cannot leak. It remembers what people
//! want to see and search may forget: the last trick, the whole house. A [`Picture`] is what there is to
//! draw at one moment. Nothing in it needs the game to be understood: cards are faces, places are zones,
//! names and sentences are messages.

use std::fmt;
use std::marker::PhantomData;

use crate::{Card, Game, Message, Rank, Seat, Suit, Tag, Unexpected, Value};

/// Who is looking. Spectators are a viewer of their own: neither a seat nor everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Viewer {
    /// A seat sees its own cards and what lies open.
    Seat(Seat),
    /// Somebody who watches sees what lies open.
    Public,
    /// All cards open: for records of finished matches.
    Open,
}

impl Viewer {
    /// Does this viewer see the cards that belong to `seat` alone?
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
            Viewer::Open => true,
        }
    }

    /// The seat that looks, if it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Open => None,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Viewer {
        Viewer::Seat(seat)
    }
}

/// What an event says, in order; nothing for what nobody needs to be told.
pub type Said = Vec<Message>;

/// The table as one viewer has been told it.
pub trait Scene: Clone + PartialEq + fmt::Debug + Send + 'static {
    /// The game this is a scene of.
    type Game: Game<Scene = Self>;

    /// A table at which nothing has happened yet.
    fn new(rules: &<Self::Game as Game>::Rules, viewer: Viewer) -> Self;

    /// Shows an event as this viewer may see it (see [`Game::redact`]), and says what happened. An event
    /// that cannot come next changes nothing.
    fn observe(&mut self, event: <Self::Game as Game>::Event) -> Result<Said, Unexpected>;

    /// What there is to draw now. A seat that is to move finds in `ask` at most `listed` of its choices.
    fn picture(&self, listed: usize) -> Picture;

    /// An action as something to point at: its cards, its place, what it brings.
    fn choice(&self, action: <Self::Game as Game>::Action) -> Choice;
}

/// What there is to draw at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Picture {
    /// Whose eyes these are.
    pub viewer: Viewer,
    /// Who must decide; `None` once the match is over.
    pub turn: Option<Seat>,
    /// Everybody at the table, from the first seat.
    pub seats: Vec<SeatInfo>,
    /// Places where cards lie, in drawing order. The viewer's own hand is one of them.
    pub zones: Vec<Zone>,
    /// Short facts beside the table.
    pub facts: Vec<Fact>,
    /// What the viewer must decide, if it is to move.
    pub ask: Option<Ask>,
}

/// What is shown at a seat beside its cards.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeatInfo {
    /// Which seat.
    pub seat: Seat,
    /// Who wins together has the same side.
    pub side: Side,
    /// What the seat is doing, if it has a part of its own: attacks, defends, deals, plays red.
    pub role: Option<Message>,
    /// Its points so far, where seats have points.
    pub score: Option<i64>,
    /// Has it left the match?
    pub is_out: bool,
}

/// A place where cards lie.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Zone {
    /// How it is drawn.
    pub kind: ZoneKind,
    /// What a player would call it: the id of a message.
    pub name: &'static str,
    /// Whose it is, if it is anybody's.
    pub owner: Option<Seat>,
    /// The cards seen, in the order they lie; a hand may be in several groups.
    pub groups: Vec<Group>,
    /// How many more lie there face down. Hidden cards are counts: an identity would let a viewer follow
    /// a card.
    pub hidden: usize,
}

/// How a zone is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ZoneKind {
    /// Cards side by side, sorted.
    Hand,
    /// Cards on top of each other; the last one is the top.
    Pile,
    /// What a seat plays to the trick.
    Trick,
    /// Small stacks side by side: a card and what beats it.
    Stacks,
    /// A building of leaning and lying cards.
    Tower,
    /// Cards in a line, the first one next.
    Row,
}

/// Cards that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Group {
    /// What they are, where that needs saying.
    pub name: Option<Message>,
    /// The cards.
    pub items: Vec<Item>,
}

/// What lies in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Item {
    /// A card.
    Card(Shown),
    /// A card and those on top of it.
    Stack(Vec<Shown>),
    /// A card of a building.
    Placed {
        /// Where.
        at: Place,
        /// What.
        card: Shown,
    },
    /// A triangle of a building, and who got its points.
    Scored {
        /// Where.
        at: Place,
        /// Whose colour it is.
        ink: Ink,
        /// How many.
        points: i64,
    },
}

/// A card face up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shown {
    /// What is on it.
    pub face: Face,
    /// What is to be seen of it beside that.
    pub marks: Vec<Mark>,
}

impl<T: Into<Face>> From<T> for Shown {
    fn from(face: T) -> Shown {
        Shown { face: face.into(), marks: Vec::new() }
    }
}

/// What makes a card stand out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Mark {
    /// It is a trump.
    Trump,
    /// It counts so many points.
    Points(u16),
    /// It wins the trick as it lies.
    Winning,
    /// Everybody has seen it in this hand.
    Seen,
    /// It waits for an answer.
    Open,
    /// It was just drawn.
    Drawn,
}

/// A place in a building: a slot counted from the left, a storey from the ground, and how the card stands
/// there. Slots and storeys are counted from 0; a slot is as wide as one leaning card.
///
/// ```text
/// slot  0 1 2 3 4 5 6 7
///           ___              a floor: slot 2, storey 2
///         / \ / \            a peak: slot 1, storey 1, of a rising card there and a falling one in slot 2
///         ___ ___            its floor: slot 1, storey 1
///       / \ / \ / \ / \      the valley below that: slot 1, storey 0
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Place {
    /// The slot; a floor, a peak and a valley lie over this one and the next.
    pub slot: i8,
    /// The storey: leaning cards and their triangles stand on it, a floor is what it stands on.
    pub storey: i8,
    /// How.
    pub form: Form,
}

/// How a card, or the triangle it completes, stands in a building.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Form {
    /// Leaning like `/`.
    Rising,
    /// Leaning like `\`.
    Falling,
    /// Lying flat.
    Floor,
    /// Two leaning cards with a floor below: a triangle that points up.
    Peak,
    /// Two leaning cards with a floor above: a triangle that points down.
    Valley,
}

/// A short fact beside the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fact {
    /// What it is: the id of a message.
    pub name: &'static str,
    /// What it comes to.
    pub value: Value,
    /// Of how much, where the value is a part of something.
    pub of: Option<i64>,
}

impl Fact {
    /// A fact.
    pub fn new(name: &'static str, value: impl Into<Value>) -> Fact {
        Fact { name, value: value.into(), of: None }
    }
}

/// What a seat must decide.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ask {
    /// What it must do, in words.
    pub prompt: Message,
    /// How many actions of this kind come in a row: eight where eight cards are buried, else one.
    pub batch: u32,
    /// The choices, or the first of them.
    pub choices: Vec<Choice>,
    /// How many there are in all.
    pub all: u32,
}

/// An action as something to point at.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choice {
    /// The action as it is spelt.
    pub action: String,
    /// The action in words.
    pub name: Message,
    /// The cards it plays.
    pub cards: Vec<Face>,
    /// Where, in a building.
    pub place: Option<Place>,
    /// What it brings at once: points, and whose colour gets them.
    pub brings: Option<(Ink, i64)>,
}

/// Who wins and loses together. Sides are numbered from 0 in the order of their first seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Side(pub u8);

/// What is printed on a card, as data: a front end needs to know no deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Face {
    /// The card's name as actions spell it: `8H`, `R7`, `12B`. Its message is `card-8H`.
    pub id: Tag,
    /// What stands in its corner: `8`, `10`, `K`.
    pub glyph: Tag,
    /// The shape below that.
    pub shape: Option<Shape>,
    /// The colour of both.
    pub ink: Ink,
    /// The colour of the card.
    pub ground: Ground,
}

/// A shape on a card. Colours of coloured decks have shapes of their own, so that nobody must tell them
/// by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Shape {
    /// ♠
    Spade,
    /// ♥
    Heart,
    /// ♦
    Diamond,
    /// ♣
    Club,
    /// ★
    Star,
    /// ☆
    OpenStar,
    /// ●
    Disc,
    /// ■
    Square,
    /// ▲
    Triangle,
    /// ◆
    Lozenge,
}

impl Shape {
    /// The shape as a character.
    pub const fn symbol(self) -> char {
        match self {
            Shape::Spade => '♠',
            Shape::Heart => '♥',
            Shape::Diamond => '♦',
            Shape::Club => '♣',
            Shape::Star => '★',
            Shape::OpenStar => '☆',
            Shape::Disc => '●',
            Shape::Square => '■',
            Shape::Triangle => '▲',
            Shape::Lozenge => '◆',
        }
    }
}

/// A colour on a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Ink {
    /// Spades, black cards.
    Black,
    /// Hearts, red cards.
    Red,
    /// Diamonds in four colours, blue cards.
    Blue,
    /// Clubs in four colours, green cards.
    Green,
    /// Yellow cards.
    Yellow,
}

/// The colour of a card's face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Ground {
    /// Paper, with its ink on it.
    Paper,
    /// The ink's own colour, with paper on it.
    Ink,
}

impl Face {
    /// The card in a few characters: `10♦`, `K♠`, `7●`. Cards whose shape does not tell their colour go by
    /// their names: `RJ`, `12B`.
    pub fn short(&self) -> String {
        match self.shape {
            None | Some(Shape::Star | Shape::OpenStar) => self.id.to_string(),
            Some(shape) => format!("{}{}", self.glyph, shape.symbol()),
        }
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Face {
        let id = Tag::new(&card.to_string());
        let Some((rank, suit)) = card.rank().zip(card.suit()) else {
            let is_red = card == Card::RED_JOKER;
            let (shape, ink) = if is_red { (Shape::Star, Ink::Red) } else { (Shape::OpenStar, Ink::Black) };
            return Face { id, glyph: Tag::new("Jk"), shape: Some(shape), ink, ground: Ground::Paper };
        };
        let glyph = if rank == Rank::Ten { Tag::new("10") } else { Tag::new(&rank.to_string()) };
        let (shape, ink) = match suit {
            Suit::Spades => (Shape::Spade, Ink::Black),
            Suit::Hearts => (Shape::Heart, Ink::Red),
            Suit::Diamonds => (Shape::Diamond, Ink::Blue),
            Suit::Clubs => (Shape::Club, Ink::Green),
        };
        Face { id, glyph, shape: Some(shape), ink, ground: Ground::Paper }
    }
}

impl Zone {
    /// A zone in which nothing lies yet.
    pub fn new(kind: ZoneKind, name: &'static str, owner: Option<Seat>) -> Zone {
        Zone { kind, name, owner, groups: Vec::new(), hidden: 0 }
    }

    /// The same zone with these cards face up, as one more group without a name.
    #[must_use]
    pub fn with(mut self, cards: impl IntoIterator<Item = impl Into<Shown>>) -> Zone {
        let items: Vec<Item> = cards.into_iter().map(|card| Item::Card(card.into())).collect();
        if !items.is_empty() {
            self.groups.push(Group { name: None, items });
        }
        self
    }

    /// The same zone with `hidden` more cards face down.
    #[must_use]
    pub fn and_hidden(self, hidden: usize) -> Zone {
        Zone { hidden: self.hidden + hidden, ..self }
    }
}

/// Nothing to see: the scene of games that no person plays, such as the toys of tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoScene<G>(Viewer, PhantomData<fn() -> G>);

impl<G: Game<Scene = NoScene<G>>> Scene for NoScene<G> {
    type Game = G;
    fn new(_: &G::Rules, viewer: Viewer) -> NoScene<G> {
        NoScene(viewer, PhantomData)
    }
    fn observe(&mut self, _: G::Event) -> Result<Said, Unexpected> {
        Ok(Said::new())
    }
    fn picture(&self, _: usize) -> Picture {
        let (seats, zones, facts) = (Vec::new(), Vec::new(), Vec::new());
        Picture { viewer: self.0, turn: None, seats, zones, facts, ask: None }
    }
    fn choice(&self, action: G::Action) -> Choice {
        let (action, name, cards) = (action.to_string(), Message::new("action"), Vec::new());
        Choice { action, name, cards, place: None, brings: None }
    }
}
