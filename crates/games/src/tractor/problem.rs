//! The batch problem: the result of a finished round (UVa 1460, "Game Simulator").
//!
//! Cards are spelt suit first (`ST`, `H2`, `BJ`) without spaces. The statement's own example plays a card
//! three times, so that is a remark and not a fault. A third copy within one play is a single card beside the
//! pair.

use cards::{Card, CardBag, CardSet, Game, Rank, Rng, Seat, Suit, random_action};

use super::order::Order;
use super::public::{HAND, Phase};
use super::rules::Tractor;
use super::score::{ALL_POINTS, RoundResult, SEATS, kitty_bonus, points, team};
use super::trick::Trick;
use super::types::{Action, Rules};
use crate::problem::{Fault, NoCase, Output, Problem, Scan, Word};

/// The batch problem "Game Simulator".
pub struct BatchProblem;

const NAMES: [&str; SEATS] = ["Alice", "Bob", "Charles", "David"];
const CARD: &str = "a card like S7, HT or RJ";

/// A card's code is `SUITS[first byte] + RANKS[second byte]`. The entries of the jokers give their code with
/// the rank of a jack. This bit marks a byte that is in no card.
const NO_CARD: u8 = 0x80;
static SUITS: [u8; 256] = {
    let mut table = [NO_CARD; 256];
    table[b'D' as usize] = 0x00;
    table[b'H' as usize] = 0x10;
    table[b'S' as usize] = 0x20;
    table[b'C' as usize] = 0x30;
    table[b'B' as usize] = Card::BLACK_JOKER.code() - Rank::Jack as u8;
    table[b'R' as usize] = Card::RED_JOKER.code() - Rank::Jack as u8;
    table
};
static RANKS: [u8; 256] = {
    let mut table = [NO_CARD; 256];
    let mut rank = 0;
    while rank < Rank::ALL.len() {
        table[Rank::ALL[rank].letter() as usize] = rank as u8;
        rank += 1;
    }
    table
};

/// The code of a card, or `None` if there is no such card.
#[inline]
fn decode(first: u8, second: u8) -> Option<u8> {
    let (suit, rank) = (SUITS[first as usize], RANKS[second as usize]);
    let is_wrong_joker = suit & 15 != 0 && rank != Rank::Jack as u8;
    ((suit | rank) & NO_CARD == 0 && !is_wrong_joker).then(|| suit + rank)
}

/// Copies beyond the second within one play. A bag cannot hold them.
#[derive(Default)]
struct Surplus {
    kinds: CardSet,
    points: u32,
}

/// The cards of one play, at most two of each; the others go to the surplus.
#[inline]
fn read_play(word: Word<'_>, surplus: &mut Surplus) -> Result<CardBag, Fault> {
    let (mut once, mut twice, mut thrice) = (0_u64, 0_u64, 0_u64);
    let (pairs, rest) = word.bytes.as_chunks::<2>();
    for (n, &[first, second]) in pairs.iter().enumerate() {
        let Some(code) = decode(first, second) else {
            return Err(Fault::about(Word { bytes: &pairs[n], at: word.at + 2 * n }, CARD));
        };
        let card = 1 << code;
        thrice |= twice & card;
        twice |= once & card;
        once |= card;
    }
    if !rest.is_empty() {
        let at = word.at + 2 * pairs.len();
        return Err(Fault::about(Word { bytes: rest, at }, CARD));
    }
    let cards = CardBag::from_planes(CardSet::from_bits(once), CardSet::from_bits(twice));
    if thrice != 0 {
        surplus.kinds |= CardSet::from_bits(thrice);
        surplus.points += points_of_all(pairs) - points(cards);
    }
    Ok(cards)
}

/// The points of all cards of a play, repeated ones included.
#[cold]
fn points_of_all(names: &[[u8; 2]]) -> u32 {
    let codes = names.iter().filter_map(|&[first, second]| decode(first, second));
    codes.map(|code| points(CardBag::from_planes(CardSet::from_bits(1 << code), CardSet::EMPTY))).sum()
}

/// The statement's spelling of a card.
fn spelling(card: Card) -> [u8; 2] {
    match (card.suit(), card.rank()) {
        (Some(suit), Some(rank)) => [suit.letter() as u8, rank.letter() as u8],
        _ if card == Card::BLACK_JOKER => *b"BJ",
        _ => *b"RJ",
    }
}

