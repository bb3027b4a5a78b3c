//! What happened in the words of the protocol, shortened: a deal in a few words, equal events in a row only once.

use cards::Seat;

use super::markdown::hung;
use crate::entrants::listed;

/// If you get more cards than this, they are counted and not named: the hand shows them, sorted.
const NAMED: usize = 8;

/// Several events on a line, no line longer than `width`. `you` is the reader's seat, if the reader has one.
pub fn tell(events: &[String], you: Option<Seat>, width: usize) -> Vec<String> {
    let mut told = Vec::new();
    let mut rest = events;
    while let Some(event) = rest.first() {
        let gifts: Vec<(Seat, &str)> = rest.iter().map_while(|event| gift(event)).collect();
        let same = rest.iter().take_while(|other| *other == event).count();
        if !gifts.is_empty() {
            told.extend(dealt(&gifts, you));
        } else if same > 1 {
            told.push(format!("{event} ({same} times)"));
        } else {
            told.push(event.clone());
        }
        rest = &rest[same.max(gifts.len())..];
    }
    lines(&told, width)
}

/// Which seat is given which card.
fn gift(event: &str) -> Option<(Seat, &str)> {
    let (seat, card) = event.strip_prefix("give ")?.split_once(' ')?;
    Some((seat.parse().ok()?, card))
}

/// The cards of a deal, collected for each seat; seats that get the same number of hidden cards are named together.
fn dealt(gifts: &[(Seat, &str)], you: Option<Seat>) -> Vec<String> {
    let mut seats: Vec<Seat> = gifts.iter().map(|gift| gift.0).collect();
    seats.sort_unstable();
    seats.dedup();
    let mut told = Vec::new();
    let mut unseen: Vec<(usize, Vec<Seat>)> = Vec::new();
    for seat in seats {
        let cards: Vec<&str> = gifts.iter().filter(|gift| gift.0 == seat).map(|gift| gift.1).collect();
        let is_you = you == Some(seat);
        let who = if is_you { "you get".to_owned() } else { format!("seat {seat} gets") };
        if is_you && cards.len() > NAMED {
            told.push(format!("{who} {} cards", cards.len()));
        } else if cards.iter().any(|card| *card != "??") {
            told.push(format!("{who} {}", cards.join(" ")));
        } else if let Some((_, alike)) = unseen.iter_mut().find(|(count, _)| *count == cards.len()) {
            alike.push(seat);
        } else {
            unseen.push((cards.len(), vec![seat]));
        }
    }
    for (count, seats) in unseen {
        let cards = if count == 1 { "a card".to_owned() } else { format!("{count} cards") };
        told.push(match &seats[..] {
            [seat] => format!("seat {seat} gets {cards}"),
            _ => format!("seats {} get {cards} each", listed(&seats)),
        });
    }
    told
}

/// As many events on a line as fit, with a bar between them; an event longer than a line is wrapped.
fn lines(told: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for thing in told {
        match lines.last_mut() {
            Some(line) if line.len() + 3 + thing.len() <= width => *line += &format!(" | {thing}"),
            _ if thing.len() <= width => lines.push(thing.clone()),
            _ => lines.extend(hung("", "  ", thing, width).lines().map(str::to_owned)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(events: &str, you: Option<usize>) -> String {
        let events: Vec<String> = events.split(" | ").map(str::to_owned).collect();
        tell(&events, you.map(|seat| Seat::new(seat - 1)), 60).join("\n")
    }

    #[test]
    fn a_deal_is_told_in_a_few_words() {
        let round = "give 3 ?? | give 4 ?? | give 1 6C | give 2 ?? | ";
        let events = format!("dealer 3 | {}give 3 ?? | give 3 ?? | bury 3 ?? | bury 3 ??", round.repeat(3));
        assert_eq!(
            told(&events, Some(1)),
            "dealer 3 | you get 6C 6C 6C | seats 2 and 4 get 3 cards each\nseat 3 gets 5 cards | bury 3 ?? (2 times)"
        );
        assert_eq!(told("give 1 6C | ".repeat(25).trim_end_matches(" | "), Some(1)), "you get 25 cards");
        assert_eq!(
            told("pass 4 | give 3 ?? | give 1 JD | out 2", Some(1)),
            "pass 4 | you get JD | seat 3 gets a card | out 2"
        );
    }

    #[test]
    fn a_spectator_reads_every_card_by_seat() {
        assert_eq!(
            told("give 1 6C | give 2 7D | ".repeat(19).trim_end_matches(" | "), None),
            "seat 1 gets 6C 6C 6C 6C 6C 6C 6C 6C 6C 6C 6C 6C 6C 6C 6C\n  6C 6C 6C 6C\n\
             seat 2 gets 7D 7D 7D 7D 7D 7D 7D 7D 7D 7D 7D 7D 7D 7D 7D\n  7D 7D 7D 7D"
        );
    }

    #[test]
    fn plays_stay_in_their_order_and_only_equal_neighbours_are_one() {
        assert_eq!(told("play 1 7S | play 2 7S | play 1 7S", None), "play 1 7S | play 2 7S | play 1 7S");
        assert_eq!(told("draw 2 ?? | draw 2 ?? | pass 2", None), "draw 2 ?? (2 times) | pass 2");
        assert!(tell(&[], None, 60).is_empty());
    }
}
