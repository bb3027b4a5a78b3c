//! What a hidden hand cannot hold, by when its cards came, and whether its player goes by the rules.
//!
//! Of a card that came before a decision more is known than of one that came after it. So the hidden
//! cards of a hand are kept in batches by age. Each batch has the kinds none of its cards can be: some
//! by the rules of the game, as nobody draws who can play, and some if the seat plays like the sensible
//! player, who would have laid them. A card that leaves the hand may have come from any batch that it
//! is not denied to, and which one it was is drawn anew for every sampled world.
//!
//! Kinds are bits, so that this serves every game whose kinds of cards fit into 64.

use cards::{Rng, Seat};

/// No more batches are told apart; what comes later joins the last.
const BATCHES: usize = 32;
/// No more plays from a hidden hand are remembered; then nothing is concluded.
const PLAYS: usize = 64;
/// However clear the evidence for or against the rules, it is never held to be clearer than this.
const SUREST: f32 = 256.0;
/// How likely a player who goes by the rules is to leave them once.
const SLIP: f32 = 0.03;

/// How likely, of 1024, somebody nobody has seen play is not to go by the rules.
const BEFORE: u32 = 128;

/// Cards that came between the same two decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Batch {
    size: u16,
    /// The kinds none of them is.
    never: u64,
    /// The kinds none of them is unless the seat leaves the rules; `never` among them.
    hardly: u64,
}

/// The batches a card that was played can have come from, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Play {
    surely: u32,
    likely: u32,
}

/// What is known of the hidden cards of one seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Hidden {
    batches: [Batch; BATCHES],
    plays: [Play; PLAYS],
    batches_len: u8,
    plays_len: u8,
    /// How many cards are left of all batches.
    held: u16,
    /// Was something denied since the last card came? Then the next one begins a batch.
    is_closed: bool,
    /// Is there more than could be remembered?
    is_lost: bool,
    /// How much likelier the seat's plays were for one who goes by the rules than for one who plays
    /// anything that fits.
    odds: f32,
}

impl Default for Hidden {
    fn default() -> Hidden {
        Hidden {
            batches: [Batch::default(); BATCHES],
            plays: [Play::default(); PLAYS],
            batches_len: 0,
            plays_len: 0,
            held: 0,
            is_closed: true,
            is_lost: false,
            odds: 1.0,
        }
    }
}

impl Hidden {
    fn batches(&mut self) -> &mut [Batch] {
        &mut self.batches[..usize::from(self.batches_len)]
    }

    /// A card comes that we do not see.
    pub(crate) fn comes(&mut self) {
        if self.is_closed && usize::from(self.batches_len) < BATCHES {
            self.batches_len += 1;
        } else if self.is_closed {
            // Of a batch of cards of different age only what holds for the youngest is known.
            let last = &mut self.batches[BATCHES - 1];
            (last.never, last.hardly) = (0, 0);
        }
        self.is_closed = false;
        self.held += 1;
        if let Some(last) = self.batches().last_mut() {
            last.size += 1;
        }
    }

    /// The hand holds none of these kinds: surely of the one set, by the sensible player's rules of the
    /// other.
    pub(crate) fn denies(&mut self, never: u64, hardly: u64) {
        self.is_closed = true;
        for batch in self.batches() {
            batch.never |= never;
            batch.hardly |= never | hardly;
        }
    }

    /// The card that came last leaves the hand.
    pub(crate) fn newest_goes(&mut self) {
        match self.batches().last_mut() {
            Some(last) if last.size > 0 => last.size -= 1,
            _ => self.is_lost = true,
        }
        self.held = self.held.saturating_sub(1);
    }

    /// A card of this kind leaves the hand; which one it was is not seen.
    pub(crate) fn goes(&mut self, kind: u64) {
        if usize::from(self.plays_len) == PLAYS {
            self.is_lost = true;
            return;
        }
        let mut play = Play::default();
        for (n, batch) in self.batches().iter().enumerate() {
            play.surely |= u32::from(batch.size > 0 && batch.never & kind == 0) << n;
            play.likely |= u32::from(batch.size > 0 && batch.hardly & kind == 0) << n;
        }
        self.plays[usize::from(self.plays_len)] = play;
        self.plays_len += 1;
        self.held = self.held.saturating_sub(1);
        if play.likely == 0 {
            // Kept back against the rules.
            self.weigh(SLIP);
        }
    }

    /// Can something be concluded, in a view in which the hand has so many hidden cards?
    pub(crate) fn is_sound(&self, hidden: usize) -> bool {
        !self.is_lost && usize::from(self.held) == hidden
    }

    /// A choice was so much likelier for a player who goes by the rules than for one who does not.
    fn weigh(&mut self, ratio: f32) {
        self.odds = (self.odds * ratio).clamp(1.0 / SUREST, SUREST);
    }

