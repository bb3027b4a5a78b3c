//! The batch problem: the statement's tricks and sample, faults and remarks, and agreement with the game.

use super::*;

const SAMPLE: &str = include_str!("../../tests/data/tractor/sample.in");
const SAMPLE_ANSWER: &str = include_str!("../../tests/data/tractor/sample.out");

/// The sample without its count.
fn sample() -> &'static str {
    SAMPLE.split_once('\n').expect("the count has its line").1
}

fn judge(case: &str) -> Result<(String, Vec<(u64, String)>), Fault> {
    let mut output = Output::default();
    BatchProblem.answer(1, case.as_bytes(), &mut output)?;
    Ok((String::from_utf8(output.text).expect("plain text"), output.remarks))
}

/// The place and length of a fault, what was expected and what was found.
fn fault(case: &str) -> (usize, usize, String, String) {
    let Fault { at, len, expected, found } = judge(case).expect_err("a fault");
    (at, len, expected.into_owned(), found)
}

/// Who wins a trick that Alice leads, with rank 7 and main suit hearts.
fn winner(plays: &str) -> &'static str {
    let order = Order::new(Some(Suit::Hearts), Rank::Seven);
    let (trick, _) =
        read_trick(&mut Scan::new(plays.as_bytes()), order, Seat::new(0), HAND, &mut Surplus::default())
            .expect("a trick");
    NAMES[trick.winner.index()]
}

#[test]
fn the_highest_card_of_the_suit_wins() {
    assert_eq!(winner("SA S2 ST S5"), "Alice");
}

#[test]
fn the_first_of_two_equal_cards_wins() {
    assert_eq!(winner("SA S2 ST SA"), "Alice");
}

#[test]
fn the_only_trump_wins() {
    assert_eq!(winner("SA S2 ST H2"), "David");
}

#[test]
fn the_first_card_of_the_current_rank_wins_over_its_equal() {
    assert_eq!(winner("SA H2 C7 D7"), "Charles");
}

#[test]
fn single_trumps_do_not_beat_a_pair() {
    assert_eq!(winner("C2C2 C3C4 C7D7 RJBJ"), "Alice");
}

#[test]
fn a_higher_pair_wins_and_a_pair_of_the_wrong_suit_does_not() {
    assert_eq!(winner("D3D3 DTDT SKSK H2H3"), "Bob");
}

#[test]
fn the_only_trump_pair_wins() {
    assert_eq!(winner("D3D3 DTDT SKSK H2H2"), "David");
}

#[test]
fn two_separate_pairs_do_not_beat_a_tractor_across_the_current_rank() {
    assert_eq!(winner("D6D6D8D8 DJDJDKDK DTDTD2D3 HTHTBJBJ"), "Alice");
}

#[test]
fn the_higher_tractor_wins() {
    assert_eq!(winner("H6H6H8H8 H7H7BJBJ C2C2C3C4 HKHKRJRJ"), "Bob");
}

#[test]
fn pairs_of_the_current_rank_in_the_main_suit_and_another_are_a_tractor() {
    assert_eq!(winner("H6H6H8H8 H7H7D7D7 C2C2C3C4 HKHKRJRJ"), "Bob");
}

#[test]
fn neither_cards_of_the_suit_nor_mixed_cards_beat_a_throw() {
    assert_eq!(winner("SASK STST C2H3 S7SK"), "Alice");
}

#[test]
fn the_higher_of_two_trump_throws_wins() {
    assert_eq!(winner("SASK HKH3 HAH2 S7SK"), "Charles");
}

#[test]
fn the_first_of_two_trump_throws_with_equal_honour_cards_wins() {
    assert_eq!(winner("SASK HAH2 HAH3 S7SK"), "Bob");
}

#[test]
fn the_honour_card_of_the_tractor_decides_not_the_joker_beside_it() {
    assert_eq!(winner("S2S2S3S3SA H3H3H4H4RJ D7D7H7H7H2 S7S7SQSJS6"), "Charles");
}

