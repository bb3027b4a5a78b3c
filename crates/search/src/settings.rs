//! What may be changed about a search, and what it plays for.

use cards::BySeat;

/// How the search goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much the little-tried is preferred: the factor of the confidence bound, in units of the
    /// span between the best and the worst payoff seen.
    pub exploration: f32,
    /// How much the guide's leanings count where little was tried, in the same units; 0 asks for none,
    /// and `exploration` decides alone.
    pub leaning: f32,
    /// So many of 1024 actions of a playout are random, the others are the guide's. A guide alone is
    /// too sure of itself: its mistakes would be in every playout.
    pub noise: u32,
    /// So many of 1024 actions of the other seats in the tree are the guide's, the others what is
    /// best for them as far as the tree knows. Much of it plays against the guide and its like, none
    /// of it against somebody who sees our cards.
    pub others: u32,
    /// In so many of 1024 iterations all opponents are the guide's like throughout. The players' own
    /// share, which a mixture of single actions would not be: whoever follows the guide once does so again.
    pub alike: u32,
    /// So many of 1024 playouts end as soon as the guide can judge the position.
    pub judged: u32,
    /// Is the luck of each world taken out of what it brings, where the guide knows it?
    pub evens_luck: bool,
    /// No more nodes than this in a tree; what lies beyond is played out.
    pub nodes: usize,
    /// How many threads think, each with a tree of its own. Their roots are added up.
    pub threads: usize,
    /// Does a decision go on with the tree of the last one, as far as it is still ahead?
    pub goes_on: bool,
    /// Stop as soon as no other action can catch up with the leader?
    pub stops_early: bool,
    /// What it plays for.
    pub aim: Aim,
}

/// What counts at the end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The payoff.
    Score,
    /// Having the most, by however little.
    Win,
}

impl Aim {
    /// What each seat's end of a match is worth to it.
    pub fn worth(self, payoffs: BySeat<i32>) -> BySeat<i32> {
        /// Two, three or four winners can share it.
        const WIN: i32 = 12;
        if self == Aim::Score {
            return payoffs;
        }
        let most = payoffs.iter().copied().max().unwrap_or(0);
        let winners = payoffs.iter().filter(|&&payoff| payoff == most).count() as i32;
        BySeat::from_fn(payoffs.len(), |seat| if payoffs[seat] == most { WIN / winners } else { 0 })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            exploration: 0.7,
            leaning: 0.0,
            noise: 250,
            others: 0,
            alike: 0,
            judged: 0,
            evens_luck: true,
            nodes: 1 << 20,
            threads: 1,
            goes_on: true,
            stops_early: true,
            aim: Aim::Score,
        }
    }
}
