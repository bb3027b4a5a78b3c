//! A person at the terminal who plays one seat: shows the table, asks, and says what is wrong with an answer.

use std::io::{self, BufRead, Write};

use cards::scene::Face;
use cards::{Picture, Seat, Tag};
use table::ending::Reason;
use table::player::{Advisor, Cost};
use table::referee::Refused;
use table::stakes::Stakes;
use table::{Answer, AnyTable, Here, Player, Reply};

use super::answer::{self, Options, SEARCHED};
use super::choices::{self, LISTED, Words};
use super::draw::{Pen, capital};
use super::hint;
use super::markdown::plain;
use super::paint::{self, FAINT, painted};
use super::terse;

/// A longer line is cut off here.
const LONGEST_LINE: usize = 4096;
/// Iterations of search for a hint.
const HINT: u32 = 20_000;

/// Where a person's lines come from, and where the table is drawn.
pub trait Desk: Send {
    /// The next line; `None` at the end of the input.
    fn read(&mut self) -> io::Result<Option<String>>;
    /// Shows a text.
    fn show(&mut self, text: &str) -> io::Result<()>;
    /// The pen for what is shown next.
    fn pen(&self) -> Pen<'static>;
}

/// What a person can ask about the game.
pub struct AboutGame {
    /// Its rules in Markdown.
    pub rules: &'static str,
    /// What its payoffs mean.
    pub stakes: Stakes,
    /// The house rules of the match.
    pub house_rules: String,
}

/// The person.
pub struct Person<D> {
    seat: Seat,
    desk: D,
    words: Words,
    about: AboutGame,
    /// Makes an advisor for hints, which has seen nothing yet.
    new_advisor: Box<dyn Fn() -> Box<dyn Advisor> + Send>,
    advisor: Option<Box<dyn Advisor>>,
    /// Events before this one were shown at earlier turns.
    told: usize,
    /// How many events have been shown in all.
    seen: usize,
    /// Cards named so far, where several are wanted.
    picked: Vec<Tag>,
    /// List the cards that can be picked after every pick, since their numbers change.
    lists_cards: bool,
    /// The last answer was not accepted, and the table has not changed.
    was_refused: bool,
    has_left: bool,
    /// The error of a terminal that failed.
    failed: Option<io::Error>,
}

/// What happens after a line.
enum AfterLine {
    Reply(Reply<String>),
    /// The person is asked again.
    Again,
}

impl<D: Desk> Person<D> {
    /// Seats a person.
    pub fn new(
        seat: Seat,
        desk: D,
        words: Words,
        about: AboutGame,
        new_advisor: Box<dyn Fn() -> Box<dyn Advisor> + Send>,
    ) -> Person<D> {
        Person {
            seat,
            desk,
            words,
            about,
            new_advisor,
            advisor: None,
            told: 0,
            seen: 0,
            picked: Vec::new(),
            lists_cards: false,
            was_refused: false,
            has_left: false,
            failed: None,
        }
    }

    /// The desk, for use after the match; or the error of a terminal that failed.
    pub fn into_desk(self) -> io::Result<D> {
        self.failed.map_or(Ok(self.desk), Err)
    }

    /// Asks until there is an answer; counts the hints on the way.
    fn turn(&mut self, here: &Here<'_, Box<dyn AnyTable>>, hints: &mut u32) -> io::Result<Reply<String>> {
        if !std::mem::take(&mut self.was_refused) {
            self.news(here)?;
            self.show_table(here)?;
        }
        self.picked.clear();
        self.lists_cards = false;
        loop {
            self.show_own(here)?;
            let Some(line) = self.desk.read()? else { return Ok(Reply::Gone(Reason::Left)) };
            match self.step(line.trim(), here, hints)? {
                AfterLine::Reply(reply) => return Ok(reply),
                AfterLine::Again => (),
            }
        }
    }

