//! The message to a client: a picture and sentences, rendered by the catalogue, as JSON.
//!
//! A scene is made from what [`AnyTable`] shows a viewer and from what everybody at the table may know (names,
//! presence, clocks), so it cannot contain more than that.

use cards::scene::{Choice, Face, Form, Group, Ink, Item, Mark, Place, Shape, Shown, Zone};
use cards::{Message, Picture, Seat, Value, Viewer};
use games::text::{Language, Part, Reader};
use serde::Serialize;
use table::{AnyTable, PlayError};

/// At most this many choices are listed; Tractor has thousands.
pub const LISTED: usize = 64;

/// The words of a hint's action are looked for among this many.
const HINTED: usize = 2000;

/// Who sits in a seat, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sitter {
    /// What the others call it.
    pub name: String,
    /// Who plays.
    pub who: Who,
    /// The level of our player, or of the one that stands in.
    pub level: Option<String>,
    /// A person's clock.
    pub clock: Option<SeatClock>,
}

/// Who plays a seat at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// A person at the table.
    Person,
    /// A player of ours.
    Agent,
    /// A person whose connection is lost.
    Away,
    /// A player of ours in the place of a person.
    StandIn,
    /// Nobody yet: an invitation waits.
    Open,
}

/// A seat's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SeatClock {
    /// Milliseconds left.
    pub left_ms: u64,
    /// Does it run now?
    pub runs: bool,
}

/// Everything a scene is made of.
pub struct Source<'a> {
    /// The match.
    pub table: &'a dyn AnyTable,
    /// Who looks.
    pub viewer: Viewer,
    /// The reader's seat, also where everything is open.
    pub you: Option<Seat>,
    /// The number of the push.
    pub seq: u64,
    /// The number of the match at its table, from 1.
    pub number: u64,
    /// Who sits where.
    pub sitters: &'a [Sitter],
    /// Sentences from this event on.
    pub log_from: usize,
    /// How the match ended.
    pub over: Option<Over>,
    /// Has the match begun? Before that nothing is asked.
    pub has_begun: bool,
    /// The table's options, for buttons.
    pub options: Options,
    /// What our champion would do, if the reader asked; empty if it has no advice.
    pub hints: Option<&'a [Hint]>,
    /// What was told of the deal's key before the match.
    pub commitment: String,
    /// The key, once the match is over.
    pub key: Option<String>,
}

/// What a reader may do besides playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Options {
    /// May it ask for a hint?
    pub hint: bool,
    /// May it take back its last action?
    pub undo: bool,
    /// May it ask for another match?
    pub rematch: bool,
    /// May it begin without those who have not come?
    pub start: bool,
    /// Is our player still thinking, or waiting for others at other tables?
    pub queued: bool,
}

/// One of the best actions.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The action.
    pub action: String,
    /// The expected payoff, and half the width of its 95% interval.
    pub value: (f64, f64),
    /// The same as a chance to win, where a match is only won or lost.
    pub win: Option<(f64, f64)>,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// What each seat has won.
    pub payoffs: Vec<i32>,
    /// Whose fault ended it, if it was not played to the end, and what that seat did.
    pub forfeit: Option<(Seat, Message)>,
    /// The seats that want another match.
    pub again: Vec<Seat>,
}

#[derive(Serialize)]
struct SceneJson<'a> {
    kind: &'static str,
    seq: u64,
    you: Option<Seat>,
    table: TableJson<'a>,
    seats: Vec<SeatJson<'a>>,
    zones: Vec<ZoneJson>,
    facts: Vec<FactJson>,
    ask: Option<AskJson>,
    said: Vec<Vec<PartJson>>,
    log_from: usize,
    log_to: usize,
    options: Options,
    hints: Option<Vec<HintJson>>,
    commitment: &'a str,
    key: Option<&'a str>,
}

#[derive(Serialize)]
struct HintJson {
    action: String,
    label: String,
    value: f64,
    margin: f64,
    win: Option<f64>,
    win_margin: Option<f64>,
}