    /// The seat has played a card and holds so many others that we do not know. Each of them fits with
    /// chance `fits`, and would have been played instead with chance `better`, by the rules.
    pub(crate) fn weighs(&mut self, others: u32, fits: f32, better: f32) {
        let power = |base: f32, n: u32| (0..n).fold(1.0, |product: f32, _| product * base);
        // With k others that fit, one who does not care plays this card once in k + 1.
        let at_random = if fits > 0.0 {
            (1.0 - power(1.0 - fits, others + 1)) / ((others + 1) as f32 * fits)
        } else {
            1.0
        };
        let by_the_rules = power(1.0 - better, others).max(SLIP);
        self.weigh(by_the_rules / at_random);
    }

    /// The seat has kept back what it is known to hold and should have played.
    pub(crate) fn slips(&mut self) {
        self.weigh(SLIP);
    }

    /// How likely the seat is, of 1024, not to go by the rules; `before` is what one would think without
    /// having seen it play.
    pub(crate) fn doubt(&self, before: u32) -> u32 {
        let before = before.min(1024);
        let (against, rest) = (before as f32, (1024 - before) as f32);
        if rest == 0.0 { 1024 } else { (1024.0 * against / (against + rest * self.odds)) as u32 }
    }

    /// How many of 1024 actions of the others go by the rules, for all that was seen of these seats, if
    /// it is `share` before anything is seen.
    pub(crate) fn share(all: &[Hidden], share: u32) -> u32 {
        let seen = all.iter().filter(|hidden| hidden.batches_len > 0);
        let (seats, doubts) =
            seen.fold((0, 0), |(seats, doubts), hidden| (seats + 1, doubts + hidden.doubt(BEFORE)));
        share * (1024 * seats.max(1) - doubts) / (1024 * seats.max(1))
    }

    /// Draws which batches the cards played came from, and visits what is left of each, the oldest
    /// first: the number of cards and the kinds they are not. Those who `doubt` the seat's rules
    /// conclude nothing from them. `room` is how many unseen cards are not of these kinds.
    pub(crate) fn left(
        &self,
        doubt: bool,
        room: impl Fn(u64) -> u32,
        rng: &mut Rng,
        mut visit: impl FnMut(usize, u64),
    ) {
        let batches = &self.batches[..usize::from(self.batches_len)];
        let denied = |batch: &Batch| if doubt { batch.never } else { batch.hardly };
        let mut sizes = [0; BATCHES];
        let mut weights = [0; BATCHES];
        for ((size, weight), batch) in sizes.iter_mut().zip(&mut weights).zip(batches) {
            *size = batch.size;
            // A place that few cards fit into is more likely to be empty.
            *weight = (1 << 12) / (1 + room(denied(batch)));
        }
        for play in &self.plays[..usize::from(self.plays_len)] {
            let from = if doubt || play.likely == 0 { play.surely } else { play.likely };
            let weight = |n: usize| if from >> n & 1 == 1 { u32::from(sizes[n]) * weights[n] } else { 0 };
            let total: u32 = (0..batches.len()).map(weight).sum();
            let from = if total > 0 {
                let mut at = rng.below(total);
                (0..batches.len()).find(|&n| {
                    let weight = weight(n);
                    let found = at < weight;
                    at = at.wrapping_sub(weight);
                    found
                })
            } else {
                // It came from where we thought it could not: from any batch that has a card.
                (0..batches.len()).find(|&n| sizes[n] > 0)
            };
            if let Some(n) = from {
                sizes[n] -= 1;
            }
        }
        for (&size, batch) in sizes.iter().zip(batches).filter(|(size, _)| **size > 0) {
            visit(usize::from(size), denied(batch));
        }
    }
}

/// What is to be dealt to the others: batches of cards that are denied the same kinds.
pub(crate) struct Batches {
    batches: [(Seat, u16, u64, u32); 4 * BATCHES],
    len: usize,
}

impl Default for Batches {
    fn default() -> Batches {
        Batches { batches: [(Seat::new(0), 0, 0, 0); 4 * BATCHES], len: 0 }
    }
}

impl Batches {
    /// A batch of a seat: how many cards, what they are not, and how many unseen cards are left for it.
    pub(crate) fn push(&mut self, seat: Seat, size: usize, denied: u64, room: u32) {
        // Sorted by room: of two batches one of which has all the room of the other, the narrower must
        // be dealt first for every world to be equally likely.
        let mut place = self.len;
        while place > 0 && self.batches[place - 1].3 > room {
            self.batches[place] = self.batches[place - 1];
            place -= 1;
        }
        self.batches[place] = (seat, size as u16, denied, room);
        self.len += 1;
    }

    /// Visits each card to be dealt: to whom, and what it is not.
    pub(crate) fn narrowest_first(&self, mut visit: impl FnMut(Seat, u64)) {
        for &(seat, size, denied, _) in &self.batches[..self.len] {
            (0..size).for_each(|_| visit(seat, denied));
        }
    }
}

/// Cards that lie nobody knows where, in a row from which hands are filled.
pub(crate) struct Row<'a, C> {
    cards: &'a mut [C],
    left: usize,
}

