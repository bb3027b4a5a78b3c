//! "Did you mean": the known name that is nearest to what somebody typed.

use cards::{Game, ParseError, Rules};
use strsim::osa_distance;

use crate::catalog::CatalogGame;

/// The nearest of the known names, if one is near enough that it was probably meant.
///
/// ```
/// assert_eq!(games::suggest::nearest("rndom", ["random", "greedy"]), Some("random"));
/// assert_eq!(games::suggest::nearest("poker", ["random", "greedy"]), None);
/// ```
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let len = typed.chars().count();
    // A letter in three may be wrong, missing, too many or in the wrong order.
    let most = len.div_ceil(3);
    let near = known.into_iter().filter_map(|name| {
        let lower = name.to_lowercase();
        let distance = osa_distance(&typed, &lower);
        // The beginning of a longer name is near however much is missing.
        let is_beginning = len >= 3 && lower.starts_with(&typed);
        (distance <= most || is_beginning).then_some((distance, name))
    });
    near.filter(|_| len > 1).min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

/// What an error about an unknown name ends with: the name that was probably meant, or else all of them.
///
/// ```
/// let players = ["random", "greedy"];
/// assert_eq!(games::suggest::instead("rndom", "players", &players), "did you mean `random`?");
/// assert_eq!(games::suggest::instead("poker", "players", &players), "the players are random, greedy");
/// ```
pub fn instead(typed: &str, what: &str, known: &[&str]) -> String {
    match nearest(typed, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("the {what} are {}", known.join(", ")),
    }
}

/// The preset or the setting of house rules that was probably meant, if a name was wrong.
pub fn nearest_rule<G: CatalogGame>(error: &ParseError) -> Option<String> {
    let presets = G::Rules::PRESETS.iter().map(|(name, _)| *name);
    let every_setting = <G as Game>::Rules::default().to_string();
    let keys = every_setting.split(' ').filter_map(|setting| setting.split('=').next());
    let known: Vec<&str> = presets.chain(keys).collect();
    let is_known = known.contains(&error.found.as_str());
    nearest(&error.found, known).filter(|_| !is_known).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: [&str; 6] = ["random", "beginner", "club", "expert", "champion", "greedy"];

    #[test]
    fn a_slip_of_the_finger_finds_the_name() {
        for (typed, name) in [
            ("rndom", "random"),
            ("Random", "random"),
            ("radnom", "random"),
            ("begginer", "beginner"),
            ("clubs", "club"),
            ("champ", "champion"),
            ("gredy", "greedy"),
        ] {
            assert_eq!(nearest(typed, PLAYERS), Some(name), "{typed}");
        }
    }

    #[test]
    fn what_is_like_no_name_suggests_nothing() {
        for typed in ["", "c", "god", "grandmaster", "./mybot", "python3"] {
            assert_eq!(nearest(typed, PLAYERS), None, "{typed}");
        }
        let all = "the players are random, beginner, club, expert, champion, greedy";
        assert_eq!(instead("god", "players", &PLAYERS), all);
    }

    #[test]
    fn of_several_near_names_the_nearest_is_suggested() {
        assert_eq!(nearest("endgame-card", ["endgame-nodes", "endgame-cards"]), Some("endgame-cards"));
        assert_eq!(nearest("match", ["matches", "match"]), Some("match"));
    }
}