    fn step(
        &mut self,
        line: &str,
        here: &Here<'_, Box<dyn AnyTable>>,
        hints: &mut u32,
    ) -> io::Result<AfterLine> {
        let pen = self.desk.pen();
        match line {
            "" => self.show_table(here)?,
            "q" | "quit" | "exit" => return Ok(AfterLine::Reply(Reply::Gone(Reason::Left))),
            "u" | "undo" if self.picked.pop().is_some() => (),
            "u" | "undo" => {
                // The advisor must forget what was taken back.
                self.advisor = None;
                return Ok(AfterLine::Reply(Reply::Undo));
            }
            "?" | "help" => self.help()?,
            "r" | "rules" => self.desk.show(&plain(self.about.rules, pen.width))?,
            "l" | "last" => {
                let text = self.story(here, self.told);
                self.desk.show(&text)?;
            }
            "a" | "all" if is_batch(&here.picture(0)) => self.lists_cards = true,
            "a" | "all" => {
                let count = here.turn().map_or(0, |turn| turn.count as usize);
                let labels = choices::labels(&pen, &here.legal(count), self.words);
                self.desk.show(&choices::listed(&pen, &labels))?;
            }
            "h" | "hint" => {
                *hints += 1;
                self.hint(here)?;
            }
            line => {
                let picture = here.picture(1);
                let options = Options {
                    you: self.seat,
                    picture: &picture,
                    count: here.turn().map_or(0, |turn| turn.count as usize),
                    legal: &|most| here.legal(most),
                    check: &|action| here.check(action),
                };
                if let Some(picked) = answer::pick(line, &self.picked, &options, pen.language) {
                    return self.pick(picked, &picture);
                }
                match answer::read(line, &options, pen.language) {
                    Ok(action) if is_batch(&picture) => {
                        // The words of a choice pick its card.
                        let card = action.rsplit(' ').next().unwrap_or_default();
                        let picked = answer::pick(card, &self.picked, &options, pen.language);
                        return self.pick(picked.unwrap_or(Err(action)), &picture);
                    }
                    Ok(action) => return Ok(AfterLine::Reply(Reply::Action(action))),
                    Err(why) => self.desk.show(&pen.alert(&capital(&why)))?,
                }
            }
        }
        Ok(AfterLine::Again)
    }

    /// Remembers cards until there are as many as are wanted.
    fn pick(&mut self, picked: Result<Vec<Tag>, String>, picture: &Picture) -> io::Result<AfterLine> {
        match (picked, &picture.ask) {
            (Ok(all), Some(ask)) if all.len() == ask.batch as usize => {
                return Ok(AfterLine::Reply(Reply::Actions(answer::in_card_order(&all, &ask.choices))));
            }
            (Ok(some), _) => self.picked = some,
            (Err(why), _) => {
                let alert = self.desk.pen().alert(&capital(&why));
                self.desk.show(&alert)?;
            }
        }
        Ok(AfterLine::Again)
    }

