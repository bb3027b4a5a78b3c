//! What a sequential test came to, for people and for programs: one for `duel` and `match`.

use serde::Serialize;
use tournament::stats::{InOrder, Reason, Sprt, Verdict};

use crate::number::counted;

/// A test after its last deal.
pub struct Tested {
    sprt: Sprt,
    verdict: Verdict,
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
            verdict: stopping.verdict(),
            deals: test.counted(),
            llr: stopping.llr(),
            bounds: stopping.bounds(),
        }
    }

    /// The verdict in words.
    pub fn sentence(&self, name: &str) -> String {
        let (elo0, elo1) = self.sprt.elo();
        let deals = counted(self.deals, "deal", "deals");
        let verdict = match self.verdict {
            Verdict::AcceptH1(_) if elo0 == 0.0 => format!("{name} is stronger (H1)"),
            Verdict::AcceptH1(_) => format!("{name} is stronger than {elo0:+} normalised Elo (H1)"),
            Verdict::AcceptH0(_) => format!("{name} is not stronger by {elo1:+} normalised Elo (H0)"),
            Verdict::Undecided => "undecided at the limit of deals".to_owned(),
            Verdict::Continue => "not decided yet".to_owned(),
        };
        let by = match self.verdict {
            Verdict::AcceptH0(Reason::Betting) | Verdict::AcceptH1(Reason::Betting) => {
                ", by betting".to_owned()
            }
            _ => format!(", LLR {:+.2} ({:+.2} to {:+.2})", self.llr, self.bounds.0, self.bounds.1),
        };
        format!("sprt   {verdict} after {deals}{by}; {}", self.sprt)
    }

    /// The verdict in a word, for a row of a table.
    pub fn short(&self) -> String {
        let word = match self.verdict {
            Verdict::AcceptH1(_) => "H1",
            Verdict::AcceptH0(_) => "H0",
            Verdict::Undecided | Verdict::Continue => "undecided",
        };
        format!("{word} after {}", counted(self.deals, "deal", "deals"))
    }

    /// The test for programs.
    pub fn object(&self) -> SprtObject {
        let (verdict, by) = match self.verdict {
            Verdict::AcceptH0(reason) => ("h0", Some(reason)),
            Verdict::AcceptH1(reason) => ("h1", Some(reason)),
            Verdict::Undecided => ("undecided", None),
            Verdict::Continue => ("continue", None),
        };
        SprtObject {
            test: self.sprt.to_string(),
            verdict,
            by: by.map(|by| match by {
                Reason::Sprt => "sprt",
                Reason::Betting => "betting",
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
    verdict: &'static str,
    by: Option<&'static str>,
    deals: u64,
    llr: f64,
    bounds: [f64; 2],
}
