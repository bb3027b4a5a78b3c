//! A person at the terminal who plays one seat: shows the table, asks, and says what is wrong with an answer.

use std::io::{self, BufRead, Write};

use cards::scene::{Face, Item, ZoneKind};
use cards::{Message, Picture, Seat, Tag};
use games::catalog::Spelt;
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
    /// How many lines can be read at once; `None` if nothing scrolls away.
    fn lines(&self) -> Option<usize>;
}

/// What a person can ask about the game.
pub struct AboutGame {
    /// Its rules in Markdown.
    pub rules: &'static str,
    /// What its payoffs mean.
    pub stakes: Stakes,
    /// The house rules of the match in words.
    pub house_rules: Message,
    /// Its cards, and what people type for them.
    pub deck: Vec<Spelt>,
    /// The command that shows everything about it.
    pub command: String,
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
            "q" | "quit" | "exit" => {
                if self.confirms_leaving()? {
                    return Ok(AfterLine::Reply(Reply::Gone(Reason::Left)));
                }
            }
            "u" | "undo" if self.picked.pop().is_some() => (),
            "u" | "undo" => {
                // The advisor must forget what was taken back.
                self.advisor = None;
                return Ok(AfterLine::Reply(Reply::Undo));
            }
            "?" | "help" => self.help()?,
            "r" | "rules" => self.rules()?,
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
                    deck: &self.about.deck,
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

    /// Asks whether the person really wants to leave. At the end of the input nobody is left to ask.
    fn confirms_leaving(&mut self) -> io::Result<bool> {
        loop {
            self.desk.show("Leave the table and lose the match? (y/n)\n")?;
            let Some(line) = self.desk.read()? else { return Ok(true) };
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => (),
            }
        }
    }

    /// The rules for players, a screen at a time. What programs need to know comes after them in the file.
    fn rules(&mut self) -> io::Result<()> {
        let width = self.desk.pen().width;
        let more = format!("The notation for bots and finer points of the rules: {}", self.about.command);
        let text = format!("{}\n{more}", for_players(self.about.rules));
        let text = plain(&text, width);
        let all: Vec<&str> = text.lines().collect();
        let mut pages = all.chunks(self.desk.lines().unwrap_or(all.len()).max(1)).peekable();
        while let Some(page) = pages.next() {
            self.desk.show(&format!("{}\n", page.join("\n")))?;
            if pages.peek().is_some() {
                self.desk.show("Enter shows the next page, q goes back to the table.\n")?;
                let line = self.desk.read()?;
                if line.is_none_or(|line| !line.trim().is_empty()) {
                    break;
                }
            }
        }
        Ok(())
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
        let hand = pen.hand(&without(&self.picked, &picture));
        self.desk.show(&format!("{hand}{}", pen.ask(&picture, self.words)))?;
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
            &format!("Chosen: {}; choose {more} more (u takes back the last one)", names.join(" ")),
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
        let house_rules = pen.language.say(&self.about.house_rules, Some(self.seat));
        text += &pen.paragraph("", &format!("In this match: {house_rules}."));
        text += &format!("\n{}\n", plain(HELP, pen.width));
        self.desk.show(&text)
    }
}

/// What can be typed at every table. How to type cards, and the signs beside them, are part of a game's rules.
pub const HELP: &str = "\
| type | to do this |
| --- | --- |
| `3` | make the choice with that number |
| cards | play those cards |
| words | make a choice by its words |
| `h` | get a hint: the three best moves in the opinion of the strongest computer player |
| `u` | take back your last choice, if nobody has seen it |
| `l` | show again what happened since your last turn |
| `a` | list all choices, even if there are many |
| Enter | show the table again |
| `?` | show this help |
| `r` | read the rules in full |
| `q` | leave the table and lose the match |

If you have only one possible move, it is played for you.
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

/// The sections of rules that players need: those before the notation.
fn for_players(rules: &str) -> &str {
    rules.split("\n## Notation").next().unwrap_or(rules)
}

/// The picture without these cards of the viewer's own hand.
fn without(picked: &[Tag], picture: &Picture) -> Picture {
    let mut picture = picture.clone();
    let own = picture.viewer.seat();
    for zone in picture.zones.iter_mut().filter(|zone| zone.kind == ZoneKind::Hand && zone.owner == own) {
        for card in picked {
            let is_it = |item: &Item| matches!(item, Item::Card(shown) if shown.face.id == *card);
            for group in &mut zone.groups {
                if let Some(at) = group.items.iter().position(is_it) {
                    group.items.remove(at);
                    break;
                }
            }
        }
        zone.groups.retain(|group| !group.items.is_empty());
    }
    picture
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

    fn lines(&self) -> Option<usize> {
        // Lines that come from a pipe are answers, not a sign to turn the page.
        if self.echoes { None } else { super::screen::height() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::catalog::Payoff;
    use table::text::english;

    /// A screen of a few lines and the answers typed at it.
    struct Screen {
        answers: Vec<&'static str>,
        shown: String,
        lines: Option<usize>,
    }

    impl Desk for &mut Screen {
        fn read(&mut self) -> io::Result<Option<String>> {
            Ok(self.answers.pop().map(str::to_owned))
        }
        fn show(&mut self, text: &str) -> io::Result<()> {
            self.shown += text;
            Ok(())
        }
        fn pen(&self) -> Pen<'static> {
            Pen { width: 80, language: english() }
        }
        fn lines(&self) -> Option<usize> {
            self.lines
        }
    }

    /// What is shown of rules of six lines, with these answers, the last first.
    fn rules(lines: Option<usize>, answers: Vec<&'static str>) -> String {
        let mut screen = Screen { answers, shown: String::new(), lines };
        let about = AboutGame {
            rules: "# Game\n\none\n\ntwo\n\n## Notation\n\nfor programs\n",
            stakes: Stakes::Counted(Payoff::Points),
            house_rules: Message::new("match-over"),
            deck: Vec::new(),
            command: "croupier games game".to_owned(),
        };
        let nobody = Box::new(|| -> Box<dyn Advisor> { unreachable!("no hint is asked for") });
        let mut person = Person::new(Seat::new(0), &mut screen, Words::Sentences, about, nobody);
        person.rules().expect("a screen that works");
        drop(person);
        screen.shown
    }

    #[test]
    fn rules_are_read_a_page_at_a_time_and_without_the_notation() {
        let whole = rules(None, Vec::new());
        assert!(whole.contains("one\n\ntwo\n") && whole.contains("croupier games game"), "{whole}");
        assert!(!whole.contains("for programs") && !whole.contains("next page"), "{whole}");
        let next = "Enter shows the next page, q goes back to the table.\n";
        assert_eq!(rules(Some(4), vec!["", ""]).replace(next, ""), whole);
        let first = rules(Some(4), vec!["q"]);
        assert!(first.contains("one") && first.ends_with(next) && !first.contains("two"), "{first}");
    }
}
