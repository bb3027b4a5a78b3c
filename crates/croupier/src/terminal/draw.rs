//! Draws a picture in characters: first the table, then the viewer's own hand and the question.

use cards::scene::{Group, Item, Mark, SeatInfo, Zone, ZoneKind};
use cards::{Message, Picture, Seat, Value, Viewer};
use games::text::Language;

use super::choices::{self, Words};
use super::markdown::{hung, wrap};
use super::paint::{self, ALERT, FAINT, STRONG, columns, flowed, padded, painted};
use super::tower;
use crate::number::counted;

/// How to draw: the number of columns, and the language.
#[derive(Clone, Copy, Debug)]
pub struct Pen<'a> {
    pub width: usize,
    pub language: &'a Language,
}

/// Marks that are shown on cards on the table.
const ON_TABLE: &[Mark] = &[Mark::Trump, Mark::Open, Mark::Drawn];
/// Marks that are shown on cards in a hand.
const IN_HAND: &[Mark] = &[Mark::Trump, Mark::Drawn, Mark::Seen];
/// The name of a trick that is over.
const LAST_TRICK: &str = "last-trick";
/// A hand is drawn beside name and role if this many columns are left, otherwise on its own line.
const LEAST_BESIDE: usize = 22;

impl Pen<'_> {
    /// A heading across the screen.
    pub fn heading(&self, text: &str) -> String {
        if columns(text) + 4 > self.width {
            let lines = wrap(text, self.width - 3).join("\n   ");
            return format!("── {lines}\n").lines().map(|line| painted(STRONG, line) + "\n").collect();
        }
        let line = "─".repeat(self.width.saturating_sub(columns(text) + 4));
        painted(STRONG, &format!("── {text} {line}")) + "\n"
    }

    /// A text on as many lines as it needs, each after `indent`.
    pub fn paragraph(&self, indent: &str, text: &str) -> String {
        hung(indent, indent, text, self.width)
    }

    /// A message about something wrong.
    pub fn alert(&self, text: &str) -> String {
        let lines = self.paragraph("", text);
        lines.lines().map(|line| painted(ALERT, line) + "\n").collect()
    }

    /// Sentences one after the other.
    pub fn story(&self, said: &[Message], you: Option<Seat>) -> String {
        let sentences: Vec<String> = said.iter().map(|message| self.language.say(message, you)).collect();
        if sentences.is_empty() { String::new() } else { self.paragraph("  ", &sentences.join(" ")) }
    }

    /// A seat's name, as at the beginning of a line.
    pub fn seat(&self, seat: Seat, you: Option<Seat>) -> String {
        capital(&self.language.value(&Value::Seat(seat), you))
    }

    /// The table: everything but the viewer's own hand.
    pub fn table(&self, picture: &Picture) -> String {
        let own = picture.viewer.seat();
        let shared: Vec<&Zone> = picture.zones.iter().filter(|zone| zone.kind != ZoneKind::Hand).collect();
        let (beside, on_table): (Vec<&Zone>, Vec<&Zone>) =
            shared.iter().partition(|zone| zone.kind == ZoneKind::Pile && zone.owner.is_none());
        let mut text = self.facts(picture, &beside);
        text += &self.seats(picture);
        let label =
            on_table.iter().map(|zone| columns(&self.language.name(zone.name))).max().unwrap_or(0) + 2;
        let mut rest = &on_table[..];
        while let Some(&zone) = rest.first() {
            let alike =
                rest.iter().take_while(|other| (other.kind, other.name) == (zone.kind, zone.name)).count();
            text += &self.place(&rest[..alike], label, own);
            rest = &rest[alike..];
        }
        text
    }

    /// Facts and piles side by side. A pile shows its number of cards, so a fact with the same name is left out.
    fn facts(&self, picture: &Picture, piles: &[&Zone]) -> String {
        let you = picture.viewer.seat();
        let fact = |fact: &cards::scene::Fact| {
            let of = fact.of.map_or(String::new(), |of| format!(" of {of}"));
            let name = painted(FAINT, &capital(&self.language.name(fact.name)));
            let goal = fact.goal.map_or(String::new(), |goal| format!(" ({goal} needed)"));
            format!("{name} {}{of}{goal}", self.language.value(&fact.value, you))
        };
        let is_pile = |fact: &&cards::scene::Fact| piles.iter().any(|pile| pile.name == fact.name);
        let facts = picture.facts.iter().filter(|fact| !is_pile(fact)).map(fact);
        let pieces: Vec<String> = facts.chain(piles.iter().map(|pile| self.pile(pile))).collect();
        if pieces.is_empty() { String::new() } else { flowed("  ", &pieces, "   ", self.width) }
    }

    /// A pile: its top card and its number of cards.
    fn pile(&self, zone: &Zone) -> String {
        let name = painted(FAINT, &capital(&self.language.name(zone.name)));
        let all = zone.hidden + zone.groups.iter().map(|group| group.items.len()).sum::<usize>();
        let top = zone.groups.last().and_then(|group| group.items.last());
        match top.map(|item| self.item(item, ON_TABLE)) {
            None => format!("{name} {}", cards(all)),
            Some(top) if all == 1 => format!("{name} {top}"),
            Some(top) => format!("{name} {top} ({})", cards(all)),
        }
    }

    /// A row for each seat: its name, side, role and points, and what is known of its hand.
    fn seats(&self, picture: &Picture) -> String {
        let own = picture.viewer.seat();
        let after = |info: &&SeatInfo| own.map_or(0, |own| usize::from(info.seat <= own));
        let mut infos: Vec<&SeatInfo> = picture.seats.iter().collect();
        infos.sort_by_key(|info| (after(info), info.seat));
        // The viewer's own row is shown only if it has a role or points, or is out.
        infos.retain(|info| {
            Some(info.seat) != own || info.role.is_some() || info.score.is_some() || info.is_out
        });
        let rows: Vec<[String; 4]> = infos.iter().map(|info| self.about(picture, info)).collect();
        let widths: [usize; 4] =
            std::array::from_fn(|at| rows.iter().map(|row| columns(&row[at])).max().unwrap_or(0));
        let mut text = String::new();
        for (info, row) in infos.iter().zip(&rows) {
            let is_next = picture.turn == Some(info.seat);
            let mut line = if is_next { painted(ALERT, "» ") } else { "  ".to_owned() };
            for (cell, width) in row.iter().zip(widths).filter(|(_, width)| *width > 0) {
                line += &format!("{}  ", padded(cell, width));
            }
            let hands = picture.zones.iter().filter(|zone| zone.kind == ZoneKind::Hand);
            let mut pieces: Vec<String> = Vec::new();
            let is_shown = Some(info.seat) != own && !info.is_out;
            for zone in hands.filter(|zone| is_shown && zone.owner == Some(info.seat)) {
                pieces.extend(self.hand_beside(zone, picture.viewer));
            }
            let is_narrow = columns(&line) + LEAST_BESIDE > self.width
                && columns(&line) + columns(&pieces.join(" ")) > self.width;
            if is_narrow {
                text += &format!("{}\n", line.trim_end());
                line = "      ".to_owned();
            }
            text += &flowed(&line, &pieces, " ", self.width);
        }
        text
    }

    /// Name, side, role and points of a seat.
    fn about(&self, picture: &Picture, info: &SeatInfo) -> [String; 4] {
        let own = picture.viewer.seat();
        let name = painted(STRONG, &self.seat(info.seat, own));
        let has_partners =
            picture.seats.iter().any(|other| other.seat != info.seat && other.side == info.side);
        let own_side =
            own.and_then(|own| picture.seats.iter().find(|info| info.seat == own)).map(|own| own.side);
        let side = match own_side {
            Some(_) if own == Some(info.seat) => String::new(),
            Some(side) if side == info.side => "partner".to_owned(),
            None if has_partners => format!("team {}", info.side.0 + 1),
            _ => String::new(),
        };
        let role = info.role.as_ref().map(|role| self.language.say(role, own));
        let role = if info.is_out { "out".to_owned() } else { role.unwrap_or_default() };
        let score = info.score.map_or(String::new(), |score| counted(score, "point", "points"));
        [name, side, role, score]
    }

    /// What is known of another seat's hand.
    fn hand_beside(&self, zone: &Zone, viewer: Viewer) -> Vec<String> {
        let items: Vec<&Item> = zone.groups.iter().flat_map(|group| &group.items).collect();
        let mut pieces: Vec<String> =
            items.iter().map(|item| self.item(item, &[Mark::Trump, Mark::Drawn])).collect();
        // To an open view it is nothing special that all cards are visible, nor in a game without hidden cards.
        let is_seen = |item: &&Item| matches!(item, Item::Card(card) if card.marks.contains(&Mark::Seen));
        let is_learned = viewer != Viewer::Open && items.iter().all(is_seen);
        match (pieces.is_empty(), zone.hidden) {
            (true, 0) => pieces.push(painted(FAINT, &format!("no {}", self.held(zone)))),
            (true, hidden) => pieces.push(cards(hidden)),
            (false, 0) if is_learned => pieces.push(painted(FAINT, "(all known)")),
            (false, 0) => {
                let name = self.language.name(zone.name).to_lowercase();
                pieces.insert(0, painted(FAINT, &format!("{name}:")));
            }
            (false, hidden) => pieces.push(format!("and {hidden} more")),
        }
        pieces
    }

    /// What a hand holds: `cards`, or the zone's name if it is no usual hand.
    fn held(&self, zone: &Zone) -> String {
        let name = self.language.name(zone.name).to_lowercase();
        if name == self.language.name("hand") { "cards".to_owned() } else { name }
    }

    /// Zones of one name on the table as a row; a building as a drawing.
    fn place(&self, zones: &[&Zone], label: usize, own: Option<Seat>) -> String {
        let name = capital(&self.language.name(zones[0].name));
        if zones[0].kind == ZoneKind::Tower {
            let drawing: String = zones.iter().map(|zone| tower::drawn(zone, self.width)).collect();
            return if drawing.is_empty() { String::new() } else { format!("\n{drawing}") };
        }
        let label = padded(&format!("  {}", painted(FAINT, &name)), label + 2);
        if zones[0].kind == ZoneKind::Trick {
            return self.trick(zones, &label, own);
        }
        let mut pieces = Vec::new();
        for zone in zones {
            let items = zone.groups.iter().flat_map(|group| &group.items);
            pieces.extend(items.map(|item| self.item(item, ON_TABLE)));
            if zone.hidden > 0 {
                pieces.push(cards(zone.hidden));
            }
        }
        if pieces.is_empty() {
            pieces.push("-".to_owned());
        }
        let gap = if zones[0].kind == ZoneKind::Stacks { "  " } else { " " };
        flowed(&label, &pieces, gap, self.width)
    }

    /// A trick: who has played which cards, side by side, or one below the other if that is too wide.
    fn trick(&self, zones: &[&Zone], label: &str, own: Option<Seat>) -> String {
        let mut plays: Vec<(String, Vec<String>)> = Vec::new();
        let is_over = zones[0].name == LAST_TRICK;
        for zone in zones {
            let items: Vec<&Item> = zone.groups.iter().flat_map(|group| &group.items).collect();
            let mut cards: Vec<String> = items.iter().map(|item| self.item(item, ON_TABLE)).collect();
            if items.iter().any(|item| is_winning(item)) {
                let wins = match (is_over, zone.owner == own) {
                    (true, _) => "won",
                    (false, true) => "are winning",
                    (false, false) => "is winning",
                };
                cards.push(painted(ALERT, wins));
            }
            // A seat that has not played yet is not named.
            if !cards.is_empty() {
                let who = zone.owner.map_or(String::new(), |seat| self.seat(seat, own) + " ");
                plays.push((painted(FAINT, &who), cards));
            }
        }
        if plays.is_empty() {
            return flowed(label, &["-".to_owned()], "", self.width);
        }
        let pieces: Vec<String> =
            plays.iter().map(|(who, cards)| format!("{who}{}", cards.join(" "))).collect();
        if pieces.iter().all(|piece| columns(label) + columns(piece) <= self.width) {
            return flowed(label, &pieces, "   ", self.width);
        }
        let rows = plays.iter().enumerate().map(|(at, (who, cards))| {
            let label = if at == 0 { label.to_owned() } else { " ".repeat(columns(label)) };
            flowed(&format!("{label}{who}"), cards, " ", self.width)
        });
        rows.collect()
    }

    fn item(&self, item: &Item, marks: &[Mark]) -> String {
        match item {
            Item::Card(card) | Item::Placed { card, .. } => paint::shown(card, marks),
            Item::Stack(cards) => {
                cards.iter().map(|card| paint::shown(card, marks)).collect::<Vec<_>>().join("/")
            }
            Item::Scored { ink, points, .. } => painted(paint::ink(*ink), &format!("{points:+}")),
        }
    }

    /// The viewer's own cards, one line for each group with a name.
    pub fn hand(&self, picture: &Picture) -> String {
        let Viewer::Seat(own) = picture.viewer else { return String::new() };
        let is_own = |zone: &&Zone| zone.kind == ZoneKind::Hand && zone.owner == Some(own);
        let mut text = String::new();
        for zone in picture.zones.iter().filter(is_own) {
            let label = painted(STRONG, &format!("Your {}", self.language.name(zone.name).to_lowercase()));
            if zone.groups.iter().all(|group| group.name.is_none()) {
                let mut pieces: Vec<String> = zone.groups.iter().flat_map(|group| self.run(group)).collect();
                if zone.hidden > 0 {
                    pieces.push(cards(zone.hidden));
                }
                if pieces.is_empty() {
                    pieces.push("-".to_owned());
                }
                text += &flowed(&format!("{label}  "), &pieces, " ", self.width);
                continue;
            }
            let name = |group: &Group| {
                group.name.as_ref().map_or(String::new(), |name| self.language.say(name, Some(own)))
            };
            let wide = zone.groups.iter().map(|group| columns(&name(group))).max().unwrap_or(0);
            text += &format!("{label}\n");
            for group in &zone.groups {
                let label = padded(&format!("  {}", painted(FAINT, &name(group))), wide + 4);
                text += &flowed(&label, &self.run(group), " ", self.width);
            }
        }
        text
    }

    /// The cards of a hand, with a wider gap where another suit begins. In a named group of only trumps the trumps
    /// are not marked, since the name says so.
    fn run(&self, group: &Group) -> Vec<String> {
        let shown = |item: &Item| match item {
            Item::Card(card) => Some(card.clone()),
            _ => None,
        };
        let is_trump = |item: &Item| shown(item).is_some_and(|card| card.marks.contains(&Mark::Trump));
        let says_so = group.name.is_some() && group.items.iter().all(is_trump);
        let marks = if says_so { &IN_HAND[1..] } else { IN_HAND };
        let shape = |item: &Item| shown(item).map(|card| (card.face.shape, card.face.ink));
        let mut last = None;
        let mut pieces = Vec::new();
        for item in &group.items {
            let is_next = last.is_some_and(|last| last != shape(item)) && group.name.is_none();
            last = Some(shape(item));
            pieces.push(format!("{}{}", if is_next { " " } else { "" }, self.item(item, marks)));
        }
        pieces
    }

    /// What the viewer must do, and the choices if there are few.
    pub fn ask(&self, picture: &Picture, words: Words) -> String {
        let Some(ask) = &picture.ask else { return String::new() };
        let prompt = self.language.say(&ask.prompt, picture.viewer.seat());
        let prompt: String =
            self.paragraph("", &prompt).lines().map(|line| painted(STRONG, line) + "\n").collect();
        prompt + &choices::offered(self, ask, words)
    }
}

fn is_winning(item: &Item) -> bool {
    matches!(item, Item::Card(card) if card.marks.contains(&Mark::Winning))
}

/// `1 card`, `7 cards`.
fn cards(count: usize) -> String {
    counted(count, "card", "cards")
}

/// The text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

#[cfg(test)]
#[path = "draw_tests.rs"]
mod tests;
