//! Rule-based policies: `contest`, the statement's rules of decision, and a greedy one.

use cards::{Card, CardSet, Flow, Policy, Rank, Rng, Suit, View};

use super::public::{JACKS, Phase, Public, followers};
use super::rules::{MauMau, card_points};
use super::types::Action;
use super::view::MauMauView;

/// The rank of highest value for each set of ranks: bit 0 is the seven, bit 7 the ace.
const MOST_VALUABLE: [u8; 256] = {
    // Ace, ten, nine, eight, seven, king, queen. Jacks have their own rule.
    const ORDER: [u8; 7] = [7, 3, 2, 1, 0, 6, 5];
    let mut most_valuable = [0; 256];
    let mut ranks = 0;
    while ranks < 256 {
        let mut place = ORDER.len();
        while place > 0 {
            place -= 1;
            if ranks >> ORDER[place] & 1 == 1 {
                most_valuable[ranks] = ORDER[place];
            }
        }
        ranks += 1;
    }
    most_valuable
};

/// Where a lane of this deck begins; it has no lower ranks.
const SEVEN_AT: u32 = Rank::Seven as u32;
const EACH_SUIT: u64 = 0x0001_0001_0001_0001;

/// The card of highest value, of the highest suit among equals (rules 2 and 6). `cards` has no jacks.
#[inline]
fn most_valuable(cards: CardSet) -> Option<Card> {
    let ranks = (cards.same_ranks().bits() >> SEVEN_AT) as u8;
    let lane = EACH_SUIT << (SEVEN_AT + u32::from(MOST_VALUABLE[usize::from(ranks)]));
    (cards & CardSet::from_bits(lane)).last()
}

/// How many cards of each suit, in lanes of sixteen bits.
#[inline]
fn suit_counts(hand: CardSet) -> u64 {
    let mut lanes = hand.bits();
    lanes -= lanes >> 1 & 0x5555_5555_5555_5555;
    lanes = (lanes & 0x3333_3333_3333_3333) + (lanes >> 2 & 0x3333_3333_3333_3333);
    lanes = (lanes + (lanes >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    (lanes + (lanes >> 8)) & 0x00ff_00ff_00ff_00ff
}

/// The suit with the most cards, the highest among equals; clubs if there is nothing to count (rule 5).
#[inline]
pub(super) fn favourite(hand: CardSet) -> Suit {
    // Four times the count plus the suit: the largest is the answer.
    let scores = suit_counts(hand - JACKS) * 4 + 0x0003_0002_0001_0000;
    let lane = |n: u32| (scores >> (16 * n)) as u16;
    let most = lane(0).max(lane(1)).max(lane(2).max(lane(3)));
    Suit::ALL[usize::from(most & 3)]
}

/// The action by the statement's rules of decision (rules 1 to 6), from what a seat sees.
///
/// ```
/// use cards::{CardSet, Game, Rng};
/// use games::mau_mau::{MauMau, Rules, decide};
/// let game = MauMau::start(&MauMau::deal(&Rules::default(), &mut Rng::new(1)), |_| ());
/// let seat = game.turn().expect("a match begins");
/// assert_eq!(game.check(decide(game.public(), game.hand(seat))), Ok(()));
/// ```
#[inline]
pub fn decide(public: &Public, hand: CardSet) -> Action {
    let playable = public.playable(hand);
    if playable.is_empty() {
        let may_draw = public.phase() == Phase::Play && public.spare() > 0;
        return if may_draw { Action::Draw } else { Action::Pass };
    }
    // Rule 1 needs no code: against an active seven only sevens are playable.
    let (plain, jacks) = (playable - JACKS, playable & JACKS);
    // Rule 4: the next seat in turn is about to win.
    let in_danger = public.size(public.next()) == 1;
    match jacks.last() {
        // Rule 3, and rule 6 for the choice among jacks.
        Some(jack) if in_danger || plain.is_empty() => {
            Action::Play { card: jack, wish: Some(favourite(hand)) }
        }
        _ => Action::Play { card: most_valuable(plain).expect("something is playable"), wish: None },
    }
}

/// For each card, the cards that the rules of decision prefer to it: more valuable ranks, and higher suits of
/// its own rank. Jacks and danger are not considered.
const PREFERRED_TO: [CardSet; 64] = {
    let mut preferred = [CardSet::EMPTY; 64];
    let mut pair = 0;
    while pair < 1 << 10 {
        let (suit, rank, its_suit, its_rank) = (pair & 3, pair >> 2 & 7, pair >> 5 & 3, pair >> 7);
        let most_valuable = MOST_VALUABLE[1 << rank | 1 << its_rank] as usize;
        let (code, other) = (16 * suit + rank, 16 * its_suit + its_rank);
        if (most_valuable == its_rank && rank != its_rank) || (rank == its_rank && its_suit > suit) {
            let code = code + SEVEN_AT as usize;
            let bit = 1 << (other + SEVEN_AT as usize);
            preferred[code] = CardSet::from_bits(preferred[code].bits() | bit);
        }
        pair += 1;
    }
    preferred
};

/// The cards that the rules of decision would have played instead of this one. A seat that plays the card by
/// the rules holds none of them.
pub(super) fn preferred(public: &Public, card: Card) -> CardSet {
    let fits = public.playable(!CardSet::EMPTY);
    let in_danger = public.size(public.next()) == 1;
    let (plain, jacks) = (fits - JACKS, fits & JACKS);
    let preferred = PREFERRED_TO[usize::from(card.code())];
    match (JACKS.contains(card), in_danger) {
        (true, false) => plain | preferred & jacks,
        (true, true) => preferred & jacks,
        (false, false) => preferred & plain,
        (false, true) => preferred & plain | jacks,
    }
}

/// Plays by the statement's rules of decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContestPolicy;

impl Policy<MauMau> for ContestPolicy {
    fn choose(&self, view: &MauMauView, _: &mut Rng) -> Action {
        decide(view.public(), view.hand())
    }
}

/// Sheds valuable cards, keeps sevens and jacks for when they matter, and avoids cards that many unseen cards
/// can follow or that none of its own can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy<MauMau> for Greedy {
    fn choose(&self, view: &MauMauView, _: &mut Rng) -> Action {
        let mut best = None;
        let _ = view.actions(|action| {
            let score = score(view, action);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, action));
            }
            Flow::Continue(())
        });
        best.expect("a seat to move has an action").1
    }
}

