//! Numbers in and out: whole numbers on the command line, and counted things in messages.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;

/// Reads a whole number of this range, and tells what is taken instead of anything else.
pub fn whole<T>(range: RangeInclusive<u64>) -> Whole<T> {
    Whole { range, kind: PhantomData }
}

/// See [`whole`].
#[derive(Clone)]
pub struct Whole<T> {
    range: RangeInclusive<u64>,
    kind: PhantomData<T>,
}

impl<T: FromStr + Clone + Send + Sync + 'static> TypedValueParser for Whole<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let text = value.to_string_lossy();
        let is_within = text.parse().is_ok_and(|number| self.range.contains(&number));
        text.parse().ok().filter(|_| is_within).ok_or_else(|| {
            let name = arg.and_then(clap::Arg::get_long).map_or("it".to_owned(), |name| format!("--{name}"));
            let (least, most) = (self.range.start(), self.range.end());
            let why = format!("{name} takes a whole number from {least} to {most}, found `{text}`");
            command.clone().error(ErrorKind::ValueValidation, why)
        })
    }
}

/// `1 deal`, `2 deals`, `-1 point`.
pub fn counted(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let what = if count.trim_start_matches(['+', '-']) == "1" { one } else { many };
    format!("{count} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_not_several() {
        assert_eq!(counted(0, "match", "matches"), "0 matches");
        assert_eq!(counted(1u64, "match", "matches"), "1 match");
        assert_eq!(counted(21usize, "match", "matches"), "21 matches");
        assert_eq!(counted(-1, "point", "points"), "-1 point");
        assert_eq!(counted("+1", "point", "points"), "+1 point");
    }

    #[test]
    fn what_is_no_number_of_the_range_is_told_the_range() {
        let command = clap::Command::new("croupier");
        let arg = clap::Arg::new("jobs").long("jobs");
        let read = |text: &str| whole::<u8>(1..=255).parse_ref(&command, Some(&arg), OsStr::new(text));
        assert_eq!((read("1").ok(), read("255").ok()), (Some(1), Some(255)));
        for wrong in ["", "0", "256", "-1", "1.5", "x", "99999999999999999999"] {
            let why = read(wrong).expect_err(wrong).to_string();
            let line = format!("error: --jobs takes a whole number from 1 to 255, found `{wrong}`");
            assert!(why.starts_with(&line), "{why}");
        }
    }
}
