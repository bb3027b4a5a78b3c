//! A building of leaning and lying cards in characters:
//!
//! ```text
//!              __2B__  __1B__
//!  1R/\2R  3R/\4R  5R/\5B  4B/\3B
//!        1   2   3   4   5
//! ```

use std::collections::BTreeMap;

use cards::scene::{Face, Form, Item, Place, Zone};

use super::paint;

/// The cards at a slot of a storey: the leaning card, and the floor that begins there.
#[derive(Clone, Copy, Default)]
struct SlotCards<'a> {
    leaning: Option<(&'a Face, Form)>,
    floor: Option<&'a Face>,
}

/// Draws a building from the top down, with the numbers of its places below; empty if there is no card yet.
pub fn drawn(zone: &Zone, width: usize) -> String {
    let mut spots: BTreeMap<(i8, i8), SlotCards<'_>> = BTreeMap::new();
    for item in zone.groups.iter().flat_map(|group| &group.items) {
        let Item::Placed { at: Place { slot, storey, form }, card } = item else { continue };
        let spot = spots.entry((*storey, *slot)).or_default();
        match form {
            Form::Rising | Form::Falling => spot.leaning = Some((&card.face, *form)),
            Form::Floor => spot.floor = Some(&card.face),
            // Triangles are not cards.
            Form::Peak | Form::Valley => (),
        }
    }
    let Some(&(top, _)) = spots.keys().next_back() else { return String::new() };
    let last = spots.keys().map(|&(_, slot)| slot).max().unwrap_or(0);
    // A slot has room for its widest leaning card, the slash beside it and a blank.
    let wide = |slot: i8| {
        let leaning = spots.iter().filter(|(at, _)| at.1 == slot).filter_map(|(_, spot)| spot.leaning);
        leaning.map(|(face, _)| paint::columns(&face.short()) + 2).max().unwrap_or(0).max(4)
    };
    let wide: Vec<usize> = (0..=last).map(wide).collect();
    // The last blank is not written.
    let indent = " ".repeat((width + 1).saturating_sub(wide.iter().sum()).min(2));
    let mut text = String::new();
    for storey in (0..=top).rev() {
        let row = (0..=last).map(|slot| spots.get(&(storey, slot)).copied().unwrap_or_default());
        let row: Vec<SlotCards<'_>> = row.collect();
        for line in [leaning(&row, &wide), floors(&row, &wide)] {
            if !line.trim().is_empty() {
                text += &format!("{indent}{}\n", line.trim_end());
            }
        }
    }
    // A place is above two neighbouring slots; there is none above the outermost cards.
    let mut places = String::new();
    for place in 1..wide.len().saturating_sub(2) {
        let middle = wide[..=place].iter().sum::<usize>();
        places += &format!("{place:>0$}", middle.saturating_sub(places.len()));
    }
    if !places.is_empty() {
        text += &format!("{indent}{places}\n");
    }
    text
}

/// `6R/\5R`, slot by slot.
fn leaning(row: &[SlotCards<'_>], wide: &[usize]) -> String {
    let slot = |(spot, &wide): (&SlotCards<'_>, &usize)| match spot.leaning {
        None => " ".repeat(wide),
        Some((face, form)) => {
            let blanks = " ".repeat(wide.saturating_sub(1 + paint::columns(&face.short())));
            let card = paint::card(face);
            if form == Form::Rising { format!("{blanks}{card}/") } else { format!("\\{card}{blanks}") }
        }
    };
    row.iter().zip(wide).map(slot).collect()
}

/// `__4B__` over two slots each.
fn floors(row: &[SlotCards<'_>], wide: &[usize]) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for (slot, spot) in row.iter().enumerate() {
        let Some(face) = spot.floor else { continue };
        let from = wide[..slot].iter().sum::<usize>() + 1;
        let room = wide[slot..].iter().take(2).sum::<usize>() - 2;
        let dashes = room.saturating_sub(paint::columns(&face.short()));
        let (left, right) = ("_".repeat(dashes / 2), "_".repeat(dashes - dashes / 2));
        text += &format!("{}{left}{}{right}", " ".repeat(from.saturating_sub(used)), paint::card(face));
        used = from + room;
    }
    text
}