    /// What happened since the last turn.
    fn news(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> io::Result<()> {
        let count = here.event_count();
        if count < self.seen {
            (self.told, self.seen) = (self.told.min(count), count);
            return self.desk.show("Taken back.\n");
        }
        (self.told, self.seen) = (self.seen, count);
        let text = self.story(here, self.told);
        self.desk.show(&format!("\n{text}\n"))
    }

    /// What happened from event number `from` on, as a paragraph.
    fn story(&self, here: &Here<'_, Box<dyn AnyTable>>, from: usize) -> String {
        let pen = self.desk.pen();
        match self.words {
            Words::Protocol => {
                let lines = terse::tell(&here.events(from), Some(self.seat), pen.width - 2);
                lines.iter().map(|line| format!("{}\n", painted(FAINT, &format!("  {line}")))).collect()
            }
            Words::Sentences => pen.story(&here.said(from), Some(self.seat)),
        }
    }

    fn show_table(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> io::Result<()> {
        let table = self.desk.pen().table(&here.picture(0));
        self.desk.show(&table)
    }

    /// The own hand and the question: always the last thing above the input.
    fn show_own(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> io::Result<()> {
        let (pen, picture) = (self.desk.pen(), here.picture(LISTED));
        self.desk.show(&format!("{}{}", pen.hand(&picture), pen.ask(&picture, self.words)))?;
        if self.lists_cards {
            let cards = answer::pickable(&self.picked, &picture);
            let labels: Vec<String> = cards.iter().map(paint::card).collect();
            self.desk.show(&choices::listed(&pen, &labels))?;
        }
        if self.picked.is_empty() {
            return Ok(());
        }
        let held = answer::held(&picture);
        let face = |card: &Tag| held.iter().find(|face| face.id == *card);
        let names: Vec<String> = self.picked.iter().filter_map(face).map(Face::short).collect();
        let more = picture.ask.map_or(0, |ask| ask.batch as usize).saturating_sub(names.len());
        self.desk.show(&pen.paragraph(
            "",
            &format!("So far {}; {more} more, or u to take back the last one", names.join(" ")),
        ))
    }

    fn hint(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> io::Result<()> {
        let advisor = self.advisor.get_or_insert_with(|| (self.new_advisor)());
        let scored = advisor.advise(here, HINT);
        // Further actions are shown in the game's notation.
        let choices = here.legal(SEARCHED);
        let text = hint::told(&self.desk.pen(), &scored, &choices, self.about.stakes, self.words);
        self.desk.show(&text)
    }

    fn help(&mut self) -> io::Result<()> {
        let pen = self.desk.pen();
        let mut text = pen.heading("help");
        if let Some(summary) = summary(self.about.rules) {
            text += &format!("{}\n", plain(summary, pen.width));
        }
        text += &pen.paragraph("", &format!("House rules of this match: {}", self.about.house_rules));
        text += &format!("\n{}\n", plain(HELP, pen.width));
        self.desk.show(&text)
    }
}

/// What can be typed at the table.
pub const HELP: &str = "\
| type | to do this |
| --- | --- |
| `3` | make the choice with that number |
| `6s`, `10d 10d`, `J♦` | play those cards, in any order; to bury, type all eight cards, or some at a time |
| `take`, `play JH wish S` | make a choice by its words, or in the game's notation |
| `u` | take back the last card you chose to bury; a card that the others have seen stays played |
| `h` | get a hint: the three best moves, says our strongest player |
| `l` | show again what happened since your last turn |
| `a` | list all choices, even if there are many |
| Enter | show the table again |
| `?` | show this help |
| `r` | read the full rules and the notation for bots |
| `q` | leave the table and lose the match |

A star marks a trump, `?` a card that is not beaten yet, `+` a card just drawn, and `'` a card of yours that all
seats have seen. If you have only one possible move, it is played for you.
";

impl<D: Desk> Player<Box<dyn AnyTable>> for &mut Person<D> {
    fn ask(&mut self, here: &Here<'_, Box<dyn AnyTable>>) -> Answer<String> {
        let begun = here.time.timer.now();
        let mut hints = 0;
        let reply = self.turn(here, &mut hints).unwrap_or_else(|error| {
            self.failed = Some(error);
            Reply::Gone(Reason::Left)
        });
        self.has_left = matches!(reply, Reply::Gone(_));
        let cost = Cost::wall(here.time.timer.now().saturating_sub(begun));
        Answer { hints, ..reply.costing(cost) }
    }

    fn refused(&mut self, why: &Refused) {
        self.was_refused = true;
        let pen = self.desk.pen();
        let why = capital(&pen.language.say(&why.message(), Some(self.seat)));
        // If the terminal fails, the next question reports it.
        let _ = self.desk.show(&pen.alert(&why));
    }

    fn end(&mut self, here: &Here<'_, Box<dyn AnyTable>>) {
        if self.has_left {
            return;
        }
        let done = self.news(here).and_then(|()| self.show_table(here)).and_then(|()| self.show_own(here));
        if let Err(error) = done {
            self.failed = Some(error);
        }
    }
}

/// Are several actions asked for at once?
fn is_batch(picture: &Picture) -> bool {
    picture.ask.as_ref().is_some_and(|ask| ask.batch > 1)
}

/// The text of rules before the first section, without its title.
fn summary(rules: &str) -> Option<&str> {
    let body = rules.strip_prefix("# ")?.split_once('\n')?.1;
    Some(body.split("\n## ").next()?.trim()).filter(|text| !text.is_empty())
}

/// Reads a line and keeps at most [`LONGEST_LINE`] bytes of it.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    loop {
        let some = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            some => some?,
        };
        if some.is_empty() {
            let is_over = line.is_empty();
            return Ok((!is_over).then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        let newline = memchr::memchr(b'\n', some);
        let len = newline.unwrap_or(some.len());
        line.extend_from_slice(&some[..len.min(LONGEST_LINE - line.len())]);
        input.consume(newline.map_or(len, |at| at + 1));
        if newline.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}

/// Standard input and output as a desk.
pub struct Terminal {
    input: io::BufReader<io::Stdin>,
    screen: super::screen::Screen,
    /// Input from a pipe is repeated on the screen, so that the transcript is complete.
    echoes: bool,
}

impl Terminal {
    /// The terminal the program was started from, or the pipes in its place.
    pub fn open() -> Terminal {
        let echoes = !io::IsTerminal::is_terminal(&io::stdin());
        Terminal { input: io::BufReader::new(io::stdin()), screen: super::screen::Screen::stdout(), echoes }
    }

    /// Makes sure that everything is shown.
    pub fn flush(&mut self) -> io::Result<()> {
        self.screen.flush()
    }
}

impl Desk for Terminal {
    fn read(&mut self) -> io::Result<Option<String>> {
        self.show("> ")?;
        self.screen.flush()?;
        let line = read_line(&mut self.input)?;
        if self.echoes || line.is_none() {
            self.show(&format!("{}\n", line.as_deref().unwrap_or_default().trim()))?;
        }
        Ok(line)
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.screen.write_all(text.as_bytes())
    }

    fn pen(&self) -> Pen<'static> {
        self.screen.pen()
    }
}