#[test]
fn nothing_beats_a_throw_of_trumps() {
    assert_eq!(winner("H2H3 RJBJ H7C7 HAHK"), "Alice");
}

#[test]
fn higher_cards_of_the_suit_do_not_beat_a_throw() {
    assert_eq!(winner("S2S3 SASK SQSJ D2D3"), "Alice");
}

#[test]
fn the_sample_is_answered_byte_for_byte() {
    let (text, remarks) = judge(sample()).expect("an answer");
    assert_eq!(text, SAMPLE_ANSWER);
    let [(1, remark)] = &remarks[..] else { panic!("one remark: {remarks:?}") };
    assert_eq!(remark, "played more often than two decks hold: S3");
}

#[test]
fn line_ends_blank_lines_and_trailing_blanks_do_not_matter() {
    for text in [
        sample().replace('\n', "\r\n"),
        sample().replace('\n', "\n\n"),
        sample().replace('\n', " \t\n"),
        sample().trim().to_owned(),
    ] {
        assert_eq!(judge(&text).expect("an answer").0, SAMPLE_ANSWER);
    }
}

#[test]
fn ten_is_read_as_10_and_written_as_a_letter() {
    let text = judge(&sample().replace("Charles 2 2", "Charles 2 10")).expect("an answer").0;
    assert_eq!(text, "Case #1:\n50\n3 T Alice\n");
    let text = judge(&sample().replace("Charles 2 2", "Charles 2 T")).expect("an answer").0;
    assert_eq!(text, "Case #1:\n50\n3 T Alice\n");
}

/// Tricks without points that the dealer Alice wins. All are diamonds; cards that are played too often are
/// only a remark.
fn quiet(tricks: usize) -> String {
    "D3 D2 D2 D2\n".repeat(tricks)
}

fn answer(header: &str, tricks: &str) -> String {
    judge(&format!("{header}\n{tricks}")).expect("an answer").0
}

#[test]
fn a_team_that_goes_beyond_the_ace_has_won() {
    assert_eq!(answer("H Alice A 5", &quiet(25)), "Case #1:\n0\nWinner: Team 1\n");
    assert_eq!(answer("H Alice J 5", &quiet(25)), "Case #1:\n0\nA 5 Charles\n");
}

#[test]
fn buried_points_are_those_not_played_doubled_for_each_card_of_the_last_lead() {
    let single = quiet(24) + "D3 D4 D2 D2\n";
    assert_eq!(answer("H Alice 9 3", &single), "Case #1:\n400\n9 J Bob\n");
    assert_eq!(answer("H Alice 9 9", &single), "Case #1:\n400\nWinner: Team 2\n");
    let pair = quiet(23) + "D3D3 D4D4 D2D2 D2D2\n";
    assert_eq!(answer("H Alice 9 2", &pair), "Case #1:\n800\nWinner: Team 2\n");
    // The losers of the last trick get nothing for them.
    assert_eq!(answer("H Alice 9 2", &quiet(25)), "Case #1:\n0\nQ 2 Charles\n");
}

#[test]
fn the_longest_component_of_a_last_throw_counts() {
    let last = "D3D3D4D4D9 H3H3H4H4H9 D2D2D8D5D6 D2D2D6D8D9\n";
    // 5 points shown and won, 195 hidden, doubled for each card of the tractor.
    let expected = format!("Case #1:\n{}\nWinner: Team 2\n", 5 + 195 * 16);
    assert_eq!(answer("H Alice 2 2", &(quiet(20) + last)), expected);
}

#[test]
fn if_more_than_two_hundred_points_are_played_none_are_buried() {
    let tricks = quiet(14) + &"DA DK DK DK\n".repeat(10) + "D3 D4 D2 D2\n";
    assert_eq!(answer("H Alice 2 2", &tricks), "Case #1:\n0\n5 2 Charles\n");
}

