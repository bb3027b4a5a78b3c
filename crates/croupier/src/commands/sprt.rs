//! What a sequential test came to, for people and for programs: one for `duel` and `match`.

use serde::Serialize;
use tournament::stats::{Conclusion, InOrder, Sprt, StopReason};

use crate::number::counted;

/// A test after its last deal.
pub struct Tested {
    sprt: Sprt,
    conclusion: Conclusion,
    deals: u64,
    llr: f64,
    bounds: (f64, f64),
}

impl Tested {
    /// How the test stands.
    pub fn new(test: &InOrder) -> Tested {
        let stopping = test.stopping();
        Tested {
            sprt: stopping.sprt(),
            conclusion: stopping.conclusion(),
            deals: test.counted(),
            llr: stopping.llr(),
            bounds: stopping.bounds(),
        }
    }

    /// The conclusion in words.
    pub fn sentence(&self, name: &str) -> String {
        let (elo0, elo1) = self.sprt.elo();
        let deals = counted(self.deals, "deal", "deals");
        let conclusion = match self.conclusion {
            Conclusion::AcceptH1(_) if elo0 == 0.0 => format!("{name} is stronger (H1)"),
            Conclusion::AcceptH1(_) => format!("{name} is stronger than {elo0:+} normalised Elo (H1)"),
            Conclusion::AcceptH0(_) => format!("{name} is not stronger by {elo1:+} normalised Elo (H0)"),
            Conclusion::Undecided => "undecided at the limit of deals".to_owned(),
            Conclusion::Continue => "not decided yet".to_owned(),
        };
        let by = match self.conclusion {
            Conclusion::AcceptH0(StopReason::Betting) | Conclusion::AcceptH1(StopReason::Betting) => {
                ", by betting".to_owned()
            }
            _ => format!(", LLR {:+.2} ({:+.2} to {:+.2})", self.llr, self.bounds.0, self.bounds.1),
        };
        format!("sprt   {conclusion} after {deals}{by}; {}", self.sprt)
    }

    /// The conclusion in a word, for a row of a table.
    pub fn short(&self) -> String {
        let word = match self.conclusion {
            Conclusion::AcceptH1(_) => "H1",
            Conclusion::AcceptH0(_) => "H0",
            Conclusion::Undecided | Conclusion::Continue => "undecided",
        };
        format!("{word} after {}", counted(self.deals, "deal", "deals"))
    }

    /// The test for programs.
    pub fn object(&self) -> SprtObject {
        let (conclusion, by) = match self.conclusion {
            Conclusion::AcceptH0(reason) => ("h0", Some(reason)),
            Conclusion::AcceptH1(reason) => ("h1", Some(reason)),
            Conclusion::Undecided => ("undecided", None),
            Conclusion::Continue => ("continue", None),
        };
        SprtObject {
            test: self.sprt.to_string(),
            conclusion,
            by: by.map(|by| match by {
                StopReason::Sprt => "sprt",
                StopReason::Betting => "betting",
            }),
            deals: self.deals,
            llr: self.llr,
            bounds: [self.bounds.0, self.bounds.1],
        }
    }
}

/// A sequential test.
#[derive(Serialize)]
pub struct SprtObject {
    test: String,
    conclusion: &'static str,
    by: Option<&'static str>,
    deals: u64,
    llr: f64,
    bounds: [f64; 2],
}
