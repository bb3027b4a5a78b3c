//! The table as one viewer knows it, and how to draw it: enough for one front end to show every game.
//!
//! A [`Scene`] gets redacted events and nothing else, so it cannot leak. It remembers what people want to see
//! and search can forget: the last trick, the whole house. A [`Picture`] is what there is to draw at one
//! moment. A front end needs no knowledge of the game to draw it: cards are faces, places are zones, names
//! and sentences are messages.

use std::fmt;
use std::marker::PhantomData;

use crate::{Card, Game, Message, Rank, Seat, Suit, Tag, Unexpected, Value};

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Viewer {
    /// A seat sees its own cards and all face-up cards.
    Seat(Seat),
    /// A spectator sees the face-up cards.
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

/// The sentences about an event, in order. Empty if the event needs none.
pub type Said = Vec<Message>;

/// The table as one viewer knows it.
pub trait Scene: Clone + PartialEq + fmt::Debug + Send + 'static {
    /// The game this is a scene of.
    type Game: Game<Scene = Self>;

    /// The table before the first event.
    fn new(rules: &<Self::Game as Game>::Rules, viewer: Viewer) -> Self;

    /// Shows an event, redacted for this viewer (see [`Game::redact`]), and says what happened. An event that
    /// cannot come next changes nothing.
    fn observe(&mut self, event: <Self::Game as Game>::Event) -> Result<Said, Unexpected>;

    /// What there is to draw now. A seat that is to move finds in `ask` at most `listed` of its choices.
    fn picture(&self, listed: usize) -> Picture;

    /// What a front end shows for an action: its cards, its place, the points it scores.
    fn choice(&self, action: <Self::Game as Game>::Action) -> Choice;
}

/// What there is to draw at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Picture {
    /// Who looks.
    pub viewer: Viewer,
    /// Who must decide; `None` once the match is over.
    pub turn: Option<Seat>,
    /// All seats, from the first.
    pub seats: Vec<SeatInfo>,
    /// Places where cards lie, in drawing order. The viewer's own hand is one of them.
    pub zones: Vec<Zone>,
    /// Short facts beside the table.
    pub facts: Vec<Fact>,
    /// What the viewer must decide, if it is to move.
    pub ask: Option<Ask>,
}

/// What is shown at a seat, apart from its cards.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SeatInfo {
    /// Which seat.
    pub seat: Seat,
    /// Seats of the same side win together.
    pub side: Side,
    /// The seat's role, if it has one: attacker, defender, dealer, red.
    pub role: Option<Message>,
    /// Its points so far, where seats have points.
    pub score: Option<i64>,
    /// Is it out of the match?
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
    /// The seat it belongs to, if it belongs to one.
    pub owner: Option<Seat>,
    /// The face-up cards, in the order they lie. A hand may have several groups.
    pub groups: Vec<Group>,
    /// How many more cards lie there face down. Hidden cards are only counted, because with identities a
    /// viewer could follow a card.
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
    /// The cards a seat plays to the trick.
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
    /// A completed triangle of a building, and who got its points.
    Scored {
        /// Where.
        at: Place,
        /// The colour that got the points.
        ink: Ink,
        /// How many points.
        points: i64,
    },
}

/// A card face up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shown {
    /// What is on it.
    pub face: Face,
    /// What else there is to show about it.
    pub marks: Vec<Mark>,
}

impl<T: Into<Face>> From<T> for Shown {
    fn from(face: T) -> Shown {
        Shown { face: face.into(), marks: Vec::new() }
    }
}

/// Something to show about a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Mark {
    /// It is a trump.
    Trump,
    /// It is worth this many points.
    Points(u16),
    /// It wins the trick so far.
    Winning,
    /// Everybody knows that it is in this hand.
    Seen,
    /// It has not been beaten yet.
    Open,
    /// It was just drawn.
    Drawn,
}

/// A place in a building: a slot from the left, a storey from the ground, and how the card stands there.
/// Slots and storeys are counted from 0; a slot is as wide as one leaning card.
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
    /// The storey. Leaning cards and their triangles stand on it; a floor of this storey lies below them.
    pub storey: i8,
    /// How the card stands.
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
    /// Its value.
    pub value: Value,
    /// The whole, where the value is a part: 3 of 8 tricks.
    pub of: Option<i64>,
    /// How much is needed, where the value counts towards that: 35 points, 80 needed.
    pub goal: Option<i64>,
}

impl Fact {
    /// A fact.
    pub fn new(name: &'static str, value: impl Into<Value>) -> Fact {
        Fact { name, value: value.into(), of: None, goal: None }
    }
}

/// What a seat must decide.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ask {
    /// The question.
    pub prompt: Message,
    /// How many actions of this kind the seat takes in a row: eight to bury eight cards, otherwise one.
    pub batch: u32,
    /// The choices, or the first of them.
    pub choices: Vec<Choice>,
    /// How many choices there are in all.
    pub all: u32,
}

/// What a front end shows for an action.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choice {
    /// The action's text.
    pub action: String,
    /// The action in words, as a message.
    pub name: Message,
    /// The cards it plays.
    pub cards: Vec<Face>,
    /// Where, in a building.
    pub place: Option<Place>,
    /// The points it scores at once, and the colour that gets them.
    pub brings: Option<(Ink, i64)>,
}

/// Seats that win and lose together. Sides are numbered from 0 in the order of their first seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Side(pub u8);

/// What is printed on a card, as data, so that a front end needs to know no deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Face {
    /// The card's name as actions spell it: `8H`, `R7`, `12B`. Its message is `card-8H`.
    pub id: Tag,
    /// The text in its corner: `8`, `10`, `K`.
    pub glyph: Tag,
    /// The shape below that.
    pub shape: Option<Shape>,
    /// The colour of both.
    pub ink: Ink,
    /// The colour of the card.
    pub ground: Ground,
}

/// A shape on a card. In decks with colours every colour has its own shape, for readers who cannot
/// distinguish the colours.
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

/// The background of a card's face.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Ground {
    /// White, with the ink on it.
    Paper,
    /// The ink's colour, printed on in white.
    Ink,
}

impl Face {
    /// The card in a few characters: `10♦`, `K♠`, `7●`. Where the shape does not show the colour, its name:
    /// `RJ`, `12B`.
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
    /// An empty zone.
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

/// An empty scene, for games that no person plays, such as the toy games of tests.
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