#[test]
fn a_third_copy_in_one_play_is_a_single_beside_the_pair_and_gets_a_remark() {
    // A throw of a pair and a single. Plain cards do not beat it, but trumps of that structure do.
    for (follow, points) in [("D6D6D9", 0), ("D7D7D7", 0), ("H3H3H4", 30), ("H3H3H3", 30), ("H3H4H6", 0)] {
        let last = format!("D5D5D5 {follow} D3D4D6 C5C5C5\n");
        let case = format!("H Alice 2 2\n{}{last}", quiet(22));
        let mut output = Output::default();
        BatchProblem.answer(1, case.as_bytes(), &mut output).expect("never a refusal");
        let text = String::from_utf8(output.text).expect("text");
        // Bob's team gets these 30 points, and four times the 170 that were not played.
        let counted = if points == 0 { 0 } else { 30 + 170 * 4 };
        assert!(text.starts_with(&format!("Case #1:\n{counted}\n")), "{follow}: {text}");
        let remark = &output.remarks[0].1;
        assert!(remark.contains("D5") && remark.contains("C5"), "{remark}");
    }
}

#[test]
fn words_of_the_header_are_checked() {
    let with = |header: &str| fault(&sample().replace("O Charles 2 2", header));
    let main = "a main suit (H, S, C, D, or O for none)";
    assert_eq!(with("X Charles 2 2"), (1, 1, main.to_owned(), "`X`".to_owned()));
    let dealer = "the dealer (Alice, Bob, Charles or David)";
    assert_eq!(with("O charles 2 2"), (3, 7, dealer.to_owned(), "`charles`".to_owned()));
    let rank = "a current rank (2 to 9, T, J, Q, K or A)";
    assert_eq!(with("O Charles 2 1"), (13, 1, rank.to_owned(), "`1`".to_owned()));
    assert_eq!(with("O Charles 2"), (12, 0, rank.to_owned(), "the end of the line".to_owned()));
    let end = "the end of the line after the two ranks";
    assert_eq!(with("O Charles 2 2 2"), (15, 1, end.to_owned(), "`2`".to_owned()));
    assert_eq!(fault("").2, main);
}

#[test]
fn a_fault_points_at_the_wrong_card() {
    let with = |from: &str, to: &str| {
        let case = sample().replacen(from, to, 1);
        let (at, len, expected, found) = fault(&case);
        assert_eq!(expected, CARD);
        assert_eq!(found, format!("`{}`", &case[at..at + len]));
        found
    };
    assert_eq!(with("SASKSJST", "SASKXJST"), "`XJ`");
    assert_eq!(with("SASKSJST", "SASKS1ST"), "`S1`");
    assert_eq!(with("SASKSJST", "SASKRKST"), "`RK`");
    assert_eq!(with("SASKSJST", "SASKSJS"), "`S`");
    assert_eq!(with("SASKSJST", "saSKSJST"), "`sa`");
}

#[test]
fn plays_must_have_as_many_cards_as_the_lead() {
    let case = sample().replace("SASKSJST", "SASKSJ");
    let at = case.find("SASKSJ").unwrap();
    assert_eq!(fault(&case), (at, 6, "as many cards as were led: 4".to_owned(), "3 cards".to_owned()));
}

#[test]
fn a_line_has_four_plays() {
    let case = sample().replace("DA DQ DK D4", "DA DQ DK");
    let at = case.find("DA DQ DK").unwrap() + 8;
    let expected = "the cards of four seats".to_owned();
    assert_eq!(fault(&case), (at, 0, expected, "the end of the line".to_owned()));
    let case = sample().replace("DA DQ DK D4", "DA DQ DK D4 D5");
    let at = case.find("D4 D5").unwrap() + 3;
    let expected = "the end of the line after the cards of four seats".to_owned();
    assert_eq!(fault(&case), (at, 2, expected, "`D5`".to_owned()));
}

#[test]
fn a_lead_is_of_one_group() {
    let case = sample().replace("SKS8S5S3", "SKS8S5H3");
    let at = case.find("SKS8S5H3").unwrap();
    let expected = "a lead of one plain suit, or of trumps only".to_owned();
    assert_eq!(fault(&case), (at, 8, expected, "`SKS8S5H3`".to_owned()));
}

