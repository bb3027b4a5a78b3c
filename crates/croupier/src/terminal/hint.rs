//! A hint in words: the best actions, their values and the margins of error.

use cards::ActionValue;
use cards::scene::Choice;
use games::catalog::Payoff;
use table::stakes::{Stakes, best};

use super::choices::Words;
use super::draw::Pen;
use super::markdown::hung;
use super::paint::{columns, padded};
use crate::number::counted;

/// This many actions are named.
const NAMED: usize = 3;

/// A value and its margin in words.
fn in_words(stakes: Stakes, scored: &ActionValue<String>) -> String {
    let ActionValue { value, margin, .. } = *scored;
    match stakes {
        Stakes::Match { .. } => {
            let (chance, margin) = stakes.chance(scored).unwrap_or_default();
            format!("you win {:.0}% ± {:.0}", 100.0 * chance, 100.0 * margin)
        }
        Stakes::Counted(Payoff::Points) if margin == 0.0 => {
            counted(format!("{value:+.0}"), "point", "points")
        }
        Stakes::Counted(Payoff::Points) => format!("{value:+.1} points ± {margin:.1}"),
        Stakes::Counted(Payoff::MatchPoints) => format!("{value:+.1} match points ± {margin:.1}"),
        Stakes::Counted(Payoff::Difference) if value == 0.0 && margin == 0.0 => "tie".to_owned(),
        Stakes::Counted(Payoff::Difference) => {
            let who_wins = if value < 0.0 { "you lose by" } else { "you win by" };
            match margin {
                0.0 => format!("{who_wins} {:.0}", value.abs()),
                _ => format!("{who_wins} {:.1} ± {margin:.1}", value.abs()),
            }
        }
    }
}

/// The best actions; `choices` has words for those it knows.
pub fn told(
    pen: &Pen<'_>,
    scored: &[ActionValue<String>],
    choices: &[Choice],
    stakes: Stakes,
    words: Words,
) -> String {
    if scored.is_empty() {
        return "There is no hint here.\n".to_owned();
    }
    let name = |action: &String| {
        let known = choices.iter().find(|choice| choice.action == *action);
        let known = known.filter(|_| words == Words::Sentences);
        known.map_or_else(|| action.clone(), |choice| pen.language.say(&choice.name, None))
    };
    let best: Vec<(String, String)> = best(scored, NAMED)
        .into_iter()
        .map(|scored| (name(&scored.action), in_words(stakes, scored)))
        .collect();
    let wide = best.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
    let room = best.iter().all(|(_, value)| wide + columns(value) + 7 <= pen.width);
    let mut text = "Hint, the best first:\n".to_owned();
    for (at, (name, value)) in best.iter().enumerate() {
        text += &if room {
            format!("  {}. {}  {value}\n", at + 1, padded(name, wide))
        } else {
            hung(&format!("  {}. ", at + 1), "     ", &format!("{name}: {value}"), pen.width)
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::text::english;

    fn words(stakes: Stakes, value: f64, margin: f64) -> String {
        in_words(stakes, &ActionValue { action: String::new(), value, margin })
    }

    #[test]
    fn in_a_match_that_is_won_or_lost_a_value_is_a_chance_to_win() {
        let durak = Stakes::of(Payoff::Points, Some((-1, 1)), 4);
        assert_eq!(words(durak, 0.5, 0.1), "you win 75% ± 5");
        let uno = Stakes::of(Payoff::Points, Some((-1, 3)), 4);
        assert_eq!(words(uno, 0.0, 0.2), "you win 25% ± 5");
    }

    #[test]
    fn other_values_count_what_the_game_counts() {
        let points = Stakes::of(Payoff::Points, None, 4);
        assert_eq!(words(points, 1.25, 0.5), "+1.2 points ± 0.5");
        assert_eq!(words(points, -12.0, 0.0), "-12 points");
        let tractor = Stakes::of(Payoff::MatchPoints, Some((-4, 4)), 4);
        assert_eq!(words(tractor, -2.7, 0.0), "-2.7 match points ± 0.0");
        let difference = Stakes::of(Payoff::Difference, None, 2);
        assert_eq!(words(difference, 23.0, 0.0), "you win by 23");
        assert_eq!(words(difference, -23.0, 0.0), "you lose by 23");
        assert_eq!(words(difference, 0.0, 0.0), "tie");
        assert_eq!(words(difference, -1.5, 0.5), "you lose by 1.5 ± 0.5");
    }

    #[test]
    fn three_actions_are_named_the_best_first() {
        let pen = Pen { width: 80, language: english() };
        let scored = |action: &str, value| ActionValue { action: action.to_owned(), value, margin: 0.2 };
        let all = [scored("play 6S", 1.0), scored("draw", 0.5), scored("pass", 0.0), scored("play 7S", -1.0)];
        assert_eq!(
            told(&pen, &all, &[], Stakes::Counted(Payoff::Points), Words::Sentences),
            "Hint, the best first:\n  1. play 6S  +1.0 points ± 0.2\n  2. draw     +0.5 points ± 0.2\n  3. pass     +0.0 points ± 0.2\n"
        );
        assert!(told(&pen, &[], &[], Stakes::Counted(Payoff::Points), Words::Sentences).contains("no hint"));
    }
}
