//! Any answers and any output: every case gets one verdict. The output is right, or right except for white
//! space, exactly if the slow twin says so.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::judge::{Comparison, Verdict};

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

// The answers end with 0xfe, the last of them with 0xff; the output follows.
fuzz_target!(|data: &[u8]| {
    let Some(end) = data.iter().position(|&byte| byte == 0xff) else { return };
    let (answers, output) = (&data[..end], &data[end + 1..]);
    let answers = answers.split(|&byte| byte == 0xfe).filter(|answer| words(answer).next().is_some());
    let line = |answer: &[u8]| {
        let mut line: Vec<u8> = answer.iter().copied().filter(|&byte| byte != b'\r').collect();
        line.push(b'\n');
        line
    };
    let answers: Vec<Vec<u8>> = answers.map(line).collect();

    let mut judgements = Vec::new();
    let mut comparison = Comparison::new(output);
    for (answer, number) in answers.iter().zip(1..) {
        comparison.case(number, answer, |judged| judgements.push(judged)).expect("bytes can be read");
    }
    comparison.finish(|judged| judgements.push(judged)).expect("bytes can be read");

    let numbers = judgements.iter().filter_map(|judged| judged.case);
    assert!(numbers.eq(1..=answers.len() as u64));
    let right = answers.concat();
    let output = output.strip_prefix(b"\xef\xbb\xbf").unwrap_or(output);
    let is_alike = words(output).eq(words(&right));
    let mut plain = output.to_vec();
    let mut at = 0;
    plain.retain(|_| {
        at += 1;
        !output[at - 1..].starts_with(b"\r\n")
    });
    let is_equal = plain == right || right.strip_suffix(b"\n") == Some(&plain[..]);
    let all = |fine: &[Verdict]| judgements.iter().all(|judged| fine.contains(&judged.verdict));
    assert_eq!(all(&[Verdict::Accepted]), is_equal);
    assert_eq!(all(&[Verdict::Accepted, Verdict::PresentationError]), is_alike);
});