impl<'a, C: Copy> Row<'a, C> {
    /// All of these, in any order.
    pub(crate) fn new(cards: &'a mut [C]) -> Row<'a, C> {
        let left = cards.len();
        Row { cards, left }
    }

    /// Takes any card for which `may` is true, each equally likely; any at all if there is none.
    pub(crate) fn take(&mut self, may: impl Fn(C) -> bool, rng: &mut Rng) -> Option<C> {
        /// Most batches are denied less than half of all cards.
        const TRIES: u32 = 6;
        if self.left == 0 {
            return None;
        }
        let n = self.left as u32;
        let lucky = (0..TRIES).find_map(|_| {
            let place = rng.below(n) as usize;
            may(self.cards[place]).then_some(place)
        });
        let place = lucky.unwrap_or_else(|| {
            let row = &self.cards[..self.left];
            let fitting = row.iter().filter(|&&card| may(card)).count() as u32;
            if fitting == 0 {
                return rng.below(n) as usize;
            }
            let wanted = rng.below(fitting) as usize;
            let mut places = (0..row.len()).filter(|&place| may(row[place]));
            places.nth(wanted).unwrap_or(0)
        });
        self.left -= 1;
        self.cards.swap(place, self.left);
        Some(self.cards[self.left])
    }

    /// What was not taken, shuffled.
    pub(crate) fn rest(self, rng: &mut Rng) -> &'a mut [C] {
        let rest = &mut self.cards[..self.left];
        rng.shuffle(rest);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left in each batch, with everybody trusted.
    fn left(hidden: &Hidden, rng: &mut Rng) -> Vec<(usize, u64)> {
        let mut all = Vec::new();
        hidden.left(false, |denied| 8 - denied.count_ones(), rng, |size, denied| all.push((size, denied)));
        all
    }

    #[test]
    fn a_draw_says_nothing_of_the_card_that_comes() {
        let mut hidden = Hidden::default();
        (0..3).for_each(|_| hidden.comes());
        hidden.denies(0b0011, 0);
        hidden.comes();
        hidden.denies(0, 0b0100);
        assert_eq!(left(&hidden, &mut Rng::new(1)), [(3, 0b0111), (1, 0b0100)]);
        hidden.newest_goes();
        assert_eq!(left(&hidden, &mut Rng::new(1)), [(3, 0b0111)]);
        assert!(hidden.is_sound(3) && !hidden.is_sound(4));
    }

    #[test]
    fn a_card_goes_from_a_batch_it_is_not_denied_to() {
        let mut hidden = Hidden::default();
        (0..2).for_each(|_| hidden.comes());
        hidden.denies(0b0001, 0);
        hidden.comes();
        hidden.goes(0b0001);
        let mut rng = Rng::new(1);
        for _ in 0..100 {
            assert_eq!(left(&hidden, &mut rng), [(2, 0b0001)]);
        }
        // Any of the two may go next, but not what has gone already.
        hidden.goes(0b0010);
        assert_eq!(left(&hidden, &mut rng), [(1, 0b0001)]);
    }

    #[test]
    fn a_card_that_may_be_of_any_age_is_drawn_anew_every_time() {
        let mut hidden = Hidden::default();
        (0..2).for_each(|_| hidden.comes());
        hidden.denies(0b1111, 0);
        hidden.comes();
        hidden.goes(1 << 7);
        let mut rng = Rng::new(1);
        let young = (0..9000).filter(|_| left(&hidden, &mut rng).len() == 1).count();
        // Two places with room for four cards, one with room for eight: weights 2/5 and 1/9.
        let expected = 9000.0 * (1.0 / 9.0) / (2.0 / 5.0 + 1.0 / 9.0);
        assert!((young as f64 - expected).abs() < 200.0, "{young} of 9000, not {expected}");
    }

    #[test]
    fn doubt_grows_with_what_a_player_of_rules_would_not_do_and_shrinks_with_what_he_would() {
        let fresh = Hidden::default();
        assert_eq!((fresh.doubt(1024), fresh.doubt(512), fresh.doubt(0)), (1024, 512, 0));
        let mut ruly = fresh;
        (0..5).for_each(|_| ruly.weighs(6, 0.4, 0.0));
        let mut unruly = fresh;
        (0..5).for_each(|_| unruly.weighs(6, 0.4, 0.4));
        assert!(ruly.doubt(256) < 10 && unruly.doubt(256) > 800, "{ruly:?} {unruly:?}");
        let mut once = fresh;
        once.comes();
        once.denies(0, 1);
        once.goes(1);
        assert!(once.doubt(256) > 900, "a card came out that should have been played before");
        assert_eq!(Hidden::share(&[fresh; 4], 1024), 1024, "nobody has been seen");
    }

    #[test]
    fn every_card_that_may_be_taken_is_taken_equally_often() {
        let mut rng = Rng::new(2);
        let mut times = [0u32; 8];
        for _ in 0..8000 {
            let mut cards = [0usize, 1, 2, 3, 4, 5, 6, 7];
            let mut row = Row::new(&mut cards);
            let one = row.take(|card| card > 5, &mut rng).expect("there are eight");
            times[one] += 1;
            assert!(row.rest(&mut rng).iter().all(|&card| card != one));
        }
        assert_eq!(times[..6], [0; 6]);
        assert!(times[6].abs_diff(4000) < 200, "{times:?}");
    }
}