#[derive(Serialize)]
struct TableJson<'a> {
    game: &'a str,
    name: String,
    rules: &'a str,
    #[serde(rename = "match")]
    number: u64,
    begun: bool,
    over: Option<OverJson>,
}

#[derive(Serialize)]
struct OverJson {
    payoffs: Vec<i32>,
    forfeit: Option<Seat>,
    why: Option<Vec<PartJson>>,
    again: Vec<Seat>,
}

#[derive(Serialize)]
struct SeatJson<'a> {
    seat: Seat,
    name: &'a str,
    side: u8,
    role: Option<String>,
    score: Option<i64>,
    out: bool,
    turn: bool,
    clock: Option<SeatClock>,
    who: Who,
    level: Option<&'a str>,
}

#[derive(Serialize)]
struct ZoneJson {
    kind: cards::scene::ZoneKind,
    id: &'static str,
    name: String,
    owner: Option<Seat>,
    groups: Vec<GroupJson>,
    hidden: usize,
}

#[derive(Serialize)]
struct GroupJson {
    name: Option<String>,
    items: Vec<ItemJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum ItemJson {
    Card(CardJson),
    Stack(Vec<CardJson>),
    Placed { at: Place, card: CardJson },
    Scored { at: Place, ink: Ink, points: i64 },
}

#[derive(Serialize)]
struct CardJson {
    #[serde(flatten)]
    face: Face,
    label: String,
    marks: Vec<Mark>,
}

#[derive(Serialize)]
struct FactJson {
    id: &'static str,
    name: String,
    value: String,
    card: Option<CardJson>,
    shape: Option<Shape>,
    of: Option<i64>,
}

#[derive(Serialize)]
struct AskJson {
    prompt: Vec<PartJson>,
    batch: u32,
    all: u32,
    choices: Vec<ChoiceJson>,
}

#[derive(Serialize)]
struct ChoiceJson {
    n: usize,
    action: String,
    label: String,
    cards: Vec<String>,
    /// The suit that it names, for a button to point at.
    shape: Option<Shape>,
    place: Option<PlaceJson>,
    brings: Option<BringsJson>,
}

#[derive(Serialize)]
struct PlaceJson {
    slot: i8,
    storey: i8,
    form: Form,
}

#[derive(Serialize)]
struct BringsJson {
    ink: Ink,
    points: i64,
}

/// A part of a sentence: a string, or `{"card": …}`.
#[derive(Serialize)]
#[serde(untagged)]
pub enum PartJson {
    /// Words.
    Text(String),
    /// A card to draw.
    Card {
        /// What is on it.
        card: CardPart,
    },
}

/// A card within a sentence.
#[derive(Serialize)]
pub struct CardPart {
    #[serde(flatten)]
    face: Face,
    label: String,
    /// How the sentence spells it, with an article where the card is spelt in words.
    text: String,
}

/// The scene as one JSON text.
pub fn scene(source: &Source<'_>, language: &Language) -> String {
    let Source { table, viewer, you, seq, sitters, log_from, .. } = *source;
    let names: Vec<String> = sitters.iter().map(|sitter| sitter.name.clone()).collect();
    let writer = Writer { language, reader: Reader { you, names: &names } };
    let mut picture = table.picture(viewer, LISTED);
    if !source.has_begun {
        picture.ask = None;
        picture.turn = None;
    }
    let header = table.header();
    let log_to = table.event_count();
    let log_from = log_from.min(log_to);
    let scene = SceneJson {
        kind: "scene",
        seq,
        you,
        table: TableJson {
            game: header.game,
            name: language.name(&format!("game-{}", header.game)),
            rules: &header.rules,
            number: source.number,
            begun: source.has_begun,
            over: source.over.as_ref().map(|over| OverJson {
                payoffs: over.payoffs.clone(),
                forfeit: over.forfeit.as_ref().map(|(seat, _)| *seat),
                why: over.forfeit.as_ref().map(|(_, why)| writer.parts(why)),
                again: over.again.clone(),
            }),
        },
        seats: writer.seats(&picture, sitters),
        zones: picture.zones.iter().map(|zone| writer.zone(zone)).collect(),
        facts: picture.facts.iter().map(|fact| writer.fact(fact)).collect(),
        ask: picture.ask.as_ref().map(|ask| AskJson {
            prompt: writer.parts(&ask.prompt),
            batch: ask.batch,
            all: ask.all,
            choices: ask
                .choices
                .iter()
                .enumerate()
                .map(|(at, choice)| writer.choice(at + 1, choice))
                .collect(),
        }),
        said: table.said(viewer, log_from).iter().map(|message| writer.parts(message)).collect(),
        log_from,
        log_to,
        options: source.options,
        hints: source.hints.map(|hints| writer.hints(hints, &table.legal(HINTED))),
        commitment: &source.commitment,
        key: source.key.as_deref(),
    };
    serde_json::to_string(&scene).expect("a scene is plain data")
}

/// A message for a reader, in parts.
pub fn parts(message: &Message, language: &Language, reader: Reader<'_>) -> Vec<PartJson> {
    Writer { language, reader }.parts(message)
}

/// The shape of a suit.
fn suit(value: &Value) -> Option<Shape> {
    match value {
        Value::Name("suit-spades") => Some(Shape::Spade),
        Value::Name("suit-hearts") => Some(Shape::Heart),
        Value::Name("suit-diamonds") => Some(Shape::Diamond),
        Value::Name("suit-clubs") => Some(Shape::Club),
        _ => None,
    }
}

struct Writer<'a> {
    language: &'a Language,
    reader: Reader<'a>,
}

