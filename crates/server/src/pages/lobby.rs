//! The lobby: five games, a table for each at one click, and the tables that others opened.

use std::sync::LazyLock;

use cards::scene::{Face, Item, Zone};
use cards::{Rules, Seat, Viewer};
use games::catalog::{self, CatalogGame, WithGame};
use games::levels::LEVELS;
use games::text::Language;
use maud::{Markup, html};
use table::key::Key;

use super::{game_name, text_page};
use crate::journal::Listed;
use crate::terms::{LONGEST_NAME, SeatTerms};

/// The clocks that are offered; any other can be typed at a terminal.
const CLOCKS: &[(&str, &str)] = &[
    ("none", "clock-none"),
    ("30s/move", "clock-move"),
    ("180s+5s", "clock-blitz"),
    ("600s+10s", "clock-long"),
];

/// How fast our players answer, in percent of the usual time.
const PACES: &[(u32, &str)] = &[(100, "pace-usual"), (30, "pace-fast"), (200, "pace-slow")];

struct GameCard {
    game: &'static str,
    presets: Vec<&'static str>,
    seats: Vec<usize>,
    faces: String,
}

struct Offer(&'static str);
impl WithGame for Offer {
    type Out = GameCard;
    fn run<G: CatalogGame>(self) -> GameCard {
        let rules = G::Rules::default();
        let fits = |&seats: &usize| {
            let mut rules = rules;
            seats == rules.seats()
                || (rules.set("seats", &seats.to_string()).is_ok() && rules.seats() == seats)
        };
        GameCard {
            game: self.0,
            presets: G::Rules::PRESETS.iter().map(|(name, _)| *name).collect(),
            seats: (2..=cards::MAX_SEATS).filter(fits).collect(),
            faces: faces(self.0),
        }
    }
}

/// Three cards that show what the game looks like: from a deal that is always the same.
fn faces(game: &str) -> String {
    let Ok(table) = table::deal(game, "", Key::from_seed(11).rng()) else { return "[]".to_owned() };
    let seat = Seat::new(0);
    let picture = table.picture(Viewer::Seat(seat), 0);
    let own = |zone: &&Zone| zone.owner == Some(seat);
    let open = |zone: &Zone| -> Vec<Face> {
        let items = zone.groups.iter().flat_map(|group| &group.items);
        let face = |item: &Item| match item {
            Item::Card(shown) | Item::Placed { card: shown, .. } => Some(shown.face),
            _ => None,
        };
        items.filter_map(face).collect()
    };
    let hand: Vec<Face> = picture.zones.iter().filter(own).flat_map(open).collect();
    let all = if hand.len() < 3 { picture.zones.iter().flat_map(open).collect() } else { hand };
    // From both ends and the middle, so that they differ.
    let shown: Vec<Face> = [0, all.len() / 2, all.len().saturating_sub(1)]
        .iter()
        .filter_map(|&at| all.get(at))
        .copied()
        .collect();
    serde_json::to_string(&shown).unwrap_or_default()
}

static OFFERS: LazyLock<Vec<GameCard>> = LazyLock::new(|| {
    catalog::NAMES.iter().filter_map(|game| catalog::with_game(game, Offer(game))).collect()
});

/// The lobby.
pub fn lobby(language: &Language, listed: &[Listed], address: &str) -> Markup {
    text_page(
        language,
        &language.name("lobby-title"),
        html! {
            div.hello {
                h1 { (language.name("lobby-hello")) }
                p.lead { (language.name("lobby-lead")) }
            }
            ul.games { @for offer in OFFERS.iter() { li.game { (card(language, offer, address)) } } }
            @if !listed.is_empty() {
                section {
                    h2 { (language.name("open-tables")) }
                    ul.list { @for table in listed { li {
                        span.grow { b { (game_name(language, &table.terms.game)) } small { (table.terms.rules) } }
                        span { (sitting(language, table)) }
                        a.button href={ "/t/" (table.id) "/" } { (language.name("watch")) }
                    } } }
                }
            }
        },
    )
}

/// The people at a table, its open seats, and the level of our players.
fn sitting(language: &Language, table: &Listed) -> String {
    let who = |(terms, name): (&SeatTerms, &Option<String>)| match (terms, name) {
        (SeatTerms::Agent(level), _) => language.name(&format!("level-{level}")),
        (SeatTerms::Person, Some(name)) => name.clone(),
        (SeatTerms::Person, None) => language.name("ui-who-open"),
    };
    table.terms.seats.iter().zip(&table.names).map(who).collect::<Vec<_>>().join(", ")
}

fn card(language: &Language, offer: &GameCard, address: &str) -> Markup {
    let game = offer.game;
    let most = offer.seats.last().copied().unwrap_or(2);
    html! {
        div.scene data-faces=(offer.faces) aria-hidden="true" {}
        div.body {
            h2 { (game_name(language, game)) }
            p { (language.name(&format!("about-{game}"))) }
            form method="post" action="/tables" {
                input type="hidden" name="game" value=(game);
                div.first {
                    select name="level" aria-label=(language.name("level")) {
                        @for level in LEVELS { option value=(level) selected[*level == "club"] { (language.name(&format!("level-{level}"))) } }
                    }
                    button.go { (language.name("play-now")) }
                }
                details {
                    summary { (language.name("table-options")) }
                    div.fields {
                        label.wide { (language.name("your-name")) input name="name" maxlength=(LONGEST_NAME) autocomplete="nickname"; }
                        label { (language.name("people"))
                            select name="people" { @for n in 1..=most { option value=(n) { (n) } } } }
                        @if offer.seats.len() > 1 {
                            label { (language.name("seats"))
                                select name="seats" { @for n in &offer.seats { option value=(n) { (n) } } } }
                        }
                        label { (language.name("house-rules"))
                            select name="rules" { @for preset in &offer.presets { option value=(preset) { (preset) } } } }
                        label { (language.name("clock"))
                            select name="clock" { @for (clock, name) in CLOCKS { option value=(clock) { (language.name(name)) } } } }
                        label { (language.name("pace"))
                            select name="pace" { @for (pace, name) in PACES { option value=(pace) { (language.name(name)) } } } }
                        label { (language.name("hints"))
                            select name="hints" {
                                option value="" { (language.name("hints-alone")) }
                                option value="on" { (language.name("hints-on")) }
                                option value="off" { (language.name("hints-off")) }
                            } }
                        label.check.wide { input type="checkbox" name="listed" value="on"; (language.name("listed")) }
                        p.wide { small { (language.name(if address.is_empty() { "only-here" } else { "send-links" })) } }
                    }
                }
                p.links { a href={ "/rules/" (game) } { (language.name("ui-rules")) } }
            }
        }
    }
}
