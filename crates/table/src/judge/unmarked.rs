//! Skips the byte-order mark that some editors write at the very beginning of a text.

use std::io::{self, ErrorKind, Read};

/// U+FEFF in UTF-8.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// An input without its byte-order mark, if it has one. Bytes and columns count from after the mark.
pub struct Unmarked<R> {
    input: R,
    is_begun: bool,
}

impl<R: Read> Unmarked<R> {
    /// Begins at the beginning of `input`.
    pub fn new(input: R) -> Unmarked<R> {
        Unmarked { input, is_begun: false }
    }

    /// Reads once into `buffer`, which has room for the mark; 0 is the end of the input. At the beginning
    /// it reads until it is clear whether there is a mark, and never waits for more than that.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_begun {
            return read(&mut self.input, buffer);
        }
        self.is_begun = true;
        let mut len = 0;
        while len < MARK.len() && MARK.starts_with(&buffer[..len]) {
            match read(&mut self.input, &mut buffer[len..])? {
                0 => return Ok(len),
                more => len += more,
            }
        }
        if !buffer[..len].starts_with(&MARK) {
            return Ok(len);
        }
        buffer.copy_within(MARK.len()..len, 0);
        if len > MARK.len() { Ok(len - MARK.len()) } else { read(&mut self.input, buffer) }
    }
}

/// Reads once, however often a signal comes in between.
fn read(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An input that arrives byte by byte.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }

    fn all(input: impl Read) -> Vec<u8> {
        let (mut input, mut buffer, mut all) = (Unmarked::new(input), [0; 4], Vec::new());
        loop {
            match input.read(&mut buffer).unwrap() {
                0 => return all,
                len => all.extend_from_slice(&buffer[..len]),
            }
        }
    }

    fn read(text: &[u8]) -> Vec<u8> {
        let fast = all(text);
        assert_eq!(fast, all(Slow(text)));
        fast
    }

    #[test]
    fn only_a_whole_mark_at_the_very_beginning_is_passed_over() {
        assert_eq!(read(b"\xef\xbb\xbf1\n"), b"1\n");
        assert_eq!(read(b"\xef\xbb\xbf\xef\xbb\xbf1"), b"\xef\xbb\xbf1");
        for text in [&b""[..], b"1", b"\xef", b"\xef\xbb", b"\xef\xbb7\n", b" \xef\xbb\xbf1\n"] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read(b"\xef\xbb\xbf"), b"");
    }
}