impl Writer<'_> {
    fn parts(&self, message: &Message) -> Vec<PartJson> {
        let part = |part| match part {
            Part::Text(text) => PartJson::Text(text),
            Part::Card(face, text) => {
                PartJson::Card { card: CardPart { face, label: self.language.card(&face), text } }
            }
        };
        self.language.parts(message, self.reader).into_iter().map(part).collect()
    }

    fn hints(&self, hints: &[Hint], choices: &[Choice]) -> Vec<HintJson> {
        let label = |action: &str| {
            let choice = choices.iter().find(|choice| choice.action == action);
            choice.map_or_else(|| action.to_owned(), |choice| self.language.say(&choice.name, self.reader))
        };
        let hint = |hint: &Hint| HintJson {
            action: hint.action.clone(),
            label: label(&hint.action),
            value: hint.value.0,
            margin: hint.value.1,
            win: hint.win.map(|(chance, _)| chance),
            win_margin: hint.win.map(|(_, margin)| margin),
        };
        hints.iter().map(hint).collect()
    }

    fn card(&self, shown: &Shown) -> CardJson {
        CardJson { face: shown.face, label: self.language.card(&shown.face), marks: shown.marks.clone() }
    }

    fn seats<'b>(&self, picture: &Picture, sitters: &'b [Sitter]) -> Vec<SeatJson<'b>> {
        let pairs = picture.seats.iter().zip(sitters);
        pairs
            .map(|(info, sitter)| SeatJson {
                seat: info.seat,
                name: &sitter.name,
                side: info.side.0,
                role: info.role.as_ref().map(|role| self.language.say(role, self.reader)),
                score: info.score,
                out: info.is_out,
                turn: picture.turn == Some(info.seat),
                clock: sitter.clock,
                who: sitter.who,
                level: sitter.level.as_deref(),
            })
            .collect()
    }

    fn zone(&self, zone: &Zone) -> ZoneJson {
        ZoneJson {
            kind: zone.kind,
            id: zone.name,
            name: self.language.name(zone.name),
            owner: zone.owner,
            groups: zone.groups.iter().map(|group| self.group(group)).collect(),
            hidden: zone.hidden,
        }
    }

    fn group(&self, group: &Group) -> GroupJson {
        let item = |item: &Item| match item {
            Item::Card(card) => ItemJson::Card(self.card(card)),
            Item::Stack(cards) => ItemJson::Stack(cards.iter().map(|card| self.card(card)).collect()),
            Item::Placed { at, card } => ItemJson::Placed { at: *at, card: self.card(card) },
            Item::Scored { at, ink, points } => ItemJson::Scored { at: *at, ink: *ink, points: *points },
        };
        let name = group.name.as_ref().map(|name| self.language.say(name, self.reader));
        GroupJson { name, items: group.items.iter().map(item).collect() }
    }

    fn fact(&self, fact: &cards::scene::Fact) -> FactJson {
        let card = match &fact.value {
            Value::Card(face) => Some(self.card(&Shown::from(*face))),
            _ => None,
        };
        FactJson {
            id: fact.name,
            name: self.language.name(fact.name),
            value: self.language.value(&fact.value, self.reader),
            card,
            shape: suit(&fact.value),
            of: fact.of,
        }
    }

    fn choice(&self, n: usize, choice: &Choice) -> ChoiceJson {
        ChoiceJson {
            n,
            action: choice.action.clone(),
            label: self.language.say(&choice.name, self.reader),
            cards: choice.cards.iter().map(|face| face.id.to_string()).collect(),
            shape: choice.name.args.iter().find_map(|(_, value)| suit(value)),
            place: choice.place.map(|Place { slot, storey, form }| PlaceJson { slot, storey, form }),
            brings: choice.brings.map(|(ink, points)| BringsJson { ink, points }),
        }
    }
}