/// The score of an action, in half points of the final result. The weights were found by hill climbing:
/// change one, and keep it if the average payoff against [`ContestPolicy`] at three table sizes rises.
fn score(view: &MauMauView, action: Action) -> i32 {
    // To play a drawn card is better than to keep it.
    let Action::Play { card, wish } = action else { return i32::MIN };
    let Some(rank) = card.rank() else { return i32::MIN };
    let rest = view.hand() - CardSet::of(card);
    if rest.is_empty() {
        return i32::MAX;
    }
    let public = view.public();
    let next_may_win = public.size(public.next()) == 1;
    let fits = followers(card, wish);
    let own = match (rank, next_may_win) {
        // The fewer cards are left, the better it is to keep a jack, because it fits nearly everything.
        (Rank::Jack, false) => 4 * CardSet::len(rest) as i32 - 23,
        (Rank::Jack, true) => 4 * CardSet::len(rest) as i32 + 8,
        // A seven is kept until the next seat is about to win.
        (Rank::Seven, false) => 2 * 7 - 12,
        (Rank::Seven, true) => 2 * 7 + 23,
        (Rank::Eight, false) => 2 * 8 + 4,
        (Rank::Eight, true) => 2 * 8 + 10,
        (other, _) => 2 * card_points(other) as i32,
    };
    let has_no_follow_up = (fits & rest).is_empty();
    let others_may_follow = CardSet::len(fits & view.unseen()) as i32;
    own - others_may_follow - if has_no_follow_up { 9 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mau_mau::Rules;
    use crate::mau_mau::public::DECK;
    use cards::{Game, Random, Seat};

    /// The average payoff of one `hero` among villains, each deal played from every seat.
    fn duel(hero: &mut dyn Policy<MauMau>, villain: &mut dyn Policy<MauMau>, seats: usize) -> f64 {
        const DEALS: u64 = 1000;
        let rules = Rules::new(seats, 1000).expect("a table");
        let (mut rng, mut won) = (Rng::new(1), 0);
        for seed in 0..DEALS {
            let setup = MauMau::deal(&rules, &mut Rng::new(seed));
            for place in Seat::all(seats) {
                let mut game = MauMau::start(&setup, |_| ());
                while let Some(turn) = game.turn() {
                    let player: &mut dyn Policy<MauMau> = if turn == place { hero } else { villain };
                    let action = player.choose(&game.view(turn), &mut rng);
                    game.apply(action, |_| ());
                }
                won += game.payoffs()[place];
            }
        }
        f64::from(won) / (DEALS * seats as u64) as f64
    }

    #[test]
    fn the_policies_are_listed_from_the_weakest_to_the_strongest() {
        for seats in 2..=4 {
            let book = duel(&mut ContestPolicy, &mut Random, seats);
            assert!(book > 5.0, "contest against random at {seats} seats: {book:+.2} a match");
            let greedy = duel(&mut Greedy, &mut ContestPolicy, seats);
            assert!(greedy > 1.5, "greedy against contest at {seats} seats: {greedy:+.2} a match");
        }
    }

    #[test]
    fn the_rules_choose_the_card_to_which_they_prefer_no_other() {
        let mut rng = Rng::new(4);
        for seed in 0..300 {
            let rules = Rules::new(2 + seed as usize % 3, 1000).expect("a table");
            let mut game = MauMau::start(&MauMau::deal(&rules, &mut Rng::new(seed)), |_| ());
            while game.turn().is_some() {
                let (public, hand) = (game.public(), game.own_hand());
                let choice = decide(public, hand);
                let playable = public.playable(hand);
                for card in playable {
                    let is_chosen = matches!(choice, Action::Play { card: chosen, .. } if chosen == card);
                    assert_eq!((hand & preferred(public, card)).is_empty(), is_chosen, "{card} of {hand}");
                }
                game.apply(cards::random_action(&game, &mut rng), |_| ());
            }
        }
    }

    #[test]
    fn the_lookup_of_the_most_valuable_card_agrees_with_sorting() {
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let bits = rng.next_u64() & rng.next_u64();
            let hand = CardSet::from_bits(bits) & (DECK - JACKS);
            let key = |card: &Card| (card.rank().map(card_points), card.suit());
            assert_eq!(most_valuable(hand), hand.max_by_key(key), "{hand}");
            let held = |suit: &Suit| (CardSet::len(hand & CardSet::suit(*suit)), *suit);
            assert_eq!(Some(favourite(hand | JACKS)), Suit::ALL.into_iter().max_by_key(held), "{hand}");
        }
    }
}