/// Card names for a message.
fn spelt(kinds: CardSet) -> String {
    kinds.map(|card| spelling(card).map(char::from).iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

/// The first line of a case.
struct Header {
    order: Order,
    dealer: Seat,
    ranks: [Rank; 2],
}

fn read_header(scan: &mut Scan<'_>) -> Result<Header, Fault> {
    const MAIN: &str = "a main suit (H, S, C, D, or O for none)";
    const DEALER: &str = "the dealer (Alice, Bob, Charles or David)";
    const RANK: &str = "a current rank (2 to 9, T, J, Q, K or A)";
    if !scan.next_line() {
        return Err(scan.nothing(MAIN));
    }
    let word = scan.expect(MAIN)?;
    let main = match word.bytes {
        b"O" => None,
        b"H" => Some(Suit::Hearts),
        b"S" => Some(Suit::Spades),
        b"C" => Some(Suit::Clubs),
        b"D" => Some(Suit::Diamonds),
        _ => return Err(Fault::about(word, MAIN)),
    };
    let word = scan.expect(DEALER)?;
    let dealer = NAMES.iter().position(|name| name.as_bytes() == word.bytes);
    let dealer = Seat::new(dealer.ok_or_else(|| Fault::about(word, DEALER))?);
    let mut ranks = [Rank::Two; 2];
    for rank in &mut ranks {
        let word = scan.expect(RANK)?;
        let index = match *word.bytes {
            [letter] => RANKS[letter as usize] as usize,
            // The statement writes T; `10` means the same.
            [b'1', b'0'] => Rank::Ten as usize,
            _ => NO_CARD as usize,
        };
        *rank = *Rank::ALL.get(index).ok_or_else(|| Fault::about(word, RANK))?;
    }
    scan.end_line("the end of the line after the two ranks")?;
    Ok(Header { order: Order::new(main, ranks[team(dealer)]), dealer, ranks })
}

/// Reads the four plays of a line and finds the trick's winner. Returns the trick and the plays.
fn read_trick(
    scan: &mut Scan<'_>,
    order: Order,
    leader: Seat,
    left: u32,
    surplus: &mut Surplus,
) -> Result<(Trick, [CardBag; SEATS]), Fault> {
    let word = scan.expect("the cards of a lead")?;
    if word.bytes.len() > 2 * left as usize {
        let expected = format!("a lead of at most {left} cards, as many as are left");
        return Err(Fault::found(word, expected, format!("{} cards", word.bytes.len() / 2)));
    }
    let lead = read_play(word, surplus)?;
    let Some(group) = order.common_group(lead.kinds()) else {
        return Err(Fault::about(word, "a lead of one plain suit, or of trumps only"));
    };
    let mut trick = Trick::lead(order, group, leader, lead);
    if lead.len() as usize != word.bytes.len() / 2 {
        trick.shape.cards = (word.bytes.len() / 2) as u8;
        trick.is_throw = trick.shape.is_throw();
    }
    let mut plays = [lead; SEATS];
    for (n, play) in plays.iter_mut().enumerate().skip(1) {
        let follow = scan.expect("the cards of four seats")?;
        *play = read_play(follow, surplus)?;
        if follow.bytes.len() != word.bytes.len() {
            let expected = format!("as many cards as were led: {}", word.bytes.len() / 2);
            return Err(Fault::found(follow, expected, format!("{} cards", follow.bytes.len() / 2)));
        }
        trick.follow(order, leader.plus(n, SEATS), *play);
    }
    scan.end_line("the end of the line after the cards of four seats")?;
    Ok((trick, plays))
}

impl Problem for BatchProblem {
    fn is_counted(&self) -> bool {
        true
    }

    /// A header line, then tricks until twenty-five cards have been led. The first word of a trick has at
    /// least two letters and that of a header has one, so a truncated case ends before the next header.
    fn frame(&self, input: &[u8]) -> Option<usize> {
        let (mut at, mut letters, mut is_header) = (0, 0, true);
        loop {
            let end = at + input[at..].iter().position(|&byte| byte == b'\n')? + 1;
            let line = input[at..end].trim_ascii_start();
            let word = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
            match word {
                0 => (),
                _ if is_header => is_header = false,
                1 => return Some(at),
                _ => letters += word,
            }
            if letters >= 2 * HAND as usize {
                return Some(end);
            }
            at = end;
        }
    }

    fn example(&self, seed: u64, text: &mut Vec<u8>) {
        write_example(seed, text);
    }

    fn case(&self, _: &str) -> Result<Vec<u8>, NoCase> {
        Err(NoCase::NotADeal("a finished round"))
    }

    fn answer(&self, number: u64, case: &[u8], output: &mut Output) -> Result<(), Fault> {
        let mut scan = Scan::new(case);
        let Header { order, dealer, ranks } = read_header(&mut scan)?;
        let (mut leader, mut left) = (dealer, HAND);
        let (mut shown, mut got) = (0, 0);
        let (mut once, mut twice, mut too_often) = (CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
        let mut longest = 0;
        while left > 0 {
            if !scan.next_line() {
                return Err(scan.nothing(format!("a trick: each seat has {left} more cards to play")));
            }
            let mut surplus = Surplus::default();
            let (trick, plays) = read_trick(&mut scan, order, leader, left, &mut surplus)?;
            let mut trick_points = u64::from(surplus.points);
            too_often |= surplus.kinds;
            for play in plays {
                trick_points += u64::from(points(play));
                let (kinds, pairs) = (play.kinds(), play.pairs());
                too_often |= (twice & kinds) | (once & pairs);
                twice |= (once & kinds) | pairs;
                once |= kinds;
            }
            shown += trick_points;
            leader = trick.winner;
            left -= u32::from(trick.shape.cards);
            longest = trick.shape.longest();
            if team(leader) != team(dealer) {
                got += trick_points;
            }
        }
        if scan.next_line() {
            let word = scan.expect("nothing")?;
            return Err(Fault::about(word, "the end of the case: each seat has played 25 cards"));
        }
        if team(leader) != team(dealer) {
            // More points than the decks have are possible only if cards are played too often.
            got += kitty_bonus(ALL_POINTS.saturating_sub(shown), longest);
        }
        if !too_often.is_empty() {
            let remark = format!("played more often than two decks hold: {}", spelt(too_often));
            output.remarks.push((number, remark));
        }
        write_answer(number, got, RoundResult::of(got, dealer, ranks), &mut output.text);
        Ok(())
    }
}

fn write_answer(number: u64, points: u64, outcome: RoundResult, text: &mut Vec<u8>) {
    text.extend_from_slice(b"Case #");
    write_number(number, text);
    text.extend_from_slice(b":\n");
    write_number(points, text);
    text.push(b'\n');
    if let [Some(one), Some(two)] = outcome.ranks {
        text.extend_from_slice(&[one.letter() as u8, b' ', two.letter() as u8, b' ']);
        text.extend_from_slice(NAMES[outcome.dealer.index()].as_bytes());
    } else {
        text.extend_from_slice(b"Winner: Team ");
        text.push(if outcome.team == 0 { b'1' } else { b'2' });
    }
    text.push(b'\n');
}

fn write_number(mut number: u64, text: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[at..]);
}

/// Plays a match and writes it as a case. Returns the end of the match.
fn write_example(seed: u64, text: &mut Vec<u8>) -> Tractor {
    let mut rng = Rng::new(seed);
    let mut rank = || Rank::ALL[rng.below(Rank::ALL.len() as u32) as usize];
    let rules = Rules { ranks: [rank(), rank()] };
    let setup = Tractor::deal(&rules, &mut rng);
    let mut state = Tractor::start(&setup, |_| ());
    let main = setup.main.map_or('O', Suit::letter);
    let [one, two] = rules.ranks;
    let header = format!("\n{main} {} {one} {two}\n", NAMES[setup.dealer.index()]);
    text.extend_from_slice(header.as_bytes());
    while state.turn().is_some() {
        let action = example_action(&state, &mut rng);
        state.apply(action, |_| ());
        if let Action::Play(cards) = action {
            cards.iter().for_each(|card| text.extend_from_slice(&spelling(card)));
            text.push(if state.public().on_table == 0 { b'\n' } else { b' ' });
        }
    }
    state
}

/// Random play, but most leads are a single card or a pair, because random leads are long throws.
fn example_action(state: &Tractor, rng: &mut Rng) -> Action {
    let public = state.public();
    if public.phase != Phase::Play || !public.is_leading() || rng.below(8) == 0 {
        return random_action(state, rng);
    }
    let hand = state.hand(public.turn);
    let card = hand.iter().nth(rng.below(hand.len()) as usize).expect("a leader has cards");
    Action::Play(hand.within(CardSet::of(card)))
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