/// The actions that these cards mean to the seat to move, or why they are not allowed. Cards are enough where a
/// front end does not know how the game spells its actions. Where several actions come in a row, each card is one.
pub fn meant(table: &dyn AnyTable, seat: Seat, cards: &[String]) -> Result<Vec<String>, PlayError> {
    match table.turn() {
        None => return Err(PlayError::Over),
        Some(turn) if turn.seat != seat => return Err(PlayError::NotYourTurn(turn.seat)),
        Some(_) => (),
    }
    let listed = table.legal(LISTED);
    let batch = table.picture(seat.into(), 0).ask.map_or(1, |ask| ask.batch as usize);
    let verb = |choice: &Choice| {
        let is_card = |word: &&str| choice.cards.iter().any(|face| *face.id == **word);
        choice.action.split(' ').take_while(|word| !is_card(word)).collect::<Vec<_>>().join(" ")
    };
    let spell = |verb: &str, cards: &[String]| format!("{verb} {}", cards.join(" ")).trim().to_owned();
    if batch > 1 && cards.len() > 1 {
        let verb = listed.first().map(verb).unwrap_or_default();
        let mut cards = cards.to_vec();
        // Of several actions in a row the cards come in card order.
        cards.sort_by_key(|card| card.parse::<cards::Card>().ok());
        return Ok(cards.iter().map(|card| spell(&verb, std::slice::from_ref(card))).collect());
    }
    let sorted = |mut ids: Vec<&str>| {
        ids.sort_unstable();
        ids.join(" ")
    };
    let wanted = sorted(cards.iter().map(String::as_str).collect());
    let is_same = |choice: &&Choice| sorted(choice.cards.iter().map(|face| &*face.id).collect()) == wanted;
    if let Some(choice) = listed.iter().find(is_same) {
        return Ok(vec![choice.action.clone()]);
    }
    let mut verbs: Vec<String> = vec![String::new(), "play".to_owned()];
    verbs.extend(listed.iter().filter(|choice| !choice.cards.is_empty()).map(verb));
    let mut why = None;
    for verb in verbs {
        let action = spell(&verb, cards);
        match table.check(seat, &action) {
            Ok(()) => return Ok(vec![action]),
            // Why an action is not allowed says more than that a text is not an action.
            Err(error @ PlayError::Illegal(_)) => return Err(error),
            Err(error) => why = why.or(Some(error)),
        }
    }
    Err(why.unwrap_or(PlayError::NoText))
}
