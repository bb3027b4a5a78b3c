//! A hint in words: the best actions, what they are worth and how sure that is.

use cards::Scored;
use cards::scene::Choice;

use super::choices::Words;
use super::draw::Pen;
use super::markdown::hung;
use super::paint::{columns, padded};

/// So many actions are named.
const NAMED: usize = 3;

/// What a payoff means to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// A match is won or lost, for these payoffs.
    Match {
        /// What the loser has.
        lost: i32,
        /// What the winner has.
        won: i32,
    },
    /// It is won by more or less.
    Points,
}

impl Stakes {
    /// Of a game whose payoffs lie within this range, for so many seats. Where the least is -1 and the most
    /// is what one winner or one side can win of that, there is nothing between winning and losing.
    pub fn of(range: Option<(i32, i32)>, seats: usize) -> Stakes {
        match range {
            Some((-1, won)) if won == 1 || won == seats as i32 - 1 => Stakes::Match { lost: -1, won },
            _ => Stakes::Points,
        }
    }

    /// A value and its margin in words.
    fn worth(self, value: f64, margin: f64) -> String {
        match self {
            Stakes::Match { lost, won } => {
                let span = f64::from(won - lost);
                let (chance, margin) = (100.0 * (value - f64::from(lost)) / span, 100.0 * margin / span);
                format!("wins {chance:.0}% ± {margin:.0}")
            }
            Stakes::Points if margin == 0.0 => format!("{value:+.0} points"),
            Stakes::Points => format!("{value:+.1} points ± {margin:.1}"),
        }
    }
}

/// The best actions; `choices` has words for those it knows.
pub fn told(
    pen: &Pen<'_>,
    scored: &[Scored<String>],
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
    // Several plans may begin with the same action; the best of them speaks for it.
    let is_first = |at: &usize| scored[..*at].iter().all(|earlier| earlier.action != scored[*at].action);
    let best: Vec<(String, String)> = (0..scored.len())
        .filter(is_first)
        .take(NAMED)
        .map(|at| &scored[at])
        .map(|Scored { action, value, margin }| (name(action), stakes.worth(*value, *margin)))
        .collect();
    let wide = best.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
    let room = best.iter().all(|(_, worth)| wide + columns(worth) + 7 <= pen.width);
    let mut text = "Hint, the best first:\n".to_owned();
    for (at, (name, worth)) in best.iter().enumerate() {
        text += &if room {
            format!("  {}. {}  {worth}\n", at + 1, padded(name, wide))
        } else {
            hung(&format!("  {}. ", at + 1), "     ", &format!("{name}: {worth}"), pen.width)
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::text::english;

    #[test]
    fn what_is_won_or_lost_is_told_as_a_chance() {
        let durak = Stakes::of(Some((-1, 1)), 4);
        assert_eq!(durak.worth(0.5, 0.1), "wins 75% ± 5");
        let uno = Stakes::of(Some((-1, 3)), 4);
        assert_eq!(uno.worth(0.0, 0.2), "wins 25% ± 5");
        assert_eq!(Stakes::of(None, 4), Stakes::Points);
        assert_eq!(Stakes::of(Some((-4, 4)), 4), Stakes::Points);
        assert_eq!(Stakes::Points.worth(1.25, 0.5), "+1.2 points ± 0.5");
        assert_eq!(Stakes::Points.worth(-12.0, 0.0), "-12 points");
    }

    #[test]
    fn three_actions_are_named_the_best_first() {
        let pen = Pen { width: 80, language: english() };
        let scored = |action: &str, value| Scored { action: action.to_owned(), value, margin: 0.2 };
        let all = [scored("play 6S", 1.0), scored("draw", 0.5), scored("pass", 0.0), scored("play 7S", -1.0)];
        assert_eq!(
            told(&pen, &all, &[], Stakes::Points, Words::Sentences),
            "Hint, the best first:\n  1. play 6S  +1.0 points ± 0.2\n  2. draw     +0.5 points ± 0.2\n  3. pass     +0.0 points ± 0.2\n"
        );
        assert!(told(&pen, &[], &[], Stakes::Points, Words::Sentences).contains("no hint"));
    }
}