#[test]
fn each_seat_plays_twenty_five_cards() {
    let last = "S2S2C2 CQCAD2 HTHJHK C9CQCA\n";
    let case = sample().replace(last, "");
    let expected = "a trick: each seat has 3 more cards to play".to_owned();
    assert_eq!(fault(&case), (case.len(), 0, expected, "the end of the input".to_owned()));
    let case = sample().replace(last, "S2S2C2BJ CQCAD2C4 HTHJHKH4 C9CQCAC6\n");
    let (at, _, expected, found) = fault(&case);
    assert_eq!(at, case.find("S2S2C2BJ").unwrap());
    assert_eq!(
        (expected.as_str(), found.as_str()),
        ("a lead of at most 3 cards, as many as are left", "4 cards")
    );
    let case = format!("{}H2 H3 H4 H5\n", sample());
    let expected = "the end of the case: each seat has played 25 cards".to_owned();
    assert_eq!(fault(&case), (sample().len(), 2, expected, "`H2`".to_owned()));
}

#[test]
fn nothing_is_written_on_a_fault() {
    let mut output = Output::default();
    let case = sample().replace("S2S2C2 CQCAD2 HTHJHK C9CQCA", "S2S2C2 CQCAD2 HTHJHK C9CQCX");
    assert!(BatchProblem.answer(1, case.as_bytes(), &mut output).is_err());
    assert!(output.text.is_empty() && output.remarks.is_empty());
}

#[test]
fn a_frame_ends_with_the_twenty_fifth_card() {
    let two = format!("{}\n{}", sample(), sample());
    assert_eq!(BatchProblem.frame(two.as_bytes()), Some(sample().len()));
    assert_eq!(BatchProblem.frame(sample().trim_end().as_bytes()), None);
    assert_eq!(BatchProblem.frame(b""), None);
}

#[test]
fn a_truncated_case_is_framed_before_the_next_header() {
    let cut = sample().replace("S2S2C2 CQCAD2 HTHJHK C9CQCA\n", "");
    let two = format!("{cut}{}", sample().trim_start());
    assert_eq!(BatchProblem.frame(two.as_bytes()), Some(cut.len()));
}

#[test]
fn the_judge_agrees_with_the_game_on_random_matches() {
    let mut wins = 0;
    for seed in 0..1000 {
        let mut text = Vec::new();
        let state = write_example(seed, &mut text);
        assert_eq!(BatchProblem.frame(&text), Some(text.len()), "seed {seed}");
        let case = String::from_utf8(text).expect("plain text");
        let (answer, remarks) = judge(&case).unwrap_or_else(|fault| panic!("seed {seed}: {fault:?}"));
        assert!(remarks.is_empty(), "seed {seed}: {remarks:?}");
        let (public, outcome) = (state.public(), state.public().outcome());
        let third = match outcome.ranks {
            [Some(one), Some(two)] => format!("{one} {two} {}", NAMES[outcome.dealer.index()]),
            _ => format!("Winner: Team {}", outcome.winner().expect("a team has won") + 1),
        };
        wins += usize::from(outcome.winner().is_some());
        assert_eq!(answer, format!("Case #1:\n{}\n{third}\n", public.points), "seed {seed}");
    }
    assert!(wins > 20);
}

#[test]
fn no_bytes_make_the_judge_panic() {
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let mut text = sample().as_bytes().to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(text.len() as u32) as usize;
            match rng.below(3) {
                0 => text[at] = rng.next_u32() as u8,
                1 => _ = text.remove(at),
                _ => text.insert(at, b"HSCDO23456789TJQKARB \n\r"[rng.below(23) as usize]),
            }
        }
        let _ = BatchProblem.frame(&text);
        if let Err(fault) = BatchProblem.answer(1, &text, &mut Output::default()) {
            assert!(fault.at + fault.len <= text.len());
        }
    }
}
